! Assumed shape.
! expect: 1
subroutine gemm(a, b, c)
  real(8), intent(in) :: a(:, :), b(:, :)
  real(8), intent(inout) :: c(:, :)
  integer :: i, j, k
  do j = 1, size(c, 2)
    do k = 1, size(a, 2)
      do i = 1, size(c, 1)
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
