! OpenMP's collapse.
! expect: 1
! flags: -fopenmp
subroutine multiply(m, n, l, a, b, c)
  integer :: m, n, l, i, j, k
  real :: a(m, l), b(l, n), c(m, n), s
  !$omp parallel do collapse(2) private(s)
  do j = 1, n
    do i = 1, m
      s = 0
      do k = 1, l
        s = s + a(i, k) * b(k, j)
      end do
      c(i, j) = s
    end do
  end do
end subroutine
