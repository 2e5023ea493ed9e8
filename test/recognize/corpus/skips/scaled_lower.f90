! The lower triangle of an update that scales C and skips zeros.
! expect: 1
subroutine dsyrk_ln(n, k, alpha, a, lda, beta, c, ldc)
  integer n, k, lda, ldc
  double precision alpha, beta, a(lda, *), c(ldc, *), temp
  integer i, j, l
  if (n .eq. 0 .or. ((alpha .eq. 0 .or. k .eq. 0) .and. beta .eq. 1)) return
  do j = 1, n
    if (beta .eq. 0) then
      do i = j, n
        c(i, j) = 0
      end do
    else if (beta .ne. 1) then
      do i = j, n
        c(i, j) = beta*c(i, j)
      end do
    end if
    do l = 1, k
      if (a(j, l) .ne. 0) then
        temp = alpha*a(j, l)
        do i = j, n
          c(i, j) = c(i, j) + temp*a(i, l)
        end do
      end if
    end do
  end do
end subroutine
