; With one row, C's stride is not used, and may be poison. It must not make the
; tests, all of which it takes part in, come out as anything.
;
; RUN: %opt -passes='gemmify,verify' -gemmify-target=odd -S %s | FileCheck %s
;
; CHECK-LABEL: define void @product(
; CHECK: %[[PASSED:.*]] = shl i64 %ld, 2
; CHECK-NEXT: %[[STRIDE:.*]] = freeze i64 %[[PASSED]]
; CHECK: call i1 @gemmify.kernel.{{.*}}i64 %[[STRIDE]]
; CHECK: gemmify.check:
; CHECK: %[[TESTED:.*]] = shl i64 %ld, 2
; CHECK-NEXT: %[[FROZEN:.*]] = freeze i64 %[[TESTED]]
; CHECK-NEXT: icmp slt i64 %[[FROZEN]], 0
; CHECK-NOT: {{(sext|icmp|mul|add|sub).*}} %[[TESTED]]
; CHECK: gemmify.original:

target triple = "x86_64-linux-gnu"

define void @product(i64 %m, i64 %n, i64 %K, i64 %x, i64 %y, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  %ld = add nsw i64 %x, %y
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = phi ptr [ %C, %entry ], [ %row.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %pc = getelementptr float, ptr %row, i64 %iv.j
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %ia = mul i64 %iv.i, %K
  %ik = add i64 %ia, %iv.k
  %pa = getelementptr float, ptr %A, i64 %ik
  %a = load float, ptr %pa
  %kb = mul i64 %iv.k, %n
  %ib = add i64 %kb, %iv.j
  %pb = getelementptr float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %K
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %row.next = getelementptr float, ptr %row, i64 %ld
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}
