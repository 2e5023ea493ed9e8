; A product whose sum is kept in a register, in parts that can be replaced.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i64 @llvm.read_register.i64(metadata)
declare i8 @llvm.vector.reduce.add.v4i8(<4 x i8>)
declare float @llvm.fabs.f32(float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.ppc.fnmsub.f32(float, float, float)
declare float @llvm.amdgcn.readfirstlane.f32(float)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare float @reads(ptr) nounwind willreturn memory(read)
!0 = !{!"rsp\00"}

define void @NAME(i64 %M, i64 %N, i64 %K, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D, ptr noalias %E, ptr addrspace(1) %far, i128 %V, i128 %W, i1 %flag) {
entry:
  br label %i

i:
  %vi = phi i64 [ 0, %entry ], [ %vi.next, %i.end ]
;{ OUTER
;}
  br label %j.before

j.before:
  br label %j

j:
  %vj = phi i64 [ 0, %j.before ], [ %vj.next, %j.latch ]
  %ci = mul i64 %vi, %N
  %cij = add i64 %ci, %vj
  %pC = getelementptr float, ptr %C, i64 %cij
  %pE = getelementptr float, ptr %E, i64 %cij
  br label %before

before:
;{ BEFORE
;}
  br label %k.before

k.before:
  br label %k

k:
  %vk = phi i64 [ 0, %k.before ], [ %vk.next, %k.latch ]
;{ START
  %s = phi float [ 0.0, %k.before ], [ %next, %k.latch ]
;}
  %ai = mul i64 %vi, %K
  %aik = add i64 %ai, %vk
  %pA = getelementptr float, ptr %A, i64 %aik
  %a = load float, ptr %pA
  %bk = mul i64 %vk, %N
  %bkj = add i64 %bk, %vj
  %pB = getelementptr float, ptr %B, i64 %bkj
  %b = load float, ptr %pB
  %pD = getelementptr float, ptr %D, i64 %aik
  %d = load float, ptr %pD
;{ OPERAND
  %o = fadd float %a, 0.0
;}
  br label %k.end

k.end:
;{ STEP
  %p = fmul float %o, %b
  %next = fadd float %s, %p
;}
  br label %k.latch

k.latch:
  %vk.next = add nuw nsw i64 %vk, 1
  %k.done = icmp eq i64 %vk.next, %K
  br i1 %k.done, label %j.end, label %k

j.end:
;{ AFTER
  store float %next, ptr %pC
;}
  br label %j.latch

j.latch:
  %vj.next = add nuw nsw i64 %vj, 1
  %j.done = icmp eq i64 %vj.next, %N
  br i1 %j.done, label %i.end, label %j

i.end:
  %vi.next = add nuw nsw i64 %vi, 1
  %i.done = icmp eq i64 %vi.next, %M
  br i1 %i.done, label %exit, label %i

exit:
;{ EXIT
;}
  ret void
}
