! A triangle, with steps that are skipped.
! expect: 1
subroutine dsyrk_un(n, k, alpha, a, lda, c, ldc)
  integer, intent(in) :: n, k, lda, ldc
  double precision, intent(in) :: alpha, a(lda, *)
  double precision, intent(inout) :: c(ldc, *)
  double precision :: temp
  integer :: i, j, l
  do j = 1, n
    do l = 1, k
      if (a(j, l) .ne. 0d0) then
        temp = alpha*a(j, l)
        do i = 1, j
          c(i, j) = c(i, j) + temp*a(i, l)
        end do
      end if
    end do
  end do
end subroutine
