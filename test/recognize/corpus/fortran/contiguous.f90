! Assumed shape, contiguous.
! expect: 1
subroutine gemm(a, b, c)
  real(4), intent(in), contiguous :: a(:, :), b(:, :)
  real(4), intent(inout), contiguous :: c(:, :)
  integer :: i, j, k
  do j = 1, size(c, 2)
    do k = 1, size(a, 2)
      do i = 1, size(c, 1)
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
