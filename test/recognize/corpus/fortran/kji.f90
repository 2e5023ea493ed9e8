! Loops k, j, i.
! expect: 1
subroutine gemm(m, n, p, a, b, c)
  integer :: m, n, p, i, j, k
  real(4) :: a(m, p), b(p, n), c(m, n)
  do k = 1, p
    do j = 1, n
      do i = 1, m
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
