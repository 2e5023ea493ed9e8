! "Same" padding; the first index is the innermost.
! expect: 1
subroutine conv(nx, ny, cin, cout, k, x, f, y)
  integer, intent(in) :: nx, ny, cin, cout, k
  real, intent(in) :: x(nx, ny, cin), f(k, k, cin, cout)
  real, intent(out) :: y(nx, ny, cout)
  integer :: i, j, c, o, u, v, ix, iy
  real :: total
  do o = 1, cout
    do j = 1, ny
      do i = 1, nx
        total = 0
        do c = 1, cin
          do v = 1, k
            do u = 1, k
              ix = i + u - 1 - k / 2
              iy = j + v - 1 - k / 2
              if (ix >= 1 .and. ix <= nx .and. iy >= 1 .and. iy <= ny) then
                total = total + x(ix, iy, c) * f(u, v, c, o)
              end if
            end do
          end do
        end do
        y(i, j, o) = total
      end do
    end do
  end do
end subroutine
