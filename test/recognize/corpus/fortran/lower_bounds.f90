! Arrays that start at zero.
! expect: 1
subroutine gemm(n, a, b, c)
  integer :: n, i, j, k
  real(8) :: a(0:n - 1, 0:n - 1), b(0:n - 1, 0:n - 1), c(0:n - 1, 0:n - 1)
  do j = 0, n - 1
    do k = 0, n - 1
      do i = 0, n - 1
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
