! The loops of the filter go from max to min.
! expect: 1
subroutine conv(nx, ny, cin, cout, k, p, x, f, y)
  integer, intent(in) :: nx, ny, cin, cout, k, p
  real(8), intent(in) :: x(nx, ny, cin), f(k, k, cin, cout)
  real(8), intent(inout) :: y(nx, ny, cout)
  integer :: i, j, c, o, u, v
  do o = 1, cout
    do j = 1, ny
      do i = 1, nx
        do c = 1, cin
          do v = max(1, p + 2 - j), min(k, ny + p + 1 - j)
            do u = max(1, p + 2 - i), min(k, nx + p + 1 - i)
              y(i, j, o) = y(i, j, o) + x(i + u - 1 - p, j + v - 1 - p, c) * f(u, v, c, o)
            end do
          end do
        end do
      end do
    end do
  end do
end subroutine
