; A counter of 8 bits wraps on the way to its last number, so that the minimum is
; not the same one of the two in all iterations: row 28 is filled with one zero.
; RUN: %opt -passes='print<gemmify-nests>' -disable-output %s 2>&1 | FileCheck %s
; CHECK: GEMM nests of 'wraps'
; CHECK-NOT: = 0 + sum
; CHECK: GEMM nests of 'counts'
; CHECK: C(i,j) = 0 + sum

declare i8 @llvm.smin.i8(i8, i8)
declare i32 @llvm.smin.i32(i32, i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @wraps(ptr noalias %A, ptr noalias %B, ptr noalias %C) {
e:
  br label %rows
rows:
  %r = phi i8 [ 0, %e ], [ %r1, %rl ]
  %m9 = mul i8 %r, 9
  %s = add i8 %m9, 5
  %l = call i8 @llvm.smin.i8(i8 %s, i8 5)
  %lz = zext i8 %l to i64
  %by = mul i64 %lz, 8
  %rz = zext i8 %r to i64
  %ro = mul i64 %rz, 256
  %Cr = getelementptr double, ptr %C, i64 %ro
  %Ar = getelementptr double, ptr %A, i64 %ro
  call void @llvm.memset.p0.i64(ptr align 8 %Cr, i8 0, i64 %by, i1 false)
  br label %kl
kl:
  %k = phi i64 [ 0, %rows ], [ %k1, %klat ]
  %ap = getelementptr double, ptr %Ar, i64 %k
  %a = load double, ptr %ap
  %ko = mul i64 %k, 64
  %Bk = getelementptr double, ptr %B, i64 %ko
  br label %jl
jl:
  %j = phi i64 [ 0, %kl ], [ %j1, %jl ]
  %bp = getelementptr double, ptr %Bk, i64 %j
  %b = load double, ptr %bp
  %cp = getelementptr double, ptr %Cr, i64 %j
  %c = load double, ptr %cp
  %mm = fmul double %a, %b
  %cn = fadd double %c, %mm
  store double %cn, ptr %cp
  %j1 = add nuw nsw i64 %j, 1
  %jc = icmp eq i64 %j1, 5
  br i1 %jc, label %klat, label %jl
klat:
  %k1 = add nuw nsw i64 %k, 1
  %kc = icmp eq i64 %k1, 48
  br i1 %kc, label %rl, label %kl
rl:
  %r1 = add nuw nsw i8 %r, 1
  %rc = icmp eq i8 %r1, 31
  br i1 %rc, label %x, label %rows
x:
  ret void
}

define void @counts(ptr noalias %A, ptr noalias %B, ptr noalias %C) {
e:
  br label %rows
rows:
  %r = phi i32 [ 0, %e ], [ %r1, %rl ]
  %m9 = mul i32 %r, 9
  %s = add i32 %m9, 5
  %l = call i32 @llvm.smin.i32(i32 %s, i32 5)
  %lz = zext i32 %l to i64
  %by = mul i64 %lz, 8
  %rz = zext i32 %r to i64
  %ro = mul i64 %rz, 256
  %Cr = getelementptr double, ptr %C, i64 %ro
  %Ar = getelementptr double, ptr %A, i64 %ro
  call void @llvm.memset.p0.i64(ptr align 8 %Cr, i8 0, i64 %by, i1 false)
  br label %kl
kl:
  %k = phi i64 [ 0, %rows ], [ %k1, %klat ]
  %ap = getelementptr double, ptr %Ar, i64 %k
  %a = load double, ptr %ap
  %ko = mul i64 %k, 64
  %Bk = getelementptr double, ptr %B, i64 %ko
  br label %jl
jl:
  %j = phi i64 [ 0, %kl ], [ %j1, %jl ]
  %bp = getelementptr double, ptr %Bk, i64 %j
  %b = load double, ptr %bp
  %cp = getelementptr double, ptr %Cr, i64 %j
  %c = load double, ptr %cp
  %mm = fmul double %a, %b
  %cn = fadd double %c, %mm
  store double %cn, ptr %cp
  %j1 = add nuw nsw i64 %j, 1
  %jc = icmp eq i64 %j1, 5
  br i1 %jc, label %klat, label %jl
klat:
  %k1 = add nuw nsw i64 %k, 1
  %kc = icmp eq i64 %k1, 48
  br i1 %kc, label %rl, label %kl
rl:
  %r1 = add nuw nsw i32 %r, 1
  %rc = icmp eq i32 %r1, 31
  br i1 %rc, label %x, label %rows
x:
  ret void
}
