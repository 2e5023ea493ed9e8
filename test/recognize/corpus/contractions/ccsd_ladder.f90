! The particle-particle ladder of coupled clusters, as loops.
! expect: 1
subroutine ladder(o, v, t, w, r)
  integer, intent(in) :: o, v
  real(8), intent(in) :: t(v, v, o, o), w(v, v, v, v)
  real(8), intent(inout) :: r(v, v, o, o)
  integer :: a, b, c, d, i, j
  do j = 1, o
    do i = 1, o
      do b = 1, v
        do a = 1, v
          do d = 1, v
            do c = 1, v
              r(a, b, i, j) = r(a, b, i, j) + w(a, b, c, d) * t(c, d, i, j)
            end do
          end do
        end do
      end do
    end do
  end do
end subroutine
