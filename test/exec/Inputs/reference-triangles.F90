! Triangular products and solves in the reference BLAS's shape: from both sides, of
! upper and lower triangles, transposed or not, with a unit diagonal or not.
subroutine trmm(side,uplo,transa,diag,m,n,alpha,a,lda,b,ldb)
 integer, parameter :: kind = REAL_KIND
 real(kind) alpha
 integer lda,ldb,m,n
 character diag,side,transa,uplo
 real(kind) a(lda,*),b(ldb,*)
 real(kind) temp
 integer i,info,j,k,nrowa
 external xerbla
 logical lside,nounit,upper
 logical, external :: lsame
 real(kind) one,zero
 parameter (one=1,zero=0)
 lside = lsame(side,'L')
 nounit = lsame(diag,'N')
 upper = lsame(uplo,'U')
 nrowa = n
 if (lside) nrowa = m
 info = 0
 if (.not.lside .and. .not.lsame(side,'R')) then
   info = 1
 else if (.not.upper .and. .not.lsame(uplo,'L')) then
   info = 2
 else if (m.lt.0) then
   info = 5
 else if (n.lt.0) then
   info = 6
 else if (lda.lt.max(1,nrowa)) then
   info = 9
 else if (ldb.lt.max(1,m)) then
   info = 11
 end if
 if (info.ne.0) then
   call xerbla('triangle',info)
   return
 end if
 if (m.eq.0 .or. n.eq.0) return
 if (alpha.eq.zero) then
   do j = 1,n
     do i = 1,m
       b(i,j) = zero
     end do
   end do
   return
 end if
 if (lside) then
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
           if (nounit) temp = temp*a(i,i)
           do k = 1,i - 1
             temp = temp + a(k,i)*b(k,j)
           end do
           b(i,j) = alpha*temp
         end do
       end do
     else
       do j = 1,n
         do i = 1,m
           temp = b(i,j)
           if (nounit) temp = temp*a(i,i)
           do k = i + 1,m
             temp = temp + a(k,i)*b(k,j)
           end do
           b(i,j) = alpha*temp
         end do
       end do
     end if
   end if
 else
   if (lsame(transa,'N')) then
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
             temp = alpha*a(j,k)
             do i = 1,m
               b(i,j) = b(i,j) + temp*b(i,k)
             end do
           end if
         end do
         temp = alpha
         if (nounit) temp = temp*a(k,k)
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
             temp = alpha*a(j,k)
             do i = 1,m
               b(i,j) = b(i,j) + temp*b(i,k)
             end do
           end if
         end do
         temp = alpha
         if (nounit) temp = temp*a(k,k)
         if (temp.ne.one) then
           do i = 1,m
             b(i,k) = temp*b(i,k)
           end do
         end if
       end do
     end if
   end if
 end if
end subroutine

subroutine trsm(side,uplo,transa,diag,m,n,alpha,a,lda,b,ldb)
 integer, parameter :: kind = REAL_KIND
 real(kind) alpha
 integer lda,ldb,m,n
 character diag,side,transa,uplo
 real(kind) a(lda,*),b(ldb,*)
 real(kind) temp
 integer i,info,j,k,nrowa
 external xerbla
 logical lside,nounit,upper
 logical, external :: lsame
 real(kind) one,zero
 parameter (one=1,zero=0)
 lside = lsame(side,'L')
 nounit = lsame(diag,'N')
 upper = lsame(uplo,'U')
 nrowa = n
 if (lside) nrowa = m
 info = 0
 if (.not.lside .and. .not.lsame(side,'R')) then
   info = 1
 else if (.not.upper .and. .not.lsame(uplo,'L')) then
   info = 2
 else if (m.lt.0) then
   info = 5
 else if (n.lt.0) then
   info = 6
 else if (lda.lt.max(1,nrowa)) then
   info = 9
 else if (ldb.lt.max(1,m)) then
   info = 11
 end if
 if (info.ne.0) then
   call xerbla('triangle',info)
   return
 end if
 if (m.eq.0 .or. n.eq.0) return
 if (alpha.eq.zero) then
   do j = 1,n
     do i = 1,m
       b(i,j) = zero
     end do
   end do
   return
 end if
 if (lside) then
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
           do k = 1,i - 1
             temp = temp - a(k,i)*b(k,j)
           end do
           if (nounit) temp = temp/a(i,i)
           b(i,j) = temp
         end do
       end do
     else
       do j = 1,n
         do i = m,1,-1
           temp = alpha*b(i,j)
           do k = i + 1,m
             temp = temp - a(k,i)*b(k,j)
           end do
           if (nounit) temp = temp/a(i,i)
           b(i,j) = temp
         end do
       end do
     end if
   end if
 else
   if (lsame(transa,'N')) then
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
           temp = one/a(k,k)
           do i = 1,m
             b(i,k) = temp*b(i,k)
           end do
         end if
         do j = 1,k - 1
           if (a(j,k).ne.zero) then
             temp = a(j,k)
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
           temp = one/a(k,k)
           do i = 1,m
             b(i,k) = temp*b(i,k)
           end do
         end if
         do j = k + 1,n
           if (a(j,k).ne.zero) then
             temp = a(j,k)
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
 end if
end subroutine
