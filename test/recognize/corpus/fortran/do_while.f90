! do while.
! expect: 1
subroutine gemm(n, a, b, c)
  integer :: n, i, j, k
  real(8) :: a(n, n), b(n, n), c(n, n)
  j = 1
  do while (j <= n)
    i = 1
    do while (i <= n)
      k = 1
      do while (k <= n)
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
        k = k + 1
      end do
      i = i + 1
    end do
    j = j + 1
  end do
end subroutine
