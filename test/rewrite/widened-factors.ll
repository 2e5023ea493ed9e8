; Nests that differ in how their factors are widened, or in their factors, do not
; share a kernel; equal ones do.
;
; DEFINE: %{f} = %m = mul nsw i32 %a, %b \n %z = sext i32 %m to i64
; DEFINE: %{g} =
; DEFINE: %{both} = sed -e 's/^  PRODUCT/%{f}/' %s > %t.ll && sed -n '/^define/,$p' %s | sed -e 's/@f/@g/; s/^  PRODUCT/%{g}/' >> %t.ll && %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=packing -S %t.ll

; REDEFINE: %{g} = %{f}
; RUN: %{both} | FileCheck %s --check-prefix=ONE
; ONE-COUNT-1: define internal i1 @gemmify.kernel
; ONE-NOT: define internal i1 @gemmify.kernel

; REDEFINE: %{g} = %m = mul nuw i32 %a, %b \n %z = zext i32 %m to i64
; RUN: %{both} | FileCheck %s --check-prefix=TWO
; TWO: define internal i1 @gemmify.kernel
; TWO-NOT: zext <3 x i32>
; TWO: sext <3 x i32> {{.*}} to <3 x i64>
; TWO-NOT: zext <3 x i32>
; TWO: define internal i1 @gemmify.kernel
; TWO-NOT: sext <3 x i32>
; TWO: zext <3 x i32> {{.*}} to <3 x i64>
; TWO-NOT: sext <3 x i32>

; REDEFINE: %{g} = %m = mul nsw i32 %a, %b \n %n = shl nsw i32 %m, 3 \n %z = sext i32 %n to i64
; RUN: %{both} | FileCheck %s --check-prefix=TIMES
; TIMES: define internal i1 @gemmify.kernel
; TIMES: define internal i1 @gemmify.kernel
; TIMES: mul <{{[35]}} x i64> {{.*}}, splat (i64 8)

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @f(ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i.loop
i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %c.at = getelementptr [64 x i64], ptr %C, i64 %i, i64 %j
  %start = load i64, ptr %c.at, align 8
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %sum = phi i64 [ %start, %j.loop ], [ %sum.next, %k.loop ]
  %a.at = getelementptr [64 x i32], ptr %A, i64 %i, i64 %k
  %a = load i32, ptr %a.at, align 4
  %b.at = getelementptr [64 x i32], ptr %B, i64 %k, i64 %j
  %b = load i32, ptr %b.at, align 4
  PRODUCT
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
