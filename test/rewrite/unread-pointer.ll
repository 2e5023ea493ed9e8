; C = A * (M ? Q : 0). Where M is zero throughout, Q is never read through and may
; be poison, which must not decide whether A and C are apart.
;
; RUN: %opt -passes='gemmify,verify' -S %s | FileCheck %s
;
; CHECK-LABEL: define void @product(
; CHECK-NOT: ptrtoint ptr %Q
; CHECK: %[[Q:.*]] = freeze ptr %Q
; CHECK-NEXT: ptrtoint ptr %[[Q]] to i64
; CHECK-NOT: ptrtoint ptr %Q
; CHECK: gemmify.original:

target triple = "x86_64-linux-gnu"

define void @product(i64 %n, ptr %A, ptr %Q, ptr noalias %M, ptr %C) {
entry:
  br label %i
i:
  %iv = phi i64 [ 0, %entry ], [ %iv.n, %i.latch ]
  %row = mul nuw nsw i64 %iv, 96
  br label %j
j:
  %jv = phi i64 [ 0, %i ], [ %jv.n, %j.latch ]
  br label %k
k:
  %kv = phi i64 [ 0, %j ], [ %kv.n, %k.latch ]
  %s = phi float [ 0.0, %j ], [ %s.n, %k.latch ]
  %krow = mul nuw nsw i64 %kv, 96
  %kj = add nuw nsw i64 %krow, %jv
  %mp = getelementptr inbounds i32, ptr %M, i64 %kj
  %m = load i32, ptr %mp
  %c = icmp ne i32 %m, 0
  br i1 %c, label %yes, label %k.latch
yes:
  %qp = getelementptr inbounds float, ptr %Q, i64 %kj
  %q = load float, ptr %qp
  br label %k.latch
k.latch:
  %x = phi float [ %q, %yes ], [ 0.0, %k ]
  %ik = add nuw nsw i64 %row, %kv
  %ap = getelementptr inbounds float, ptr %A, i64 %ik
  %a = load float, ptr %ap
  %p = fmul float %a, %x
  %s.n = fadd float %s, %p
  %kv.n = add nuw nsw i64 %kv, 1
  %kc = icmp eq i64 %kv.n, 96
  br i1 %kc, label %j.latch, label %k
j.latch:
  %ij = add nuw nsw i64 %row, %jv
  %cp = getelementptr inbounds float, ptr %C, i64 %ij
  store float %s.n, ptr %cp
  %jv.n = add nuw nsw i64 %jv, 1
  %jc = icmp eq i64 %jv.n, 96
  br i1 %jc, label %i.latch, label %j
i.latch:
  %iv.n = add nuw nsw i64 %iv, 1
  %ic = icmp eq i64 %iv.n, 96
  br i1 %ic, label %exit, label %i
exit:
  ret void
}
