! C is cleared or scaled in the j loop, as in reference BLAS.
! expect: 1
subroutine gemm(m, n, p, alpha, a, lda, b, ldb, beta, c, ldc)
  integer :: m, n, p, lda, ldb, ldc, i, j, l
  real(8) :: alpha, beta, a(lda, *), b(ldb, *), c(ldc, *), temp
  do j = 1, n
    if (beta == 0) then
      do i = 1, m
        c(i, j) = 0
      end do
    else if (beta /= 1) then
      do i = 1, m
        c(i, j) = beta * c(i, j)
      end do
    end if
    do l = 1, p
      temp = alpha * b(l, j)
      do i = 1, m
        c(i, j) = c(i, j) + temp * a(i, l)
      end do
    end do
  end do
end subroutine
