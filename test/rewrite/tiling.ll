; Tiling packs nothing but single slivers, and computes tiles of all shapes: here
; 50 = 16*3 + 2 rows of the kernel and 30 = 6*5 columns. Whole tiles that follow
; each other are computed by a function, tiles of other shapes by another.
;
; RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=tiling \
; RUN:   -verify-each -S %s | FileCheck %s
;
; CHECK-LABEL: define internal i1 @gemmify.kernel.
; CHECK-NOT: @malloc
; CHECK: {{^}}tiles:
; CHECK: call void @gemmify.tile.[[WHOLE:[0-9a-f]+]](i64 %{{.*}}, ptr %{{.*}}, i64 4, i64 20,{{.*}} i64 50, i64 %{{[0-9]+}}, i64 0)
; CHECK: call void @gemmify.tile.[[EDGE:[0-9a-f]+]](
;
; CHECK: define internal void @gemmify.tile.[[WHOLE]](
; CHECK: {{^}}run:
; CHECK: call void @llvm.prefetch
; CHECK: {{^}}micro:
; CHECK: load <3 x float>
; Columns are three to a pointer.
; CHECK: load float, ptr %right, align 4
; CHECK: load float, ptr %right{{[0-9]+}}, align 4
; CHECK: insertelement <5 x float> %{{.*}}, float %{{.*}}, i64 4
; CHECK: call contract <15 x float> @llvm.matrix.multiply.v15f32.v3f32.v5f32

target triple = "x86_64-linux-gnu"

define void @tiled(ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul nsw i64 %i, 20
  %row.c = mul nsw i64 %i, 50
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
  %row.b = mul nsw i64 %l, 50
  %xb = add nsw i64 %row.b, %j
  %pb = getelementptr inbounds float, ptr %B, i64 %xb
  %b = load float, ptr %pb, align 4
  %s1 = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %l.next = add nuw nsw i64 %l, 1
  %k.done = icmp eq i64 %l.next, 20
  br i1 %k.done, label %j.latch, label %k.loop

j.latch:
  store float %s1, ptr %pc, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 50
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 30
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)
