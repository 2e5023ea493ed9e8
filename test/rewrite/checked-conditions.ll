; What checks may ask besides numbers that move by fixed steps, and what they may not:
; one product, whose check is inlined from each of the parts.
;
; DEFINE: %{part} =
; DEFINE: %{inlined} = cat %t/product.ll %t/%{part}.ll | %opt -passes
; DEFINE: %{nests} = %{inlined}='always-inline,function(print<gemmify-nests>)' -disable-output 2>&1 | FileCheck %s
; DEFINE: %{rewritten} = %{inlined}='always-inline,gemmify' -S | FileCheck %s
; RUN: %split-file %s %t

; REDEFINE: %{part} = flag
; RUN: %{nests} --check-prefix=YES
; RUN: %{rewritten} --check-prefix=FLAG
; REDEFINE: %{part} = fixed
; RUN: %{nests} --check-prefix=YES
; RUN: %{rewritten} --check-prefix=FIXED
; REDEFINE: %{part} = moves
; RUN: %{nests} --check-prefix=NO
; REDEFINE: %{part} = smaller
; RUN: %{nests} --check-prefix=YES
; REDEFINE: %{part} = smaller-left
; RUN: %{nests} --check-prefix=NO
; REDEFINE: %{part} = smaller-right
; RUN: %{nests} --check-prefix=NO
; REDEFINE: %{part} = overflow
; RUN: %{nests} --check-prefix=NO
; REDEFINE: %{part} = differ-left
; RUN: %{nests} --check-prefix=NO
; REDEFINE: %{part} = differ-right
; RUN: %{nests} --check-prefix=NO

; YES: GEMM nests of 'product':
; YES-NEXT: GEMM nest at %i.unchecked: double C(i,j) = 0 + sum A(i,k)*B(k,j)
; NO: GEMM nests of 'product':
; NO-NEXT: no nest at %k: a check inside the nest
; FLAG-LABEL: define void @product(
; FLAG: [[NOT:%[a-z0-9.]+]] = xor i1 %flag, true
; FLAG: and i1 {{.*}}[[NOT]]
; FIXED-LABEL: define void @product(
; FIXED: [[LESS:%[a-z0-9.]+]] = fcmp olt double %x, %y
; FIXED: xor i1 [[LESS]], true

;--- product.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare void @llvm.trap() cold noreturn nounwind
declare i64 @llvm.umin.i64(i64, i64)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)

define void @product(i64 noundef %n, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i1 noundef %flag, double noundef %x, double noundef %y, ptr noalias noundef %data) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.go ]
  %s = phi double [ 0.0, %j ], [ %sum, %k.go ]
  %bad = call i1 @is_bad(i64 %n, i64 %iv.i, i64 %iv.k, i1 %flag, double %x, double %y, ptr %data)
  br i1 %bad, label %trap, label %k.go
k.go:
  %ra = mul i64 %iv.i, %n
  %ia = add i64 %ra, %iv.k
  %pa = getelementptr double, ptr %A, i64 %ia
  %a = load double, ptr %pa
  %rb = mul i64 %iv.k, %n
  %ib = add i64 %rb, %iv.j
  %pb = getelementptr double, ptr %B, i64 %ib
  %b = load double, ptr %pb
  %ab = fmul double %a, %b
  %sum = fadd double %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %rc = mul i64 %iv.i, %n
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr double, ptr %C, i64 %ic
  store double %sum, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
trap:
  call void @llvm.trap()
  unreachable
exit:
  ret void
}

;--- flag.ll
; A condition from before the nest is asked before it.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %bad = freeze i1 %flag
  ret i1 %bad
}

;--- fixed.ll
; So is one that the nest computes from what it does not change.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %bad = fcmp olt double %x, %y
  ret i1 %bad
}

;--- moves.ll
; What moves with a loop is none.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %f = uitofp i64 %k to double
  %bad = fcmp olt double %f, %y
  ret i1 %bad
}

;--- smaller.ll
; Of two numbers, neither may be zero.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %k.one = add i64 %k, 1
  %least = call i64 @llvm.umin.i64(i64 %k.one, i64 %n)
  %bad = icmp eq i64 %least, 0
  ret i1 %bad
}

;--- smaller-left.ll
; One of them is an element.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %r = mul i64 %i, %n
  %at = add i64 %r, %k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %k.one = add i64 %k, 1
  %least = call i64 @llvm.umin.i64(i64 %d, i64 %k.one)
  %bad = icmp eq i64 %least, 0
  ret i1 %bad
}

;--- smaller-right.ll
; The other one is.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %r = mul i64 %i, %n
  %at = add i64 %r, %k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %k.one = add i64 %k, 1
  %least = call i64 @llvm.umin.i64(i64 %k.one, i64 %d)
  %bad = icmp eq i64 %least, 0
  ret i1 %bad
}

;--- overflow.ll
; A sum with an element overflows or not.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %r = mul i64 %i, %n
  %at = add i64 %r, %k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %o = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %k, i64 %d)
  %bad = extractvalue { i64, i1 } %o, 1
  ret i1 %bad
}

;--- differ-left.ll
; Of two conditions that have to differ, one asks an element.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %r = mul i64 %i, %n
  %at = add i64 %r, %k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %is = icmp eq i64 %d, 3
  %m = add i64 %k, -5
  %neg = icmp slt i64 %m, 0
  %same = xor i1 %is, %neg
  %bad = xor i1 %same, true
  ret i1 %bad
}

;--- differ-right.ll
; The other one does.
define internal i1 @is_bad(i64 %n, i64 %i, i64 %k, i1 %flag, double %x, double %y, ptr %data) alwaysinline {
  %r = mul i64 %i, %n
  %at = add i64 %r, %k
  %p = getelementptr i64, ptr %data, i64 %at
  %d = load i64, ptr %p
  %is = icmp ult i64 %k, %d
  %m = add i64 %k, -5
  %neg = icmp slt i64 %m, 0
  %same = xor i1 %neg, %is
  %bad = xor i1 %same, true
  ret i1 %bad
}
