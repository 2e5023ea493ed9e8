; Loops that cannot be brought into simplified form, as addresses of labels lead
; there. Each is one of three; the others are counted as ever.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s

; CHECK-LABEL: GEMM nests of 'outer_loop':
; CHECK-NEXT: no nest at %k: the outermost loop of the nest has more than one way out
; CHECK-LABEL: GEMM nests of 'middle_loop':
; CHECK-NEXT: no nest at %k: a loop of the nest has more than one way out; remove the break, return or goto
; CHECK-LABEL: GEMM nests of 'inner_loop':
; CHECK-NOT: nest at

define void @outer_loop(i64 %M, i64 %N, i64 %K, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr %label) {
entry:
  indirectbr ptr %label, [label %i, label %exit]

i:
  %vi = phi i64 [ 0, %entry ], [ %vi.next, %i.end ]
  %ai = mul i64 %vi, %K
  %ci = mul i64 %vi, %N
  br label %j

j:
  %vj = phi i64 [ 0, %i ], [ %vj.next, %j.end ]
  %cij = add i64 %ci, %vj
  %pC = getelementptr float, ptr %C, i64 %cij
  br label %k

k:
  %vk = phi i64 [ 0, %j ], [ %vk.next, %k.end ]
  %aik = add i64 %ai, %vk
  %pA = getelementptr float, ptr %A, i64 %aik
  %a = load float, ptr %pA
  %bk = mul i64 %vk, %N
  %bkj = add i64 %bk, %vj
  %pB = getelementptr float, ptr %B, i64 %bkj
  %b = load float, ptr %pB
  %s = load float, ptr %pC
  %p = fmul float %a, %b
  %t = fadd float %s, %p
  store float %t, ptr %pC
  %vk.next = add nuw nsw i64 %vk, 1
  br label %k.end

k.end:
  %k.done = icmp eq i64 %vk.next, %K
  br i1 %k.done, label %j.end, label %k

j.end:
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

define void @middle_loop(i64 %M, i64 %N, i64 %K, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr %label) {
entry:
  br label %i

i:
  %vi = phi i64 [ 0, %entry ], [ %vi.next, %i.end ]
  %ai = mul i64 %vi, %K
  %ci = mul i64 %vi, %N
  indirectbr ptr %label, [label %j, label %i.end]

j:
  %vj = phi i64 [ 0, %i ], [ %vj.next, %j.end ]
  %cij = add i64 %ci, %vj
  %pC = getelementptr float, ptr %C, i64 %cij
  br label %k

k:
  %vk = phi i64 [ 0, %j ], [ %vk.next, %k.end ]
  %aik = add i64 %ai, %vk
  %pA = getelementptr float, ptr %A, i64 %aik
  %a = load float, ptr %pA
  %bk = mul i64 %vk, %N
  %bkj = add i64 %bk, %vj
  %pB = getelementptr float, ptr %B, i64 %bkj
  %b = load float, ptr %pB
  %s = load float, ptr %pC
  %p = fmul float %a, %b
  %t = fadd float %s, %p
  store float %t, ptr %pC
  %vk.next = add nuw nsw i64 %vk, 1
  br label %k.end

k.end:
  %k.done = icmp eq i64 %vk.next, %K
  br i1 %k.done, label %j.end, label %k

j.end:
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

define void @inner_loop(i64 %M, i64 %N, i64 %K, ptr noalias %A, ptr noalias %B, ptr noalias %C, ptr %label) {
entry:
  br label %i

i:
  %vi = phi i64 [ 0, %entry ], [ %vi.next, %i.end ]
  %ai = mul i64 %vi, %K
  %ci = mul i64 %vi, %N
  br label %j

j:
  %vj = phi i64 [ 0, %i ], [ %vj.next, %j.end ]
  %cij = add i64 %ci, %vj
  %pC = getelementptr float, ptr %C, i64 %cij
  br label %k

k:
  %vk = phi i64 [ 0, %j ], [ %vk.next, %k.end ], [ %vk.next, %k ]
  %aik = add i64 %ai, %vk
  %pA = getelementptr float, ptr %A, i64 %aik
  %a = load float, ptr %pA
  %bk = mul i64 %vk, %N
  %bkj = add i64 %bk, %vj
  %pB = getelementptr float, ptr %B, i64 %bkj
  %b = load float, ptr %pB
  %s = load float, ptr %pC
  %p = fmul float %a, %b
  %t = fadd float %s, %p
  store float %t, ptr %pC
  %vk.next = add nuw nsw i64 %vk, 1
  indirectbr ptr %label, [label %k, label %k.end]

k.end:
  %k.done = icmp eq i64 %vk.next, %K
  br i1 %k.done, label %j.end, label %k

j.end:
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
