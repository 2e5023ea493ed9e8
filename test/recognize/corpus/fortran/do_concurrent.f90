! do concurrent over i and j.
! expect: 1
subroutine gemm(m, n, p, a, b, c)
  integer :: m, n, p, i, j, k
  real(8) :: a(m, p), b(p, n), c(m, n)
  do concurrent (j = 1:n, i = 1:m)
    c(i, j) = 0
    do k = 1, p
      c(i, j) = c(i, j) + a(i, k) * b(k, j)
    end do
  end do
end subroutine
