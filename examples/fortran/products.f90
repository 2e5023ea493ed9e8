! A product in loops, and one by matmul.
program products
  implicit none
  integer, parameter :: n = 50
  real(8) :: a(n, n), b(n, n), c(n, n), d(n, n)
  integer :: i, j, k

  do j = 1, n
    do i = 1, n
      a(i, j) = mod(i + 2 * j, 5)
      b(i, j) = mod(3 * i + j, 7)
    end do
  end do

  c = 0
  call add(n, a, b, c)
  d = matmul(a, b)
  print '(3f8.1)', c(1, 1), c(n, n), maxval(abs(c - d))

contains

  subroutine add(n, a, b, c)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(inout) :: c(n, n)
    do j = 1, n
      do k = 1, n
        do i = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine
end program
