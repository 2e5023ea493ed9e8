! Fortran nests at -O1, -O2 and -O3; nothing at -O0.
!
! REQUIRES: flang
! DEFINE: %{flags} = --target=x86_64-linux-gnu -march=x86-64-v3 -Rpass=gemmify
! RUN: %flangplugin %{flags} -O1 -S -emit-llvm %s -o - 2>&1 | FileCheck %s
! RUN: %flangplugin %{flags} -O2 -S -emit-llvm %s -o - 2>&1 | FileCheck %s
! RUN: %flangplugin %{flags} -O3 -S -emit-llvm %s -o - 2>&1 | FileCheck %s
! RUN: %flangplugin %{flags} -O3 -S %s -o - 2>&1 \
! RUN:   | FileCheck %s --check-prefix=ASM
! RUN: %flang --target=x86_64-linux-gnu -O0 -S -emit-llvm %s -o %t.plain
! RUN: %flangplugin --target=x86_64-linux-gnu -O0 -S -emit-llvm %s -o %t.plugin
! RUN: diff %t.plain %t.plugin
!
! CHECK: remark: {{.*}} [-Rpass=gemmify]
! CHECK-NOT: call {{.*}}@llvm.matrix
! ASM: vfmadd
subroutine product_of(n, a, b, c)
  implicit none
  integer :: n, i, j, k
  real :: a(n, n), b(n, n), c(n, n)
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine
