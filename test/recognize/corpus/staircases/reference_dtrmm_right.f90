! B U in place from the last column down, as the reference BLAS has it: the loop
! over columns is left in the middle, and Fortran's loops are counted down as well.
! expect: 1
subroutine trmm(nounit, m, n, alpha, a, lda, b, ldb)
  logical :: nounit
  integer :: m, n, lda, ldb, i, j, k
  double precision :: alpha, a(lda, *), b(ldb, *), temp
  do j = n, 1, -1
    temp = alpha
    if (nounit) temp = temp * a(j, j)
    do i = 1, m
      b(i, j) = temp * b(i, j)
    end do
    do k = 1, j - 1
      if (a(k, j) /= 0) then
        temp = alpha * a(k, j)
        do i = 1, m
          b(i, j) = b(i, j) + temp * b(i, k)
        end do
      end if
    end do
  end do
end subroutine
