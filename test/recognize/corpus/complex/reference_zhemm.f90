! The reference BLAS's zhemm from the left: both halves of each matrix.
! expect: 4
! flags: -ffp-contract=off
subroutine zhemm(upper, m, n, alpha, a, lda, b, ldb, beta, c, ldc)
  logical, value :: upper
  integer :: m, n, lda, ldb, ldc, i, j, k
  complex(8) :: alpha, beta, a(lda, *), b(ldb, *), c(ldc, *), temp1, temp2
  if (upper) then
    do j = 1, n
      do i = 1, m
        temp1 = alpha * b(i, j)
        temp2 = 0
        do k = 1, i - 1
          c(k, j) = c(k, j) + temp1 * a(k, i)
          temp2 = temp2 + b(k, j) * conjg(a(k, i))
        end do
        if (beta == 0) then
          c(i, j) = temp1 * real(a(i, i), 8) + alpha * temp2
        else
          c(i, j) = beta * c(i, j) + temp1 * real(a(i, i), 8) + alpha * temp2
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
          temp2 = temp2 + b(k, j) * conjg(a(k, i))
        end do
        if (beta == 0) then
          c(i, j) = temp1 * real(a(i, i), 8) + alpha * temp2
        else
          c(i, j) = beta * c(i, j) + temp1 * real(a(i, i), 8) + alpha * temp2
        end if
      end do
    end do
  end if
end subroutine
