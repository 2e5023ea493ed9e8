subroutine in_fortran(n, a, b, c) bind(c)
  use iso_c_binding
  integer(c_int), intent(in) :: n
  real(c_float), intent(in) :: a(n, n), b(n, n)
  real(c_float), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
