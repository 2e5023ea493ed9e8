! Images of width, height, channel; stride and batch; sums in memory.
! expect: 1
subroutine conv(w, h, in, out, n, kw, kh, stride, x, f, y)
  integer, intent(in) :: w, h, in, out, n, kw, kh, stride
  real(8), intent(in) :: x((w - 1) * stride + kw, (h - 1) * stride + kh, in, n)
  real(8), intent(in) :: f(kw, kh, in, out)
  real(8), intent(inout) :: y(w, h, out, n)
  integer :: i, j, o, c, r, s, b
  do b = 1, n
    do o = 1, out
      do c = 1, in
        do s = 1, kh
          do r = 1, kw
            do j = 1, h
              do i = 1, w
                y(i, j, o, b) = y(i, j, o, b) + f(r, s, c, o) &
                  * x((i - 1) * stride + r, (j - 1) * stride + s, c, b)
              end do
            end do
          end do
        end do
      end do
    end do
  end do
end subroutine
