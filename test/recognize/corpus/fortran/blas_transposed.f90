! A transposed, alpha and beta, as in reference BLAS: a nest for each kind of beta.
! expect: 2
subroutine gemm(m, n, p, alpha, a, lda, b, ldb, beta, c, ldc)
  integer :: m, n, p, lda, ldb, ldc, i, j, l
  real :: alpha, beta, a(lda, *), b(ldb, *), c(ldc, *), temp
  do j = 1, n
    do i = 1, m
      temp = 0
      do l = 1, p
        temp = temp + a(l, i) * b(l, j)
      end do
      if (beta == 0) then
        c(i, j) = alpha * temp
      else
        c(i, j) = alpha * temp + beta * c(i, j)
      end if
    end do
  end do
end subroutine
