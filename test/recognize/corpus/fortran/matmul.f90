! MATMUL of explicit shape.
! expect: 1
subroutine gemm(m, n, p, a, b, c)
  integer :: m, n, p
  real(8) :: a(m, p), b(p, n), c(m, n)
  c = matmul(a, b)
end subroutine
