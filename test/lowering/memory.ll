; Where memory is read and written, and where it must not be.
; RUN: %opt -passes=gemmify-lower -verify-each -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; Read where the product needs it; each section is stored at once.
; CHECK-LABEL: @apart(
; CHECK-NOT:     load <16 x float>
; CHECK:         load <4 x float>, ptr %a
; CHECK:         load float, ptr %b
; CHECK:         store <4 x float>
; CHECK-NOT:     <16 x float>
define void @apart(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = load <16 x float>, ptr %a, align 4
  %y = load <16 x float>, ptr %b, align 4
  %p = call contract <16 x float> @llvm.matrix.multiply.v16f32.v16f32.v16f32(<16 x float> %x, <16 x float> %y, i32 4, i32 4, i32 4)
  store <16 x float> %p, ptr %c, align 4
  ret void
}

; The result may overlap the operands: all of it is computed first.
; CHECK-LABEL: @overlapping(
; CHECK-NOT:     store
; CHECK:         load float, ptr %{{.*}}
; CHECK-COUNT-12: @llvm.fmuladd
; CHECK-NOT:     load
; CHECK-COUNT-4: store <4 x float>
; CHECK:         ret void
define void @overlapping(ptr %a, ptr %b, ptr %c) #0 {
  %x = load <16 x float>, ptr %a, align 4
  %y = load <16 x float>, ptr %b, align 4
  %p = call contract <16 x float> @llvm.matrix.multiply.v16f32.v16f32.v16f32(<16 x float> %x, <16 x float> %y, i32 4, i32 4, i32 4)
  store <16 x float> %p, ptr %c, align 4
  ret void
}

; A write in between: the operand is read before it, in pieces.
; CHECK-LABEL: @written_between(
; CHECK-COUNT-2: load <2 x float>, ptr
; CHECK:         store float 0.000000e+00, ptr %a
; CHECK-NOT:     load <2 x float>, ptr %a
; CHECK:         fmul
define void @written_between(ptr %a, ptr noalias %b, ptr %c) #0 {
  %x = load <4 x float>, ptr %a, align 4
  store float 0.0, ptr %a
  %y = load <4 x float>, ptr %b, align 4
  %p = call contract <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %x, <4 x float> %y, i32 2, i32 2, i32 2)
  store <4 x float> %p, ptr %c, align 4
  ret void
}

; A 4×2 product stored as a 2×4 matrix: its columns are cut at other places.
; CHECK-LABEL: @stored_in_another_shape(
; CHECK-NOT:     store <4 x float>
; CHECK-COUNT-4: store <2 x float>
; CHECK:         ret void
define void @stored_in_another_shape(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = load <4 x float>, ptr %a, align 4
  %y = load <2 x float>, ptr %b, align 4
  %p = call <8 x float> @llvm.matrix.multiply.v8f32.v4f32.v2f32(<4 x float> %x, <2 x float> %y, i32 4, i32 1, i32 2)
  call void @llvm.matrix.column.major.store.v8f32.i64(<8 x float> %p, ptr align 4 %c, i64 5, i1 false, i32 2, i32 4)
  ret void
}

; Volatile: each column once, at its place.
; CHECK-LABEL: @volatile(
; CHECK-COUNT-2: load volatile <3 x double>
; CHECK-NOT:     load
; CHECK-COUNT-2: store volatile <3 x double>
; CHECK-NOT:     store
; CHECK:         ret void
define void @volatile(ptr %a, i32 %stride) #0 {
  %x = call <6 x double> @llvm.matrix.column.major.load.v6f64.i32(ptr align 8 %a, i32 %stride, i1 true, i32 3, i32 2)
  call void @llvm.matrix.column.major.store.v6f64.i32(<6 x double> %x, ptr align 8 %a, i32 %stride, i1 true, i32 3, i32 2)
  ret void
}

; Alignment follows the column's and the row's distance.
; CHECK-LABEL: @alignment(
; CHECK:         load <8 x float>, ptr %a, align 64
; CHECK:         load <8 x float>, ptr %{{.*}}, align 32
; CHECK:         load <8 x float>, ptr %{{.*}}, align 16
; CHECK:         load <8 x float>, ptr %{{.*}}, align 16
define void @alignment(ptr %a, ptr %c) #0 {
  %x = call <32 x float> @llvm.matrix.column.major.load.v32f32.i64(ptr align 64 %a, i64 20, i1 false, i32 16, i32 2)
  store <32 x float> %x, ptr %c
  ret void
}

; Seven-bit integers touch in memory: columns and vectors are read whole.
; CHECK-LABEL: @packed_bits(
; CHECK:         load <4 x i7>, ptr %a
; CHECK:         load <2 x i7>, ptr %b
; CHECK:         store <4 x i7>
; CHECK-NOT:     @llvm.matrix
define void @packed_bits(ptr %a, ptr %b, i64 %s) #0 {
  %x = load <4 x i7>, ptr %a
  %y = call <4 x i7> @llvm.matrix.column.major.load.v4i7.i64(ptr %b, i64 %s, i1 false, i32 2, i32 2)
  %p = call <4 x i7> @llvm.matrix.multiply.v4i7.v4i7.v4i7(<4 x i7> %x, <4 x i7> %y, i32 2, i32 2, i32 2)
  store <4 x i7> %p, ptr %a
  ret void
}

; Too large to write out: loops over sections and k, straight into the result,
; with accumulators in registers.
; CHECK-LABEL: @loops(
; CHECK-NOT:     alloca
; CHECK-NOT:     <4096 x float>
; CHECK-COUNT-12: phi <8 x float>
; CHECK:         !llvm.loop
; CHECK-NOT:     <4096 x float>
; CHECK:         ret void
define void @loops(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = load <4096 x float>, ptr %a, align 4
  %y = load <4096 x float>, ptr %b, align 4
  %p = call contract <4096 x float> @llvm.matrix.multiply.v4096f32.v4096f32.v4096f32(<4096 x float> %x, <4096 x float> %y, i32 64, i32 64, i32 64)
  store <4096 x float> %p, ptr %c, align 4
  ret void
}

attributes #0 = { "target-cpu"="haswell" }
