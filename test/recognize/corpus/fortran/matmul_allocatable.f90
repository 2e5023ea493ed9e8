! MATMUL into an allocatable array.
! expect: 1
subroutine gemm(a, b, c)
  real(8), allocatable, intent(in) :: a(:, :), b(:, :)
  real(8), allocatable, intent(out) :: c(:, :)
  c = matmul(a, b)
end subroutine
