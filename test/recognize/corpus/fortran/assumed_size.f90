! Assumed size with leading dimensions, as in reference BLAS.
! expect: 1
subroutine gemm(m, n, p, alpha, a, lda, b, ldb, c, ldc)
  integer :: m, n, p, lda, ldb, ldc, i, j, l
  double precision :: alpha, a(lda, *), b(ldb, *), c(ldc, *), temp
  do j = 1, n
    do l = 1, p
      temp = alpha * b(l, j)
      do i = 1, m
        c(i, j) = c(i, j) + temp * a(i, l)
      end do
    end do
  end do
end subroutine
