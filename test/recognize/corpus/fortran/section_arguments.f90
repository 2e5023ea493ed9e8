! A contained procedure receives array sections.
! expect: 1
subroutine outer(n, a, b, c)
  integer :: n, h
  real(8) :: a(n, n), b(n, n), c(n, n)
  h = n / 2
  call gemm(a(1:h, 1:h), b(1:h, h + 1:n), c(h + 1:n, 1:h))
contains
  subroutine gemm(x, y, z)
    real(8), intent(in) :: x(:, :), y(:, :)
    real(8), intent(inout) :: z(:, :)
    integer :: i, j, k
    do j = 1, size(z, 2)
      do k = 1, size(x, 2)
        do i = 1, size(z, 1)
          z(i, j) = z(i, j) + x(i, k) * y(k, j)
        end do
      end do
    end do
  end subroutine
end subroutine
