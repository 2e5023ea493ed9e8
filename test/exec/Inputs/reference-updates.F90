! Updates in the shape of the reference BLAS: C is scaled column by column, and a
! step is skipped where the element that it begins with is zero.
#define QUICK_RETURN if (n == 0 .or. ((alpha == 0 .or. k == 0) .and. beta == 1)) return
#define DECLARE integer, parameter :: dp = REAL_KIND; integer n, k, lda, ldb, ldc, i, j, l; real(dp) alpha, beta, a(lda,*), b(ldb,*), c(ldc,*), temp, other
#define SCALE(FROM,TO) \
if (beta == 0) then; \
do i = FROM, TO; c(i,j) = 0; end do; \
else if (beta /= 1) then; \
do i = FROM, TO; c(i,j) = beta*c(i,j); end do; \
end if
#define SYRK(FROM,TO) \
do j = 1, n; \
SCALE(FROM,TO); \
do l = 1, k; \
if (a(j,l) /= 0) then; \
temp = alpha*a(j,l); \
do i = FROM, TO; c(i,j) = c(i,j) + temp*a(i,l); end do; \
end if; \
end do; \
end do
#define SYR2K(FROM,TO) \
do j = 1, n; \
SCALE(FROM,TO); \
do l = 1, k; \
if (a(j,l) /= 0 .or. b(j,l) /= 0) then; \
temp = alpha*b(j,l); \
other = alpha*a(j,l); \
do i = FROM, TO; c(i,j) = c(i,j) + a(i,l)*temp + b(i,l)*other; end do; \
end if; \
end do; \
end do

#define SYR2K_TRANS(FROM,TO) \
do j = 1, n; \
do i = FROM, TO; \
temp = 0; \
other = 0; \
do l = 1, k; \
temp = temp + a(l,i)*b(l,j); \
other = other + b(l,i)*a(l,j); \
end do; \
if (beta == 0) then; \
c(i,j) = alpha*temp + alpha*other; \
else; \
c(i,j) = beta*c(i,j) + alpha*temp + alpha*other; \
end if; \
end do; \
end do

subroutine gemm(n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  DECLARE
  QUICK_RETURN
  do j = 1, n
    SCALE(1,n)
    do l = 1, k
      if (b(l,j) /= 0) then
        temp = alpha*b(l,j)
        do i = 1, n
          c(i,j) = c(i,j) + temp*a(i,l)
        end do
      end if
    end do
  end do
end subroutine

subroutine syrk_upper(n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  DECLARE
  QUICK_RETURN
  SYRK(1,j)
end subroutine

subroutine syrk_lower(n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  DECLARE
  QUICK_RETURN
  SYRK(j,n)
end subroutine

subroutine syr2k_upper(n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  DECLARE
  QUICK_RETURN
  SYR2K(1,j)
end subroutine

subroutine syr2k_lower(n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  DECLARE
  QUICK_RETURN
  SYR2K(j,n)
end subroutine

subroutine syr2k_upper_trans(n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  DECLARE
  QUICK_RETURN
  SYR2K_TRANS(1,j)
end subroutine

subroutine syr2k_lower_trans(n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  DECLARE
  QUICK_RETURN
  SYR2K_TRANS(j,n)
end subroutine
