! Array sections: a column of C at a time.
! expect: 1
subroutine gemm(m, n, p, a, b, c)
  integer :: m, n, p, j, k
  real(8) :: a(m, p), b(p, n), c(m, n)
  do j = 1, n
    do k = 1, p
      c(:, j) = c(:, j) + a(:, k) * b(k, j)
    end do
  end do
end subroutine
