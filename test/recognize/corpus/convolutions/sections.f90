! The sum of a filter and a section of the input.
! expect: 1
subroutine forward(in, out, w, h, k, x, f, y)
  integer, intent(in) :: in, out, w, h, k
  real, intent(in) :: x(in, w, h), f(in, k, k, out)
  real, intent(out) :: y(out, w - k + 1, h - k + 1)
  integer :: i, j, o
  do j = 1, h - k + 1
    do i = 1, w - k + 1
      do o = 1, out
        y(o, i, j) = sum(f(:, :, :, o) * x(:, i:i + k - 1, j:j + k - 1))
      end do
    end do
  end do
end subroutine
