! Products of complex elements in the reference BLAS's shape: every pair of operations
! on A and B, and beta that is 0, 1 or neither. The file includes itself for the loops
! of one pair, where OPA and OPB say what is read.
#ifdef COLUMNS
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
         temp = alpha*OPB
         do i = 1,m
           c(i,j) = c(i,j) + temp*a(i,l)
         end do
       end do
     end do
#undef COLUMNS
#undef OPB
#elif defined(OPA)
     do j = 1,n
       do i = 1,m
         temp = zero
         do l = 1,k
           temp = temp + OPA*OPB
         end do
         if (beta.eq.zero) then
           c(i,j) = alpha*temp
         else
           c(i,j) = alpha*temp + beta*c(i,j)
         end if
       end do
     end do
#undef OPA
#undef OPB
#else
subroutine gemm(transa,transb,m,n,k,alpha,a,lda,b,ldb,beta,c,ldc)
 integer, parameter :: kind = REAL_KIND
 complex(kind) alpha,beta
 integer k,lda,ldb,ldc,m,n
 character transa,transb
 complex(kind) a(lda,*),b(ldb,*),c(ldc,*)
 complex(kind) temp
 integer i,j,l
 complex(kind) one,zero
 parameter (one=(1,0),zero=(0,0))
 if (m.eq.0 .or. n.eq.0 .or. ((alpha.eq.zero .or. k.eq.0) .and. beta.eq.one)) return
 if (transa.eq.'N') then
   if (transb.eq.'N') then
#define COLUMNS
#define OPB b(l,j)
#include "reference-zgemm.F90"
   else if (transb.eq.'C') then
#define COLUMNS
#define OPB conjg(b(j,l))
#include "reference-zgemm.F90"
   else
#define COLUMNS
#define OPB b(j,l)
#include "reference-zgemm.F90"
   end if
 else if (transa.eq.'C') then
   if (transb.eq.'N') then
#define OPA conjg(a(l,i))
#define OPB b(l,j)
#include "reference-zgemm.F90"
   else if (transb.eq.'C') then
#define OPA conjg(a(l,i))
#define OPB conjg(b(j,l))
#include "reference-zgemm.F90"
   else
#define OPA conjg(a(l,i))
#define OPB b(j,l)
#include "reference-zgemm.F90"
   end if
 else
   if (transb.eq.'N') then
#define OPA a(l,i)
#define OPB b(l,j)
#include "reference-zgemm.F90"
   else if (transb.eq.'C') then
#define OPA a(l,i)
#define OPB conjg(b(j,l))
#include "reference-zgemm.F90"
   else
#define OPA a(l,i)
#define OPB b(j,l)
#include "reference-zgemm.F90"
   end if
 end if
end subroutine gemm
#endif
