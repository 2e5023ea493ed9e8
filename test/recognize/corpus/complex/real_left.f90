! A real matrix times one of complex elements, which Fortran multiplies by (a, 0).
! expect: 1
! flags: -ffp-contract=off
subroutine gemm(n, a, b, c)
  integer :: n, i, j, k
  real(8) :: a(n, n)
  complex(8) :: b(n, n), c(n, n)
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
