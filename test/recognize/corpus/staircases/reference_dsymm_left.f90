! The branches of the reference DSYMM for a symmetric matrix from the left.
! expect: 4
! flags: -ffp-contract=off
subroutine symm(upper, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  logical :: upper
  integer :: m, n, lda, ldb, ldc, i, j, k
  double precision :: alpha, beta, a(lda, *), b(ldb, *), c(ldc, *)
  double precision :: temp1, temp2
  if (upper) then
    do j = 1, n
      do i = 1, m
        temp1 = alpha * b(i, j)
        temp2 = 0
        do k = 1, i - 1
          c(k, j) = c(k, j) + temp1 * a(k, i)
          temp2 = temp2 + b(k, j) * a(k, i)
        end do
        if (beta == 0) then
          c(i, j) = temp1 * a(i, i) + alpha * temp2
        else
          c(i, j) = beta * c(i, j) + temp1 * a(i, i) + alpha * temp2
        end if
      end do
    end do
  else
    do j = 1, n
      do i = m, 1, -1
        temp1 = alpha * b(i, j)
        temp2 = 0
        do k = i + 1, m
          c(k, j) = c(k, j) + temp1 * a(k, i)
          temp2 = temp2 + b(k, j) * a(k, i)
        end do
        if (beta == 0) then
          c(i, j) = temp1 * a(i, i) + alpha * temp2
        else
          c(i, j) = beta * c(i, j) + temp1 * a(i, i) + alpha * temp2
        end if
      end do
    end do
  end if
end subroutine
