! Triangular products and solves of complex matrices in the reference BLAS's
! shape: from both sides, of upper and lower triangles, transposed, conjugated or
! as they are, with a unit diagonal or not.
subroutine trmm(side,uplo,transa,diag,m,n,alpha,a,lda,b,ldb)
 integer, parameter :: kind = REAL_KIND
 complex(kind), parameter :: one = 1, zero = 0
 character diag,side,transa,uplo
 integer ldb
 complex(kind) alpha,temp,a(lda,*),b(ldb,*)
 logical noconj,nounit,upper
 integer i,j,k,l,lda,m,n
 logical, external :: lsame
 noconj = lsame(transa,'T')
 nounit = lsame(diag,'N')
 upper = lsame(uplo,'U')
 if (m.eq.0 .or. n.eq.0 .or. alpha.eq.zero) return
 if (lsame(side,'L')) then
  if (lsame(transa,'N')) then
  if (upper) then
   do j = 1,n
    do k = 1,m
     if (b(k,j).ne.zero) then
      temp = alpha*b(k,j)
      do i = 1,k - 1
       b(i,j) = b(i,j) + temp*a(i,k)
      end do
      if (nounit) temp = temp*a(k,k)
      b(k,j) = temp
     end if
    end do
   end do
  else
   do j = 1,n
    do k = m,1,-1
     if (b(k,j).ne.zero) then
      temp = alpha*b(k,j)
      b(k,j) = temp
      if (nounit) b(k,j) = b(k,j)*a(k,k)
      do i = k + 1,m
       b(i,j) = b(i,j) + temp*a(i,k)
      end do
     end if
    end do
   end do
  end if
  else
  if (upper) then
   do j = 1,n
    do i = m,1,-1
     temp = b(i,j)
     if (noconj) then
      if (nounit) temp = temp*a(i,i)
      do k = 1,i - 1
       temp = temp + a(k,i)*b(k,j)
      end do
     else
      if (nounit) temp = temp*conjg(a(i,i))
      do k = 1,i - 1
       temp = temp + conjg(a(k,i))*b(k,j)
      end do
     end if
     b(i,j) = alpha*temp
    end do
   end do
  else
   do j = 1,n
    do i = 1,m
     temp = b(i,j)
     if (noconj) then
      if (nounit) temp = temp*a(i,i)
      do k = i + 1,m
       temp = temp + a(k,i)*b(k,j)
      end do
     else
      if (nounit) temp = temp*conjg(a(i,i))
      do k = i + 1,m
       temp = temp + conjg(a(k,i))*b(k,j)
      end do
     end if
     b(i,j) = alpha*temp
    end do
   end do
  end if
  end if
 else if (lsame(transa,'N')) then
  if (upper) then
   do j = n,1,-1
    temp = alpha
    if (nounit) temp = temp*a(j,j)
    do i = 1,m
     b(i,j) = temp*b(i,j)
    end do
    do k = 1,j - 1
     if (a(k,j).ne.zero) then
      temp = alpha*a(k,j)
      do i = 1,m
       b(i,j) = b(i,j) + temp*b(i,k)
      end do
     end if
    end do
   end do
  else
   do j = 1,n
    temp = alpha
    if (nounit) temp = temp*a(j,j)
    do i = 1,m
     b(i,j) = temp*b(i,j)
    end do
    do k = j + 1,n
     if (a(k,j).ne.zero) then
      temp = alpha*a(k,j)
      do i = 1,m
       b(i,j) = b(i,j) + temp*b(i,k)
      end do
     end if
    end do
   end do
  end if
 else
  if (upper) then
   do k = 1,n
    do j = 1,k - 1
     if (a(j,k).ne.zero) then
      if (noconj) then
       temp = alpha*a(j,k)
      else
       temp = alpha*conjg(a(j,k))
      end if
      do i = 1,m
       b(i,j) = b(i,j) + temp*b(i,k)
      end do
     end if
    end do
    temp = alpha
    if (nounit) then
     if (noconj) then
      temp = temp*a(k,k)
     else
      temp = temp*conjg(a(k,k))
     end if
    end if
    if (temp.ne.one) then
     do i = 1,m
      b(i,k) = temp*b(i,k)
     end do
    end if
   end do
  else
   do k = n,1,-1
    do j = k + 1,n
     if (a(j,k).ne.zero) then
      if (noconj) then
       temp = alpha*a(j,k)
      else
       temp = alpha*conjg(a(j,k))
      end if
      do i = 1,m
       b(i,j) = b(i,j) + temp*b(i,k)
      end do
     end if
    end do
    temp = alpha
    if (nounit) then
     if (noconj) then
      temp = temp*a(k,k)
     else
      temp = temp*conjg(a(k,k))
     end if
    end if
    if (temp.ne.one) then
     do i = 1,m
      b(i,k) = temp*b(i,k)
     end do
    end if
   end do
  end if
 end if
end subroutine
subroutine trsm(side,uplo,transa,diag,m,n,alpha,a,lda,b,ldb)
 integer, parameter :: kind = REAL_KIND
 complex(kind), parameter :: one = 1, zero = 0
 character diag,side,transa,uplo
 integer ldb
 complex(kind) alpha,temp,a(lda,*),b(ldb,*)
 logical noconj,nounit,upper
 integer i,j,k,l,lda,m,n
 logical, external :: lsame
 noconj = lsame(transa,'T')
 nounit = lsame(diag,'N')
 upper = lsame(uplo,'U')
 if (m.eq.0 .or. n.eq.0 .or. alpha.eq.zero) return
 if (lsame(side,'L')) then
  if (lsame(transa,'N')) then
  if (upper) then
   do j = 1,n
    if (alpha.ne.one) then
     do i = 1,m
      b(i,j) = alpha*b(i,j)
     end do
    end if
    do k = m,1,-1
     if (b(k,j).ne.zero) then
      if (nounit) b(k,j) = b(k,j)/a(k,k)
      do i = 1,k - 1
       b(i,j) = b(i,j) - b(k,j)*a(i,k)
      end do
     end if
    end do
   end do
  else
   do j = 1,n
    if (alpha.ne.one) then
     do i = 1,m
      b(i,j) = alpha*b(i,j)
     end do
    end if
    do k = 1,m
     if (b(k,j).ne.zero) then
      if (nounit) b(k,j) = b(k,j)/a(k,k)
      do i = k + 1,m
       b(i,j) = b(i,j) - b(k,j)*a(i,k)
      end do
     end if
    end do
   end do
  end if
  else
  if (upper) then
   do j = 1,n
    do i = 1,m
     temp = alpha*b(i,j)
     if (noconj) then
      do k = 1,i - 1
       temp = temp - a(k,i)*b(k,j)
      end do
      if (nounit) temp = temp/a(i,i)
     else
      do k = 1,i - 1
       temp = temp - conjg(a(k,i))*b(k,j)
      end do
      if (nounit) temp = temp/conjg(a(i,i))
     end if
     b(i,j) = temp
    end do
   end do
  else
   do j = 1,n
    do i = m,1,-1
     temp = alpha*b(i,j)
     if (noconj) then
      do k = i + 1,m
       temp = temp - a(k,i)*b(k,j)
      end do
      if (nounit) temp = temp/a(i,i)
     else
      do k = i + 1,m
       temp = temp - conjg(a(k,i))*b(k,j)
      end do
      if (nounit) temp = temp/conjg(a(i,i))
     end if
     b(i,j) = temp
    end do
   end do
  end if
  end if
 else if (lsame(transa,'N')) then
  if (upper) then
   do j = 1,n
    if (alpha.ne.one) then
     do i = 1,m
      b(i,j) = alpha*b(i,j)
     end do
    end if
    do k = 1,j - 1
     if (a(k,j).ne.zero) then
      do i = 1,m
       b(i,j) = b(i,j) - a(k,j)*b(i,k)
      end do
     end if
    end do
    if (nounit) then
     temp = one/a(j,j)
     do i = 1,m
      b(i,j) = temp*b(i,j)
     end do
    end if
   end do
  else
   do j = n,1,-1
    if (alpha.ne.one) then
     do i = 1,m
      b(i,j) = alpha*b(i,j)
     end do
    end if
    do k = j + 1,n
     if (a(k,j).ne.zero) then
      do i = 1,m
       b(i,j) = b(i,j) - a(k,j)*b(i,k)
      end do
     end if
    end do
    if (nounit) then
     temp = one/a(j,j)
     do i = 1,m
      b(i,j) = temp*b(i,j)
     end do
    end if
   end do
  end if
 else
  if (upper) then
   do k = n,1,-1
    if (nounit) then
     if (noconj) then
      temp = one/a(k,k)
     else
      temp = one/conjg(a(k,k))
     end if
     do i = 1,m
      b(i,k) = temp*b(i,k)
     end do
    end if
    do j = 1,k - 1
     if (a(j,k).ne.zero) then
      if (noconj) then
       temp = a(j,k)
      else
       temp = conjg(a(j,k))
      end if
      do i = 1,m
       b(i,j) = b(i,j) - temp*b(i,k)
      end do
     end if
    end do
    if (alpha.ne.one) then
     do i = 1,m
      b(i,k) = alpha*b(i,k)
     end do
    end if
   end do
  else
   do k = 1,n
    if (nounit) then
     if (noconj) then
      temp = one/a(k,k)
     else
      temp = one/conjg(a(k,k))
     end if
     do i = 1,m
      b(i,k) = temp*b(i,k)
     end do
    end if
    do j = k + 1,n
     if (a(j,k).ne.zero) then
      if (noconj) then
       temp = a(j,k)
      else
       temp = conjg(a(j,k))
      end if
      do i = 1,m
       b(i,j) = b(i,j) - temp*b(i,k)
      end do
     end if
    end do
    if (alpha.ne.one) then
     do i = 1,m
      b(i,k) = alpha*b(i,k)
     end do
    end if
   end do
  end if
 end if
end subroutine
