! dot_product of a row and a column.
! expect: 1
subroutine gemm(m, n, p, a, b, c)
  integer :: m, n, p, i, j
  real(8) :: a(m, p), b(p, n), c(m, n)
  do j = 1, n
    do i = 1, m
      c(i, j) = dot_product(a(i, :), b(:, j))
    end do
  end do
end subroutine
