! A solve from the right with a transposed triangle, as in the reference BLAS.
! expect: 2
subroutine solve(n, m, upper, nounit, alpha, a, lda, b, ldb)
  implicit none
  integer n, m, lda, ldb, i, j, k
  logical upper, nounit
  double precision alpha, temp, a(lda,*), b(ldb,*)
  if (n <= 0 .or. m <= 0) return
  if (upper) then
    do k = n, 1, -1
      if (nounit) then
        temp = 1/a(k,k)
        do i = 1, m
          b(i,k) = temp*b(i,k)
        end do
      end if
      do j = 1, k - 1
        if (a(j,k) /= 0) then
          temp = a(j,k)
          do i = 1, m
            b(i,j) = b(i,j) - temp*b(i,k)
          end do
        end if
      end do
      if (alpha /= 1) then
        do i = 1, m
          b(i,k) = alpha*b(i,k)
        end do
      end if
    end do
  else
    do k = 1, n
      if (nounit) then
        temp = 1/a(k,k)
        do i = 1, m
          b(i,k) = temp*b(i,k)
        end do
      end if
      do j = k + 1, n
        if (a(j,k) /= 0) then
          temp = a(j,k)
          do i = 1, m
            b(i,j) = b(i,j) - temp*b(i,k)
          end do
        end if
      end do
      if (alpha /= 1) then
        do i = 1, m
          b(i,k) = alpha*b(i,k)
        end do
      end if
    end do
  end if
end subroutine
