! LU with partial pivoting by columns, as Fortran stores them.
! expect: 1
subroutine lu(n, a, lda, ipiv, info)
  integer, intent(in) :: n, lda
  double precision, intent(inout) :: a(lda, *)
  integer, intent(out) :: ipiv(*), info
  integer :: i, j, k, p
  double precision :: t
  info = 0
  do k = 1, n
    p = k
    do i = k + 1, n
      if (abs(a(i, k)) > abs(a(p, k))) p = i
    end do
    ipiv(k) = p
    if (a(p, k) == 0d0) then
      info = k
      return
    end if
    do j = 1, n
      t = a(k, j)
      a(k, j) = a(p, j)
      a(p, j) = t
    end do
    do i = k + 1, n
      a(i, k) = a(i, k) / a(k, k)
    end do
    do j = k + 1, n
      do i = k + 1, n
        a(i, j) = a(i, j) - a(i, k) * a(k, j)
      end do
    end do
  end do
end subroutine lu
