//===- dispatch-sve.c - Kernels for SVE's lengths, chosen at run time -----===//
//
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} =
// DEFINE: %{emit} = %clangplugin --target=aarch64-linux-gnu -O2 -Rpass=gemmify \
// DEFINE:   %{flags} -S -emit-llvm %s -o %t/out.ll > %t/remarks 2>&1 && \
// DEFINE:   cat %t/remarks %t/out.ll
//
// Nobody has to ask for them.
// REDEFINE: %{flags} = -march=armv8.2-a+sve
// RUN: %{emit} | FileCheck %s --check-prefix=THREE
// REDEFINE: %{flags} = -march=armv8.2-a+sve -ffreestanding
// RUN: %{emit} | FileCheck %s --check-prefix=THREE
//
// They may not be wanted, and one row may be.
// REDEFINE: %{flags} = -march=armv8.2-a+sve -mllvm -gemmify-dispatch=off
// RUN: %{emit} | FileCheck %s --check-prefix=NEON
// REDEFINE: %{flags} = -march=armv8.2-a+sve -mllvm -gemmify-target=neon-fma
// RUN: %{emit} | FileCheck %s --check-prefix=NEON
// REDEFINE: %{flags} = -march=armv8.2-a
// RUN: %{emit} | FileCheck %s --check-prefix=NEON
//
// The source may know the length, or the least one.
// REDEFINE: %{flags} = -march=armv8.2-a+sve -msve-vector-bits=128
// RUN: %{emit} | FileCheck %s --check-prefix=NEON
// REDEFINE: %{flags} = -march=armv8.2-a+sve -msve-vector-bits=256
// RUN: %{emit} | FileCheck %s --check-prefixes=ONE,EXACT
// REDEFINE: %{flags} = -march=armv8.2-a+sve -msve-vector-bits=512+
// RUN: %{emit} | FileCheck %s --check-prefixes=ONE,LEAST
// REDEFINE: %{flags} = -march=armv8.2-a+sve -msve-vector-bits=2048
// RUN: %{emit} | FileCheck %s --check-prefix=LONGEST
// REDEFINE: %{flags} = -march=armv8.2-a+sve -msve-vector-bits=256+
// RUN: %{emit} | FileCheck %s --check-prefix=TWO
//
// Processors are known to have one.
// REDEFINE: %{flags} = -mcpu=neoverse-v2
// RUN: %{emit} | FileCheck %s --check-prefix=NEON
// REDEFINE: %{flags} = -mcpu=neoverse-v1
// RUN: %{emit} | FileCheck %s --check-prefix=V1
// REDEFINE: %{flags} = -mcpu=a64fx
// RUN: %{emit} | FileCheck %s --check-prefix=A64FX
//
// Bytes have instructions of their own. Other integers have no kernels here.
// REDEFINE: %{flags} = -march=armv8.6-a+sve -DELEMENT="signed char" -DSUM=int
// RUN: %{emit} | FileCheck %s --check-prefix=BYTES
// REDEFINE: %{flags} = -march=armv8.2-a+sve -DELEMENT="signed char" -DSUM=int
// RUN: %{emit} | FileCheck %s --check-prefix=DOTS
// REDEFINE: %{flags} = -march=armv8.6-a+sve -DELEMENT=short -DSUM=int
// RUN: %{emit} | FileCheck %s --check-prefix=NEON
//
//===----------------------------------------------------------------------===//

// THREE: remark: {{.*}}; packing mr=8 nr=12 kr=1 {{.*}}; on 256-bit SVE packing mr=16 nr=12 kr=1 {{.*}}; on 512-bit SVE packing mr=32 nr=12 kr=1 {{.*}}; original loops
// THREE-NOT: __cpu
// THREE: define internal i1 @gemmify.kernel.[[SHORT:[0-9a-f]+]]({{.*}} [[SHORTATTRS:#[0-9]+]]
// THREE: define internal i1 @gemmify.kernel.[[W512:[0-9a-f]+]]({{.*}} [[W512ATTRS:#[0-9]+]]
// THREE: define internal i1 @gemmify.kernel.[[W256:[0-9a-f]+]]({{.*}} [[W256ATTRS:#[0-9]+]]
// THREE: call i1 @gemmify.dispatch.[[KEY:[0-9a-f]+]](
// THREE: define internal i1 @gemmify.dispatch.[[KEY]]({{.*}} [[SHORTATTRS]]
// THREE: [[VSCALE:%.+]] = {{.*}}call i64 @llvm.vscale.i64()
// THREE: icmp {{.*}}ugt i64 [[VSCALE]], 3
// THREE: musttail call i1 @gemmify.kernel.[[W512]](
// THREE-NEXT: ret i1
// THREE: musttail call i1 @gemmify.kernel.[[W256]](
// THREE-NEXT: ret i1
// THREE: musttail call i1 @gemmify.kernel.[[SHORT]](
// THREE-NEXT: ret i1
// THREE-DAG: attributes [[SHORTATTRS]] = { {{.*}}vscale_range(1,16)
// THREE-DAG: attributes [[W256ATTRS]] = { {{.*}}vscale_range(2,16)
// THREE-DAG: attributes [[W512ATTRS]] = { {{.*}}vscale_range(4,16)

// NEON: remark: {{.*}} packing mr=8 nr=12 kr=1
// NEON-NOT: gemmify.dispatch

// ONE: remark: {{.*}} packing mr={{16|32}} nr=12 kr=1
// ONE-NOT: gemmify.dispatch
// ONE: @llvm.aarch64.sve.fmla.lane.nxv4f32(
// ONE-NOT: gemmify.dispatch
// EXACT: attributes {{.*}}vscale_range(2,2)
// LEAST: attributes {{.*}}vscale_range(4,16)

// TWO: remark: {{.*}}; packing mr=16 nr=12 kr=1 {{.*}}; on 512-bit SVE packing mr=32 nr=12 {{.*}}; original loops
// TWO: define internal i1 @gemmify.dispatch.
// TWO-COUNT-2: musttail call i1
// TWO-NOT: musttail call i1

// V1: remark: {{.*}}; packing mr=8 nr=12 kr=1 {{.*}}; on 256-bit SVE packing mr=16 nr=12 {{.*}}; original loops
// V1-NOT: 512-bit SVE
// A64FX: remark: {{.*}}; packing mr=8 nr=12 kr=1 {{.*}}; on 512-bit SVE packing mr=32 nr=12 {{.*}}; original loops

// BYTES: remark: {{.*}}; packing mr=8 nr=12 kr=8 {{.*}}; on 256-bit SVE packing mr=16 nr=12 kr=8 {{.*}}; on 512-bit SVE packing mr=32 nr=12 kr=8 {{.*}}; original loops
// BYTES: @llvm.aarch64.neon.smmla
// BYTES: @llvm.aarch64.sve.smmla

// LONGEST: remark: {{.*}}; packing mr=128 nr=12 kr=1 {{[^;]*}}; original loops

// DOTS: remark: {{.*}}; packing mr=8 nr=12 kr=1 {{.*}}; on 256-bit SVE packing mr=16 nr=12 kr=4 {{.*}}; on 512-bit SVE packing mr=32 nr=12 kr=4 {{.*}}; original loops
// DOTS: @llvm.aarch64.sve.sdot.lane

#ifndef ELEMENT
#define ELEMENT float
#define SUM float
#endif

void product(int n, const ELEMENT *restrict a, const ELEMENT *restrict b,
             SUM *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
