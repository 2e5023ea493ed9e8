! Two products in one statement.
! expect: 1
subroutine syr2k(n, p, a, b, c)
  integer :: n, p, i, j, k
  real(8) :: a(n, p), b(n, p), c(n, n)
  do j = 1, n
    do k = 1, p
      do i = j, n
        c(i, j) = c(i, j) + a(i, k) * b(j, k) + b(i, k) * a(j, k)
      end do
    end do
  end do
end subroutine
