! The batch is the last dimension, and the outermost loop.
! expect: 1
subroutine batched(m, n, p, count, a, b, c)
  integer, intent(in) :: m, n, p, count
  real(4), intent(in) :: a(m, p, count), b(p, n, count)
  real(4), intent(out) :: c(m, n, count)
  real(4) :: s
  integer :: i, j, k, t
  do t = 1, count
    do j = 1, n
      do i = 1, m
        s = 0
        do k = 1, p
          s = s + a(i, k, t) * b(k, j, t)
        end do
        c(i, j, t) = s
      end do
    end do
  end do
end subroutine
