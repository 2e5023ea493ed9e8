! As the reference BLAS had it for long.
! expect: 1
subroutine dgemm_nn(m, n, k, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: m, n, k, lda, ldb, ldc
  double precision, intent(in) :: alpha, a(lda, *), b(ldb, *)
  double precision, intent(inout) :: c(ldc, *)
  double precision :: temp
  integer :: i, j, l
  do j = 1, n
    do l = 1, k
      if (b(l, j) .ne. 0d0) then
        temp = alpha*b(l, j)
        do i = 1, m
          c(i, j) = c(i, j) + temp*a(i, l)
        end do
      end if
    end do
  end do
end subroutine
