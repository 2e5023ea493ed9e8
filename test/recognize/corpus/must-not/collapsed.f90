! Each element begins where the one before has ended.
! expect: 0
subroutine running(m, n, l, a, b, c)
  integer :: m, n, l, i, j, k, t
  real :: a(m, l), b(l, n), c(m, n), s
  s = 0
  do t = 0, m * n - 1
    i = mod(t, m) + 1
    j = t / m + 1
    do k = 1, l
      s = s + a(i, k) * b(k, j)
    end do
    c(i, j) = s
  end do
end subroutine
