; The element that receives the sum is an operand as well.
;
; RUN: %opt -passes="print<gemmify-nests>" -disable-output %s 2>&1 | FileCheck %s
;
; CHECK: kept: the result is also an operand of the product; compute into another array

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
; one column: for i, for j<1: c = C[i]; s = 2*c; for k: s += c*B[k]; C[i] = s
define void @f(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %m, i64 %n, i64 %k) #0 {
entry:
  br label %li
li:
  %i = phi i64 [ 0, %entry ], [ %i1, %li.latch ]
  br label %lj
lj:
  %j = phi i64 [ 0, %li ], [ %j1, %lj.latch ]
  %cp = getelementptr inbounds float, ptr %C, i64 %i
  %c = load float, ptr %cp
  %c2 = fmul float %c, 2.0
  br label %lk
lk:
  %p = phi i64 [ 0, %lj ], [ %p1, %lk ]
  %s = phi float [ %c2, %lj ], [ %s1, %lk ]
  %bp = getelementptr inbounds float, ptr %B, i64 %p
  %b = load float, ptr %bp
  %s1 = call float @llvm.fmuladd.f32(float %c, float %b, float %s)
  %p1 = add nuw nsw i64 %p, 1
  %kc = icmp slt i64 %p1, %k
  br i1 %kc, label %lk, label %lj.latch
lj.latch:
  store float %s1, ptr %cp
  %j1 = add nuw nsw i64 %j, 1
  %jc = icmp slt i64 %j1, 1
  br i1 %jc, label %lj, label %li.latch
li.latch:
  %i1 = add nuw nsw i64 %i, 1
  %ic = icmp slt i64 %i1, %m
  br i1 %ic, label %li, label %exit
exit:
  ret void
}
declare float @llvm.fmuladd.f32(float, float, float)
attributes #0 = { "target-cpu"="x86-64-v3" "target-features"="+avx2,+fma" }
