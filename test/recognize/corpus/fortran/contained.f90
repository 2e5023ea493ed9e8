! A contained procedure uses the arrays of its host.
! expect: 1
subroutine outer(n, a, b, c)
  integer :: n
  real(4) :: a(n, n), b(n, n), c(n, n)
  call gemm
contains
  subroutine gemm
    integer :: i, j, k
    do j = 1, n
      do i = 1, n
        c(i, j) = 0
        do k = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine
end subroutine
