; What is added to what, in which order, and whether it is fused.
; RUN: %opt -passes=gemmify-lower -verify-each -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; The sum of products is formed first; the addend comes last.
; CHECK-LABEL: @addend_last(
; CHECK:         %[[P0:.*]] = fmul contract <2 x double>
; CHECK:         %[[P1:.*]] = call contract <2 x double> @llvm.fmuladd.v2f64({{.*}}, <2 x double> %[[P0]])
; CHECK:         fadd contract <2 x double> %{{.*}}, %[[P1]]
define <2 x double> @addend_last(<2 x double> %c, <4 x double> %a, <2 x double> %b) #0 {
  %p = call contract <2 x double> @llvm.matrix.multiply.v2f64.v4f64.v2f64(<4 x double> %a, <2 x double> %b, i32 2, i32 2, i32 1)
  %s = fadd contract <2 x double> %c, %p
  ret <2 x double> %s
}

; !gemmify.seeded: the sum starts from the addend.
; CHECK-LABEL: @seeded(
; CHECK:         %[[S0:.*]] = call contract <2 x double> @llvm.fmuladd.v2f64({{.*}}, <2 x double> %c)
; CHECK:         call contract <2 x double> @llvm.fmuladd.v2f64({{.*}}, <2 x double> %[[S0]])
; CHECK-NOT:     fadd
define <2 x double> @seeded(<2 x double> %c, <4 x double> %a, <2 x double> %b) #0 {
  %p = call contract <2 x double> @llvm.matrix.multiply.v2f64.v4f64.v2f64(<4 x double> %a, <2 x double> %b, i32 2, i32 2, i32 1)
  %s = fadd contract <2 x double> %c, %p, !gemmify.seeded !0
  ret <2 x double> %s
}

; Without contract on both, each product is rounded before it is subtracted.
; CHECK-LABEL: @seeded_rounded(
; CHECK:         %[[P0:.*]] = fmul contract <2 x double>
; CHECK:         %[[S0:.*]] = fsub <2 x double> %c, %[[P0]]
; CHECK:         %[[P1:.*]] = fmul contract <2 x double>
; CHECK:         fsub <2 x double> %[[S0]], %[[P1]]
; CHECK-NOT:     fmuladd
define <2 x double> @seeded_rounded(<2 x double> %c, <4 x double> %a, <2 x double> %b) #0 {
  %p = call contract <2 x double> @llvm.matrix.multiply.v2f64.v4f64.v2f64(<4 x double> %a, <2 x double> %b, i32 2, i32 2, i32 1)
  %s = fsub <2 x double> %c, %p, !gemmify.seeded !0
  ret <2 x double> %s
}

; With reassoc on both the sum may start from the addend as well.
; CHECK-LABEL: @reassociated(
; CHECK:         call reassoc contract <2 x double> @llvm.fmuladd.v2f64({{.*}}, <2 x double> %c)
; CHECK-NOT:     fadd
define <2 x double> @reassociated(<2 x double> %c, <4 x double> %a, <2 x double> %b) #0 {
  %p = call reassoc contract <2 x double> @llvm.matrix.multiply.v2f64.v4f64.v2f64(<4 x double> %a, <2 x double> %b, i32 2, i32 2, i32 1)
  %s = fadd reassoc contract <2 x double> %c, %p
  ret <2 x double> %s
}

; Product minus addend.
; CHECK-LABEL: @minus_addend(
; CHECK:         %[[N:.*]] = fneg <2 x double> %c
; CHECK:         call contract <2 x double> @llvm.fmuladd.v2f64({{.*}}, <2 x double> %[[N]])
define <2 x double> @minus_addend(<2 x double> %c, <2 x double> %a, <1 x double> %b) #0 {
  %p = call contract <2 x double> @llvm.matrix.multiply.v2f64.v2f64.v1f64(<2 x double> %a, <1 x double> %b, i32 2, i32 1, i32 1)
  %s = fsub contract <2 x double> %p, %c
  ret <2 x double> %s
}

; Integers add in any order; nsw and nuw do not survive.
; CHECK-LABEL: @integers(
; CHECK:         %[[P:.*]] = mul <2 x i32>
; CHECK:         add <2 x i32> %c, %[[P]]
define <2 x i32> @integers(<2 x i32> %c, <4 x i32> %a, <2 x i32> %b) #0 {
  %p = call <2 x i32> @llvm.matrix.multiply.v2i32.v4i32.v2i32(<4 x i32> %a, <2 x i32> %b, i32 2, i32 2, i32 1)
  %s = add nsw nuw <2 x i32> %c, %p
  ret <2 x i32> %s
}

attributes #0 = { "target-cpu"="haswell" }
!0 = !{}
