! A ring of coupled clusters: axes of both operands are mixed in the result.
! expect: 1
subroutine ring(o, v, t, w, r)
  integer, intent(in) :: o, v
  real(8), intent(in) :: t(v, v, o, o), w(o, v, v, o)
  real(8), intent(inout) :: r(v, v, o, o)
  real(8) :: s
  integer :: a, b, c, i, j, k
  do j = 1, o
    do i = 1, o
      do b = 1, v
        do a = 1, v
          s = 0
          do k = 1, o
            do c = 1, v
              s = s + t(a, c, i, k) * w(k, b, c, j)
            end do
          end do
          r(a, b, i, j) = s
        end do
      end do
    end do
  end do
end subroutine
