; A range that includes its end has a counter that stops there. It becomes a plain one
; where there is a product; elsewhere everything stays as it is, the order of uses
; included.
;
; RUN: %opt -passes=gemmify -S %s | FileCheck %s
; RUN: sed '/^; PRODUCT/,/^; END/d' %s > %t.ll
; RUN: %opt -passes=gemmify -S -preserve-ll-uselistorder %t.ll > %t.after
; RUN: %opt -passes=verify -S -preserve-ll-uselistorder %t.ll > %t.before
; RUN: diff %t.before %t.after

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; PRODUCT
; CHECK-LABEL: define void @unsigned(
; CHECK: call {{.*}}@gemmify.kernel
; CHECK: %gemmify.next = add nuw i64 %p, 1
; CHECK-NOT: %done = select
define void @unsigned(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %not = xor i1 %at, true
  %more = zext i1 %not to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp ugt i64 %next, %n
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; CHECK-LABEL: define void @signed(
; CHECK: call {{.*}}@gemmify.kernel
; CHECK: %gemmify.next = add nsw i64 %p, 1
define void @signed(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp sge i64 %p, %n
  %1 = add i64 %p, 1
  %next = select i1 %at, i64 %p, i64 %1
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp sgt i64 %next, %n
  %done = or i1 %beyond, %at
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}
; END

; No product.
define void @sums(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %not = xor i1 %at, true
  %more = zext i1 %not to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fsub double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp ugt i64 %next, %n
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; Ends before %n.
define void @other_bound(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %not = xor i1 %at, true
  %more = zext i1 %not to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp ugt i64 %next, %m
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; The second test is another one where %n is negative.
define void @other_order(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %not = xor i1 %at, true
  %more = zext i1 %not to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp sgt i64 %next, %n
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; Ends one step earlier.
define void @not_strict(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %not = xor i1 %at, true
  %more = zext i1 %not to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp uge i64 %next, %n
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; Stops where it is not at the end.
define void @stops(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %more = zext i1 %at to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp ugt i64 %next, %n
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; Moves by two.
define void @by_two(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %two = add i64 %p, 2
  %next = select i1 %at, i64 %p, i64 %two
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp ugt i64 %next, %n
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; Goes on at the end.
define void @goes_on(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %not = xor i1 %at, true
  %more = zext i1 %not to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp ugt i64 %next, %n
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %k, label %j.latch
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; Is at its end one step later.
define void @strict(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp ugt i64 %p, 999
  %not = xor i1 %at, true
  %more = zext i1 %not to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp ugt i64 %next, 999
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; No product, and its end is used again.
define void @used_later(i64 %n, i64 %m, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %p = phi i64 [ 0, %j ], [ %next, %k ]
  %s = phi double [ 0.0, %j ], [ %sum, %k ]
  %at = icmp uge i64 %p, %n
  %not = xor i1 %at, true
  %more = zext i1 %not to i64
  %next = add nuw i64 %p, %more
  %ia = add i64 %row, %p
  %rb = mul i64 %p, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fsub double %a, %b
  %sum = fadd double %s, %ab
  %beyond = icmp ugt i64 %next, %n
  %done = select i1 %at, i1 true, i1 %beyond
  br i1 %done, label %j.latch, label %k
j.latch:
  %late = zext i1 %done to i64
  store i64 %late, ptr %A
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}
