! Tiles of j and k with min().
! expect: 1
subroutine gemm(n, t, a, b, c)
  integer :: n, t, i, j, k, jj, kk
  real(8) :: a(n, n), b(n, n), c(n, n)
  do jj = 1, n, t
    do kk = 1, n, t
      do j = jj, min(jj + t - 1, n)
        do k = kk, min(kk + t - 1, n)
          do i = 1, n
            c(i, j) = c(i, j) + a(i, k) * b(k, j)
          end do
        end do
      end do
    end do
  end do
end subroutine
