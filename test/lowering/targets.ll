; The table as print<gemmify-targets> shows it, and refusals of -gemmify-target.
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=znver3 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=AVX2
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=znver5 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=AVX512
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=alderlake -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=AVXVNNI
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=sapphirerapids -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=BF16-256
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake-avx512 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=PREFER256
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=sapphirerapids -mattr=-prefer-256-bit -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=FP16
; RUN: sed 's/%c) {/%c) "gemmify-may-use-tiles" {/' %s > %t.ll
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=sapphirerapids -passes='print<gemmify-targets>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=AMX
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell -mattr=+amx-bf16 -passes='print<gemmify-targets>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=AMX-BF16
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=sapphirerapids -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NO-AMX
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=x86-64 -mattr=+amx-int8 -passes='print<gemmify-targets>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=NO-AMX
; RUN: not %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=sapphirerapids -gemmify-target=amx-int8 -passes=gemmify-lower -S %s 2>&1 | FileCheck %s --check-prefix=NO-TILES
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=lunarlake -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VNNI-INT
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=SSE2
; RUN: %opt -mtriple=aarch64-unknown-linux-gnu -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NEON
; RUN: %opt -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-v1 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=I8MM
; RUN: %opt -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-n1 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=DOTPROD
; RUN: sed 's/%c) {/%c) vscale_range(2,2) {/' %s | %opt -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-v1 -passes='print<gemmify-targets>' -disable-output - 2>&1 | FileCheck %s --check-prefix=LONG-SVE
; RUN: sed 's/%c) {/%c) vscale_range(2,2) "aarch64_pstate_sm_enabled" {/' %s | %opt -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-v1 -mattr=+sme -passes='print<gemmify-targets>' -disable-output - 2>&1 | FileCheck %s --check-prefix=STREAMING
; RUN: sed 's/%c) {/%c) "aarch64_pstate_sm_compatible" {/' %s | %opt -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-v1 -passes='print<gemmify-targets>' -disable-output - 2>&1 | FileCheck %s --check-prefix=STREAMING
; RUN: sed 's/%c) {/%c) "aarch64_pstate_sm_body" {/' %s | %opt -mtriple=aarch64-unknown-linux-gnu -mcpu=neoverse-v1 -mattr=+sme -passes='print<gemmify-targets>' -disable-output - 2>&1 | FileCheck %s --check-prefix=STREAMING
; RUN: sed 's/%c) {/%c) "gemmify-may-stream"="512" {/' %s | %opt -mtriple=aarch64-unknown-linux-gnu -mcpu=apple-m4 -passes='print<gemmify-targets>' -disable-output - 2>&1 | FileCheck %s --check-prefix=SME
; RUN: sed 's/%c) {/%c) "gemmify-may-stream"="512" {/' %s | %opt -mtriple=aarch64-unknown-linux-gnu -mattr=+sme -passes='print<gemmify-targets>' -disable-output - 2>&1 | FileCheck %s --check-prefix=SME32
; RUN: %opt -mtriple=aarch64-unknown-linux-gnu -mcpu=apple-m4 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NO-SME
; RUN: %opt -mtriple=powerpc64le-unknown-linux-gnu -mcpu=pwr9 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=VSX
; RUN: %opt -mtriple=powerpc64le-unknown-linux-gnu -mcpu=pwr10 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=MMA
; RUN: %opt -mtriple=powerpc64le-unknown-linux-gnu -mcpu=pwr10 -mattr=-mma -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefixes=NOMMA,VSX
; RUN: %opt -mtriple=powerpc64-unknown-linux-gnu -mcpu=pwr10 -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s --check-prefixes=NOMMA,VSX
; RUN: not %opt -mtriple=x86_64-unknown-linux-gnu -gemmify-target=x86-fma -passes=gemmify-lower -S %s 2>&1 | FileCheck %s --check-prefix=MISFIT
; RUN: not %opt -mtriple=x86_64-unknown-linux-gnu -gemmify-target=abacus -passes=gemmify-lower -S %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -gemmify-target=odd -passes=gemmify-lower -S %s | FileCheck %s --check-prefix=ODD

; AVX2:      targets for function 'f':
; AVX2-NEXT: amx-int8: does not fit, needs x86-64 with AMX-INT8, in the functions that -gemmify-amx adds
; AVX2-NEXT: amx-bf16: does not fit, needs x86-64 with AMX-BF16, in the functions that -gemmify-amx adds
; AVX2-NEXT: avx512-bf16: does not fit, needs x86-64 with AVX512-BF16
; AVX2-NEXT: avx512-fp16: does not fit, needs x86-64 with AVX512-FP16
; AVX2-NEXT: avx-vnni-int8: does not fit, needs x86-64 with AVX-VNNI-INT8; AVX10.2 for 512 bits
; AVX2-NEXT: avx-vnni-int16: does not fit, needs x86-64 with AVX-VNNI-INT16; AVX10.2 for 512 bits
; AVX2-NEXT: x86-vnni: does not fit, needs x86-64 with AVX512-VNNI or AVX-VNNI
; AVX2-NEXT: x86-words: fits, 256-bit vectors, 16 registers, i16 16x6x2, i8 16x6x2, L1
; AVX2-NEXT: x86-fma: fits, 256-bit vectors, 16 registers, f32 16x6x1, f64 8x6x1, f16 in f16 32x4x1, L1 32K, L2 512K, L3 share 4096K
; AVX2-NEXT: power10-mma: does not fit, needs little-endian POWER10 with MMA
; AVX2-NEXT: power-vsx: does not fit, needs POWER8 or later with VSX
; AVX2-NEXT: sme-smopa: does not fit, needs AArch64 with SME, in the functions that -gemmify-sme adds
; AVX2-NEXT: sme-bf16: does not fit
; AVX2-NEXT: sme-fmopa: does not fit
; AVX2-NEXT: sme-f64f64: does not fit
; AVX2-NEXT: sve-i8mm: does not fit
; AVX2-NEXT: sve-bf16: does not fit
; AVX2-NEXT: sve-dot: does not fit
; AVX2-NEXT: sve-fma: does not fit
; AVX2-NEXT: neon-i8mm: does not fit
; AVX2-NEXT: neon-bf16: does not fit
; AVX2-NEXT: neon-dotprod: does not fit
; AVX2-NEXT: neon-mlal: does not fit
; AVX2-NEXT: neon-fma: does not fit
; AVX2-NEXT: portable: fits, 256-bit vectors
; AVX2-NEXT: odd: fits when named, {{.*}}f32 3x5x2, f64 3x5x2

; AMX:       amx-int8: fits, 512-bit vectors, 128 registers, i8 32x32x64, L1 48K, L2 2048K
; AMX-NEXT:  amx-bf16: fits, 512-bit vectors, 128 registers, bf16 32x32x32, L1 48K, L2 2048K
; AMX-BF16:      amx-int8: does not fit
; AMX-BF16-NEXT: amx-bf16: fits, 512-bit vectors, 128 registers, bf16 32x32x32
; NO-AMX:      amx-int8: does not fit
; NO-AMX-NEXT: amx-bf16: does not fit
; NO-TILES:    -gemmify-target=amx-int8: function 'f' {{.*}}lacks the instructions of this row (x86-64 with AMX-INT8, in the functions that -gemmify-amx adds)
; AVX512:    avx512-bf16: fits, 512-bit vectors, 32 registers, bf16 32x12x2, L1
; AVX512:    x86-vnni: fits, 512-bit vectors, 32 registers, i16 32x12x2, i8 32x12x4, L1
; AVX512:    x86-fma: fits, 512-bit vectors, 32 registers, f32 32x12x1, f64 16x12x1
; FP16:      avx512-fp16: fits, 512-bit vectors, 32 registers, f16 in f16 64x12x1, L1 48K, L2 2048K
; VNNI-INT:  avx-vnni-int8: fits, 256-bit vectors, 16 registers, i8 16x6x4, L1
; VNNI-INT-NEXT: avx-vnni-int16: fits, 256-bit vectors, 16 registers, u16 16x6x2, L1
; VNNI-INT-NEXT: x86-vnni: fits, 256-bit vectors, 16 registers, i16 16x6x2, i8 16x6x4, L1
; AVXVNNI:   x86-vnni: fits, 256-bit vectors, 16 registers, i16 16x6x2, i8 16x6x4, L1
; BF16-256:  avx512-bf16: fits, 256-bit vectors, 32 registers, bf16 16x12x2, L1
; PREFER256: x86-fma: fits, 256-bit vectors, 16 registers, f32 16x6x1, f64 8x6x1
; SSE2:      x86-fma: does not fit, needs x86-64 with AVX2 and FMA
; SSE2-NEXT: power10-mma: does not fit
; SSE2-NEXT: power-vsx: does not fit
; SSE2-NEXT: sme-smopa: does not fit
; SSE2-NEXT: sme-bf16: does not fit
; SSE2-NEXT: sme-fmopa: does not fit
; SSE2-NEXT: sme-f64f64: does not fit
; SSE2-NEXT: sve-i8mm: does not fit
; SSE2-NEXT: sve-bf16: does not fit
; SSE2-NEXT: sve-dot: does not fit
; SSE2-NEXT: sve-fma: does not fit
; SSE2-NEXT: neon-i8mm: does not fit
; SSE2-NEXT: neon-bf16: does not fit
; SSE2-NEXT: neon-dotprod: does not fit
; SSE2-NEXT: neon-mlal: does not fit
; SSE2-NEXT: neon-fma: does not fit
; SSE2-NEXT: portable: fits, 128-bit vectors, 16 registers, f32 8x4x1, f64 4x4x1, f16 in f16 16x4x1
; I8MM:      neon-i8mm: fits, 128-bit vectors, 32 registers, i8 8x12x8, L1 64K, L2 1024K
; I8MM-NEXT: neon-bf16: fits, 128-bit vectors, 32 registers, bf16 8x12x4, L1 64K, L2 1024K
; DOTPROD:   neon-dotprod: fits, 128-bit vectors, 32 registers, i8 8x12x4, L1 64K, L2 1024K
; DOTPROD:   neon-fma: fits, 128-bit vectors, 32 registers, f32 8x12x1, f64 4x12x1, f16 in f16 16x12x1, L1 64K, L2 1024K
; NEON:      neon-i8mm: does not fit, needs AArch64 with products of blocks of bytes (i8mm), except for long SVE vectors
; NEON-NEXT: neon-bf16: does not fit, needs AArch64 with products of blocks of bfloats (bf16), except for long SVE vectors
; NEON-NEXT: neon-dotprod: does not fit, needs AArch64 with dot products (dotprod), except for long SVE vectors
; NEON-NEXT: neon-mlal: fits, 128-bit vectors, 32 registers, i32 in i64 4x12x1, i16 8x12x1, u16 8x12x1, i8 8x12x1, L1 64K
; NEON-NEXT: neon-fma: fits, 128-bit vectors, 32 registers, f32 8x12x1, f64 4x12x1, f16 in f16 8x4x1, L1 64K, L2 1024K
; NEON-NEXT: portable: fits, 128-bit vectors
; STREAMING: sve-i8mm: does not fit
; STREAMING-NEXT: sve-bf16: does not fit
; STREAMING-NEXT: sve-dot: does not fit
; STREAMING-NEXT: sve-fma: does not fit
; STREAMING-NEXT: neon-i8mm: does not fit
; STREAMING-NEXT: neon-bf16: does not fit
; STREAMING-NEXT: neon-dotprod: does not fit
; STREAMING-NEXT: neon-mlal: does not fit
; LONG-SVE:  sve-i8mm: fits, 256-bit vectors, 32 registers, i8 16x12x8, L1 64K, L2 1024K
; LONG-SVE-NEXT: sve-bf16: fits, 256-bit vectors, 32 registers, bf16 16x12x4, L1 64K, L2 1024K
; LONG-SVE-NEXT: sve-dot: fits, 256-bit vectors, 32 registers, i8 16x12x4, L1 64K, L2 1024K
; LONG-SVE-NEXT: sve-fma: fits, 256-bit vectors, 32 registers, f32 16x12x1, f64 8x12x1, f16 in f16 48x8x1, L1 64K, L2 1024K
; LONG-SVE-NEXT: neon-i8mm: does not fit
; LONG-SVE-NEXT: neon-bf16: does not fit
; LONG-SVE-NEXT: neon-dotprod: does not fit
; LONG-SVE-NEXT: neon-mlal: does not fit
; LONG-SVE-NEXT: neon-fma: does not fit, needs AArch64 with NEON, except for long SVE vectors
; LONG-SVE-NEXT: portable: fits, 256-bit vectors
; SME:       sme-smopa: fits, 512-bit vectors, 96 registers, i8 32x32x4, L1 128K, L2 4096K
; SME-NEXT:  sme-bf16: fits, 512-bit vectors, 96 registers, bf16 32x32x2
; SME-NEXT:  sme-fmopa: fits, 512-bit vectors, 96 registers, f32 32x32x1
; SME-NEXT:  sme-f64f64: fits, 512-bit vectors, 96 registers, f64 16x32x1
; SME32:      sme-fmopa: fits
; SME32-NEXT: sme-f64f64: does not fit, needs AArch64 with SME and its outer products of doubles (sme-f64f64), in the functions that -gemmify-sme adds
; NO-SME:      sme-smopa: does not fit
; NO-SME-NEXT: sme-bf16: does not fit
; NO-SME-NEXT: sme-fmopa: does not fit
; NO-SME-NEXT: sme-f64f64: does not fit
; NOMMA:     power10-mma: does not fit
; VSX:       power-vsx: fits, 128-bit vectors, 64 registers, f32 16x8x1, f64 8x8x1, f16 in f16 16x8x1, L1 {{32|48}}K

; MMA:       power10-mma: fits, 128-bit vectors, 64 registers, f32 16x8x1, f64 8x8x1, f16 16x8x2, bf16 16x8x2, i16 16x8x2, i8 16x8x4, L1 48K, L2 1024K, L3 share 4096K

; MISFIT:    error: -gemmify-target=x86-fma: function 'f' for x86_64-unknown-linux-gnu and CPU '' lacks the instructions of this row
; UNKNOWN:   error: -gemmify-target=abacus: no such row; accepted names: amx-int8, amx-bf16, avx512-bf16, avx512-fp16, avx-vnni-int8, avx-vnni-int16, x86-vnni, x86-words, x86-fma, {{.*}}portable,{{.*}} odd

; ODD-LABEL: @f(
; ODD:         load <3 x float>, ptr %a
; ODD:         store <3 x float>
; ODD:         store <1 x float>
define void @f(ptr noalias %a, ptr noalias %b, ptr noalias %c) {
  %x = load <4 x float>, ptr %a, align 4
  %y = load <2 x float>, ptr %b, align 4
  %p = call <8 x float> @llvm.matrix.multiply.v8f32.v4f32.v2f32(<4 x float> %x, <2 x float> %y, i32 4, i32 1, i32 2)
  store <8 x float> %p, ptr %c, align 4
  ret void
}
