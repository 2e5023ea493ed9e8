; Copies of a body are one computation only with the same flags, extensions and
; types: the first one stands for all.
;
; DEFINE: %{first} =
; DEFINE: %{second} =
; DEFINE: %{flags} = nnan
; DEFINE: %{see} = sed -e 's/^  FIRST/%{first}/' -e 's/^  SECOND/%{second}/' -e 's/FLAGS/%{flags}/' %s | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 | FileCheck %s
; REDEFINE: %{first} = %m0 = mul nsw i32 %v38, %v35 \n %v40 = sext i32 %m0 to i64
; REDEFINE: %{second} = %m1 = mul nsw i32 %v47, %v43 \n %v49 = sext i32 %m1 to i64
; REDEFINE: %{flags} = nnan
; RUN: %{see} --check-prefix=SAME
; REDEFINE: %{first} = %m0 = mul nsw i32 %v38, %v35 \n %v40 = sext i32 %m0 to i64
; REDEFINE: %{second} = %m1 = mul nuw i32 %v47, %v43 \n %v49 = zext i32 %m1 to i64
; REDEFINE: %{flags} = nnan
; RUN: %{see} --check-prefix=OTHER
; REDEFINE: %{first} = %m0 = mul nuw i32 %v38, %v35 \n %v40 = zext i32 %m0 to i64
; REDEFINE: %{second} = %m1 = mul nuw i32 %v47, %v43 \n %v49 = zext i32 %m1 to i64
; REDEFINE: %{flags} = nnan
; RUN: %{see} --check-prefix=SAME
; REDEFINE: %{first} = %m0 = mul nuw i32 %v38, %v35 \n %v40 = zext i32 %m0 to i64
; REDEFINE: %{second} = %m1 = mul nsw i32 %v47, %v43 \n %v49 = sext i32 %m1 to i64
; REDEFINE: %{flags} = nnan
; RUN: %{see} --check-prefix=OTHER
; REDEFINE: %{first} = %q0 = add nsw i32 %v38, 1 \n %e0 = sext i32 %q0 to i64 \n %g0 = sext i32 %v35 to i64 \n %v40 = mul i64 %e0, %g0
; REDEFINE: %{second} = %q1 = add nsw i32 %v47, 1 \n %e1 = sext i32 %q1 to i64 \n %g1 = sext i32 %v43 to i64 \n %v49 = mul i64 %e1, %g1
; REDEFINE: %{flags} = nnan
; RUN: %{see} --check-prefix=SAME
; REDEFINE: %{first} = %q0 = add nsw i32 %v38, 1 \n %e0 = sext i32 %q0 to i64 \n %g0 = sext i32 %v35 to i64 \n %v40 = mul i64 %e0, %g0
; REDEFINE: %{second} = %q1 = add  i32 %v47, 1 \n %e1 = sext i32 %q1 to i64 \n %g1 = sext i32 %v43 to i64 \n %v49 = mul i64 %e1, %g1
; REDEFINE: %{flags} = nnan
; RUN: %{see} --check-prefix=OTHER
; REDEFINE: %{first} = %m0 = mul nsw i32 %v38, %v35 \n %v40 = sext i32 %m0 to i64
; REDEFINE: %{second} = %m1 = mul nsw i32 %v47, %v43 \n %v49 = sext i32 %m1 to i64
; REDEFINE: %{flags} = ninf
; RUN: %{see} --check-prefix=FLAGS
; REDEFINE: %{first} = %m0 = mul nsw i32 %v38, %v35 \n %v40 = sext i32 %m0 to i64
; REDEFINE: %{second} = %m1 = mul nsw i32 %v47, %v43 \n %v49 = sext i32 %m1 to i64
; REDEFINE: %{flags} = 
; RUN: %{see} --check-prefix=FLAGS
;
; SAME-LABEL: GEMM nests of 'integers':
; SAME-NEXT: GEMM nest at %{{.*}}: 
; SAME-LABEL: GEMM nests of 'floats':
; SAME-NEXT: GEMM nest at %{{.*}}: 
;
; OTHER-LABEL: GEMM nests of 'integers':
; OTHER-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices
; OTHER-LABEL: GEMM nests of 'floats':
; OTHER-NEXT: GEMM nest at %{{.*}}: 
;
; FLAGS-LABEL: GEMM nests of 'integers':
; FLAGS-NEXT: GEMM nest at %{{.*}}: 
; FLAGS-LABEL: GEMM nests of 'floats':
; FLAGS-NEXT: no nest at %{{.*}}: the copies in the body of an unrolled loop do not repeat one computation at consecutive indices

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @integers(i64 %v0, i64 %v1, i64 %v2, ptr noalias %v3, ptr noalias %v4, ptr noalias %v5) {
v6:
  %v7 = icmp sgt i64 %v0, 0
  br i1 %v7, label %v8, label %v18

v8:
  %v9 = icmp sgt i64 %v1, 0
  %v10 = icmp sgt i64 %v2, 0
  br label %v11

v11:
  %v12 = phi i64 [ 0, %v8 ], [ %v24, %v23 ]
  br i1 %v9, label %v13, label %v23

v13:
  %v14 = mul i64 %v12, %v2
  %v15 = getelementptr i32, ptr %v3, i64 %v14
  %v16 = mul i64 %v12, %v1
  %v17 = getelementptr i64, ptr %v5, i64 %v16
  br label %v19

v18:
  ret void

v19:
  %v20 = phi i64 [ 0, %v13 ], [ %v29, %v26 ]
  %v21 = getelementptr i32, ptr %v4, i64 %v20
  %v22 = getelementptr i32, ptr %v4, i64 %v20
  br i1 %v10, label %v31, label %v26

v23:
  %v24 = add i64 %v12, 1
  %v25 = icmp eq i64 %v24, %v0
  br i1 %v25, label %v18, label %v11

v26:
  %v27 = phi i64 [ 0, %v19 ], [ %v50, %v31 ]
  %v28 = getelementptr i64, ptr %v17, i64 %v20
  store i64 %v27, ptr %v28, align 8
  %v29 = add i64 %v20, 1
  %v30 = icmp eq i64 %v29, %v1
  br i1 %v30, label %v23, label %v19

v31:
  %v32 = phi i64 [ %v51, %v31 ], [ 0, %v19 ]
  %v33 = phi i64 [ %v50, %v31 ], [ 0, %v19 ]
  %v34 = getelementptr i32, ptr %v15, i64 %v32
  %v35 = load i32, ptr %v34, align 4
  %v36 = mul i64 %v32, %v1
  %v37 = getelementptr i32, ptr %v21, i64 %v36
  %v38 = load i32, ptr %v37, align 4
  FIRST
  %v41 = add i64 %v33, %v40
  %v42 = getelementptr i8, ptr %v34, i64 4
  %v43 = load i32, ptr %v42, align 4
  %v44 = or disjoint i64 %v32, 1
  %v45 = mul i64 %v44, %v1
  %v46 = getelementptr i32, ptr %v22, i64 %v45
  %v47 = load i32, ptr %v46, align 4
  SECOND
  %v50 = add i64 %v41, %v49
  %v51 = add i64 %v32, 2
  %v52 = icmp slt i64 %v51, %v2
  br i1 %v52, label %v31, label %v26
}

define void @floats(i64 %v0, i64 %v1, i64 %v2, ptr noalias %v3, ptr noalias %v4, ptr noalias %v5) {
v6:
  %v7 = icmp sgt i64 %v0, 0
  br i1 %v7, label %v8, label %v18

v8:
  %v9 = icmp sgt i64 %v1, 0
  %v10 = icmp sgt i64 %v2, 0
  br label %v11

v11:
  %v12 = phi i64 [ 0, %v8 ], [ %v24, %v23 ]
  br i1 %v9, label %v13, label %v23

v13:
  %v14 = mul i64 %v12, %v2
  %v15 = getelementptr float, ptr %v3, i64 %v14
  %v16 = mul i64 %v12, %v1
  %v17 = getelementptr float, ptr %v5, i64 %v16
  br label %v19

v18:
  ret void

v19:
  %v20 = phi i64 [ 0, %v13 ], [ %v29, %v26 ]
  %v21 = getelementptr float, ptr %v4, i64 %v20
  %v22 = getelementptr float, ptr %v4, i64 %v20
  br i1 %v10, label %v31, label %v26

v23:
  %v24 = add i64 %v12, 1
  %v25 = icmp eq i64 %v24, %v0
  br i1 %v25, label %v18, label %v11

v26:
  %v27 = phi float [ 0.000000e+00, %v19 ], [ %v48, %v31 ]
  %v28 = getelementptr float, ptr %v17, i64 %v20
  store float %v27, ptr %v28, align 4
  %v29 = add i64 %v20, 1
  %v30 = icmp eq i64 %v29, %v1
  br i1 %v30, label %v23, label %v19

v31:
  %v32 = phi i64 [ %v49, %v31 ], [ 0, %v19 ]
  %v33 = phi float [ %v48, %v31 ], [ 0.000000e+00, %v19 ]
  %v34 = getelementptr float, ptr %v15, i64 %v32
  %v35 = load float, ptr %v34, align 4
  %v36 = mul i64 %v32, %v1
  %v37 = getelementptr float, ptr %v21, i64 %v36
  %v38 = load float, ptr %v37, align 4
  %v39 = fmul nnan float %v35, %v38
  %v40 = fadd nnan float %v33, %v39
  %v41 = getelementptr i8, ptr %v34, i64 4
  %v42 = load float, ptr %v41, align 4
  %v43 = or disjoint i64 %v32, 1
  %v44 = mul i64 %v43, %v1
  %v45 = getelementptr float, ptr %v22, i64 %v44
  %v46 = load float, ptr %v45, align 4
  %v47 = fmul FLAGS float %v42, %v46
  %v48 = fadd FLAGS float %v40, %v47
  %v49 = add i64 %v32, 2
  %v50 = icmp slt i64 %v49, %v2
  br i1 %v50, label %v31, label %v26
}
