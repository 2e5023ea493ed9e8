! The three loops of the demo, in Fortran. RK is 4 or 8.
subroutine gemm(n, a, b, c) bind(C)
  use iso_c_binding, only: c_long
  implicit none
  integer(c_long), value :: n
  real(RK), intent(in) :: a(n, n), b(n, n)
  real(RK), intent(inout) :: c(n, n)
  integer(c_long) :: i, j, k
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
