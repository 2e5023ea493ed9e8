! Allocatable arrays of a module.
! expect: 1
module matrices
  real(4), allocatable :: a(:, :), b(:, :), c(:, :)
  integer :: n
contains
  subroutine gemm
    integer :: i, j, k
    do j = 1, n
      do i = 1, n
        do k = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine
end module
