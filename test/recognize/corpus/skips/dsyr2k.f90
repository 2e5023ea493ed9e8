! Two products of a triangle, skipped together.
! expect: 1
! flags: -ffp-contract=off
subroutine dsyr2k_un(n, k, alpha, a, lda, b, ldb, c, ldc)
  integer, intent(in) :: n, k, lda, ldb, ldc
  double precision, intent(in) :: alpha, a(lda, *), b(ldb,*)
  double precision, intent(inout) :: c(ldc, *)
  double precision :: temp1,temp2
  integer :: i, j, l
  do j = 1, n
    do l = 1, k
      if ((a(j, l) .ne. 0d0) .or. (b(j,l).ne.0d0)) then
        temp1 = alpha*b(j, l)
        temp2 = alpha*a(j, l)
        do i = 1, j
          c(i, j) = c(i, j) + a(i, l)*temp1 + b(i,l)*temp2
        end do
      end if
    end do
  end do
end subroutine
