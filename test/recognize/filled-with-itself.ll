; A row of C that is "copied" from itself before the sums: what the copy reads
; is C, which the nest has written by then.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s
;
; CHECK-LABEL: GEMM nests of 'from_another':
; CHECK-NEXT: GEMM nest at %i: float C(i,j) = an expression + sum
; CHECK-LABEL: GEMM nests of 'from_itself':
; CHECK-NEXT: no nest at %j: C is read again after the nest has written to it

define void @from_another(i64 %M, i64 %N, i64 %K, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D) {
entry:
  %bytes = shl i64 %N, 2
  br label %i

i:
  %vi = phi i64 [ 0, %entry ], [ %vi.next, %i.end ]
  %ai = mul i64 %vi, %K
  %ci = mul i64 %vi, %N
  %pCi = getelementptr float, ptr %C, i64 %ci
  %pDi = getelementptr float, ptr %D, i64 %ci
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %pCi, ptr align 4 %pDi, i64 %bytes, i1 false)
  br label %k

k:
  %vk = phi i64 [ 0, %i ], [ %vk.next, %k.end ]
  %aik = add i64 %ai, %vk
  %pA = getelementptr float, ptr %A, i64 %aik
  %a = load float, ptr %pA
  %bk = mul i64 %vk, %N
  br label %j

j:
  %vj = phi i64 [ 0, %k ], [ %vj.next, %j ]
  %pC = getelementptr float, ptr %pCi, i64 %vj
  %bkj = add i64 %bk, %vj
  %pB = getelementptr float, ptr %B, i64 %bkj
  %b = load float, ptr %pB
  %s = load float, ptr %pC
  %p = fmul float %a, %b
  %t = fadd float %s, %p
  store float %t, ptr %pC
  %vj.next = add nuw nsw i64 %vj, 1
  %j.done = icmp eq i64 %vj.next, %N
  br i1 %j.done, label %k.end, label %j

k.end:
  %vk.next = add nuw nsw i64 %vk, 1
  %k.done = icmp eq i64 %vk.next, %K
  br i1 %k.done, label %i.end, label %k

i.end:
  %vi.next = add nuw nsw i64 %vi, 1
  %i.done = icmp eq i64 %vi.next, %M
  br i1 %i.done, label %exit, label %i

exit:
  ret void
}

define void @from_itself(i64 %M, i64 %N, i64 %K, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr noalias %D) {
entry:
  %bytes = shl i64 %N, 2
  br label %i

i:
  %vi = phi i64 [ 0, %entry ], [ %vi.next, %i.end ]
  %ai = mul i64 %vi, %K
  %ci = mul i64 %vi, %N
  %pCi = getelementptr float, ptr %C, i64 %ci
  %pDi = getelementptr float, ptr %D, i64 %ci
  call void @llvm.memmove.p0.p0.i64(ptr align 4 %pCi, ptr align 4 %pCi, i64 %bytes, i1 false)
  br label %k

k:
  %vk = phi i64 [ 0, %i ], [ %vk.next, %k.end ]
  %aik = add i64 %ai, %vk
  %pA = getelementptr float, ptr %A, i64 %aik
  %a = load float, ptr %pA
  %bk = mul i64 %vk, %N
  br label %j

j:
  %vj = phi i64 [ 0, %k ], [ %vj.next, %j ]
  %pC = getelementptr float, ptr %pCi, i64 %vj
  %bkj = add i64 %bk, %vj
  %pB = getelementptr float, ptr %B, i64 %bkj
  %b = load float, ptr %pB
  %s = load float, ptr %pC
  %p = fmul float %a, %b
  %t = fadd float %s, %p
  store float %t, ptr %pC
  %vj.next = add nuw nsw i64 %vj, 1
  %j.done = icmp eq i64 %vj.next, %N
  br i1 %j.done, label %k.end, label %j

k.end:
  %vk.next = add nuw nsw i64 %vk, 1
  %k.done = icmp eq i64 %vk.next, %K
  br i1 %k.done, label %i.end, label %k

i.end:
  %vi.next = add nuw nsw i64 %vi, 1
  %i.done = icmp eq i64 %vi.next, %M
  br i1 %i.done, label %exit, label %i

exit:
  ret void
}

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
