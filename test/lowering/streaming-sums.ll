; Sums in SME's ZA, which holds one at a time: a sum stays there where each of its
; values is used before another takes its place. Elsewhere each product loads its sum
; and stores it.
; RUN: %opt -mtriple=aarch64-unknown-linux-gnu -mattr=+sme -passes=gemmify-lower -S %s | FileCheck %s

; CHECK-LABEL: @alone(
; CHECK:         call void @llvm.aarch64.sme.ld1w.horiz(
; CHECK:       loop:
; CHECK-NOT:     @llvm.aarch64.sme.{{ld1|st1}}
; CHECK-COUNT-4: call void @llvm.aarch64.sme.mopa.nxv4f32(
; CHECK-NOT:     @llvm.aarch64.sme.{{ld1|st1}}
; CHECK:       exit:
; CHECK-COUNT-64: call void @llvm.aarch64.sme.st1w.horiz(
; CHECK-NOT:     @llvm.aarch64.sme
; CHECK:         ret void
define void @alone(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n) #0 {
entry:
  %init = call <1024 x float> @llvm.matrix.column.major.load.v1024f32.i64(ptr %c, i64 32, i1 false, i32 32, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <1024 x float> [ %init, %entry ], [ %next, %loop ]
  %ap = getelementptr <32 x float>, ptr %a, i64 %k
  %bp = getelementptr <32 x float>, ptr %b, i64 %k
  %x = load <32 x float>, ptr %ap, align 4
  %y = load <32 x float>, ptr %bp, align 4
  %xy = call contract <1024 x float> @llvm.matrix.multiply.v1024f32.v32f32.v32f32(<32 x float> %x, <32 x float> %y, i32 32, i32 1, i32 32)
  %next = fadd contract <1024 x float> %sum, %xy
  %k.next = add i64 %k, 1
  %done = icmp eq i64 %k.next, %n
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024f32.i64(<1024 x float> %next, ptr %c, i64 32, i1 false, i32 32, i32 32)
  ret void
}

; Two sums in one loop.
; CHECK-LABEL: @two(
; CHECK:       loop:
; CHECK:         call void @llvm.aarch64.sme.ld1w.horiz(
; CHECK:         call void @llvm.aarch64.sme.mopa.nxv4f32(
; CHECK:         call void @llvm.aarch64.sme.st1w.horiz(
; CHECK:         call void @llvm.aarch64.sme.ld1w.horiz(
; CHECK:         call void @llvm.aarch64.sme.mopa.nxv4f32(
; CHECK:         call void @llvm.aarch64.sme.st1w.horiz(
; CHECK:       exit:
; CHECK-NOT:     @llvm.aarch64.sme
; CHECK:         ret void
define void @two(ptr noalias %a, ptr noalias %b, ptr noalias %c, ptr noalias %d, i64 %n) #0 {
entry:
  %init = call <1024 x float> @llvm.matrix.column.major.load.v1024f32.i64(ptr %c, i64 32, i1 false, i32 32, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <1024 x float> [ %init, %entry ], [ %next, %loop ]
  %other = phi <1024 x float> [ %init, %entry ], [ %next.other, %loop ]
  %ap = getelementptr <32 x float>, ptr %a, i64 %k
  %bp = getelementptr <32 x float>, ptr %b, i64 %k
  %x = load <32 x float>, ptr %ap, align 4
  %y = load <32 x float>, ptr %bp, align 4
  %xy = call contract <1024 x float> @llvm.matrix.multiply.v1024f32.v32f32.v32f32(<32 x float> %x, <32 x float> %y, i32 32, i32 1, i32 32)
  %next = fadd contract <1024 x float> %sum, %xy
  %yx = call contract <1024 x float> @llvm.matrix.multiply.v1024f32.v32f32.v32f32(<32 x float> %y, <32 x float> %x, i32 32, i32 1, i32 32)
  %next.other = fadd contract <1024 x float> %other, %yx
  %k.next = add i64 %k, 1
  %done = icmp eq i64 %k.next, %n
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024f32.i64(<1024 x float> %next, ptr %c, i64 32, i1 false, i32 32, i32 32)
  call void @llvm.matrix.column.major.store.v1024f32.i64(<1024 x float> %next.other, ptr %d, i64 32, i1 false, i32 32, i32 32)
  ret void
}

; A value that is used behind the product that adds to it.
; CHECK-LABEL: @before(
; CHECK:       loop:
; CHECK:         call void @llvm.aarch64.sme.ld1w.horiz(
; CHECK:         call void @llvm.aarch64.sme.mopa.nxv4f32(
; CHECK:         call void @llvm.aarch64.sme.st1w.horiz(
; CHECK:       exit:
; CHECK-NOT:     @llvm.aarch64.sme
; CHECK:         ret void
define void @before(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n) #0 {
entry:
  %init = call <1024 x float> @llvm.matrix.column.major.load.v1024f32.i64(ptr %c, i64 32, i1 false, i32 32, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <1024 x float> [ %init, %entry ], [ %next, %loop ]
  %ap = getelementptr <32 x float>, ptr %a, i64 %k
  %bp = getelementptr <32 x float>, ptr %b, i64 %k
  %x = load <32 x float>, ptr %ap, align 4
  %y = load <32 x float>, ptr %bp, align 4
  %xy = call contract <1024 x float> @llvm.matrix.multiply.v1024f32.v32f32.v32f32(<32 x float> %x, <32 x float> %y, i32 32, i32 1, i32 32)
  %next = fadd contract <1024 x float> %sum, %xy
  %k.next = add i64 %k, 1
  %done = icmp eq i64 %k.next, %n
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024f32.i64(<1024 x float> %sum, ptr %c, i64 32, i1 false, i32 32, i32 32)
  ret void
}

; Two start values on the ways out of one block.
; CHECK-LABEL: @starts(
; CHECK:       loop:
; CHECK:         call void @llvm.aarch64.sme.ld1w.horiz(
; CHECK:         call void @llvm.aarch64.sme.mopa.nxv4f32(
; CHECK:         call void @llvm.aarch64.sme.st1w.horiz(
; CHECK:       exit:
; CHECK-NOT:     @llvm.aarch64.sme
; CHECK:         ret void
define void @starts(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %n) #0 {
entry:
  %init = call <1024 x float> @llvm.matrix.column.major.load.v1024f32.i64(ptr %c, i64 32, i1 false, i32 32, i32 32)
  %rest = call <1024 x float> @llvm.matrix.column.major.load.v1024f32.i64(ptr %b, i64 32, i1 false, i32 32, i32 32)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %exit, label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <1024 x float> [ %init, %entry ], [ %next, %loop ]
  %ap = getelementptr <32 x float>, ptr %a, i64 %k
  %x = load <32 x float>, ptr %ap, align 4
  %xy = call contract <1024 x float> @llvm.matrix.multiply.v1024f32.v32f32.v32f32(<32 x float> %x, <32 x float> %x, i32 32, i32 1, i32 32)
  %next = fadd contract <1024 x float> %sum, %xy
  %k.next = add i64 %k, 1
  %done = icmp eq i64 %k.next, %n
  br i1 %done, label %exit, label %loop
exit:
  %end = phi <1024 x float> [ %rest, %entry ], [ %next, %loop ]
  call void @llvm.matrix.column.major.store.v1024f32.i64(<1024 x float> %end, ptr %c, i64 32, i1 false, i32 32, i32 32)
  ret void
}

; Something else may use ZA in between.
; CHECK-LABEL: @calls(
; CHECK:       loop:
; CHECK:         call void @llvm.aarch64.sme.ld1w.horiz(
; CHECK:         call void @llvm.aarch64.sme.mopa.nxv4f32(
; CHECK:         call void @llvm.aarch64.sme.st1w.horiz(
; CHECK:       exit:
declare void @other()
define void @calls(ptr noalias %a, ptr noalias %c, i64 %n) #0 {
entry:
  %init = call <1024 x float> @llvm.matrix.column.major.load.v1024f32.i64(ptr %c, i64 32, i1 false, i32 32, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %sum = phi <1024 x float> [ %init, %entry ], [ %next, %loop ]
  %ap = getelementptr <32 x float>, ptr %a, i64 %k
  %x = load <32 x float>, ptr %ap, align 4
  %xy = call contract <1024 x float> @llvm.matrix.multiply.v1024f32.v32f32.v32f32(<32 x float> %x, <32 x float> %x, i32 32, i32 1, i32 32)
  %next = fadd contract <1024 x float> %sum, %xy
  call void @other()
  %k.next = add i64 %k, 1
  %done = icmp eq i64 %k.next, %n
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024f32.i64(<1024 x float> %next, ptr %c, i64 32, i1 false, i32 32, i32 32)
  ret void
}

; Sections that are not all tiles, and functions that do not stream.
; CHECK-LABEL: @small(
; CHECK-NOT:     @llvm.aarch64.sme
; CHECK:         ret void
define void @small(ptr noalias %a, ptr noalias %b, ptr noalias %c) #0 {
  %x = load <32 x float>, ptr %a, align 4
  %y = load <4 x float>, ptr %b, align 4
  %xy = call contract <128 x float> @llvm.matrix.multiply.v128f32.v32f32.v4f32(<32 x float> %x, <4 x float> %y, i32 32, i32 1, i32 4)
  store <128 x float> %xy, ptr %c, align 4
  ret void
}

; CHECK-LABEL: @apart(
; CHECK-NOT:     @llvm.aarch64.sme
; CHECK:         ret void
define void @apart(ptr noalias %a, ptr noalias %b, ptr noalias %c) "gemmify-may-stream"="512" {
  %x = load <32 x float>, ptr %a, align 4
  %y = load <32 x float>, ptr %b, align 4
  %xy = call contract <1024 x float> @llvm.matrix.multiply.v1024f32.v32f32.v32f32(<32 x float> %x, <32 x float> %y, i32 32, i32 1, i32 32)
  store <1024 x float> %xy, ptr %c, align 4
  ret void
}

attributes #0 = { "gemmify-may-stream"="512" "aarch64_pstate_sm_body" "aarch64_new_za" vscale_range(4,16) }
