; The kernel's arithmetic is the source's: a separate multiply and add stay
; separate, a difference is a difference.
;
; RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=packing \
; RUN:   -gemmify-kr=2 -verify-each -S %s | FileCheck %s
;
; CHECK: @gemmify.starts = private unnamed_addr constant <15 x float> zeroinitializer, align 64
; CHECK-LABEL: define internal i1 @gemmify.kernel.
; CHECK: select i1 {{.*}}, ptr @gemmify.starts, ptr
; CHECK: {{^}}micro:
; CHECK: %[[P:.*]] = call <15 x float> @llvm.matrix.multiply
; CHECK: fadd <15 x float> %acc, %[[P]], !gemmify.seeded
;
; CHECK-LABEL: define internal i1 @gemmify.kernel.
; CHECK-NOT: @gemmify.starts
; CHECK: {{^}}micro:
; CHECK: %[[P:.*]] = call <15 x float> @llvm.matrix.multiply
; CHECK: fsub <15 x float> %acc{{[0-9]*}}, %[[P]], !gemmify.seeded

target triple = "x86_64-linux-gnu"

define void @plain(i64 %m, i64 %n, i64 %k, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul nsw i64 %i, %k
  %row.c = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %xc = add nsw i64 %row.c, %j
  %pc = getelementptr inbounds float, ptr %C, i64 %xc
  br label %k.loop

k.loop:
  %l = phi i64 [ 0, %j.loop ], [ %l.next, %k.loop ]
  %s = phi float [ 0.000000e+00, %j.loop ], [ %s1, %k.loop ]
  %xa = add nsw i64 %row.a, %l
  %pa = getelementptr inbounds float, ptr %A, i64 %xa
  %a = load float, ptr %pa, align 4
  %row.b = mul nsw i64 %l, %n
  %xb = add nsw i64 %row.b, %j
  %pb = getelementptr inbounds float, ptr %B, i64 %xb
  %b = load float, ptr %pb, align 4
  %p = fmul float %a, %b
  %s1 = fadd float %s, %p
  %l.next = add nuw nsw i64 %l, 1
  %k.done = icmp eq i64 %l.next, %k
  br i1 %k.done, label %j.latch, label %k.loop

j.latch:
  store float %s1, ptr %pc, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

define void @minus(i64 %m, i64 %n, i64 %k, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul nsw i64 %i, %k
  %row.c = mul nsw i64 %i, %n
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
  %row.b = mul nsw i64 %l, %n
  %xb = add nsw i64 %row.b, %j
  %pb = getelementptr inbounds float, ptr %B, i64 %xb
  %b = load float, ptr %pb, align 4
  %p = fmul float %a, %b
  %s1 = fsub float %s, %p
  %l.next = add nuw nsw i64 %l, 1
  %k.done = icmp eq i64 %l.next, %k
  br i1 %k.done, label %j.latch, label %k.loop

j.latch:
  store float %s1, ptr %pc, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}
