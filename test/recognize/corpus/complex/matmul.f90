! MATMUL of complex matrices.
! expect: 1
! flags: -ffp-contract=off
subroutine gemm(n, a, b, c)
  integer :: n
  complex(8) :: a(n, n), b(n, n), c(n, n)
  c = matmul(a, b)
end subroutine
