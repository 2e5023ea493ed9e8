; Checks as other compilers write them.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.trap() cold noreturn nounwind
declare void @range_error(i64) noreturn
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)

; Swift: all checks share one trap, indices are computed with overflow checks.
; CHECK-LABEL: GEMM nests of 'one_trap':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = C + sum A(i,k)*B(k,j)
define void @one_trap(i64 %n, ptr noalias %A, i64 %la, ptr noalias %B, i64 %lb, ptr noalias %C, i64 %lc) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.latch ]
  %ra = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %iv.i, i64 %n)
  %ra.v = extractvalue { i64, i1 } %ra, 0
  %ra.o = extractvalue { i64, i1 } %ra, 1
  br i1 %ra.o, label %trap, label %k.1
k.1:
  %ia = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %ra.v, i64 %iv.k)
  %ia.v = extractvalue { i64, i1 } %ia, 0
  %ia.o = extractvalue { i64, i1 } %ia, 1
  %ia.in = icmp ult i64 %ia.v, %la
  %ia.out = xor i1 %ia.in, true
  %ia.bad = or i1 %ia.o, %ia.out
  br i1 %ia.bad, label %trap, label %k.2
k.2:
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %ib.in = icmp ugt i64 %lb, %ib
  br i1 %ib.in, label %k.3, label %trap
k.3:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %ic.in = icmp ult i64 %ic, %lc
  br i1 %ic.in, label %k.latch, label %trap
k.latch:
  %pa = getelementptr double, ptr %A, i64 %ia.v
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  %ab = fmul double %a, %b
  %s = fadd double %c, %ab
  store double %s, ptr %pc
  %k.next = add i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
trap:
  call void @llvm.trap()
  unreachable
}

; Ada, D: a call that does not return, with the index. Loop predication has put one
; check of a whole row before the inner loop, by what does not change in it.
; CHECK-LABEL: GEMM nests of 'predicated':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = C + sum A(i,k)*B(k,j)
define void @predicated(i64 %n, ptr noalias %A, i64 %la, ptr noalias %B, i64 %lb, ptr noalias %C, i64 %lc) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  %end = add i64 %row, %n
  %fits.a = icmp ule i64 %end, %la
  %fits.c = icmp ule i64 %end, %lc
  %fits = and i1 %fits.a, %fits.c
  br i1 %fits, label %j, label %error.i
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.latch ]
  %sum = phi double [ %c, %j ], [ %s, %k.latch ]
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %ib.in = icmp ult i64 %ib, %lb
  br i1 %ib.in, label %k.latch, label %error.k
k.latch:
  %ia = add i64 %row, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %s = fadd double %sum, %ab
  %k.next = add i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store double %s, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
error.i:
  call void @range_error(i64 %end)
  unreachable
error.k:
  call void @range_error(i64 %ib)
  unreachable
}

; %lb may not be there when the check of the row fails: it is not loaded before.
; CHECK-LABEL: GEMM nests of 'behind_a_check':
; CHECK-NEXT: no nest at %k: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
define void @behind_a_check(i64 %n, ptr noalias %A, i64 %la, ptr noalias %B, ptr %size, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  %fits = icmp ult i64 %row, %la
  br i1 %fits, label %j, label %error
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %lb = load i64, ptr %size
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.latch ]
  %sum = phi double [ 0.0, %j ], [ %s, %k.latch ]
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %ib.in = icmp ult i64 %ib, %lb
  br i1 %ib.in, label %k.latch, label %error
k.latch:
  %ia = add i64 %row, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %s = fadd double %sum, %ab
  %k.next = add i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %s, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
error:
  call void @llvm.trap()
  unreachable
}

; A check, and not the counter, ends this loop: i != n with a step of two never meets an
; odd n. Its count must not be taken for n / 2.
; CHECK-LABEL: GEMM nests of 'never_meets':
; CHECK-NEXT: no nest at %k: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
define void @never_meets(i64 %n, ptr noalias %A, ptr noalias %B, i64 %lb, ptr noalias %C) mustprogress {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.latch ]
  %sum = phi double [ 0.0, %j ], [ %s, %k.latch ]
  %ib.in = icmp ult i64 %iv.k, %lb
  br i1 %ib.in, label %k.latch, label %error
k.latch:
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %ia = add i64 %row, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %s = fadd double %sum, %ab
  %k.next = add nuw nsw i64 %iv.k, 2
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %ic = add i64 %row, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %s, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
error:
  call void @llvm.trap()
  unreachable
}

; The counter of a loop that leaves at its header is a step further after it than
; in its last iteration.
;
; CHECK-LABEL: GEMM nests of 'last_value':
; CHECK-NEXT: no nest at %k: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
define void @last_value(i64 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C, i64 %size, i64 %limit) {
entry:
  br label %i
i:
  %i.at = phi i64 [ 0, %entry ], [ %i.next, %i.end ]
  %i.goes = icmp slt i64 %i.at, %n
  br i1 %i.goes, label %j.first, label %done
j.first:
  br label %j
j:
  %j.at = phi i64 [ 0, %j.first ], [ %j.next, %j.end ]
  %j.goes = icmp slt i64 %j.at, %n
  br i1 %j.goes, label %k.first, label %i.end
k.first:
  br label %k
k:
  %sum = phi nsz float [ 0.0, %k.first ], [ %sum.next, %k.end ]
  %k.at = phi i64 [ 0, %k.first ], [ %k.next, %k.end ]
  %k.goes = icmp slt i64 %k.at, %n
  br i1 %k.goes, label %check, label %after
check:
  %row = mul nsw i64 %k.at, %n
  %b = add nsw i64 %row, %j.at
  %fails = icmp uge i64 %b, %size
  br i1 %fails, label %stop, label %k.end
k.end:
  %a.row = mul nsw i64 %i.at, %n
  %a = add nsw i64 %a.row, %k.at
  %a.ptr = getelementptr inbounds float, ptr %A, i64 %a
  %x = load float, ptr %a.ptr
  %b.ptr = getelementptr inbounds float, ptr %B, i64 %b
  %y = load float, ptr %b.ptr
  %product = fmul fast float %x, %y
  %sum.next = fadd fast float %sum, %product
  %k.next = add nsw i64 %k.at, 1
  br label %k
after:
  %too.far = icmp sgt i64 %k.at, %limit
  br i1 %too.far, label %stop, label %j.end
j.end:
  %c.row = mul nsw i64 %i.at, %n
  %c = add nsw i64 %c.row, %j.at
  %c.ptr = getelementptr inbounds float, ptr %C, i64 %c
  store float %sum, ptr %c.ptr
  %j.next = add nsw i64 %j.at, 1
  br label %j
i.end:
  %i.next = add nsw i64 %i.at, 1
  br label %i
stop:
  call void @llvm.trap()
  unreachable
done:
  ret void
}
