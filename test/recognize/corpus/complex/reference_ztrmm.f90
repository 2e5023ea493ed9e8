! The reference BLAS's ztrmm from the left, upper triangle.
! expect: 1
! flags: -ffp-contract=off
subroutine ztrmm(nounit, m, n, alpha, a, lda, b, ldb)
  logical, value :: nounit
  integer :: m, n, lda, ldb, i, j, k
  complex(8) :: alpha, temp, a(lda, *), b(ldb, *)
  do j = 1, n
    do k = 1, m
      if (b(k, j) /= 0) then
        temp = alpha * b(k, j)
        do i = 1, k - 1
          b(i, j) = b(i, j) + temp * a(i, k)
        end do
        if (nounit) temp = temp * a(k, k)
        b(k, j) = temp
      end if
    end do
  end do
end subroutine
