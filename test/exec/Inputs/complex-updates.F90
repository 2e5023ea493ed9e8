! Updates of triangles of complex matrices in the reference BLAS's shape: HERK,
! SYR2K and HER2K, of upper and lower triangles, transposed or not, for each beta.
subroutine herk(uplo,trans,n,m,alpha,a,lda,beta,c,ldc)
 integer, parameter :: kind = REAL_KIND
 complex(kind), parameter :: one = 1, zero = 0
 character trans,uplo
 integer ldc
 real(kind) alpha,beta,rtemp
 complex(kind) temp,a(lda,*),c(ldc,*)
 integer i,j,k,l,lda,m,n
 logical, external :: lsame
 if (n.eq.0 .or. ((alpha.eq.0 .or. m.eq.0) .and. beta.eq.1)) return
 if (lsame(trans,'N')) then
  if (lsame(uplo,'U')) then
   do j = 1,n
    if (beta.eq.0) then
     do i = 1,j
      c(i,j) = zero
     end do
    else if (beta.ne.1) then
     do i = 1,j - 1
      c(i,j) = beta*c(i,j)
     end do
     c(j,j) = beta*real(c(j,j),kind)
    else
     c(j,j) = real(c(j,j),kind)
    end if
    do l = 1,m
     if (a(j,l).ne.zero) then
      temp = alpha*conjg(a(j,l))
      do i = 1,j - 1
       c(i,j) = c(i,j) + temp*a(i,l)
      end do
      c(j,j) = real(c(j,j),kind) + real(temp*a(j,l),kind)
     end if
    end do
   end do
  else
   do j = 1,n
    if (beta.eq.0) then
     do i = j,n
      c(i,j) = zero
     end do
    else if (beta.ne.1) then
     c(j,j) = beta*real(c(j,j),kind)
     do i = j + 1,n
      c(i,j) = beta*c(i,j)
     end do
    else
     c(j,j) = real(c(j,j),kind)
    end if
    do l = 1,m
     if (a(j,l).ne.zero) then
      temp = alpha*conjg(a(j,l))
      c(j,j) = real(c(j,j),kind) + real(temp*a(j,l),kind)
      do i = j + 1,n
       c(i,j) = c(i,j) + temp*a(i,l)
      end do
     end if
    end do
   end do
  end if
 else
  if (lsame(uplo,'U')) then
   do j = 1,n
    do i = 1,j - 1
     temp = zero
     do l = 1,m
      temp = temp + conjg(a(l,i))*a(l,j)
     end do
     if (beta.eq.0) then
      c(i,j) = alpha*temp
     else
      c(i,j) = alpha*temp + beta*c(i,j)
     end if
    end do
    rtemp = 0
    do l = 1,m
     rtemp = rtemp + real(conjg(a(l,j))*a(l,j),kind)
    end do
    if (beta.eq.0) then
     c(j,j) = alpha*rtemp
    else
     c(j,j) = alpha*rtemp + beta*real(c(j,j),kind)
    end if
   end do
  else
   do j = 1,n
    rtemp = 0
    do l = 1,m
     rtemp = rtemp + real(conjg(a(l,j))*a(l,j),kind)
    end do
    if (beta.eq.0) then
     c(j,j) = alpha*rtemp
    else
     c(j,j) = alpha*rtemp + beta*real(c(j,j),kind)
    end if
    do i = j + 1,n
     temp = zero
     do l = 1,m
      temp = temp + conjg(a(l,i))*a(l,j)
     end do
     if (beta.eq.0) then
      c(i,j) = alpha*temp
     else
      c(i,j) = alpha*temp + beta*c(i,j)
     end if
    end do
   end do
  end if
 end if
end subroutine
subroutine syr2k(uplo,trans,n,m,alpha,a,lda,b,ldb,beta,c,ldc)
 integer, parameter :: kind = REAL_KIND
 complex(kind), parameter :: one = 1, zero = 0
 character trans,uplo
 integer ldb,ldc
 complex(kind) alpha,beta,temp1,temp2,a(lda,*),b(ldb,*),c(ldc,*)
 integer i,j,k,l,lda,m,n
 logical, external :: lsame
 if (n.eq.0 .or. ((alpha.eq.zero .or. m.eq.0) .and. beta.eq.one)) return
 if (lsame(trans,'N')) then
  if (lsame(uplo,'U')) then
   do j = 1,n
    if (beta.eq.zero) then
     do i = 1,j
      c(i,j) = zero
     end do
    else if (beta.ne.one) then
     do i = 1,j
      c(i,j) = beta*c(i,j)
     end do
    end if
    do l = 1,m
     if (a(j,l).ne.zero .or. b(j,l).ne.zero) then
      temp1 = alpha*b(j,l)
      temp2 = alpha*a(j,l)
      do i = 1,j
       c(i,j) = c(i,j) + a(i,l)*temp1 + b(i,l)*temp2
      end do
     end if
    end do
   end do
  else
   do j = 1,n
    if (beta.eq.zero) then
     do i = j,n
      c(i,j) = zero
     end do
    else if (beta.ne.one) then
     do i = j,n
      c(i,j) = beta*c(i,j)
     end do
    end if
    do l = 1,m
     if (a(j,l).ne.zero .or. b(j,l).ne.zero) then
      temp1 = alpha*b(j,l)
      temp2 = alpha*a(j,l)
      do i = j,n
       c(i,j) = c(i,j) + a(i,l)*temp1 + b(i,l)*temp2
      end do
     end if
    end do
   end do
  end if
 else
  if (lsame(uplo,'U')) then
   do j = 1,n
    do i = 1,j
     temp1 = zero
     temp2 = zero
     do l = 1,m
      temp1 = temp1 + a(l,i)*b(l,j)
      temp2 = temp2 + b(l,i)*a(l,j)
     end do
     if (beta.eq.zero) then
      c(i,j) = alpha*temp1 + alpha*temp2
     else
      c(i,j) = beta*c(i,j) + alpha*temp1 + alpha*temp2
     end if
    end do
   end do
  else
   do j = 1,n
    do i = j,n
     temp1 = zero
     temp2 = zero
     do l = 1,m
      temp1 = temp1 + a(l,i)*b(l,j)
      temp2 = temp2 + b(l,i)*a(l,j)
     end do
     if (beta.eq.zero) then
      c(i,j) = alpha*temp1 + alpha*temp2
     else
      c(i,j) = beta*c(i,j) + alpha*temp1 + alpha*temp2
     end if
    end do
   end do
  end if
 end if
end subroutine
subroutine her2k(uplo,trans,n,m,alpha,a,lda,b,ldb,beta,c,ldc)
 integer, parameter :: kind = REAL_KIND
 complex(kind), parameter :: one = 1, zero = 0
 character trans,uplo
 integer ldb,ldc
 real(kind) beta
 complex(kind) alpha,temp1,temp2,a(lda,*),b(ldb,*),c(ldc,*)
 integer i,j,k,l,lda,m,n
 logical, external :: lsame
 if (n.eq.0 .or. ((alpha.eq.zero .or. m.eq.0) .and. beta.eq.1)) return
 if (lsame(trans,'N')) then
  if (lsame(uplo,'U')) then
   do j = 1,n
    if (beta.eq.0) then
     do i = 1,j
      c(i,j) = zero
     end do
    else if (beta.ne.1) then
     do i = 1,j - 1
      c(i,j) = beta*c(i,j)
     end do
     c(j,j) = beta*real(c(j,j),kind)
    else
     c(j,j) = real(c(j,j),kind)
    end if
    do l = 1,m
     if (a(j,l).ne.zero .or. b(j,l).ne.zero) then
      temp1 = alpha*conjg(b(j,l))
      temp2 = conjg(alpha*a(j,l))
      do i = 1,j - 1
       c(i,j) = c(i,j) + a(i,l)*temp1 + b(i,l)*temp2
      end do
      c(j,j) = real(c(j,j),kind) + real(a(j,l)*temp1 + b(j,l)*temp2,kind)
     end if
    end do
   end do
  else
   do j = 1,n
    if (beta.eq.0) then
     do i = j,n
      c(i,j) = zero
     end do
    else if (beta.ne.1) then
     do i = j + 1,n
      c(i,j) = beta*c(i,j)
     end do
     c(j,j) = beta*real(c(j,j),kind)
    else
     c(j,j) = real(c(j,j),kind)
    end if
    do l = 1,m
     if (a(j,l).ne.zero .or. b(j,l).ne.zero) then
      temp1 = alpha*conjg(b(j,l))
      temp2 = conjg(alpha*a(j,l))
      do i = j + 1,n
       c(i,j) = c(i,j) + a(i,l)*temp1 + b(i,l)*temp2
      end do
      c(j,j) = real(c(j,j),kind) + real(a(j,l)*temp1 + b(j,l)*temp2,kind)
     end if
    end do
   end do
  end if
 else
  if (lsame(uplo,'U')) then
   do j = 1,n
    do i = 1,j
     temp1 = zero
     temp2 = zero
     do l = 1,m
      temp1 = temp1 + conjg(a(l,i))*b(l,j)
      temp2 = temp2 + conjg(b(l,i))*a(l,j)
     end do
     if (i.eq.j) then
      if (beta.eq.0) then
       c(j,j) = real(alpha*temp1 + conjg(alpha)*temp2,kind)
      else
       c(j,j) = beta*real(c(j,j),kind) + real(alpha*temp1 + conjg(alpha)*temp2,kind)
      end if
     else
      if (beta.eq.0) then
       c(i,j) = alpha*temp1 + conjg(alpha)*temp2
      else
       c(i,j) = beta*c(i,j) + alpha*temp1 + conjg(alpha)*temp2
      end if
     end if
    end do
   end do
  else
   do j = 1,n
    do i = j,n
     temp1 = zero
     temp2 = zero
     do l = 1,m
      temp1 = temp1 + conjg(a(l,i))*b(l,j)
      temp2 = temp2 + conjg(b(l,i))*a(l,j)
     end do
     if (i.eq.j) then
      if (beta.eq.0) then
       c(j,j) = real(alpha*temp1 + conjg(alpha)*temp2,kind)
      else
       c(j,j) = beta*real(c(j,j),kind) + real(alpha*temp1 + conjg(alpha)*temp2,kind)
      end if
     else
      if (beta.eq.0) then
       c(i,j) = alpha*temp1 + conjg(alpha)*temp2
      else
       c(i,j) = beta*c(i,j) + alpha*temp1 + conjg(alpha)*temp2
      end if
     end if
    end do
   end do
  end if
 end if
end subroutine
