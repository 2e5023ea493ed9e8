; A loop that is left from its header runs the code there once more than its
; body: neither the sum nor a store may stand there.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s

target triple = "x86_64-linux-gnu"

; CHECK-LABEL: GEMM nests of 'sum_in_header':
; CHECK-NEXT: no nest at %k: a loop that is not rotated adds before its exit test; run loop-rotate first
define void @sum_in_header(i64 %n, ptr %A, ptr %B, ptr %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.latch ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k.latch ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k.latch
k.latch:
  br label %k
j.latch:
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds float, ptr %C, i64 %ic
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; CHECK-LABEL: GEMM nests of 'store_in_header':
; CHECK-NEXT: no nest at %k: a loop that is not rotated writes before its exit test; run loop-rotate first
define void @store_in_header(i64 %n, ptr %A, ptr %B, ptr %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds float, ptr %C, i64 %ic
  store float 0.0, ptr %pc
  %j.done = icmp eq i64 %iv.j, %n
  br i1 %j.done, label %i.latch, label %k.ph
k.ph:
  br label %k
k:
  %iv.k = phi i64 [ 0, %k.ph ], [ %k.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s = load float, ptr %pc
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  store float %s.next, ptr %pc
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %j.next = add nuw nsw i64 %iv.j, 1
  br label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)
