; Checks as other compilers write them.
;
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.trap() cold noreturn nounwind
declare void @range_error(i64) noreturn
declare i64 @llvm.umin.i64(i64, i64)
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

; %lb may not be there when the check of the row fails: it is loaded after that is tested.
; CHECK-LABEL: GEMM nests of 'behind_a_check':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = 0 + sum A(i,k)*B(k,j)
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
  %product = fmul reassoc nsz float %x, %y
  %sum.next = fadd reassoc nsz float %sum, %product
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

; Julia: indices count from one, and what is thrown is told them.
; CHECK-LABEL: GEMM nests of 'from_one':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = C + sum A(i,k)*B(k,j)
declare void @bounds_error(ptr, i64, i64) noreturn
define void @from_one(i64 %n, ptr noalias %A, i64 %rows, i64 %columns, ptr noalias %B, i64 %lb, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 1, %entry ], [ %i.next, %i.latch ]
  %i.0 = add i64 %iv.i, -1
  br label %j
j:
  %iv.j = phi i64 [ 1, %i ], [ %j.next, %j.latch ]
  %j.0 = add i64 %iv.j, -1
  br label %k
k:
  %iv.k = phi i64 [ 1, %j ], [ %k.next, %k.latch ]
  %k.0 = add i64 %iv.k, -1
  %in.i = icmp ult i64 %i.0, %rows
  %in.k = icmp ult i64 %k.0, %columns
  %in.a = and i1 %in.i, %in.k
  br i1 %in.a, label %k.1, label %error.a
k.1:
  %ka = mul i64 %k.0, %rows
  %ia = add i64 %ka, %i.0
  %kb = mul i64 %j.0, %n
  %ib = add i64 %kb, %k.0
  %in.b = icmp ult i64 %ib, %lb
  br i1 %in.b, label %k.latch, label %error.b
k.latch:
  %kc = mul i64 %j.0, %n
  %ic = add i64 %kc, %i.0
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  %ab = fmul double %a, %b
  %s = fadd double %c, %ab
  store double %s, ptr %pc
  %k.next = add i64 %iv.k, 1
  %k.done = icmp eq i64 %iv.k, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %j.next = add i64 %iv.j, 1
  %j.done = icmp eq i64 %iv.j, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %iv.i, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
error.a:
  call void @bounds_error(ptr %A, i64 %iv.i, i64 %iv.k)
  unreachable
error.b:
  call void @bounds_error(ptr %B, i64 %iv.k, i64 %iv.j)
  unreachable
}

; Ada: 32-bit indices of arrays with a first and a last index, which descriptors hold.
; CHECK-LABEL: GEMM nests of 'descriptors':
; CHECK-NEXT: GEMM nest at %i.unchecked: float C(i,j) = 0 + sum A(i,k)*B(k,j)
declare void @__gnat_rcheck_CE_Index_Check(ptr, i32) noreturn
define void @descriptors(i32 %n, ptr noalias %A, ptr noalias dereferenceable(16) %dA, ptr noalias %B, ptr noalias dereferenceable(16) %dB, ptr noalias %C) {
entry:
  %enter = icmp sgt i32 %n, 0
  br i1 %enter, label %i, label %exit
i:
  %iv.i = phi i32 [ 1, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i32 [ 1, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i32 [ 1, %j ], [ %k.next, %k.latch ]
  %sum = phi float [ 0.0, %j ], [ %s, %k.latch ]
  %first.a = load i32, ptr %dA
  %p.last.a = getelementptr i32, ptr %dA, i64 1
  %last.a = load i32, ptr %p.last.a
  %below.a = icmp slt i32 %iv.i, %first.a
  %above.a = icmp sgt i32 %iv.i, %last.a
  %out.a = or i1 %below.a, %above.a
  br i1 %out.a, label %error, label %k.1
k.1:
  %first.b = load i32, ptr %dB
  %p.last.b = getelementptr i32, ptr %dB, i64 1
  %last.b = load i32, ptr %p.last.b
  %below.b = icmp slt i32 %iv.k, %first.b
  %above.b = icmp sgt i32 %iv.k, %last.b
  %out.b = or i1 %below.b, %above.b
  br i1 %out.b, label %error, label %k.latch
k.latch:
  %i.0 = sub nsw i32 %iv.i, 1
  %j.0 = sub nsw i32 %iv.j, 1
  %k.0 = sub nsw i32 %iv.k, 1
  %i.64 = zext i32 %i.0 to i64
  %j.64 = zext i32 %j.0 to i64
  %k.64 = zext i32 %k.0 to i64
  %n.64 = zext i32 %n to i64
  %ra = mul i64 %i.64, %n.64
  %ia = add i64 %ra, %k.64
  %rb = mul i64 %k.64, %n.64
  %ib = add i64 %rb, %j.64
  %pa = getelementptr float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %pb = getelementptr float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %ab = fmul float %a, %b
  %s = fadd float %sum, %ab
  %k.next = add nsw i32 %iv.k, 1
  %k.done = icmp eq i32 %iv.k, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %i.64, %n.64
  %ic = add i64 %rc, %j.64
  %pc = getelementptr float, ptr %C, i64 %ic
  store float %s, ptr %pc
  %j.next = add nsw i32 %iv.j, 1
  %j.done = icmp eq i32 %iv.j, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nsw i32 %iv.i, 1
  %i.done = icmp eq i32 %iv.i, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
error:
  call void @__gnat_rcheck_CE_Index_Check(ptr null, i32 7)
  unreachable
}

; D: dynamic arrays of dynamic arrays, as pairs of a length and a pointer.
; CHECK-LABEL: GEMM nests of 'jagged':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = C + sum A(i,k)*B(k,j), A by row pointers, B by row pointers, C row-major
declare void @_d_arraybounds_index(i64, ptr, i32, i64, i64) noreturn
define void @jagged(i64 %n, i64 %la, ptr noalias %A, i64 %lb, ptr noalias %B, ptr noalias %C) {
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
  %in.a = icmp ult i64 %iv.i, %la
  br i1 %in.a, label %k.1, label %error.1
k.1:
  %row.a = getelementptr { i64, ptr }, ptr %A, i64 %iv.i
  %length.a = load i64, ptr %row.a
  %in.row.a = icmp ult i64 %iv.k, %length.a
  br i1 %in.row.a, label %k.2, label %error.2
k.2:
  %in.b = icmp ult i64 %iv.k, %lb
  br i1 %in.b, label %k.3, label %error.1
k.3:
  %row.b = getelementptr { i64, ptr }, ptr %B, i64 %iv.k
  %length.b = load i64, ptr %row.b
  %in.row.b = icmp ult i64 %iv.j, %length.b
  br i1 %in.row.b, label %k.latch, label %error.2
k.latch:
  %at.a = getelementptr { i64, ptr }, ptr %A, i64 %iv.i, i32 1
  %data.a = load ptr, ptr %at.a
  %pa = getelementptr double, ptr %data.a, i64 %iv.k
  %a = load double, ptr %pa
  %at.b = getelementptr { i64, ptr }, ptr %B, i64 %iv.k, i32 1
  %data.b = load ptr, ptr %at.b
  %pb = getelementptr double, ptr %data.b, i64 %iv.j
  %b = load double, ptr %pb
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
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
error.1:
  call void @_d_arraybounds_index(i64 5, ptr null, i32 7, i64 %iv.i, i64 %la)
  unreachable
error.2:
  call void @_d_arraybounds_index(i64 5, ptr null, i32 8, i64 %iv.k, i64 %n)
  unreachable
}

; The walk along a table sees no pairs of rows: each table has rows of one length.
; CHECK-LABEL: GEMM nests of 'two_tables':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, not fused
define void @two_tables(i64 %n, ptr noalias %la, ptr noalias %lb, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
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
  %row.a = getelementptr i64, ptr %la, i64 %iv.i
  %length.a = load i64, ptr %row.a
  %row.b = getelementptr i64, ptr %lb, i64 %iv.k
  %length.b = load i64, ptr %row.b
  %in = icmp ult i64 %length.a, %length.b
  br i1 %in, label %k.latch, label %error
k.latch:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ic = add i64 %ra, %iv.j
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
error:
  call void @llvm.trap()
  unreachable
}

; Unswitching freezes what it compares: it is thawed, as all of it is arithmetic.
; CHECK-LABEL: GEMM nests of 'frozen':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = C + sum A(i,k)*B(k,j)
define void @frozen(i64 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C, i64 %lc, i64 %first) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %rc = mul nuw i64 %iv.i, %n
  %ic = add nuw i64 %rc, %iv.j
  %ic.fr = freeze i64 %ic
  %ic.in = icmp ult i64 %ic.fr, %lc
  %pc = getelementptr double, ptr %C, i64 %ic.fr
  br i1 %ic.in, label %k, label %trap
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
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

; A counter that may begin with poison cannot be.
; CHECK-LABEL: GEMM nests of 'frozen_start':
; CHECK-NEXT: no nest at %k: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
define void @frozen_start(i64 %n, ptr noalias %A, ptr noalias %B, ptr noalias %C, i64 %lc, i64 %first) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ %first, %i ], [ %j.next, %j.latch ]
  %rc = mul nuw i64 %iv.i, %n
  %ic = add nuw i64 %rc, %iv.j
  %ic.fr = freeze i64 %ic
  %ic.in = icmp ult i64 %ic.fr, %lc
  %pc = getelementptr double, ptr %C, i64 %ic.fr
  br i1 %ic.in, label %k, label %trap
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
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

; A bound is loaded before the nest, and again before each further row.
; CHECK-LABEL: GEMM nests of 'reloaded':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = 0 + sum A(i,k)*B(k,j)
; CHECK-NEXT: m = %n, n = %first, k = %n
define void @reloaded(i64 %n, ptr %size, ptr %other, ptr noalias %A, ptr noalias %B, i64 %lb, ptr noalias %C) {
entry:
  %first = load i64, ptr %size
  %none = icmp eq i64 %first, 0
  br i1 %none, label %exit, label %i
i:
  %width = phi i64 [ %first, %entry ], [ %again, %i.latch ]
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %ra = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add i64 %ra, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.latch ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.latch ]
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %in = icmp ult i64 %ib, %lb
  br i1 %in, label %k.latch, label %error
k.latch:
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp uge i64 %j.next, %width
  br i1 %j.done, label %i.exits, label %j
i.exits:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.latch
i.latch:
  %again = load i64, ptr %size
  br label %i
exit:
  ret void
error:
  call void @llvm.trap()
  unreachable
}

; It may have been changed since: then it is another one.
; CHECK-LABEL: GEMM nests of 'written_since':
; CHECK-NEXT: no nest at %k: a check inside the nest throws or stops the program, as at() and assert do; check before the nest
define void @written_since(i64 %n, ptr %size, ptr %other, ptr noalias %A, ptr noalias %B, i64 %lb, ptr noalias %C) {
entry:
  %first = load i64, ptr %size
  store i64 5, ptr %other
  %none = icmp eq i64 %first, 0
  br i1 %none, label %exit, label %i
i:
  %width = phi i64 [ %first, %entry ], [ %again, %i.latch ]
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %ra = mul i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %ic = add i64 %ra, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.latch ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.latch ]
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %in = icmp ult i64 %ib, %lb
  br i1 %in, label %k.latch, label %error
k.latch:
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store double %sum, ptr %pc
  %j.next = add i64 %iv.j, 1
  %j.done = icmp uge i64 %j.next, %width
  br i1 %j.done, label %i.exits, label %j
i.exits:
  %i.next = add i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i.latch
i.latch:
  %again = load i64, ptr %size
  br label %i
exit:
  ret void
error:
  call void @llvm.trap()
  unreachable
}

; Unswitching has left of a row that is not there whether it is empty.
; CHECK-LABEL: GEMM nests of 'only_asked':
; CHECK-NEXT: GEMM nest at %i.unchecked: double C(i,j) = C + sum A(i,k)*B(k,j)
define void @only_asked(i64 %n, ptr noalias %A, ptr noalias %B, i64 %width, ptr noalias %C, i64 %rows) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul i64 %iv.i, %n
  %row.c = mul i64 %iv.i, %width
  %is.row = icmp ult i64 %iv.i, %rows
  br label %k
k:
  %iv.k = phi i64 [ 0, %i ], [ %k.next, %k.latch ]
  %row.b = mul i64 %iv.k, %width
  %is.empty = icmp eq i64 %width, 0
  %is.row.fr = freeze i1 %is.row
  br i1 %is.row.fr, label %there, label %not.there
there:
  br i1 %is.empty, label %k.latch, label %j.first
j.first:
  %ia = add i64 %row.a, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  br label %j
j:
  %iv.j = phi i64 [ 0, %j.first ], [ %j.next, %j ]
  %ib = add i64 %row.b, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ic = add i64 %row.c, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  %ab = fmul double %a, %b
  %s = fadd double %c, %ab
  store double %s, ptr %pc
  %j.next = add nuw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %width
  br i1 %j.done, label %k.latch, label %j
not.there:
  br i1 %is.empty, label %k.latch, label %error
k.latch:
  %k.next = add nuw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k
i.latch:
  %i.next = add nuw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
error:
  call void @llvm.trap()
  unreachable
}

; Here something is done instead.
; CHECK-LABEL: GEMM nests of 'not_only_asked':
; CHECK-NEXT: no nest at %j: an if inside the nest decides what is computed; move it out of the loops or split the nest
define void @not_only_asked(i64 %n, ptr noalias %A, ptr noalias %B, i64 %width, ptr noalias %C, i64 %rows) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul i64 %iv.i, %n
  %row.c = mul i64 %iv.i, %width
  %is.row = icmp ult i64 %iv.i, %rows
  br label %k
k:
  %iv.k = phi i64 [ 0, %i ], [ %k.next, %k.latch ]
  %row.b = mul i64 %iv.k, %width
  %is.empty = icmp eq i64 %width, 0
  %is.row.fr = freeze i1 %is.row
  br i1 %is.row.fr, label %there, label %not.there
there:
  br i1 %is.empty, label %k.latch, label %j.first
j.first:
  %ia = add i64 %row.a, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  br label %j
j:
  %iv.j = phi i64 [ 0, %j.first ], [ %j.next, %j ]
  %ib = add i64 %row.b, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ic = add i64 %row.c, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  %ab = fmul double %a, %b
  %s = fadd double %c, %ab
  store double %s, ptr %pc
  %j.next = add nuw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %width
  br i1 %j.done, label %k.latch, label %j
not.there:
  store double 0.0, ptr %C
  br i1 %is.empty, label %k.latch, label %error
k.latch:
  %k.next = add nuw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k
i.latch:
  %i.next = add nuw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
error:
  call void @llvm.trap()
  unreachable
}

; Rust: chunks of which the last one may be shorter.
; CHECK-LABEL: GEMM nests of 'chunks':
; CHECK-NEXT: GEMM nest at %i.even: double C(i,j) = C + sum A(i,k)*B(k,j)
define void @chunks(i64 %m, i64 %n, i64 noundef %chunk, i64 noundef %size, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul i64 %iv.i, %n
  %row.c = mul i64 %iv.i, %chunk
  %left = sub i64 %size, %row.c
  %length = call i64 @llvm.umin.i64(i64 %left, i64 %chunk)
  br label %k
k:
  %iv.k = phi i64 [ 0, %i ], [ %k.next, %k.latch ]
  %row.b = mul i64 %iv.k, %chunk
  %ia = add i64 %row.a, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  br label %j
j:
  %iv.j = phi i64 [ 0, %k ], [ %j.next, %j ]
  %ib = add i64 %row.b, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ic = add i64 %row.c, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  %ab = fmul double %a, %b
  %s = fadd double %c, %ab
  store double %s, ptr %pc
  %j.next = add nuw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %length
  br i1 %j.done, label %k.latch, label %j
k.latch:
  %k.next = add nuw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k
i.latch:
  %i.next = add nuw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; What is undefined may be less at each use.
; CHECK-LABEL: GEMM nests of 'undefined_chunks':
; CHECK-NEXT: no nest at %j: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
define void @undefined_chunks(i64 %m, i64 %n, i64 %chunk, i64 %size, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul i64 %iv.i, %n
  %row.c = mul i64 %iv.i, %chunk
  %left = sub i64 %size, %row.c
  %length = call i64 @llvm.umin.i64(i64 %left, i64 %chunk)
  br label %k
k:
  %iv.k = phi i64 [ 0, %i ], [ %k.next, %k.latch ]
  %row.b = mul i64 %iv.k, %chunk
  %ia = add i64 %row.a, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  br label %j
j:
  %iv.j = phi i64 [ 0, %k ], [ %j.next, %j ]
  %ib = add i64 %row.b, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ic = add i64 %row.c, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  %ab = fmul double %a, %b
  %s = fadd double %c, %ab
  store double %s, ptr %pc
  %j.next = add nuw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %length
  br i1 %j.done, label %k.latch, label %j
k.latch:
  %k.next = add nuw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k
i.latch:
  %i.next = add nuw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; The header asks once more than there are iterations.
; CHECK-LABEL: GEMM nests of 'least_in_header':
; CHECK-NEXT: no nest at %j: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
define void @least_in_header(i64 noundef %n, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul i64 %iv.i, %n
  %row.c = mul i64 %iv.i, 64
  %left = sub i64 512, %row.c
  %length = call i64 @llvm.umin.i64(i64 %left, i64 64)
  %v16 = mul i64 %iv.i, 16
  %v = sub i64 %v16, %length
  %stop = icmp eq i64 %v, 128
  br i1 %stop, label %exit, label %k
k:
  %iv.k = phi i64 [ 0, %i ], [ %k.next, %k.latch ]
  %row.b = mul i64 %iv.k, 64
  %ia = add i64 %row.a, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  br label %j
j:
  %iv.j = phi i64 [ 0, %k ], [ %j.next, %j ]
  %ib = add i64 %row.b, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ic = add i64 %row.c, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  %c = load double, ptr %pc
  %ab = fmul double %a, %b
  %s = fadd double %c, %ab
  store double %s, ptr %pc
  %j.next = add nuw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %length
  br i1 %j.done, label %k.latch, label %j
k.latch:
  %k.next = add nuw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %i.latch, label %k
i.latch:
  %i.next = add nuw i64 %iv.i, 1
  br label %i
exit:
  ret void
}
