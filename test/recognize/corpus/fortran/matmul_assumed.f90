! MATMUL of assumed shape.
! expect: 1
subroutine gemm(a, b, c)
  real(4), intent(in) :: a(:, :), b(:, :)
  real(4), intent(out) :: c(:, :)
  c = matmul(a, b)
end subroutine
