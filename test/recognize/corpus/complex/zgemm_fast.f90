! flang's -ffast-math: any order, all fused.
! expect: 1
! flags: -ffast-math
subroutine zgemm(m, n, k, alpha, a, lda, b, ldb, c, ldc)
  integer :: m, n, k, lda, ldb, ldc, i, j, l
  complex(8) :: alpha, temp, a(lda, *), b(ldb, *), c(ldc, *)
  do j = 1, n
    do l = 1, k
      temp = alpha * b(l, j)
      do i = 1, m
        c(i, j) = c(i, j) + temp * a(i, l)
      end do
    end do
  end do
end subroutine
