; A small product of constant size is one multiply without loops, and replaces
; the nest where it stands.
;
; RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=intrinsic \
; RUN:   -verify-each -S %s | FileCheck %s
;
; CHECK-LABEL: define void @small(
; CHECK-NOT: phi
; CHECK: %[[B:.*]] = call <30 x float> @llvm.matrix.column.major.load.v30f32.i64(ptr {{.*}}%B, i64 5, i1 false, i32 5, i32 6)
; CHECK: %[[A:.*]] = call <24 x float> @llvm.matrix.column.major.load.v24f32.i64(ptr {{.*}}%A, i64 6, i1 false, i32 6, i32 4)
; CHECK: %[[C:.*]] = call <20 x float> @llvm.matrix.column.major.load.v20f32.i64(ptr {{.*}}%C, i64 5, i1 false, i32 5, i32 4)
; CHECK: %[[P:.*]] = call contract <20 x float> @llvm.matrix.multiply.v20f32.v30f32.v24f32(<30 x float> %[[B]], <24 x float> %[[A]], i32 5, i32 6, i32 4)
; CHECK: %[[S:.*]] = fadd contract <20 x float> %[[C]], %[[P]], !gemmify.seeded
; CHECK: call void @llvm.matrix.column.major.store.v20f32.i64(<20 x float> %[[S]], ptr {{.*}}%C, i64 5
; CHECK: ret void
; CHECK-NOT: @gemmify.kernel.

target triple = "x86_64-linux-gnu"

define void @small(ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul nsw i64 %i, 6
  %row.c = mul nsw i64 %i, 5
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %xc = add nsw i64 %row.c, %j
  %pc = getelementptr inbounds float, ptr %C, i64 %xc
  %s0 = load float, ptr %pc, align 4
  br label %k.loop

k.loop:
  %l = phi i64 [ 0, %j.loop ], [ %l.next, %k.loop ]
  %s = phi float [ %s0, %j.loop ], [ %s1, %k.loop ]
  %xa = add nsw i64 %row.a, %l
  %pa = getelementptr inbounds float, ptr %A, i64 %xa
  %a = load float, ptr %pa, align 4
  %row.b = mul nsw i64 %l, 5
  %xb = add nsw i64 %row.b, %j
  %pb = getelementptr inbounds float, ptr %B, i64 %xb
  %b = load float, ptr %pb, align 4
  %s1 = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %l.next = add nuw nsw i64 %l, 1
  %k.done = icmp eq i64 %l.next, 6
  br i1 %k.done, label %j.latch, label %k.loop

j.latch:
  store float %s1, ptr %pc, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 5
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 4
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)
