! zgemm as older versions of the reference BLAS have it: steps with a zero are
! skipped.
! expect: 1
! flags: -ffp-contract=off
subroutine zgemm(m, n, k, alpha, a, lda, b, ldb, c, ldc)
  integer :: m, n, k, lda, ldb, ldc, i, j, l
  complex(8) :: alpha, temp, a(lda, *), b(ldb, *), c(ldc, *)
  do j = 1, n
    do l = 1, k
      if (b(l, j) /= (0d0, 0d0)) then
        temp = alpha * b(l, j)
        do i = 1, m
          c(i, j) = c(i, j) + temp * a(i, l)
        end do
      end if
    end do
  end do
end subroutine
