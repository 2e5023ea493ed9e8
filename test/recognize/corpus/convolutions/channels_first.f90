! A layer as modern Fortran writes it, with a window of the input that is summed up.
! expect: 1
subroutine forward(in, out, w, h, k, x, f, bias, y)
  integer, intent(in) :: in, out, w, h, k
  real, intent(in) :: x(in, w, h), f(out, in, k, k), bias(out)
  real, intent(out) :: y(out, w - k + 1, h - k + 1)
  integer :: i, j, o, c, r, s
  real :: z
  do j = 1, h - k + 1
    do i = 1, w - k + 1
      do o = 1, out
        z = bias(o)
        do s = 1, k
          do r = 1, k
            do c = 1, in
              z = z + f(o, c, r, s) * x(c, i + r - 1, j + s - 1)
            end do
          end do
        end do
        y(o, i, j) = z
      end do
    end do
  end do
end subroutine
