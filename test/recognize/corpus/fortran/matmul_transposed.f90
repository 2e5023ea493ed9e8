! MATMUL(TRANSPOSE(A), B).
! expect: 1
subroutine gemm(m, n, p, a, b, c)
  integer :: m, n, p
  real(8) :: a(p, m), b(p, n), c(m, n)
  c = matmul(transpose(a), b)
end subroutine
