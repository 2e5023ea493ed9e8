; What is taken for a function of the C library, that sets errno and does
; nothing else, and what is any other function.
;
; DEFINE: %{nests} = %opt -passes='print<gemmify-nests>' -disable-output 2>&1
; DEFINE: %{errno} = %{nests} | FileCheck %s --check-prefix=ERRNO
; DEFINE: %{other} = %{nests} | FileCheck %s --check-prefix=OTHER
;
; The former is a statement besides the product, which is about the sum here.
; ERRNO: no nest at %k: the sum is used for more than the result that is computed from it; store the sum itself
; OTHER: no nest at %k: the nest calls a function that may have side effects; mark it const or move it out of the loops
; ROOT: GEMM nest at %i: float C(i,j) = 0 + sum A(i,k)*B(k,j)
;
; A square root, of a number that is not known to be above zero, and of one that is.
; RUN: sed 's/CALL/call float @sqrtf(float %reached) #1/' %s | %{errno}
; RUN: sed 's/CALL/call float @sqrtf(float %count) #1/' %s | %{nests} | FileCheck %s --check-prefix=ROOT
; RUN: sed 's/CALL/call float @sqrtf(float %count) #1 #2/' %s | %{other}
; RUN: sed 's/CALL/call float @sqrtf(float %count) #1 #3/' %s | %{other}
; RUN: sed 's/CALL/call float @sqrtf(float %count) #1 #4/' %s | %{other}
; RUN: sed 's/CALL/call float @sqrtf(float %count) #1 [ "deopt"() ]/' %s | %{other}
; RUN: sed 's/CALL/call float %f(float %reached) #1/' %s | %{other}
; RUN: sed 's/CALL/call float @sqrtf(float %count) #1/; s/declare float @sqrtf(float)/define internal float @sqrtf(float %x) { ret float %x }/' %s | %{other}
; RUN: sed 's/CALL/call float @sqrtg(float %reached) #1/' %s | %{other}
; RUN: sed 's/CALL/call float @sqrtf(float %reached) willreturn memory(errnomem: write)/' %s | %{other}
; RUN: sed 's/CALL/call float @sqrtf(float %reached) nounwind memory(errnomem: write)/' %s | %{other}
;
; Rounding to an integer.
; RUN: sed 's/CALL/call i64 @lrintf(float %reached)/' %s | %{errno}
; RUN: sed 's/CALL/call i64 @lrintf(float %reached)/; s/#0/"no-builtins"/' %s | %{other}
; RUN: sed 's/CALL/call i64 @lround(float %reached)/' %s | %{other}
; RUN: sed 's/CALL/call i64 @lrint(float %reached, float %reached)/' %s | %{other}
; RUN: sed 's/CALL/call float @llrint(float %reached)/' %s | %{other}
; RUN: sed 's/CALL/call i64 @llround(i64 %N)/' %s | %{other}
; RUN: sed 's/CALL/call i64 @round_it(float %reached)/' %s | %{other}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-linux-gnu"

declare float @sqrtf(float)
declare float @sqrtg(float)
declare i64 @lrintf(float)
declare i64 @lrint(float, float)
declare float @llrint(float)
declare i64 @llround(i64)
declare i64 @round_it(float)
define i64 @lround(float %x) noinline {
  store volatile float %x, ptr null
  ret i64 0
}

define void @product(i64 %N, i32 %K, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr %f) #0 {
entry:
  %depth = zext i32 %K to i64
  %count = uitofp i32 %K to float
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %reached = phi float [ 0.0, %j ], [ %reached.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %reached.next = call float @llvm.fmuladd.f32(float %a, float %b, float %reached)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %depth
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %called = CALL
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds float, ptr %C, i64 %ic
  store float %reached.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %N
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %N
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

attributes #1 = { nounwind willreturn memory(errnomem: write) }
attributes #2 = { nobuiltin }
attributes #3 = { strictfp }
attributes #4 = { convergent }
