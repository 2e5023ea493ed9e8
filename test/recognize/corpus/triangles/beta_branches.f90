! A branch of DSYRK with all that it does about beta, and its test for zero.
! expect: 1
subroutine dsyrk_ln(n, k, alpha, a, lda, beta, c, ldc)
  integer :: n, k, lda, ldc, i, j, l
  double precision :: alpha, beta, a(lda, *), c(ldc, *), temp
  do j = 1, n
    if (beta == 0d0) then
      do i = j, n
        c(i, j) = 0d0
      end do
    else if (beta /= 1d0) then
      do i = j, n
        c(i, j) = beta * c(i, j)
      end do
    end if
    do l = 1, k
      temp = alpha * a(j, l)
      do i = j, n
        c(i, j) = c(i, j) + temp * a(i, l)
      end do
    end do
  end do
end subroutine
