; Triangles whose counters have few bits: how often a row repeats, and where it begins,
; are numbers of their type.
;
; RUN: %opt -passes=gemmify -S %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.trap() cold noreturn nounwind

; CHECK-LABEL: define void @repeats(
; CHECK: icmp sle i128 {{%[0-9]+}}, 281474976710656
; CHECK-NOT: br i1
; CHECK: icmp sge i128 {{%[0-9]+}}, -32768
; CHECK-NEXT: icmp sle i128 {{%[0-9]+}}, 32767
define void @repeats(i16 noundef %m, i16 noundef %more, i64 noundef %n, i64 noundef %limit, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %vi = phi i16 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.64 = sext i16 %vi to i64
  %ra = mul i64 %i.64, %n
  %last = add nsw i16 %vi, %more
  br label %j
j:
  %vj = phi i16 [ 0, %i ], [ %j.next, %j.latch ]
  %j.64 = sext i16 %vj to i64
  %bad = icmp uge i64 %j.64, %limit
  br i1 %bad, label %trap, label %k.before
k.before:
  br label %k
k:
  %vk = phi i64 [ 0, %k.before ], [ %k.next, %k ]
  %s = phi double [ 0.0, %k.before ], [ %sum, %k ]
  %ia = add i64 %ra, %vk
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %vk, %n
  %ib = add i64 %rb, %j.64
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %vk, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %ic = add i64 %ra, %j.64
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nsw i16 %vj, 1
  %j.goes = icmp ne i16 %vj, %last
  br i1 %j.goes, label %j, label %i.latch
i.latch:
  %i.next = add nsw i16 %vi, 1
  %i.done = icmp eq i16 %i.next, %m
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

; CHECK-LABEL: define void @begins(
; CHECK: icmp sle i128 {{%[0-9]+}}, 281474976710656
; CHECK-NOT: br i1
; CHECK: icmp sle i128 {{%[0-9]+}}, 32767
define void @begins(i16 noundef %m, i16 noundef %end, i64 noundef %n, i64 noundef %limit, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %vi = phi i16 [ 0, %entry ], [ %i.next, %i.latch ]
  %i.64 = sext i16 %vi to i64
  %ra = mul i64 %i.64, %n
  br label %j
j:
  %vj = phi i16 [ %vi, %i ], [ %j.next, %j.latch ]
  %j.64 = sext i16 %vj to i64
  %bad = icmp uge i64 %j.64, %limit
  br i1 %bad, label %trap, label %k.before
k.before:
  br label %k
k:
  %vk = phi i64 [ 0, %k.before ], [ %k.next, %k ]
  %s = phi double [ 0.0, %k.before ], [ %sum, %k ]
  %ia = add i64 %ra, %vk
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %vk, %n
  %ib = add i64 %rb, %j.64
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %vk, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %ic = add i64 %ra, %j.64
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nsw i16 %vj, 1
  %j.goes = icmp slt i16 %j.next, %end
  br i1 %j.goes, label %j, label %i.latch
i.latch:
  %i.next = add nsw i16 %vi, 1
  %i.done = icmp eq i16 %i.next, %m
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}
