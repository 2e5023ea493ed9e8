//===- dispatch.c - Kernels for better processors, chosen at run time -----===//
//
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} =
// DEFINE: %{emit} = %clangplugin --target=x86_64-unknown-linux-gnu -O2 \
// DEFINE:   -mllvm -gemmify-dispatch -Rpass=gemmify %{flags} -S -emit-llvm %s \
// DEFINE:   -o %t/out.ll > %t/remarks 2>&1 && cat %t/remarks %t/out.ll
//
// Three kernels and one choice; the processor is asked by the compiler runtime,
// also in code that runs before its constructor.
// RUN: %{emit} | FileCheck %s --check-prefix=THREE
// RUN: FileCheck %s --check-prefix=BITS < %t/out.ll
//
// The source's own target needs no kernel twice.
// REDEFINE: %{flags} = -march=x86-64-v3
// RUN: %{emit} | FileCheck %s --check-prefix=TWO
// REDEFINE: %{flags} = -march=skylake-avx512 -mprefer-vector-width=512
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
//
// Instructions and lengths that flags exclude are not used.
// REDEFINE: %{flags} = -mno-avx512bw
// RUN: %{emit} | FileCheck %s --check-prefix=SMALLER
// REDEFINE: %{flags} = -mprefer-vector-width=256
// RUN: %{emit} | FileCheck %s --check-prefix=SMALLER
// REDEFINE: %{flags} = -mno-avx
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
//
// No runtime, no choice; nor where one row is to be used, nor where nobody wants
// it.
// REDEFINE: %{flags} = -ffreestanding
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -mllvm -gemmify-target=portable
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -mllvm -gemmify-dispatch=off
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = --target=aarch64-linux-gnu
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -mllvm -gemmify-dispatch=maybe
// RUN: not %{emit} 2>&1; FileCheck %s --check-prefix=BAD < %t/remarks
//
// Products of small constant sizes are one call, in the function that has them.
// REDEFINE: %{flags} = -DSIZE=8
// RUN: %{emit} | FileCheck %s --check-prefix=SMALL
//
// Where the order of additions is free, so is their fusion.
// REDEFINE: %{flags} = -ffast-math
// RUN: %{emit} | FileCheck %s --check-prefix=FREE
//
// Bytes have instructions of their own.
// REDEFINE: %{flags} = -DELEMENT="signed char" -DSUM=int
// RUN: %{emit} | FileCheck %s --check-prefix=BYTES
//
//===----------------------------------------------------------------------===//

// THREE: remark: {{.*}}; packing mr=8 nr=4 kr=1 {{.*}}; on x86-64-v3 packing mr=16 nr=6 kr=1 {{.*}}; on x86-64-v4 packing mr=32 nr=12 kr=1 {{.*}}; original loops
// THREE-DAG: @__cpu_model = external dso_local {{.*}}global { i32, i32, i32, [1 x i32] }
// THREE-DAG: @__cpu_features2 = external dso_local {{.*}}global [3 x i32]
// THREE: define internal i1 @gemmify.kernel.[[V1:[0-9a-f]+]]({{.*}} [[V1ATTRS:#[0-9]+]]
// THREE: define internal i1 @gemmify.kernel.[[V4:[0-9a-f]+]]({{.*}} [[V4ATTRS:#[0-9]+]]
// THREE: define internal i1 @gemmify.kernel.[[V3:[0-9a-f]+]]({{.*}} [[V3ATTRS:#[0-9]+]]
// THREE: define dso_local void @product(
// THREE: call i1 @gemmify.dispatch.[[KEY:[0-9a-f]+]](
// THREE: define internal i1 @gemmify.dispatch.[[KEY]]({{.*}} [[V1ATTRS]]
// THREE: load i32, ptr @__cpu_model, align
// THREE: call void @__cpu_indicator_init()
// THREE-DAG: load i32, ptr {{.*}} @__cpu_model, i64 12)
// THREE-DAG: load i32, ptr @__cpu_features2
// THREE-DAG: and i32 {{.*}}, 15975940
// THREE: musttail call i1 @gemmify.kernel.[[V4]](
// THREE-NEXT: ret i1
// THREE: and i32 {{.*}}, 214532
// THREE: musttail call i1 @gemmify.kernel.[[V3]](
// THREE-NEXT: ret i1
// THREE: musttail call i1 @gemmify.kernel.[[V1]](
// THREE-NEXT: ret i1
// THREE-NOT: define {{.*}}@gemmify.{{dispatch|kernel}}
// THREE: declare dso_local void @__cpu_indicator_init()
// THREE-DAG: attributes [[V1ATTRS]] = {{.*}}"target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87"
// THREE-DAG: attributes [[V3ATTRS]] = {{.*}}"target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87,+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+popcnt"
// THREE-DAG: attributes [[V4ATTRS]] = {{.*}}"prefer-vector-width"="512"{{.*}}"target-features"="{{.*}}+fma,+popcnt,+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"

// No kernel for a better processor fuses what the own one cannot.
// BITS: define internal i1 @gemmify.kernel
// BITS: call contract <4 x float> @llvm.fmuladd
// BITS: define internal i1 @gemmify.kernel
// BITS-NOT: @llvm.fma
// BITS-NOT: {{fmul|fadd}} contract
// BITS: call <16 x float> @llvm.arithmetic.fence
// BITS-NOT: @llvm.fma
// BITS-NOT: {{fmul|fadd}} contract
// BITS: call <8 x float> @llvm.arithmetic.fence
// BITS-NOT: @llvm.fma
// BITS-NOT: {{fmul|fadd}} contract
// BITS: define internal i1 @gemmify.dispatch

// TWO: remark: {{.*}}; packing mr=16 nr=6 {{.*}}; on x86-64-v4 packing mr=32 nr=12 {{.*}}; original loops
// TWO: call contract <16 x float> @llvm.fmuladd.v16f32(
// TWO: define internal i1 @gemmify.dispatch.
// TWO-NOT: 214532
// TWO-COUNT-2: musttail call i1
// TWO-NOT: musttail call i1

// SMALLER: remark: {{.*}}; on x86-64-v3 packing mr=16 nr=6
// SMALLER-NOT: x86-64-v4
// SMALLER: define internal i1 @gemmify.dispatch.
// SMALLER-COUNT-2: musttail call i1
// SMALLER-NOT: musttail call i1

// NONE: remark: matrix product rewritten
// NONE-NOT: gemmify.dispatch
// NONE-NOT: __cpu

// SMALL: remark: {{.*}}; intrinsic
// SMALL-NOT: gemmify.dispatch
// SMALL-NOT: __cpu

// BAD: gemmify: error: invalid value 'maybe' for -gemmify-dispatch: accepted are on and off

// FREE: call fast <16 x float> @llvm.fmuladd.v16f32(
// FREE-NOT: arithmetic.fence
// FREE: call fast <8 x float> @llvm.fmuladd.v8f32(
// FREE-NOT: arithmetic.fence
// FREE: define internal i1 @gemmify.dispatch

// BYTES: remark: {{.*}}; on x86-64-v3 packing mr=16 nr=6 kr=2 {{.*}}; on x86-64-v3 with AVX-VNNI packing mr=16 nr=6 kr=4 {{.*}}; on x86-64-v4 packing mr=32 nr=12 kr=2 {{.*}}; on x86-64-v4 with VNNI packing mr=32 nr=12 kr=4
// BYTES-DAG: @llvm.x86.avx512.vpdpbusd.512(
// BYTES-DAG: @llvm.x86.avx512.vpdpbusd.256(
// BYTES-DAG: @llvm.x86.avx512.pmaddw.d.512(
// BYTES-DAG: @llvm.x86.avx2.pmadd.wd(
// BYTES-DAG: define internal i1 @gemmify.dispatch
// BYTES-COUNT-5: musttail call i1

#ifndef ELEMENT
#define ELEMENT float
#define SUM float
#endif
#ifndef SIZE
#define SIZE n
#endif

void product(int n, const ELEMENT *restrict a, const ELEMENT *restrict b,
             SUM *restrict c) {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      for (int k = 0; k < SIZE; k++)
        c[i * SIZE + j] += a[i * SIZE + k] * b[k * SIZE + j];
}
