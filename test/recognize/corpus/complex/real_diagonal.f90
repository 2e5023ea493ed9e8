! HERK as the reference BLAS has it, whose diagonal is made real in the loop over k.
! expect: 1
! flags: -ffp-contract=off
subroutine herk(n, k, alpha, a, lda, c, ldc)
  integer n, k, lda, ldc, i, j, l
  double precision alpha
  complex*16 a(lda, *), c(ldc, *), temp
  do j = 1, n
    do l = 1, k
      if (a(j, l) /= (0d0, 0d0)) then
        temp = alpha * dconjg(a(j, l))
        do i = 1, j - 1
          c(i, j) = c(i, j) + temp * a(i, l)
        end do
        c(j, j) = dble(c(j, j)) + dble(temp * a(j, l))
      end if
    end do
  end do
end subroutine
