; A pointer that the loop before has moved is fixed afterwards: its recurrence
; belongs to that loop, and B starts where it ended.
;
; RUN: %opt -passes="print<gemmify-nests>" -disable-output %s 2>&1 | FileCheck %s
;
; CHECK: Q: float at ((4 * (1 smax %n)) + %B) + j*(4) + k*((4 * %n))

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
; for i: { q = B; for j { C[i][j] = 0; q += 1 }   -- q = B + n afterwards
;          for j for k: C[i][j] += A[i][k] * q[k*n + j] }
define void @f(ptr noalias %C, ptr noalias %A, ptr noalias %B, i64 %m, i64 %n, i64 %k) #0 {
entry:
  br label %li
li:
  %i = phi i64 [ 0, %entry ], [ %i1, %li.latch ]
  %in = mul nsw i64 %i, %n
  %ik = mul nsw i64 %i, %k
  br label %z
z:
  %zj = phi i64 [ 0, %li ], [ %zj1, %z ]
  %q = phi ptr [ %B, %li ], [ %q1, %z ]
  %zi = add nsw i64 %in, %zj
  %zp = getelementptr inbounds float, ptr %C, i64 %zi
  store float 0.0, ptr %zp
  %q1 = getelementptr inbounds float, ptr %q, i64 1
  %zj1 = add nuw nsw i64 %zj, 1
  %zc = icmp slt i64 %zj1, %n
  br i1 %zc, label %z, label %z.end
z.end:
  %qe = phi ptr [ %q1, %z ]
  br label %lj
lj:
  %j = phi i64 [ 0, %z.end ], [ %j1, %lj.latch ]
  br label %lk
lk:
  %p = phi i64 [ 0, %lj ], [ %p1, %lk ]
  %ci = add nsw i64 %in, %j
  %cp = getelementptr inbounds float, ptr %C, i64 %ci
  %s = load float, ptr %cp
  %ai = add nsw i64 %ik, %p
  %ap = getelementptr inbounds float, ptr %A, i64 %ai
  %a = load float, ptr %ap
  %bi0 = mul nsw i64 %p, %n
  %bi = add nsw i64 %bi0, %j
  %bp = getelementptr inbounds float, ptr %qe, i64 %bi
  %b = load float, ptr %bp
  %s1 = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  store float %s1, ptr %cp
  %p1 = add nuw nsw i64 %p, 1
  %kc = icmp slt i64 %p1, %k
  br i1 %kc, label %lk, label %lj.latch
lj.latch:
  %j1 = add nuw nsw i64 %j, 1
  %jc = icmp slt i64 %j1, %n
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
