! The branches of the reference DTRMM from the left, with its tests for zero: upward
! for an upper triangle, downward for a lower one, where the row is stored first.
! expect: 2
subroutine trmm(upper, m, n, alphain, a, lda, b, ldb)
  logical :: upper
  integer :: m, n, lda, ldb, i, j, k
  double precision :: alphain, alpha, temp, a(lda, *), b(ldb, *)
  alpha = alphain
  if (m <= 0 .or. n <= 0 .or. alpha == 0) return
  if (upper) then
    do j = 1, n
      do k = 1, m
        if (b(k, j) /= 0) then
          temp = alpha * b(k, j)
          do i = 1, k - 1
            b(i, j) = b(i, j) + temp * a(i, k)
          end do
          b(k, j) = temp * a(k, k)
        end if
      end do
    end do
  else
    do j = 1, n
      do k = m, 1, -1
        if (b(k, j) /= 0) then
          temp = alpha * b(k, j)
          b(k, j) = temp * a(k, k)
          do i = k + 1, m
            b(i, j) = b(i, j) + temp * a(i, k)
          end do
        end if
      end do
    end do
  end if
end subroutine
