! The four branches of the reference BLAS, two of them with two ways to store.
! expect: 6
subroutine gemm(nota, notb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  logical :: nota, notb
  integer :: m, n, k, lda, ldb, ldc, i, j, l
  real(8) :: alpha, beta, a(lda, *), b(ldb, *), c(ldc, *), temp
  if (m == 0 .or. n == 0 .or. &
      ((alpha == 0 .or. k == 0) .and. beta == 1)) return
  if (notb) then
    if (nota) then
      do j = 1, n
        if (beta == 0) then
          do i = 1, m
            c(i, j) = 0
          end do
        else if (beta /= 1) then
          do i = 1, m
            c(i, j) = beta * c(i, j)
          end do
        end if
        do l = 1, k
          temp = alpha * b(l, j)
          do i = 1, m
            c(i, j) = c(i, j) + temp * a(i, l)
          end do
        end do
      end do
    else
      do j = 1, n
        do i = 1, m
          temp = 0
          do l = 1, k
            temp = temp + a(l, i) * b(l, j)
          end do
          if (beta == 0) then
            c(i, j) = alpha * temp
          else
            c(i, j) = alpha * temp + beta * c(i, j)
          end if
        end do
      end do
    end if
  else
    if (nota) then
      do j = 1, n
        if (beta == 0) then
          do i = 1, m
            c(i, j) = 0
          end do
        else if (beta /= 1) then
          do i = 1, m
            c(i, j) = beta * c(i, j)
          end do
        end if
        do l = 1, k
          temp = alpha * b(j, l)
          do i = 1, m
            c(i, j) = c(i, j) + temp * a(i, l)
          end do
        end do
      end do
    else
      do j = 1, n
        do i = 1, m
          temp = 0
          do l = 1, k
            temp = temp + a(l, i) * b(j, l)
          end do
          if (beta == 0) then
            c(i, j) = alpha * temp
          else
            c(i, j) = alpha * temp + beta * c(i, j)
          end if
        end do
      end do
    end if
  end if
end subroutine
