//===- sme.c - Kernels for streaming mode, where they are asked for -------===//
//
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} =
// DEFINE: %{option} = -mllvm -gemmify-sme
// DEFINE: %{emit} = %clangplugin --target=aarch64-linux-gnu -O2 %{option} \
// DEFINE:   -Rpass=gemmify -Rpass-missed=gemmify %{flags} -S %s -o %t/out.s > %t/remarks 2>&1 && \
// DEFINE:   cat %t/remarks %t/out.s
//
// For each length of vectors, one function enters it, for a column of tiles; the function's
// own kernel stays, for small products. Apple's processors have one length.
// REDEFINE: %{flags} = -march=armv8.2-a+sme
// RUN: %{emit} | FileCheck %s --check-prefix=SME --implicit-check-not=smstart
// REDEFINE: %{flags} = -mcpu=apple-m4 -DELEMENT=double -DSUM=double
// RUN: %{emit} | FileCheck %s --check-prefix=DOUBLES
// REDEFINE: %{flags} = -mcpu=apple-m4 -DELEMENT="signed char" -DSUM=int
// RUN: %{emit} | FileCheck %s --check-prefix=BYTES
// REDEFINE: %{flags} = -mcpu=apple-m4 -DELEMENT=__bf16 -ffast-math
// RUN: %{emit} | FileCheck %s --check-prefix=BFLOATS
//
// Kernels for lengths of SVE are a choice of their own.
// REDEFINE: %{flags} = -march=armv9-a+sme
// RUN: %{emit} | FileCheck %s --check-prefix=BOTH
// REDEFINE: %{flags} = -march=armv9-a+sme -mllvm -gemmify-dispatch=off
// RUN: %{emit} | FileCheck %s --check-prefix=SME
//
// Where the processor has none, products round twice, a row or a tile is named, there is
// no library, the caller has a mode or a ZA of its own, or nobody wants them.
// REDEFINE: %{flags} = -march=armv9-a
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -DELEMENT=double -DSUM=double
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -ffp-contract=off
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -mllvm -gemmify-target=neon-fma
// RUN: %{emit} | FileCheck %s --check-prefixes=ROW,NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -mllvm -gemmify-mr=8
// RUN: %{emit} | FileCheck %s --check-prefixes=TILE,NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -mllvm -gemmify-nr=12
// RUN: %{emit} | FileCheck %s --check-prefixes=TILE,NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -mllvm -gemmify-kr=1
// RUN: %{emit} | FileCheck %s --check-prefixes=TILE,NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -mllvm -gemmify-strategy=tiling
// RUN: %{emit} | FileCheck %s --check-prefixes=TILING,NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -mllvm -gemmify-mr=4 -DELEMENT=double -DSUM=double
// RUN: %{emit} | FileCheck %s --check-prefix=NONE --implicit-check-not="not multiplied"
// REDEFINE: %{flags} = -march=armv8.2-a+sme -ffreestanding
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -DMODE='__arm_inout("za")'
// RUN: %{emit} | FileCheck %s --check-prefix=PLAIN
// REDEFINE: %{flags} = -march=armv8.2-a+sme -DMODE=__arm_streaming_compatible
// RUN: %{emit} | FileCheck %s --check-prefix=PLAIN
// REDEFINE: %{flags} = -march=armv8.2-a+sme --target=aarch64-windows-gnu
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme -DSIZE=48
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=armv8.2-a+sme
// REDEFINE: %{option} = -mllvm -gemmify-sme=off
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{option} =
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{option} = -mllvm -gemmify-sme=maybe
// RUN: not %{emit}; FileCheck %s --check-prefix=BAD < %t/remarks
//
// SME: remark: {{.*}}; packing mr=8 nr=12 kr=1 {{.*}}; on 128-bit SME packing mr=8 nr=8 kr=1 {{.*}}; on 256-bit SME packing mr=16 nr=16 kr=1 {{.*}}; on 512-bit SME packing mr=32 nr=32 kr=1 {{.*}}; original loops
// SME: gemmify.tile.{{.*}}:
// SME: bl __arm_tpidr2_save
// SME: smstart za
// SME: smstart sm
// SME: ld1w {za0h.s[
// SME: Inner Loop Header: Depth=2
// SME-NOT: [sp
// SME-COUNT-16: fmopa
// SME-NOT: [sp
// SME: b.ne
// SME: smstop sm
// SME: smstop za
// SME: bl __arm_tpidr2_save
// SME: smstart za
// SME: smstart sm
// SME: ld1w {za0h.s[
// SME: Inner Loop Header: Depth=2
// SME-NOT: [sp
// SME-COUNT-16: fmopa
// SME-NOT: [sp
// SME: b.ne
// SME: smstop sm
// SME: smstop za
// SME: bl __arm_tpidr2_save
// SME: smstart za
// SME: smstart sm
// SME: ld1w {za0h.s[
// SME: Inner Loop Header: Depth=2
// SME-NOT: [sp
// SME-COUNT-16: fmopa
// SME-NOT: [sp
// SME: b.ne
// SME: smstop sm
// SME: smstop za
// SME: gemmify.dispatch.{{.*}}:
// SME-DAG: rdsvl
// SME-DAG: cmp {{x[0-9]+}}, #8
// SME-DAG: ccmp x0, #16,
// SME: cmp {{x[0-9]+}}, #4
// SME: b.ne
// SME: cmp {{x[0-9]+}}, #16
// SME: b.lo
// SME: bl gemmify.kernel
// SME: cmp {{x[0-9]+}}, #2
// SME: b.ne
// SME: cmp {{x[0-9]+}}, #16
// SME: b.lo
// SME: bl gemmify.kernel
// SME: b gemmify.kernel
// DOUBLES-NOT: 256-bit SME
// DOUBLES: on 512-bit SME packing mr=16 nr=32 kr=1
// DOUBLES: fmopa za7.d
// BYTES: on 512-bit SME packing mr=32 nr=32 kr=4
// BYTES: smopa za3.s
// BFLOATS: on 512-bit SME packing mr=32 nr=32 kr=2
// BFLOATS: bfmopa za3.s
// BOTH: on 256-bit SVE packing {{.*}} on 512-bit SVE packing {{.*}} on 128-bit SME packing {{.*}} on 512-bit SME packing
// BOTH: rdsvl
// ROW: remark: matrix product not multiplied by SM{{E}}: -gemmify-target names the row of all kernels; leave it out [
// TILE: remark: matrix product not multiplied by SM{{E}}: -gemmify-mr, -gemmify-nr or -gemmify-kr names a tile, and those of ZA have sizes of their own; leave it out [
// TILING: remark: matrix product not multiplied by SM{{E}}: ZA multiplies packed operands only; leave -gemmify-strategy out, or say packing [
// NONE-NOT: {{smstart|mopa|rdsvl}}
// NONE: gemmify.kernel
// NONE-NOT: {{smstart|mopa|rdsvl}}
// PLAIN-NOT: mopa
// BAD: gemmify: error: invalid value 'maybe' for -gemmify-sme: accepted are on and off
//
//===----------------------------------------------------------------------===//

#ifndef ELEMENT
#define ELEMENT float
#endif
#ifndef SUM
#define SUM float
#endif
#ifndef MODE
#define MODE
#endif
#ifndef SIZE
#define SIZE n
#endif

void product(int n, const ELEMENT *restrict a, const ELEMENT *restrict b,
             SUM *restrict c) MODE {
  for (int i = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      for (int k = 0; k < SIZE; k++)
        c[i * SIZE + j] += (SUM)a[i * SIZE + k] * (SUM)b[k * SIZE + j];
}
