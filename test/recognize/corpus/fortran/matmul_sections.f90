! MATMUL of array sections.
! expect: 1
subroutine update(n, k, a)
  integer :: n, k
  real(8) :: a(n, n)
  a(k + 1:n, k + 1:n) = a(k + 1:n, k + 1:n) - matmul(a(k + 1:n, 1:k), a(1:k, k + 1:n))
end subroutine
