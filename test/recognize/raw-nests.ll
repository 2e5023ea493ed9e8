; Nests that miss a product by one thing that C does not lead to.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-linux-gnu"

; CHECK-LABEL: GEMM nests of 'saves_the_stack':
; CHECK-NEXT: GEMM nest at %i: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
define void @saves_the_stack(i64 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  %slot = alloca i32
  call void @use(ptr %slot)
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  %stack = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %stack)
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
  %k.done = icmp eq i64 %k.next, %n
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

; CHECK-LABEL: GEMM nests of 'allocates_in_loops':
; CHECK-NEXT: no nest at %k: the nest calls a function that may have side effects; mark it const or move it out of the loops
define void @allocates_in_loops(i64 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  %slot = alloca i32, i64 %n
  call void @use(ptr %slot)
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  %stack = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %stack)
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
  %k.done = icmp eq i64 %k.next, %n
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

; CHECK-LABEL: GEMM nests of 'fills_a_device':
; CHECK-NEXT: no nest at %k: the nest calls a function that may have side effects; mark it const or move it out of the loops
define void @fills_a_device(i64 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  call void @llvm.memset.p0.i64(ptr %D, i8 0, i64 64, i1 true)
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
  %k.done = icmp eq i64 %k.next, %n
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

; The length of what is filled, in a type that holds it and in a wider one.
; CHECK-LABEL: GEMM nests of 'length_of_64_bits':
; CHECK-NEXT: GEMM nest at %i: int8 C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
define void @length_of_64_bits(i32 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  %wide = zext i32 %n to i64
  %length = zext i32 %n to i64
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  %prow = getelementptr inbounds i8, ptr %C, i64 %row
  call void @llvm.memset.p0.i64(ptr %prow, i8 0, i64 %length, i1 false)
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds i8, ptr %C, i64 %ic
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds i8, ptr %A, i64 %ia
  %a = load i8, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds i8, ptr %B, i64 %ib
  %b = load i8, ptr %pb
  %s = load i8, ptr %pc
  %p = mul i8 %a, %b
  %s.next = add i8 %s, %p
  store i8 %s.next, ptr %pc
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %wide
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %wide
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %wide
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; CHECK-LABEL: GEMM nests of 'length_of_128_bits':
; CHECK-NEXT: GEMM nest at %i: int8 C(i,j) = C + sum A(i,k)*B(k,j), A row-major
define void @length_of_128_bits(i32 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  %wide = zext i32 %n to i64
  %length = zext i32 %n to i128
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  %prow = getelementptr inbounds i8, ptr %C, i64 %row
  call void @llvm.memset.p0.i128(ptr %prow, i8 0, i128 %length, i1 false)
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds i8, ptr %C, i64 %ic
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds i8, ptr %A, i64 %ia
  %a = load i8, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds i8, ptr %B, i64 %ib
  %b = load i8, ptr %pb
  %s = load i8, ptr %pc
  %p = mul i8 %a, %b
  %s.next = add i8 %s, %p
  store i8 %s.next, ptr %pc
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %wide
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %wide
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %wide
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; A loop in a loop before the product is left to behind both.
; CHECK-LABEL: GEMM nests of 'leaves_two_loops':
; CHECK-NEXT: no nest at %k: an inner loop can exit to more than one place
define void @leaves_two_loops(i64 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  br label %p
p:
  %iv.p = phi i64 [ 0, %i ], [ %p.next, %p.latch ]
  %pe = getelementptr inbounds float, ptr %D, i64 %iv.p
  %e = load float, ptr %pe
  %c = fcmp olt float %e, 0.0
  br i1 %c, label %q.ahead, label %p.latch
q.ahead:
  br label %q
q:
  %iv.q = phi i64 [ 0, %q.ahead ], [ %q.next, %q ]
  %pd = getelementptr inbounds float, ptr %D, i64 %iv.q
  store float 1.0, ptr %pd
  %q.next = add nuw nsw i64 %iv.q, 1
  %q.done = icmp eq i64 %q.next, %n
  br i1 %q.done, label %j.ahead, label %q
p.latch:
  %p.next = add nuw nsw i64 %iv.p, 1
  %p.done = icmp eq i64 %p.next, %n
  br i1 %p.done, label %j.ahead, label %p
j.ahead:
  br label %j
j:
  %iv.j = phi i64 [ 0, %j.ahead ], [ %j.next, %j.latch ]
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
  %k.done = icmp eq i64 %k.next, %n
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

; That a counter from %min does not wrap says nothing of one from %a.
; CHECK-LABEL: GEMM nests of 'other_start':
; CHECK: GEMM nest at %i: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major
; CHECK: P: float at ((4 * (sext i32 {%a,+,1}<{{.*}}> to i64))<nsw> + %A)
define void @other_start(i32 %R, i32 %a, i32 %b, i64 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D) {
entry:
  %min = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  br label %r
r:
  %iv.r = phi i32 [ 0, %entry ], [ %r.next, %r.latch ]
  %x = add nsw i32 %min, %iv.r
  %if = icmp ne i32 %x, 7
  br i1 %if, label %e.ahead, label %then
e.ahead:
  br label %e
e:
  %iv.e = phi i64 [ 0, %e.ahead ], [ %e.next, %e.latch ]
  %d = sext i32 %iv.r to i64
  %drow = mul nsw i64 %d, 64
  %id = add nsw i64 %drow, %iv.e
  %pd = getelementptr inbounds float, ptr %D, i64 %id
  br label %f
f:
  %iv.f = phi i64 [ 0, %e ], [ %f.next, %f ]
  %s0 = phi float [ 0.0, %e ], [ %s0.next, %f ]
  %ia0 = add nsw i64 %drow, %iv.f
  %pa0 = getelementptr inbounds float, ptr %A, i64 %ia0
  %va0 = load float, ptr %pa0
  %kb0 = mul nsw i64 %iv.f, 64
  %ib0 = add nsw i64 %kb0, %iv.e
  %pb0 = getelementptr inbounds float, ptr %B, i64 %ib0
  %vb0 = load float, ptr %pb0
  %s0.next = call float @llvm.fmuladd.f32(float %va0, float %vb0, float %s0)
  %f.next = add nuw nsw i64 %iv.f, 1
  %f.done = icmp eq i64 %f.next, %n
  br i1 %f.done, label %e.latch, label %f
e.latch:
  store float %s0.next, ptr %pd
  %e.next = add nuw nsw i64 %iv.e, 1
  %e.done = icmp eq i64 %e.next, %n
  br i1 %e.done, label %then, label %e
then:
  %q = add i32 %a, %iv.r
  %wide = sext i32 %q to i64
  %pr = getelementptr float, ptr %A, i64 %wide
  br label %i
i:
  %iv.i = phi i64 [ 0, %then ], [ %i.next, %i.latch ]
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
  %pa = getelementptr inbounds float, ptr %pr, i64 %ia
  %va = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %vb = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %va, float %vb, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %r.latch, label %i
r.latch:
  %r.next = add nuw nsw i32 %iv.r, 1
  %r.done = icmp eq i32 %r.next, %R
  br i1 %r.done, label %exit, label %r
exit:
  ret void
}

; Two blocks go on to the next iteration.
; CHECK-LABEL: GEMM nests of 'two_latches':
; CHECK-NOT: nest at
define void @two_latches(i64 %n, ptr noalias %A, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %even ], [ %k.next, %odd ]
  %s = phi x86_fp80 [ 0xK00000000000000000000, %j ], [ %s.next, %even ], [ %s.next, %odd ]
  %pa = getelementptr inbounds x86_fp80, ptr %A, i64 %iv.k
  %a = load x86_fp80, ptr %pa
  %p = fmul x86_fp80 %a, %a
  %s.next = fadd x86_fp80 %s, %p
  %k.next = add nuw nsw i64 %iv.k, 1
  %is.odd = trunc i64 %iv.k to i1
  br i1 %is.odd, label %odd, label %even
even:
  %even.done = icmp eq i64 %k.next, %n
  %to.even = select i1 %even.done, ptr blockaddress(@two_latches, %j.latch), ptr blockaddress(@two_latches, %k)
  indirectbr ptr %to.even, [label %j.latch, label %k]
odd:
  %odd.done = icmp eq i64 %k.next, %n
  %to.odd = select i1 %odd.done, ptr blockaddress(@two_latches, %j.latch), ptr blockaddress(@two_latches, %k)
  indirectbr ptr %to.odd, [label %j.latch, label %k]
j.latch:
  store x86_fp80 %s.next, ptr %C
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

declare void @use(ptr)
