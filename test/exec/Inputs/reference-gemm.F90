! Products in the reference BLAS's shape: every pair of transposes, and beta that
! is 0, 1 or neither.
subroutine gemm(transa,transb,m,n,k,alpha,a,lda,b,ldb,beta,c,ldc)
 integer, parameter :: kind = REAL_KIND
 real(kind) alpha,beta
 integer k,lda,ldb,ldc,m,n
 character transa,transb
 real(kind) a(lda,*),b(ldb,*),c(ldc,*)
 real(kind) temp
 integer i,j,l
 logical nota,notb
 real(kind) one,zero
 parameter (one=1,zero=0)
 nota = transa.eq.'N'
 notb = transb.eq.'N'
 if (m.eq.0 .or. n.eq.0 .or. ((alpha.eq.zero .or. k.eq.0) .and. beta.eq.one)) return
 if (alpha.eq.zero) then
   if (beta.eq.zero) then
     do j = 1,n
       do i = 1,m
         c(i,j) = zero
       end do
     end do
   else
     do j = 1,n
       do i = 1,m
         c(i,j) = beta*c(i,j)
       end do
     end do
   end if
   return
 end if
 if (notb) then
   if (nota) then
     do j = 1,n
       if (beta.eq.zero) then
         do i = 1,m
           c(i,j) = zero
         end do
       else if (beta.ne.one) then
         do i = 1,m
           c(i,j) = beta*c(i,j)
         end do
       end if
       do l = 1,k
         temp = alpha*b(l,j)
         do i = 1,m
           c(i,j) = c(i,j) + temp*a(i,l)
         end do
       end do
     end do
   else
     do j = 1,n
       do i = 1,m
         temp = zero
         do l = 1,k
           temp = temp + a(l,i)*b(l,j)
         end do
         if (beta.eq.zero) then
           c(i,j) = alpha*temp
         else
           c(i,j) = alpha*temp + beta*c(i,j)
         end if
       end do
     end do
   end if
 else
   if (nota) then
     do j = 1,n
       if (beta.eq.zero) then
         do i = 1,m
           c(i,j) = zero
         end do
       else if (beta.ne.one) then
         do i = 1,m
           c(i,j) = beta*c(i,j)
         end do
       end if
       do l = 1,k
         temp = alpha*b(j,l)
         do i = 1,m
           c(i,j) = c(i,j) + temp*a(i,l)
         end do
       end do
     end do
   else
     do j = 1,n
       do i = 1,m
         temp = zero
         do l = 1,k
           temp = temp + a(l,i)*b(j,l)
         end do
         if (beta.eq.zero) then
           c(i,j) = alpha*temp
         else
           c(i,j) = alpha*temp + beta*c(i,j)
         end if
       end do
     end do
   end if
 end if
end subroutine
