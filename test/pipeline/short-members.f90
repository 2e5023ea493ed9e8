! MATMUL of small members of constant shapes: unrolled before it is looked at, and
! not passed in silence.
!
! REQUIRES: flang
! DEFINE: %{flags} = -O2
! DEFINE: %{run} = %flangplugin %{flags} -march=x86-64-v3 -c %s -o %t.o -Rpass=gemmify \
! DEFINE:   -Rpass-missed=gemmify 2>&1 | FileCheck %s --implicit-check-not=remark
! RUN: %{run}
! REDEFINE: %{flags} = -O3
! RUN: %{run}
! REDEFINE: %{flags} = -O3 -ffast-math
! RUN: %{run} --check-prefix=FREE
module members
  type matrices
    real*8 :: a(12, 12), b(12, 12), c(12, 12)
  end type
contains
  subroutine batch(x, n)
    type(matrices) :: x(n)
    integer :: n, i
    do i = 1, n
      ! CHECK: [[@LINE+2]]:7: remark: matrix product not rewritten: the loop over an index of the product is written out, or so short that it was unrolled; write it with a length that is known only at run time
      ! FREE: [[@LINE+1]]:7: remark: matrix product rewritten
      x(i)%c = matmul(x(i)%a, x(i)%b)
    end do
  end subroutine
  subroutine one(x)
    type(matrices) :: x
    ! CHECK: [[@LINE+2]]:5: remark: matrix product not rewritten: the loop over an index of the product is written out, or so short that it was unrolled; write it with a length that is known only at run time
    ! FREE: [[@LINE+1]]:5: remark: matrix product rewritten
    x%c = matmul(x%a, x%b)
  end subroutine
end module
