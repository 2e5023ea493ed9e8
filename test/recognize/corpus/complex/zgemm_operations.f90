! Conjugated and transposed operands of the reference BLAS's zgemm; beta decides in the loops.
! expect: 2
! flags: -ffp-contract=off
subroutine zgemmcc(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  integer :: m, n, k, lda, ldb, ldc, i, j, l
  complex(8) :: alpha, beta, temp, a(lda, *), b(ldb, *), c(ldc, *)
  do j = 1, n
    do i = 1, m
      temp = (0, 0)
      do l = 1, k
        temp = temp + conjg(a(l, i)) * conjg(b(j, l))
      end do
      if (beta == (0, 0)) then
        c(i, j) = alpha * temp
      else
        c(i, j) = alpha * temp + beta * c(i, j)
      end if
    end do
  end do
end subroutine
