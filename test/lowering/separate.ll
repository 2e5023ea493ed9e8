; A function that must give the bits of a processor without a fused multiply-add
; has none, whatever its flags and its own processor allow; but where the order
; of additions is free.
;
; RUN: %opt -passes=gemmify-lower -S %s | FileCheck %s
; RUN: %opt -passes=gemmify-lower,gemmify-finish -S %s | FileCheck %s --check-prefix=FENCE
; RUN: %opt -passes=gemmify-lower,gemmify-finish %s \
; RUN:   | %llc -mtriple=x86_64-unknown-linux-gnu -fp-contract=fast 2>/dev/null \
; RUN:   | FileCheck %s --check-prefix=CODE

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @scalars(
; CHECK: %[[P:.*]] = fmul nnan float %x, %y
; CHECK: %[[S:.*]] = fadd nnan float %[[P]], %z
; CHECK: %q = fmul float %[[S]], %y
; CHECK: %r = fadd float %q, %z
; FENCE-LABEL: @scalars(
; FENCE: %[[P:.*]] = fmul nnan float %x, %y
; FENCE: %[[F:.*]] = call float @llvm.arithmetic.fence.f32(float %[[P]])
; FENCE: %[[S:.*]] = fadd nnan float %[[F]], %z
; FENCE: %[[G:.*]] = call float @llvm.arithmetic.fence.f32(float %[[S]])
; FENCE: %q = fmul float %[[G]], %y
; FENCE: %[[Q:.*]] = call float @llvm.arithmetic.fence.f32(float %q)
; FENCE: fadd float %[[Q]], %z
; FENCE-NOT: "gemmify-separate"
; CODE-LABEL: scalars:
; CODE-NOT: vfm
; CODE: ret
define float @scalars(float %x, float %y, float %z) #0 {
  %s = call nnan contract float @llvm.fmuladd.f32(float %x, float %y, float %z)
  %q = fmul contract float %s, %y
  %r = fadd contract float %q, %z
  ret float %r
}

; CHECK-LABEL: @tile(
; CHECK-NOT: fmuladd
; CHECK: fmul <8 x float>
; CHECK: fadd <8 x float>
; CODE-LABEL: tile:
; CODE: vmulps
; CODE-NOT: vfm
; CODE: ret
define void @tile(ptr %pa, ptr %pb, ptr %pc) #0 {
  %a = load <16 x float>, ptr %pa
  %b = load <4 x float>, ptr %pb
  %c = load <16 x float>, ptr %pc
  %p = call contract <16 x float> @llvm.matrix.multiply.v16f32.v16f32.v4f32(<16 x float> %a, <4 x float> %b, i32 8, i32 2, i32 2)
  %s = fadd contract <16 x float> %c, %p
  store <16 x float> %s, ptr %pc
  ret void
}

; CHECK-LABEL: @free(
; CHECK: call reassoc contract float @llvm.fmuladd.f32
; FENCE-LABEL: @free(
; FENCE-NOT: fence
; FENCE: ret
; CODE-LABEL: free:
; CODE: vfmadd
define float @free(float %x, float %y, float %z) #0 {
  %s = call reassoc contract float @llvm.fmuladd.f32(float %x, float %y, float %z)
  ret float %s
}

; CHECK-LABEL: @other(
; CHECK: call contract float @llvm.fmuladd.f32
; CODE-LABEL: other:
; CODE: vfmadd
define float @other(float %x, float %y, float %z) #1 {
  %s = call contract float @llvm.fmuladd.f32(float %x, float %y, float %z)
  ret float %s
}

declare float @llvm.fmuladd.f32(float, float, float)
declare <16 x float> @llvm.matrix.multiply.v16f32.v16f32.v4f32(<16 x float>, <4 x float>, i32, i32, i32)

attributes #0 = { "gemmify-separate" "target-features"="+avx2,+fma" }
attributes #1 = { "target-features"="+avx2,+fma" }
