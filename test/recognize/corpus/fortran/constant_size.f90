! Arrays of constant size, cleared before.
! expect: 1
subroutine gemm(a, b, c)
  integer, parameter :: n = 200
  real(8) :: a(n, n), b(n, n), c(n, n)
  integer :: i, j, k
  c = 0
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
