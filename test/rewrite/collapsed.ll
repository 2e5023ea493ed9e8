; A loop over a part of t = i * n + j: whole rows become a product, and what is
; before and after them runs the source's loop. A nest that is no product stays as it
; is, flags and order of uses included.
;
; RUN: %opt -passes=gemmify -S %s | FileCheck %s
; RUN: sed '/^; PRODUCT/,/^; END/d' %s > %t.ll
; RUN: %opt -passes=gemmify -S -preserve-ll-uselistorder %t.ll > %t.after
; RUN: %opt -passes=verify -S -preserve-ll-uselistorder %t.ll > %t.before
; RUN: diff %t.before %t.after

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; PRODUCT
; CHECK-LABEL: define void @part(
; CHECK-DAG: icmp sgt i64 %n, 0
; CHECK-DAG: [[SAFE:%.*]] = call i64 @llvm.umax.i64(i64 %n, i64 1)
; CHECK-DAG: [[BEFORE:%.*]] = urem i64 %first, [[SAFE]]
; CHECK-DAG: sub i64 %n, [[BEFORE]]
; CHECK-DAG: udiv i64 {{%.*}}, [[SAFE]]
; CHECK: br i1 {{%.*}}, label %[[COPY:.*]], label %gemmify.original
; CHECK: [[COPY]]:
; CHECK: br i1 {{%.*}}, label %gemmify.rows.head, label %gemmify.join
; CHECK: call {{.*}}@gemmify.kernel.
define void @part(i64 noundef %first, i64 noundef %last, i64 noundef %n, i64 noundef %l, ptr noalias %a, ptr noalias %b, ptr noalias %c) {
entry:
  br label %outer

outer:
  %t = phi i64 [ %first, %entry ], [ %t.next, %done ]
  %i = sdiv i64 %t, %n
  %j = srem i64 %t, %n
  %row = mul nsw i64 %i, %l
  br label %inner

inner:
  %k = phi i64 [ 0, %outer ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %outer ], [ %sum, %inner ]
  %a.at = add i64 %row, %k
  %a.ptr = getelementptr float, ptr %a, i64 %a.at
  %x = load float, ptr %a.ptr
  %b.row = mul i64 %k, %n
  %b.at = add i64 %b.row, %j
  %b.ptr = getelementptr float, ptr %b, i64 %b.at
  %y = load float, ptr %b.ptr
  %sum = call float @llvm.fmuladd.f32(float %x, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %l
  br i1 %k.done, label %done, label %inner

done:
  %c.ptr = getelementptr float, ptr %c, i64 %t
  store float %sum, ptr %c.ptr
  %t.next = add nsw i64 %t, 1
  %t.done = icmp eq i64 %t.next, %last
  br i1 %t.done, label %exit, label %outer

exit:
  ret void
}

; A step that may be poison is multiplied by the number of whole rows, which may be none.
; CHECK-LABEL: define void @shifted_step(
; CHECK: %step = shl i64 4, %by
; CHECK: [[STEP:%.*]] = freeze i64 %step
; CHECK: mul i64 {{%.*}}, [[STEP]]
define void @shifted_step(i64 %total, i64 %n, i64 %by, i64 %l, ptr noalias %a, ptr noalias %b, ptr noalias %c) {
entry:
  %step = shl i64 4, %by
  br label %outer

outer:
  %t = phi i64 [ 0, %entry ], [ %t.next, %done ]
  %c.ptr = phi ptr [ %c, %entry ], [ %c.next, %done ]
  %i = udiv i64 %t, %n
  %j = urem i64 %t, %n
  %row = mul i64 %i, %l
  br label %inner

inner:
  %k = phi i64 [ 0, %outer ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %outer ], [ %sum, %inner ]
  %a.at = add i64 %row, %k
  %a.ptr = getelementptr float, ptr %a, i64 %a.at
  %x = load float, ptr %a.ptr
  %b.row = mul i64 %k, %n
  %b.at = add i64 %b.row, %j
  %b.ptr = getelementptr float, ptr %b, i64 %b.at
  %y = load float, ptr %b.ptr
  %sum = call float @llvm.fmuladd.f32(float %x, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %l
  br i1 %k.done, label %done, label %inner

done:
  store float %sum, ptr %c.ptr
  %t.next = add nuw nsw i64 %t, 1
  %c.next = getelementptr i8, ptr %c.ptr, i64 %step
  %t.done = icmp eq i64 %t.next, %total
  br i1 %t.done, label %exit, label %outer

exit:
  ret void
}

; A digit that only the exit test reads goes with it.
; CHECK-LABEL: define void @digit_in_exit_test(
; CHECK-NOT: urem
; CHECK: call {{.*}}@gemmify.kernel.
define void @digit_in_exit_test(i64 %l, ptr noalias %a, ptr noalias %b, ptr noalias %c) {
entry:
  br label %outer

outer:
  %t = phi i64 [ 0, %entry ], [ %t.next, %done ]
  %i = udiv i64 %t, 6
  %j = urem i64 %t, 6
  %row = mul i64 %i, %l
  br label %inner

inner:
  %k = phi i64 [ 0, %outer ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %outer ], [ %sum, %inner ]
  %a.at = add i64 %row, %k
  %a.ptr = getelementptr float, ptr %a, i64 %a.at
  %x = load float, ptr %a.ptr
  %b.row = mul i64 %k, 6
  %b.at = add i64 %b.row, %j
  %b.ptr = getelementptr float, ptr %b, i64 %b.at
  %y = load float, ptr %b.ptr
  %sum = call float @llvm.fmuladd.f32(float %x, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %l
  br i1 %k.done, label %done, label %inner

done:
  %c.ptr = getelementptr float, ptr %c, i64 %t
  store float %sum, ptr %c.ptr
  %t.next = add nuw nsw i64 %t, 1
  %rest = urem i64 %t.next, 60
  %t.done = icmp eq i64 %rest, 0
  br i1 %t.done, label %exit, label %outer

exit:
  ret void
}
; END

; The same, but for B, which is a vector.
define void @by_vector(i32 noundef %m, i32 noundef %n, i64 noundef %l, ptr noalias %a, ptr noalias %b, ptr noalias %c) {
entry:
  %total = mul nsw i32 %m, %n
  %wide = zext nneg i32 %total to i64
  %last = add nsw i64 %wide, -1
  br label %outer

outer:
  %t = phi i64 [ 0, %entry ], [ %t.next, %done ]
  %t.narrow = trunc nsw i64 %t to i32
  %i = sdiv i32 %t.narrow, %n
  %j = srem i32 %t.narrow, %n
  %i.wide = sext i32 %i to i64
  %j.wide = sext i32 %j to i64
  %row = mul nsw i64 %i.wide, %l
  br label %inner

inner:
  %k = phi i64 [ 0, %outer ], [ %k.next, %inner ]
  %s = phi float [ 0.0, %outer ], [ %sum, %inner ]
  %a.row = add i64 %row, %j.wide
  %a.at = add i64 %a.row, %k
  %a.ptr = getelementptr float, ptr %a, i64 %a.at
  %x = load float, ptr %a.ptr
  %b.ptr = getelementptr float, ptr %b, i64 %k
  %y = load float, ptr %b.ptr
  %sum = call float @llvm.fmuladd.f32(float %x, float %y, float %s)
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %l
  br i1 %k.done, label %done, label %inner

done:
  %c.ptr = getelementptr float, ptr %c, i64 %t
  store float %sum, ptr %c.ptr
  %t.next = add nsw i64 %t, 1
  %t.done = icmp eq i64 %t, %last
  br i1 %t.done, label %exit, label %outer

exit:
  ret void
}
