! Loops j, i, k, the sum in a variable.
! expect: 1
subroutine gemm(m, n, p, a, b, c)
  integer :: m, n, p, i, j, k
  real(8) :: a(m, p), b(p, n), c(m, n), s
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, p
        s = s + a(i, k) * b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine
