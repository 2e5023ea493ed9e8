; Forms that C cannot say.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Two latches that cannot be made one, in a loop with a condition.
; CHECK-LABEL: GEMM nests of 'two_latches':
; CHECK-NEXT: no nest at %k.loop: an if inside the nest decides what is computed; move it out of the loops or split the nest
define void @two_latches(ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D, ptr %to) {
entry:
  br label %i.loop
i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %x.loop
x.loop:
  %x = phi i64 [ 0, %i.loop ], [ %x.next, %x.even ], [ %x.next, %x.odd ]
  %d.at = getelementptr i64, ptr %D, i64 %x
  %d = load i64, ptr %d.at, align 8
  %d.is = icmp sgt i64 %d, 5
  br i1 %d.is, label %x.if, label %x.end
x.if:
  store i64 1, ptr %d.at, align 8
  br label %x.end
x.end:
  %x.next = add nuw nsw i64 %x, 1
  %x.done = icmp eq i64 %x.next, 64
  br i1 %x.done, label %j.before, label %x.more
x.more:
  br i1 %d.is, label %x.even, label %x.odd
x.even:
  indirectbr ptr %to, [label %x.loop]
x.odd:
  indirectbr ptr %to, [label %x.loop]
j.before:
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %j.before ], [ %j.next, %j.latch ]
  %c.at = getelementptr [64 x i64], ptr %C, i64 %i, i64 %j
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %sum = phi i64 [ 0, %j.loop ], [ %sum.next, %k.loop ]
  %a.at = getelementptr [64 x i64], ptr %A, i64 %i, i64 %k
  %a = load i64, ptr %a.at, align 8
  %b.at = getelementptr [64 x i64], ptr %B, i64 %k, i64 %j
  %b = load i64, ptr %b.at, align 8
  %z = mul i64 %a, %b
  %sum.next = add i64 %sum, %z
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, 64
  br i1 %k.done, label %j.latch, label %k.loop
j.latch:
  store i64 %sum.next, ptr %c.at, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %i.latch, label %j.loop
i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 64
  br i1 %i.done, label %exit, label %i.loop
exit:
  ret void
}

; Two ways that meet in an inner loop, and no block where that loop ends.
; CHECK-LABEL: GEMM nests of 'no_join':
; CHECK-NEXT: no nest at %k.loop: an if inside the nest decides what is computed; move it out of the loops or split the nest
define void @no_join(ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D, ptr %to) {
entry:
  br label %i.loop
i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %x.loop
x.loop:
  %d.at = getelementptr i64, ptr %D, i64 %i
  %d = load i64, ptr %d.at, align 8
  %d.is = icmp sgt i64 %d, 5
  br i1 %d.is, label %x.if, label %x.else
x.if:
  store i64 1, ptr %d.at, align 8
  indirectbr ptr %to, [label %y.loop]
x.else:
  store i64 2, ptr %d.at, align 8
  indirectbr ptr %to, [label %y.loop]
y.loop:
  store i64 3, ptr %d.at, align 8
  indirectbr ptr %to, [label %y.loop, label %x.loop, label %j.before]
j.before:
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %j.before ], [ %j.next, %j.latch ]
  %c.at = getelementptr [64 x i64], ptr %C, i64 %i, i64 %j
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %sum = phi i64 [ 0, %j.loop ], [ %sum.next, %k.loop ]
  %a.at = getelementptr [64 x i64], ptr %A, i64 %i, i64 %k
  %a = load i64, ptr %a.at, align 8
  %b.at = getelementptr [64 x i64], ptr %B, i64 %k, i64 %j
  %b = load i64, ptr %b.at, align 8
  %z = mul i64 %a, %b
  %sum.next = add i64 %sum, %z
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, 64
  br i1 %k.done, label %j.latch, label %k.loop
j.latch:
  store i64 %sum.next, ptr %c.at, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %i.latch, label %j.loop
i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 64
  br i1 %i.done, label %exit, label %i.loop
exit:
  ret void
}

; A guard that is loaded as a vector.
; CHECK-LABEL: GEMM nests of 'vector_guard':
; CHECK-NEXT: no nest at %k.loop: an if inside the nest decides what is computed; move it out of the loops or split the nest
define void @vector_guard(ptr %A, ptr %B, ptr %C, ptr %G) {
entry:
  br label %i.loop
i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %v = load <2 x i32>, ptr %G, align 8
  %g = bitcast <2 x i32> %v to i64
  %g.is = icmp eq i64 %g, 0
  br i1 %g.is, label %i.latch, label %j.before
j.before:
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %j.before ], [ %j.next, %j.latch ]
  %c.at = getelementptr [1024 x i64], ptr %C, i64 %i, i64 %j
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %sum = phi i64 [ 0, %j.loop ], [ %sum.2, %k.loop ]
  %a.at = getelementptr [1024 x i64], ptr %A, i64 %i, i64 %k
  %a = load i64, ptr %a.at, align 4
  %b.at = getelementptr [1024 x i64], ptr %B, i64 %k, i64 %j
  %b = load i64, ptr %b.at, align 4
  %product = mul i64 %a, %b
  %sum.2 = add i64 %sum, %product
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, 1024
  br i1 %k.done, label %j.latch, label %k.loop
j.latch:
  store i64 %sum.2, ptr %c.at, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 1024
  br i1 %j.done, label %i.latch.before, label %j.loop
i.latch.before:
  br label %i.latch
i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 1024
  br i1 %i.done, label %exit, label %i.loop
exit:
  ret void
}

; A step that is fused by its flags is no copy of one that is fused by fmuladd.
; CHECK-LABEL: GEMM nests of 'fused_by_flags':
; CHECK-NEXT: no nest at %k.loop: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
define void @fused_by_flags(ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i.loop
i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %c.at = getelementptr [1024 x float], ptr %C, i64 %i, i64 %j
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %sum = phi float [ 0.0, %j.loop ], [ %sum.2, %k.loop ]
  %a.at = getelementptr [1024 x float], ptr %A, i64 %i, i64 %k
  %a = load float, ptr %a.at, align 4
  %b.at = getelementptr [1024 x float], ptr %B, i64 %k, i64 %j
  %b = load float, ptr %b.at, align 4
  %sum.1 = call contract float @llvm.fmuladd.f32(float %a, float %b, float %sum)
  %k.1 = add nuw nsw i64 %k, 1
  %a1.at = getelementptr [1024 x float], ptr %A, i64 %i, i64 %k.1
  %a1 = load float, ptr %a1.at, align 4
  %b1.at = getelementptr [1024 x float], ptr %B, i64 %k.1, i64 %j
  %b1 = load float, ptr %b1.at, align 4
  %product = fmul contract float %a1, %b1
  %sum.2 = fadd contract float %sum.1, %product
  %k.next = add nuw nsw i64 %k, 2
  %k.done = icmp eq i64 %k.next, 1024
  br i1 %k.done, label %j.latch, label %k.loop
j.latch:
  store float %sum.2, ptr %c.at, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 1024
  br i1 %j.done, label %i.latch, label %j.loop
i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 1024
  br i1 %i.done, label %exit, label %i.loop
exit:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)

; A length that is wider than an address.
; CHECK-LABEL: GEMM nests of 'long_length':
; CHECK: kept: another statement of the nest touches memory that cannot be told apart from the product's arrays before the nest; use restrict or split the loop
define void @long_length(ptr %A, ptr %B, ptr %C, ptr %G) {
entry:
  br label %i.loop
i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  call void @llvm.memset.p0.i128(ptr %G, i8 0, i128 64, i1 false)
  br label %j.before
j.before:
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %j.before ], [ %j.next, %j.latch ]
  %c.at = getelementptr [1024 x i64], ptr %C, i64 %i, i64 %j
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %sum = phi i64 [ 0, %j.loop ], [ %sum.2, %k.loop ]
  %a.at = getelementptr [1024 x i64], ptr %A, i64 %i, i64 %k
  %a = load i64, ptr %a.at, align 4
  %b.at = getelementptr [1024 x i64], ptr %B, i64 %k, i64 %j
  %b = load i64, ptr %b.at, align 4
  %product = mul i64 %a, %b
  %sum.2 = add i64 %sum, %product
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, 1024
  br i1 %k.done, label %j.latch, label %k.loop
j.latch:
  store i64 %sum.2, ptr %c.at, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 1024
  br i1 %j.done, label %i.latch.before, label %j.loop
i.latch.before:
  br label %i.latch
i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 1024
  br i1 %i.done, label %exit, label %i.loop
exit:
  ret void
}

; A start that changes in a loop before which there is no place.
; CHECK-LABEL: GEMM nests of 'no_preheader':
; CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
define void @no_preheader(ptr %A, ptr %B, ptr %C, ptr %to, i1 %way) {
entry:
  br i1 %way, label %one, label %other
one:
  indirectbr ptr %to, [label %h.loop]
other:
  indirectbr ptr %to, [label %h.loop]
h.loop:
  %h = phi i64 [ 0, %one ], [ 0, %other ], [ %h.next, %h.latch ]
  %square = mul i64 %h, %h
  %P = getelementptr i64, ptr %A, i64 %square
  br label %i.loop
i.loop:
  %i = phi i64 [ 0, %h.loop ], [ %i.next, %i.latch ]
  br label %j.before
j.before:
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %j.before ], [ %j.next, %j.latch ]
  %c.at = getelementptr [1024 x i64], ptr %C, i64 %i, i64 %j
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %sum = phi i64 [ 0, %j.loop ], [ %sum.2, %k.loop ]
  %a.at = getelementptr [1024 x i64], ptr %P, i64 %i, i64 %k
  %a = load i64, ptr %a.at, align 4
  %b.at = getelementptr [1024 x i64], ptr %B, i64 %k, i64 %j
  %b = load i64, ptr %b.at, align 4
  %product = mul i64 %a, %b
  %sum.2 = add i64 %sum, %product
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, 1024
  br i1 %k.done, label %j.latch, label %k.loop
j.latch:
  store i64 %sum.2, ptr %c.at, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 1024
  br i1 %j.done, label %i.latch.before, label %j.loop
i.latch.before:
  br label %i.latch
i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 1024
  br i1 %i.done, label %h.latch, label %i.loop
h.latch:
  %h.next = add nuw nsw i64 %h, 1
  %h.done = icmp eq i64 %h.next, 64
  br i1 %h.done, label %exit, label %h.loop
exit:
  ret void
}

declare void @llvm.memset.p0.i128(ptr, i8, i128, i1)
