! The upper half of A·A^T by columns.
! expect: 1
! flags: -ffp-contract=off
subroutine syrk(n, k, a, c)
  integer :: n, k, i, j, l
  complex(4) :: a(n, k), c(n, n)
  do j = 1, n
    do l = 1, k
      do i = 1, j
        c(i, j) = c(i, j) + a(i, l) * a(j, l)
      end do
    end do
  end do
end subroutine
