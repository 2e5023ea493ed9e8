! The batch is the middle dimension, and loops are in the order of memory.
! expect: 1
subroutine batched(m, n, p, count, a, b, c)
  integer, intent(in) :: m, n, p, count
  real(8), intent(in) :: a(m, count, p), b(p, count, n)
  real(8), intent(inout) :: c(m, count, n)
  integer :: i, j, k, t
  do j = 1, n
    do t = 1, count
      do k = 1, p
        do i = 1, m
          c(i, t, j) = c(i, t, j) + a(i, t, k) * b(k, t, j)
        end do
      end do
    end do
  end do
end subroutine
