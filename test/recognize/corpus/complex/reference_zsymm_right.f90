! The branches of the reference ZSYMM for a symmetric matrix from the right. The
! triangle is chosen in the loops.
! expect: 2
! flags: -ffp-contract=off
subroutine symm(upper, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  logical, value :: upper
  integer :: m, n, lda, ldb, ldc, i, j, k
  complex(8) :: alpha, beta, a(lda, *), b(ldb, *), c(ldc, *)
  complex(8) :: temp1
  do j = 1, n
    temp1 = alpha * a(j, j)
    if (beta == 0) then
      do i = 1, m
        c(i, j) = temp1 * b(i, j)
      end do
    else
      do i = 1, m
        c(i, j) = beta * c(i, j) + temp1 * b(i, j)
      end do
    end if
    do k = 1, j - 1
      if (upper) then
        temp1 = alpha * a(k, j)
      else
        temp1 = alpha * a(j, k)
      end if
      do i = 1, m
        c(i, j) = c(i, j) + temp1 * b(i, k)
      end do
    end do
    do k = j + 1, n
      if (upper) then
        temp1 = alpha * a(j, k)
      else
        temp1 = alpha * a(k, j)
      end if
      do i = 1, m
        c(i, j) = c(i, j) + temp1 * b(i, k)
      end do
    end do
  end do
end subroutine
