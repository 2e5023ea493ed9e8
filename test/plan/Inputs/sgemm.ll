; C(i,j) += A(i,k) * B(k,j), float, row-major, sizes at run time, as clang -O1
; makes it for x86-64 with AVX2.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @sgemm(i64 %m, i64 %n, i64 %kk, ptr noalias %c, ptr noalias %a, ptr noalias %b) #0 {
entry:
  %m.some = icmp sgt i64 %m, 0
  %n.some = icmp sgt i64 %n, 0
  %k.some = icmp sgt i64 %kk, 0
  %mn.some = and i1 %m.some, %n.some
  %some = and i1 %mn.some, %k.some
  br i1 %some, label %i.loop, label %exit

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %a.row = mul nsw i64 %i, %kk
  %c.row = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %c.index = add nsw i64 %c.row, %j
  %c.ptr = getelementptr inbounds float, ptr %c, i64 %c.index
  %c.old = load float, ptr %c.ptr, align 4
  br label %k.loop

k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %acc = phi float [ %c.old, %j.loop ], [ %sum, %k.loop ]
  %a.index = add nsw i64 %a.row, %k
  %a.ptr = getelementptr inbounds float, ptr %a, i64 %a.index
  %a.value = load float, ptr %a.ptr, align 4
  %b.row = mul nsw i64 %k, %n
  %b.index = add nsw i64 %b.row, %j
  %b.ptr = getelementptr inbounds float, ptr %b, i64 %b.index
  %b.value = load float, ptr %b.ptr, align 4
  %sum = call float @llvm.fmuladd.f32(float %a.value, float %b.value, float %acc)
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, %kk
  br i1 %k.done, label %j.latch, label %k.loop

j.latch:
  store float %sum, ptr %c.ptr, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)

attributes #0 = { nounwind "target-cpu"="znver3" "target-features"="+avx,+avx2,+fma" }
