; What checks may ask besides numbers that move by fixed steps, and what they may not.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=NEST
; RUN: %opt -passes=gemmify -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.trap() cold noreturn nounwind
declare i64 @llvm.umin.i64(i64, i64)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)

; A condition from before the nest is asked before it.
; NEST-LABEL: GEMM nests of 'flag':
; NEST-NEXT: GEMM nest at %i.unchecked: double C(i,j) = 0 + sum A(i,k)*B(k,j)
; CHECK-LABEL: define void @flag(
; CHECK: [[NOT:%[a-z0-9.]+]] = xor i1 %flag, true
; CHECK: and i1 {{.*}}[[NOT]]
define void @flag(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %bad = freeze i1 %flag
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; So is one that the nest computes from what it does not change.
; NEST-LABEL: GEMM nests of 'fixed':
; NEST-NEXT: GEMM nest at %i.unchecked: double C(i,j) = 0 + sum A(i,k)*B(k,j)
; CHECK-LABEL: define void @fixed(
; CHECK: [[LESS:%[a-z0-9.]+]] = fcmp olt double %x, %y
; CHECK: xor i1 [[LESS]], true
define void @fixed(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %bad = fcmp olt double %x, %y
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; What moves with a loop is none.
; NEST-LABEL: GEMM nests of 'moves':
; NEST-NEXT: no nest at %k: a check inside the nest
define void @moves(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %f = uitofp i64 %iv.k to double
  %bad = fcmp olt double %f, %y
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; Of two numbers, neither may be zero.
; NEST-LABEL: GEMM nests of 'smaller':
; NEST-NEXT: GEMM nest at %i.unchecked: double C(i,j) = 0 + sum A(i,k)*B(k,j)
; CHECK-LABEL: define void @smaller(
define void @smaller(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %k.one = add i64 %iv.k, 1
  %least = call i64 @llvm.umin.i64(i64 %k.one, i64 %n)
  %bad = icmp eq i64 %least, 0
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; One of them is an element.
; NEST-LABEL: GEMM nests of 'smaller_left':
; NEST-NEXT: no nest at %k: a check inside the nest
define void @smaller_left(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %r = mul i64 %iv.i, %n
  %at = add i64 %r, %iv.k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %k.one = add i64 %iv.k, 1
  %least = call i64 @llvm.umin.i64(i64 %d, i64 %k.one)
  %bad = icmp eq i64 %least, 0
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; The other one is.
; NEST-LABEL: GEMM nests of 'smaller_right':
; NEST-NEXT: no nest at %k: a check inside the nest
define void @smaller_right(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %r = mul i64 %iv.i, %n
  %at = add i64 %r, %iv.k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %k.one = add i64 %iv.k, 1
  %least = call i64 @llvm.umin.i64(i64 %k.one, i64 %d)
  %bad = icmp eq i64 %least, 0
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; A sum with an element overflows or not.
; NEST-LABEL: GEMM nests of 'overflow':
; NEST-NEXT: no nest at %k: a check inside the nest
define void @overflow(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %r = mul i64 %iv.i, %n
  %at = add i64 %r, %iv.k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %o = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %iv.k, i64 %d)
  %bad = extractvalue { i64, i1 } %o, 1
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; Of two conditions that have to differ, one asks an element.
; NEST-LABEL: GEMM nests of 'differ_left':
; NEST-NEXT: no nest at %k: a check inside the nest
define void @differ_left(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %r = mul i64 %iv.i, %n
  %at = add i64 %r, %iv.k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %is = icmp eq i64 %d, 3
  %neg = icmp slt i64 %iv.k, 0
  %same = xor i1 %is, %neg
  %bad = xor i1 %same, true
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; The other one does.
; NEST-LABEL: GEMM nests of 'differ_right':
; NEST-NEXT: no nest at %k: a check inside the nest
define void @differ_right(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %r = mul i64 %iv.i, %n
  %at = add i64 %r, %iv.k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %is = icmp ult i64 %iv.k, %d
  %neg = icmp slt i64 %iv.k, 0
  %same = xor i1 %neg, %is
  %bad = xor i1 %same, true
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}
