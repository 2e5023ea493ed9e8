; alpha*sum + C reads C after the sum is complete, so that unfinished sums may
; not rest there: they have a place in workspace, and a loop over groups of rows
; around the k loop bounds it. With one block of k there are no such sums.
;
; RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=packing \
; RUN:   -verify-each -S %s | FileCheck %s
; RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=packing \
; RUN:   -verify-each -S %s | FileCheck %s --check-prefix=FINAL
;
; CHECK-LABEL: define internal i1 @gemmify.kernel.
; CHECK: {{^}}jc:
; CHECK: {{^}}group:
; CHECK: {{^}}pc:
; CHECK: {{^}}ic:
; CHECK: {{^}}micro:
;
; The final value is computed for one column of a tile, or for one element.
; FINAL: {{^}}tile.out:
; FINAL: load <3 x float>
; FINAL: fmul <3 x float>
; FINAL: fadd <3 x float>
; FINAL: store <3 x float>
; FINAL: load float
; FINAL: fmul float
; FINAL: fadd float
; FINAL: store float

target triple = "x86_64-linux-gnu"

define void @final(i64 %m, i64 %n, i64 %k, ptr noalias %A, ptr noalias %B, ptr noalias %C, float %alpha) {
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
  %s1 = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %l.next = add nuw nsw i64 %l, 1
  %k.done = icmp eq i64 %l.next, %k
  br i1 %k.done, label %j.latch, label %k.loop

j.latch:
  %old = load float, ptr %pc, align 4
  %as = fmul float %s1, %alpha
  %new = fadd float %as, %old
  store float %new, ptr %pc, align 4
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

declare float @llvm.fmuladd.f32(float, float, float)
