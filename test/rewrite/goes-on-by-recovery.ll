; A product that is no number is all that lets the inner loop go on: without the
; recovery, nothing is left of the loop.
;
; RUN: %opt -passes='loop-simplify,gemmify' %s -S | FileCheck %s
;
; CHECK: define void @product
; CHECK-NOT: gemmify
; CHECK: call {{.*}}@__muldc3

target triple = "x86_64-linux-gnu"

define void @product(i64 %0, ptr %1, ptr %2, ptr noalias %3) {
  %5 = icmp sgt i64 %0, 0
  br i1 %5, label %6, label %11

6:
  %7 = phi i64 [ %18, %17 ], [ 0, %4 ]
  %8 = mul i64 %7, %0
  %9 = getelementptr { double, double }, ptr %1, i64 %8
  %10 = getelementptr { double, double }, ptr %3, i64 %8
  br label %12

11:
  ret void

12:
  %13 = phi i64 [ 0, %6 ], [ %21, %20 ]
  %14 = getelementptr { double, double }, ptr %2, i64 %13
  %15 = getelementptr { double, double }, ptr %10, i64 %13
  %16 = getelementptr inbounds i8, ptr %15, i64 8
  br label %23

17:
  %18 = add i64 %7, 1
  %19 = icmp eq i64 %18, %0
  br i1 %19, label %11, label %6

20:
  %21 = add i64 %13, 1
  %22 = icmp eq i64 %21, %0
  br i1 %22, label %17, label %12

23:
  %24 = phi i64 [ 0, %12 ], [ %54, %47 ]
  %25 = getelementptr { double, double }, ptr %9, i64 %24
  %26 = load double, ptr %25, align 8
  %27 = getelementptr inbounds i8, ptr %25, i64 8
  %28 = load double, ptr %27, align 8
  %29 = mul i64 %24, %0
  %30 = getelementptr { double, double }, ptr %14, i64 %29
  %31 = load double, ptr %30, align 8
  %32 = getelementptr inbounds i8, ptr %30, i64 8
  %33 = load double, ptr %32, align 8
  %34 = fmul double %26, %31
  %35 = fmul double %28, %33
  %36 = fmul double %26, %33
  %37 = fmul double %28, %31
  %38 = fsub double %34, %35
  %39 = fadd double %37, %36
  %40 = fcmp uno double %38, 0.000000e+00
  br i1 %40, label %41, label %trap

trap:
  call void @llvm.trap()
  unreachable

41:
  %42 = fcmp uno double %39, 0.000000e+00
  br i1 %42, label %43, label %47

43:
  %44 = call { double, double } @__muldc3(double %26, double %28, double %31, double %33)
  %45 = extractvalue { double, double } %44, 0
  %46 = extractvalue { double, double } %44, 1
  br label %47

47:
  %48 = phi double [ %38, %41 ], [ %45, %43 ]
  %49 = phi double [ %39, %41 ], [ %46, %43 ]
  %50 = load double, ptr %15, align 8
  %51 = load double, ptr %16, align 8
  %52 = fadd double %48, %50
  %53 = fadd double %49, %51
  store double %52, ptr %15, align 8
  store double %53, ptr %16, align 8
  %54 = add i64 %24, 1
  %55 = icmp eq i64 %54, %0
  br i1 %55, label %20, label %23
}

declare { double, double } @__muldc3(double, double, double, double)
declare void @llvm.trap()
