; Rejections that C does not lead to, or that its optimizer removes.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-linux-gnu"

; CHECK-LABEL: GEMM nests of 'reads_again':
; CHECK-NEXT: no nest at %k: C is read again after the nest has written to it
define void @reads_again(i64 %n, i64 %K, ptr %A, ptr noalias %B, ptr noalias %C) {
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
  store float 1.0, ptr %pc
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
  %k.done = icmp eq i64 %k.next, %K
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %old = load float, ptr %pc
  %total = fadd float %old, %s.next
  store float %total, ptr %pc
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

; CHECK-LABEL: GEMM nests of 'leaves_in_the_middle':
; CHECK-NEXT: no nest at %k: a loop of the nest exits from the middle of its body
define void @leaves_in_the_middle(i64 %n, i64 %K, ptr %A, ptr noalias %B, ptr noalias %C) {
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
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.rest ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k.rest ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  br label %k.test
k.test:
  %k.done = icmp eq i64 %k.next, %K
  br i1 %k.done, label %j.latch, label %k.rest
k.rest:
  br label %k
j.latch:
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

; CHECK-LABEL: GEMM nests of 'wide_counter':
; CHECK-NEXT: no nest at %k: a loop counter is wider than 64 bits
define void @wide_counter(i64 %n, i128 %K, ptr %A, ptr noalias %B, ptr noalias %C) {
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
  br label %k
k:
  %iv.k = phi i128 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %k64 = trunc i128 %iv.k to i64
  %ia = add nsw i64 %row, %k64
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %k64, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i128 %iv.k, 1
  %k.done = icmp eq i128 %k.next, %K
  br i1 %k.done, label %j.latch, label %k
j.latch:
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

; CHECK-LABEL: GEMM nests of 'address_space':
; CHECK-NEXT: no nest at %k: only 64-bit pointers in the default address space are supported
define void @address_space(i64 %n, i64 %K, ptr addrspace(1) %A, ptr noalias %B, ptr noalias %C) {
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
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr addrspace(1) %A, i64 %ia
  %a = load float, ptr addrspace(1) %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
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
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; CHECK-LABEL: GEMM nests of 'atomic_operand':
; CHECK-NEXT: no nest at %k: the nest has a volatile or atomic access
define void @atomic_operand(i64 %n, i64 %K, ptr %A, ptr noalias %B, ptr noalias %C) {
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
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load atomic float, ptr %pa unordered, align 4
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
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
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; The pitch is read in a loop that is not rotated: whether its body is reached
; is not known before.
; CHECK-LABEL: GEMM nests of 'reads_while_clearing':
; CHECK-NEXT: no nest at %j: a bound, address or stride of the nest cannot be computed safely before it
define void @reads_while_clearing(i64 %n, ptr %pitch, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %clear
clear:
  %iv.c = phi i64 [ 0, %i ], [ %c.next, %clear.body ]
  %ld = load i64, ptr %pitch
  %row = mul i64 %iv.i, %ld
  %c.done = icmp eq i64 %iv.c, %n
  br i1 %c.done, label %k.pre, label %clear.body
clear.body:
  %ic0 = add i64 %row, %iv.c
  %pc0 = getelementptr float, ptr %C, i64 %ic0
  store float 0.0, ptr %pc0
  %c.next = add nuw nsw i64 %iv.c, 1
  br label %clear
k.pre:
  br label %k
k:
  %iv.k = phi i64 [ 0, %k.pre ], [ %k.next, %k.latch ]
  %ia0 = shl i64 %iv.i, 6
  %ia = add i64 %ia0, %iv.k
  %pa = getelementptr float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %ib0 = shl i64 %iv.k, 6
  br label %j
j:
  %iv.j = phi i64 [ 0, %k ], [ %j.next, %j.body ]
  %j.done = icmp eq i64 %iv.j, %n
  br i1 %j.done, label %k.latch, label %j.body
j.body:
  %ib = add i64 %ib0, %iv.j
  %pb = getelementptr float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %ic = add i64 %row, %iv.j
  %pc = getelementptr float, ptr %C, i64 %ic
  %s = load float, ptr %pc
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  br label %j
k.latch:
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, 64
  br i1 %k.done, label %i.latch, label %k
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)
