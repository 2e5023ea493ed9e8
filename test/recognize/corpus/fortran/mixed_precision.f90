! real(4) factors, real(8) sums.
! expect: 1
subroutine gemm(n, a, b, c)
  integer :: n, i, j, k
  real(4) :: a(n, n), b(n, n)
  real(8) :: c(n, n)
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + dble(a(i, k)) * dble(b(k, j))
      end do
    end do
  end do
end subroutine
