! A product that scales C column by column, in one of three ways, and skips zeros.
! expect: 1
subroutine dgemm_nn(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  integer m, n, k, lda, ldb, ldc
  double precision alpha, beta, a(lda, *), b(ldb, *), c(ldc, *), temp
  integer i, j, l
  if (m .eq. 0 .or. n .eq. 0 .or. ((alpha .eq. 0 .or. k .eq. 0) .and. beta .eq. 1)) return
  do j = 1, n
    if (beta .eq. 0) then
      do i = 1, m
        c(i, j) = 0
      end do
    else if (beta .ne. 1) then
      do i = 1, m
        c(i, j) = beta*c(i, j)
      end do
    end if
    do l = 1, k
      if (b(l, j) .ne. 0) then
        temp = alpha*b(l, j)
        do i = 1, m
          c(i, j) = c(i, j) + temp*a(i, l)
        end do
      end if
    end do
  end do
end subroutine
