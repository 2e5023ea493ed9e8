; A phi of the exit that brings a value from outside does not depend on the nest.
;
; RUN: %opt -passes=gemmify -S %s | FileCheck %s
;
; CHECK: call i1 @gemmify.kernel.
; CHECK: ret i32 %tag

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
define i32 @f(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %m, i64 %n, i64 %k, i32 %tag) #0 {
entry:
  br label %li
li:
  %i = phi i64 [ 0, %entry ], [ %i1, %li.latch ]
  %in = mul nsw i64 %i, %n
  %ik = mul nsw i64 %i, %k
  br label %lj
lj:
  %j = phi i64 [ 0, %li ], [ %j1, %lj.latch ]
  br label %lk
lk:
  %p = phi i64 [ 0, %lj ], [ %p1, %lk ]
  %s = phi float [ 0.0, %lj ], [ %s1, %lk ]
  %ai = add nsw i64 %ik, %p
  %ap = getelementptr inbounds float, ptr %A, i64 %ai
  %a = load float, ptr %ap
  %bi0 = mul nsw i64 %p, %n
  %bi = add nsw i64 %bi0, %j
  %bp = getelementptr inbounds float, ptr %B, i64 %bi
  %b = load float, ptr %bp
  %s1 = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %p1 = add nuw nsw i64 %p, 1
  %kc = icmp slt i64 %p1, %k
  br i1 %kc, label %lk, label %lj.latch
lj.latch:
  %ci = add nsw i64 %in, %j
  %cp = getelementptr inbounds float, ptr %C, i64 %ci
  store float %s1, ptr %cp
  %j1 = add nuw nsw i64 %j, 1
  %jc = icmp slt i64 %j1, %n
  br i1 %jc, label %lj, label %li.latch
li.latch:
  %i1 = add nuw nsw i64 %i, 1
  %ic = icmp slt i64 %i1, %m
  br i1 %ic, label %li, label %exit
exit:
  %r = phi i32 [ %tag, %li.latch ]
  ret i32 %r
}
declare float @llvm.fmuladd.f32(float, float, float)
attributes #0 = { "target-cpu"="x86-64-v3" "target-features"="+avx2,+fma" }
