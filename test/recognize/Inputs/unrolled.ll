; Two steps of a product in the body of a loop, and a second loop that goes on
; with it, in parts that can be replaced.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @NAME(i64 %M, i64 %N, i64 %K, i64 %R, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D) {
entry:
  br label %i

i:
  %vi = phi i64 [ 0, %entry ], [ %vi.next, %i.end ]
  %ai = mul i64 %vi, %K
  %pAi = getelementptr float, ptr %A, i64 %ai
  br label %j

j:
  %vj = phi i64 [ 0, %i ], [ %vj.next, %j.end ]
  %ci = mul i64 %vi, %N
  %cij = add i64 %ci, %vj
  %pC = getelementptr float, ptr %C, i64 %cij
  %pD = getelementptr float, ptr %D, i64 %cij
  %pBj = getelementptr float, ptr %B, i64 %vj
;{ BEFORE
;}
  br label %k

k:
  %vk = phi i64 [ 0, %j ], [ %vk.next, %k.latch ]
;{ START
  %s = phi float [ 0.0, %j ], [ %s2, %k.latch ]
;}
  %k0 = mul i64 %vk, 2
  %pA = getelementptr float, ptr %pAi, i64 %k0
  %a = load float, ptr %pA
  %pA1 = getelementptr float, ptr %pA, i64 1
  %a1 = load float, ptr %pA1
  %bk = mul i64 %k0, %N
  %pB = getelementptr float, ptr %pBj, i64 %bk
  %b = load float, ptr %pB
  %pB1 = getelementptr float, ptr %pB, i64 %N
  %b1 = load float, ptr %pB1
;{ STEPS
  %p = fmul reassoc nsz float %a, %b
  %s1 = fadd reassoc nsz float %s, %p
  %p1 = fmul reassoc nsz float %a1, %b1
  %s2 = fadd reassoc nsz float %s1, %p1
;}
  br label %k.latch

k.latch:
;{ LATCH
;}
  %vk.next = add nuw nsw i64 %vk, 1
  %k.done = icmp eq i64 %vk.next, %K
  br i1 %k.done, label %between, label %k

between:
  %done = mul i64 %K, 2
;{ BETWEEN
;}
  br label %r

r:
  %vr = phi i64 [ 0, %between ], [ %vr.next, %r ]
;{ GOON
  %t = phi float [ %s2, %between ], [ %t1, %r ]
;}
  %r0 = add i64 %done, %vr
  %pAr = getelementptr float, ptr %pAi, i64 %r0
  %ar = load float, ptr %pAr
  %br0 = mul i64 %r0, %N
  %pBr = getelementptr float, ptr %pBj, i64 %br0
  %br = load float, ptr %pBr
;{ STEP
  %pr = fmul reassoc nsz float %ar, %br
  %t1 = fadd reassoc nsz float %t, %pr
;}
  %vr.next = add nuw nsw i64 %vr, 1
  %r.done = icmp eq i64 %vr.next, %R
  br i1 %r.done, label %j.end, label %r

j.end:
;{ AFTER
  store float %t1, ptr %pC
;}
  %vj.next = add nuw nsw i64 %vj, 1
  %j.done = icmp eq i64 %vj.next, %N
  br i1 %j.done, label %i.end, label %j

i.end:
  %vi.next = add nuw nsw i64 %vi, 1
  %i.done = icmp eq i64 %vi.next, %M
  br i1 %i.done, label %exit, label %i

exit:
  ret void
}
