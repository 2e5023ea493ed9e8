! sum of an elementwise product.
! expect: 1
subroutine gemm(m, n, p, a, b, c)
  integer :: m, n, p, i, j
  real(4) :: a(m, p), b(p, n), c(m, n)
  do j = 1, n
    do i = 1, m
      c(i, j) = sum(a(i, :) * b(:, j))
    end do
  end do
end subroutine
