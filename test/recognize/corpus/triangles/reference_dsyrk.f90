! The four branches of the reference BLAS's DSYRK.
! expect: 4
subroutine dsyrk(upper, trans, n, k, alpha, a, lda, beta, c, ldc)
  logical :: upper, trans
  integer :: n, k, lda, ldc, i, j, l
  double precision :: alpha, beta, a(lda, *), c(ldc, *), temp
  if (.not. trans) then
    if (upper) then
      do j = 1, n
        do l = 1, k
          temp = alpha * a(j, l)
          do i = 1, j
            c(i, j) = c(i, j) + temp * a(i, l)
          end do
        end do
      end do
    else
      do j = 1, n
        do l = 1, k
          temp = alpha * a(j, l)
          do i = j, n
            c(i, j) = c(i, j) + temp * a(i, l)
          end do
        end do
      end do
    end if
  else
    if (upper) then
      do j = 1, n
        do i = 1, j
          temp = 0d0
          do l = 1, k
            temp = temp + a(l, i) * a(l, j)
          end do
          c(i, j) = alpha * temp + beta * c(i, j)
        end do
      end do
    else
      do j = 1, n
        do i = j, n
          temp = 0d0
          do l = 1, k
            temp = temp + a(l, i) * a(l, j)
          end do
          c(i, j) = alpha * temp + beta * c(i, j)
        end do
      end do
    end if
  end if
end subroutine
