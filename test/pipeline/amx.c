//===- amx.c - Kernels with tiles, where they are asked for ---------------===//
//
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} =
// DEFINE: %{option} = -mllvm -gemmify-amx
// DEFINE: %{emit} = %clangplugin --target=x86_64-unknown-linux-gnu -O2 %{option} \
// DEFINE:   -Rpass=gemmify %{flags} -S %s -o %t/out.s > %t/remarks 2>&1 && \
// DEFINE:   cat %t/remarks %t/out.s
//
// Tiles are configured once, and the loop over k is four loads and four products.
// The function's own kernel stays, for systems that refuse tiles.
// REDEFINE: %{flags} = -march=sapphirerapids
// RUN: %{emit} | FileCheck %s --check-prefix=TILES --implicit-check-not=ldtilecfg --implicit-check-not=cpu_model
// REDEFINE: %{flags} = -march=x86-64-v3 -mamx-int8
// RUN: %{emit} | FileCheck %s --check-prefix=OWN --implicit-check-not=cpu_model
//
// Bfloats in the same function, and with their instructions alone.
// REDEFINE: %{flags} = -march=x86-64-v3 -mamx-int8 -mamx-bf16 -DELEMENT=__bf16 -DSUM=float -ffast-math
// RUN: %{emit} | FileCheck %s --check-prefix=OWN-BFLOATS
// REDEFINE: %{flags} = -march=x86-64-v3 -mamx-bf16 -DELEMENT=__bf16 -DSUM=float -ffast-math
// RUN: %{emit} | FileCheck %s --check-prefix=OWN-BFLOATS
//
// A program for any processor asks that one first.
// REDEFINE: %{flags} = -mllvm -gemmify-dispatch
// RUN: %{emit} | FileCheck %s --check-prefix=DISPATCH
//
// Where the flags exclude them, there is no Linux, or nobody wants them.
// REDEFINE: %{flags} = -march=x86-64-v4
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=sapphirerapids -mno-amx-tile
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=x86-64-v4 -mno-amx-tile -mllvm -gemmify-dispatch
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=sapphirerapids --target=x86_64-unknown-freebsd
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=sapphirerapids -ffreestanding
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=sapphirerapids -mllvm -gemmify-target=x86-vnni
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=sapphirerapids -DSUM=long
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=sapphirerapids -DOTHER=short
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=sapphirerapids -DELEMENT=short -DOTHER="signed char"
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{option} = -mllvm -gemmify-amx=off
// REDEFINE: %{flags} = -march=sapphirerapids
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{option} =
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{option} = -mllvm -gemmify-amx=maybe
// RUN: not %{emit}; FileCheck %s --check-prefix=BAD < %t/remarks
//
// A program for any processor that nobody wants tiles for.
// REDEFINE: %{option} =
// REDEFINE: %{flags} = -march=x86-64-v3 -mllvm -gemmify-dispatch
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
//
// Not beside tiles of the function's own, or what may be such; others that it
// calls are on their own.
// REDEFINE: %{option} = -mllvm -gemmify-amx
// REDEFINE: %{flags} = -march=sapphirerapids -DBEFORE="__builtin_ia32_tilezero(0);"
// RUN: %{emit} | FileCheck %s --check-prefix=NO-KERNEL
// REDEFINE: %{flags} = -march=sapphirerapids -DBEFORE="__asm__(\"nop\");"
// RUN: %{emit} | FileCheck %s --check-prefix=NO-KERNEL
// REDEFINE: %{flags} = -march=sapphirerapids -DBEFORE="tile();__builtin_ia32_pause();"
// RUN: %{emit} | FileCheck %s --check-prefix=TILES --implicit-check-not=ldtilecfg --implicit-check-not=cpu_model
//
// Bfloats, where order, denormals and the signs of zeros are free.
// REDEFINE: %{option} = -mllvm -gemmify-amx
// REDEFINE: %{flags} = -march=sapphirerapids -DELEMENT=__bf16 -DSUM=float -ffast-math
// RUN: %{emit} | FileCheck %s --check-prefix=BFLOATS
// REDEFINE: %{flags} = -march=sapphirerapids -DELEMENT=__bf16 -DSUM=float
// RUN: %{emit} | FileCheck %s --check-prefix=NONE
// REDEFINE: %{flags} = -march=sapphirerapids -DELEMENT=__bf16 -DSUM=float -DFREE \
// REDEFINE:   -fdenormal-fp-math=preserve-sign
// RUN: %{emit} | FileCheck %s --check-prefixes=NONE,DOT
//
// TILES: remark: {{.*}}; packing mr=32 nr=12 kr=4 {{.*}}; on x86-64-v4 with AMX packing mr=32 nr=32 kr=64 mc={{[0-9]+}} kc=512
// TILES: gemmify.kernel
// TILES: ldtilecfg
// TILES-COUNT-4: tileloadd
// TILES: [[LOOP:\.LBB[0-9_]+]]: {{.*}}Depth=
// TILES-COUNT-4: {{tileloadd|tdpbssd}}
// TILES-NOT: {{spill|tilestored}}
// TILES: tdpbssd
// TILES-COUNT-4: tilestored
// TILES: tilerelease
// TILES: jmp gemmify.kernel
// OWN: on AMX packing mr=32 nr=32 kr=64
// OWN: tdpbssd
// OWN: syscall
// OWN-BFLOATS: on AMX packing mr=32 nr=32 kr=32
// OWN-BFLOATS: tdpbf16ps
// DISPATCH: on x86-64-v3 packing {{.*}} on x86-64-v4 with AMX packing mr=32 nr=32 kr=64
// DISPATCH: tdpbssd
// DISPATCH: __cpu_model
// DISPATCH: callq gemmify.tiles.permitted
// NONE-NOT: {{tdpb|ldtilecfg|gemmify\.tiles}}
// NONE: gemmify.kernel
// NONE-NOT: {{tdpb|ldtilecfg|gemmify\.tiles}}
// NO-KERNEL: remark: {{.*}} packing mr=
// NO-KERNEL-NOT: {{tdpb|gemmify\.tiles}}
// NO-KERNEL: gemmify.kernel
// NO-KERNEL-NOT: {{tdpb|gemmify\.tiles}}
// DOT: vdpbf16ps
// DOT-NOT: {{tdpb|ldtilecfg|gemmify\.tiles}}
// BFLOATS: on x86-64-v4 with AMX packing mr=32 nr=32 kr=32
// BFLOATS: tdpbf16ps
// BAD: gemmify: error: invalid value 'maybe' for -gemmify-amx: accepted are on and off
//
//===----------------------------------------------------------------------===//

#ifndef ELEMENT
#define ELEMENT signed char
#endif
#ifndef OTHER
#define OTHER ELEMENT
#endif
#ifndef SUM
#define SUM int
#endif
#ifndef BEFORE
#define BEFORE
#endif
void tile(void);
#ifdef FREE
#pragma clang fp reassociate(on) contract(fast)
#endif

void product(long M, long N, long K, const ELEMENT *restrict A,
             const OTHER *restrict B, SUM *restrict C) {
  BEFORE
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      SUM Sum = 0;
      for (long k = 0; k < K; k++)
        Sum += (SUM)A[i * K + k] * (SUM)B[k * N + j];
      C[i * N + j] = Sum;
    }
}
