; Functions that kernels cannot be called from: handlers of interrupts, with a
; garbage collector, with a convention that leaves no room for calls, or placed
; apart.
;
; DEFINE: %{host} =
; DEFINE: %{see} = sed 's/HOST/%{host}/; s/ATTRIBUTE//' %s | %opt -passes=gemmify \
; DEFINE:   -pass-remarks-missed=gemmify -S 2>&1 | FileCheck %s
; DEFINE: %{rewritten} = %{see} --check-prefix=REWRITTEN
; RUN: sed 's/HOST//; s/ATTRIBUTE/"interrupt"="user"/' %s | %opt -passes=gemmify -pass-remarks-missed=gemmify -S 2>&1 | FileCheck %s
; RUN: sed 's/HOST//; s/ATTRIBUTE/gc "shadow-stack"/' %s | %opt -passes=gemmify -pass-remarks-missed=gemmify -S 2>&1 | FileCheck %s
; RUN: sed 's/HOST//; s/ATTRIBUTE/section "fast"/' %s | %opt -passes=gemmify -pass-remarks-missed=gemmify -S 2>&1 | FileCheck %s --check-prefix=APART
; RUN: sed 's/HOST//; s/ATTRIBUTE/partition "fast"/' %s | %opt -passes=gemmify -pass-remarks-missed=gemmify -S 2>&1 | FileCheck %s --check-prefix=APART
; RUN: sed 's/HOST//; s/ATTRIBUTE/"implicit-section-name"="fast"/' %s | %opt -passes=gemmify -pass-remarks-missed=gemmify -S 2>&1 | FileCheck %s --check-prefix=APART
; REDEFINE: %{host} = ghccc
; RUN: %{see}
; REDEFINE: %{host} = cc 11
; RUN: %{see}
; REDEFINE: %{host} = anyregcc
; RUN: %{see}
; REDEFINE: %{host} = cxx_fast_tlscc
; RUN: %{see}
; REDEFINE: %{host} = preserve_allcc
; RUN: %{see}
; REDEFINE: %{host} = intel_ocl_bicc
; RUN: %{see}
; REDEFINE: %{host} = fastcc
; RUN: %{rewritten}
; REDEFINE: %{host} = coldcc
; RUN: %{rewritten}
; REDEFINE: %{host} = tailcc
; RUN: %{rewritten}
; REDEFINE: %{host} = swiftcc
; RUN: %{rewritten}
; REDEFINE: %{host} = preserve_mostcc
; RUN: %{rewritten}
; REDEFINE: %{host} = win64cc
; RUN: %{rewritten}
;
; CHECK: remark: {{.*}}: matrix product not rewritten: the function handles interrupts, or has a garbage collector or a calling convention of its own; move the loops to another function
; CHECK-NOT: @gemmify.kernel
; APART: remark: {{.*}}: matrix product not rewritten: the function is placed in a section of its own
; APART-NOT: @gemmify.kernel
; REWRITTEN-NOT: remark
; REWRITTEN: call {{.*}}@gemmify.kernel

target triple = "x86_64-linux-gnu"

@A = global [40 x [40 x float]] zeroinitializer
@B = global [40 x [40 x float]] zeroinitializer
@C = global [40 x [40 x float]] zeroinitializer


define HOST void @product() ATTRIBUTE {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  %pc = getelementptr [40 x [40 x float]], ptr @C, i64 0, i64 %iv.i, i64 %iv.j
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %pa = getelementptr [40 x [40 x float]], ptr @A, i64 0, i64 %iv.i, i64 %iv.k
  %a = load float, ptr %pa
  %pb = getelementptr [40 x [40 x float]], ptr @B, i64 0, i64 %iv.k, i64 %iv.j
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, 40
  br i1 %k.done, label %j.latch, label %k
j.latch:
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, 40
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, 40
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}
