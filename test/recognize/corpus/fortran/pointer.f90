! Pointer arguments.
! expect: 1
subroutine gemm(n, a, b, c)
  integer, intent(in) :: n
  real(8), pointer :: a(:, :), b(:, :), c(:, :)
  integer :: i, j, k
  real(8) :: s
  do j = 1, n
    do i = 1, n
      s = 0
      do k = 1, n
        s = s + a(i, k) * b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine
