! Outer loops with step -1.
! expect: 1
subroutine gemm(n, a, b, c)
  integer :: n, i, j, k
  real(8) :: a(n, n), b(n, n), c(n, n)
  do j = n, 1, -1
    do k = n, 1, -1
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
