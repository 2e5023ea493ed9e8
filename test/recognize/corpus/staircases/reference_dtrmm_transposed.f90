! U^T B in place from the last row up, with a sum that begins with a product.
! expect: 1
subroutine trmm(m, n, alpha, a, lda, b, ldb)
  integer :: m, n, lda, ldb, i, j, k
  double precision :: alpha, a(lda, *), b(ldb, *), temp
  do j = 1, n
    do i = m, 1, -1
      temp = b(i, j) * a(i, i)
      do k = 1, i - 1
        temp = temp + a(k, i) * b(k, j)
      end do
      b(i, j) = alpha * temp
    end do
  end do
end subroutine
