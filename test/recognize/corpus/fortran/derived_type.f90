! Allocatable components of a derived type.
! expect: 1
module types
  type matrix
    integer :: rows, cols
    real(8), allocatable :: v(:, :)
  end type
contains
  subroutine gemm(a, b, c)
    type(matrix), intent(in) :: a, b
    type(matrix), intent(inout) :: c
    integer :: i, j, k
    do j = 1, b%cols
      do k = 1, a%cols
        do i = 1, a%rows
          c%v(i, j) = c%v(i, j) + a%v(i, k) * b%v(k, j)
        end do
      end do
    end do
  end subroutine
end module
