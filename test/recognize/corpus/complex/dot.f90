! The sum over k inside, first operand conjugated.
! expect: 1
! flags: -ffp-contract=off
subroutine zgemmc(m, n, k, a, b, c)
  integer :: m, n, k, i, j, l
  complex(4) :: temp, a(k, m), b(k, n), c(m, n)
  do j = 1, n
    do i = 1, m
      temp = 0
      do l = 1, k
        temp = temp + conjg(a(l, i)) * b(l, j)
      end do
      c(i, j) = temp
    end do
  end do
end subroutine
