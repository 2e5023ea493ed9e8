! An inner loop with step -1: what LLVM fuses then is not predictable.
! expect: 0
subroutine gemm(n, a, b, c)
  integer :: n, i, j, k
  real(8) :: a(n, n), b(n, n), c(n, n)
  do j = 1, n
    do k = 1, n
      do i = n, 1, -1
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
