! One loop over the elements of c.
! expect: 1
subroutine multiply(m, n, l, a, b, c)
  integer :: m, n, l, i, j, k, t
  real :: a(m, l), b(l, n), c(m, n)
  do t = 1, m * n
    i = mod(t - 1, m) + 1
    j = (t - 1) / m + 1
    do k = 1, l
      c(i, j) = c(i, j) + a(i, k) * b(k, j)
    end do
  end do
end subroutine
