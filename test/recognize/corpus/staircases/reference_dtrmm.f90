! The branch of the reference DTRMM for an upper triangle from the left.
! expect: 1
subroutine trmm(m, n, alpha, a, lda, b, ldb)
  integer :: m, n, lda, ldb, i, j, k
  double precision :: alpha, temp, a(lda, *), b(ldb, *)
  do j = 1, n
    do k = 1, m
      temp = alpha * b(k, j)
      do i = 1, k - 1
        b(i, j) = b(i, j) + temp * a(i, k)
      end do
      temp = temp * a(k, k)
      b(k, j) = temp
    end do
  end do
end subroutine
