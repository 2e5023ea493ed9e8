! Complex elements times a real matrix, with one sum.
! expect: 1
! flags: -ffp-contract=off
subroutine gemm(n, a, b, c)
  integer :: n, i, j, k
  real(4) :: b(n, n)
  complex(4) :: a(n, n), c(n, n), s
  do i = 1, n
    do j = 1, n
      s = (0, 0)
      do k = 1, n
        s = s + a(i, k) * b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine
