; Lengths of rows that C does not state so.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:7"
target triple = "x86_64-linux-gnu"

; The number that has to be the same for all rows has 64 bits.
; CHECK-LABEL: GEMM nests of 'exact':
; CHECK: equal for all i: (%q * %p)
; CHECK-LABEL: GEMM nests of 'too_long':
; CHECK-NEXT: no nest at %k: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
; Pointers that are no numbers are not compared as such.
; CHECK-LABEL: GEMM nests of 'other_pointers':
; CHECK-NEXT: no nest at %k: an if inside the nest decides what is computed; move it out of the loops or split the nest
define void @exact(i64 %n, ptr noalias %P, ptr noalias %Q, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  %pp = getelementptr inbounds i64, ptr %P, i64 %iv.i
  %p = load i64, ptr %pp
  %pq = getelementptr inbounds i64, ptr %Q, i64 %iv.i
  %q = load i64, ptr %pq
  %product = mul i64 %p, %q
  %length = ashr exact i64 %product, 2
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds float, ptr %C, i64 %ic
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %length
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

define void @too_long(i64 %n, ptr noalias %P, ptr noalias %Q, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  %pp = getelementptr inbounds i64, ptr %P, i64 %iv.i
  %p = load i64, ptr %pp
  %pq = getelementptr inbounds i64, ptr %Q, i64 %iv.i
  %q = load i64, ptr %pq
  %p.long = sext i64 %p to i128
  %q.long = sext i64 %q to i128
  %product = mul i128 %p.long, %q.long
  %quarter = ashr exact i128 %product, 2
  %length = trunc i128 %quarter to i64
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds float, ptr %C, i64 %ic
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %length
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

define void @other_pointers(i64 %n, ptr addrspace(7) %X, ptr addrspace(7) %Y, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  %x = getelementptr i8, ptr addrspace(7) %X, i64 %iv.i
  %y = getelementptr i8, ptr addrspace(7) %Y, i64 %iv.i
  %same = icmp eq ptr addrspace(7) %x, %y
  br i1 %same, label %j, label %i.latch
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds float, ptr %C, i64 %ic
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, 64
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; One load that is two, of a length and of a place, before rows of the result.
; CHECK-LABEL: GEMM nests of 'same_place':
; CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
define void @same_place(i64 %n, ptr noalias %P, ptr noalias %A, ptr noalias %B, ptr %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %pp = getelementptr inbounds i64, ptr %P, i64 %iv.i
  %p = load i64, ptr %pp
  %a.row = getelementptr inbounds float, ptr %A, i64 %p
  %pq = getelementptr inbounds ptr, ptr %C, i64 %iv.i
  %c.row = load ptr, ptr %pq
  %length = load i64, ptr %pp
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %pc = getelementptr inbounds float, ptr %c.row, i64 %iv.j
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %pa = getelementptr inbounds float, ptr %a.row, i64 %iv.k
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %length
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

