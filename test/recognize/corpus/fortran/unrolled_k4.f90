! Four columns of A at once.
! expect: 1
subroutine gemm(n, a, b, c)
  integer :: n, i, j, k
  real(8) :: a(n, n), b(n, n), c(n, n)
  do j = 1, n
    do k = 1, n, 4
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
        c(i, j) = c(i, j) + a(i, k + 1) * b(k + 1, j)
        c(i, j) = c(i, j) + a(i, k + 2) * b(k + 2, j)
        c(i, j) = c(i, j) + a(i, k + 3) * b(k + 3, j)
      end do
    end do
  end do
end subroutine
