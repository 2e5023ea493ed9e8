; Gathers of bfloats in fixed vectors, which LLVM's code generator does not select, are
; replaced where we may have caused them: in modules with a product, and where such a
; module has been linked to.

; RUN: %opt -passes=gemmify-finish -S %s | FileCheck %s --check-prefix=OWN
; RUN: sed '/^; RUN/d' %s %S/Inputs/bfloat-gathers-flag.ll | %opt -passes=gemmify-finish -S | FileCheck %s --check-prefix=OURS
; RUN: sed -e '/^; RUN/d' -e 's/vscale_range(2,16)//' %s %S/Inputs/bfloat-gathers-flag.ll | %opt -passes=gemmify-finish -S | FileCheck %s --check-prefix=OWN
; RUN: %opt -passes='gemmify-lower,gemmify-finish' -S %s | FileCheck %s --check-prefixes=OURS,FLAG

target triple = "aarch64-unknown-linux-gnu"

; OWN-LABEL: @gather
; OWN: call <8 x bfloat> @llvm.masked.gather
; OURS-LABEL: @gather
; OURS: [[BITS:%.+]] = call <8 x i16> @llvm.masked.gather
; OURS: bitcast <8 x i16> [[BITS]] to <8 x bfloat>
define <8 x bfloat> @gather(<8 x ptr> %from) "target-features"="+sve,+bf16" vscale_range(2,16) {
  %v = call <8 x bfloat> @llvm.masked.gather.v8bf16.v8p0(<8 x ptr> align 2 %from, <8 x i1> splat (i1 true), <8 x bfloat> poison)
  ret <8 x bfloat> %v
}

; OWN-LABEL: @scatter
; OWN: call void @llvm.masked.scatter.v8bf16
; OURS-LABEL: @scatter
; OURS: call void @llvm.masked.scatter.v8i16
define void @scatter(<8 x bfloat> %v, <8 x ptr> %to) "target-features"="+sve,+bf16" vscale_range(2,16) {
  call void @llvm.masked.scatter.v8bf16.v8p0(<8 x bfloat> %v, <8 x ptr> align 2 %to, <8 x i1> splat (i1 true))
  ret void
}

define void @product(ptr %a, ptr %b, ptr %c) {
  %av = load <4 x float>, ptr %a
  %bv = load <4 x float>, ptr %b
  %p = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %av, <4 x float> %bv, i32 2, i32 2, i32 2)
  store <4 x float> %p, ptr %c
  ret void
}

; FLAG: i32 7, !"gemmify-bfloat-gathers", i32 1
