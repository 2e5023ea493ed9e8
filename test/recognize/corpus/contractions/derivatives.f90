! Derivatives in an element of spectral elements, along each direction: as in CFD codes.
! expect: 3
subroutine derivatives(n, d, u, ur, us, ut)
  integer, intent(in) :: n
  real(8), intent(in) :: d(n, n), u(n, n, n)
  real(8), intent(out) :: ur(n, n, n), us(n, n, n), ut(n, n, n)
  integer :: i, j, k, l
  do k = 1, n
    do j = 1, n
      do i = 1, n
        ur(i, j, k) = 0
        do l = 1, n
          ur(i, j, k) = ur(i, j, k) + d(i, l) * u(l, j, k)
        end do
      end do
    end do
  end do
  do k = 1, n
    do j = 1, n
      do i = 1, n
        us(i, j, k) = 0
        do l = 1, n
          us(i, j, k) = us(i, j, k) + d(j, l) * u(i, l, k)
        end do
      end do
    end do
  end do
  do k = 1, n
    do j = 1, n
      do i = 1, n
        ut(i, j, k) = 0
        do l = 1, n
          ut(i, j, k) = ut(i, j, k) + d(k, l) * u(i, j, l)
        end do
      end do
    end do
  end do
end subroutine
