; Functions that ask to be left as they are, or whose rules the rewrite would break.
;
; RUN: sed 's/ATTRIBUTE//' %s | %opt -passes=gemmify -S | FileCheck %s --check-prefix=REWRITTEN
; RUN: sed 's/ATTRIBUTE/optnone noinline/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/optsize/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/minsize/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/naked/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/strictfp/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/convergent/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/presplitcoroutine/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/personality ptr @__CxxFrameHandler3/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/personality ptr @__gxx_personality_v0/' %s | %opt -passes=gemmify -S \
; RUN:   | FileCheck %s --check-prefix=REWRITTEN
; RUN: sed 's/ATTRIBUTE/sanitize_address/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/sanitize_hwaddress/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/sanitize_memory/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/sanitize_memtag/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/sanitize_thread/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/sanitize_type/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/sanitize_numerical_stability/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/sanitize_realtime/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE/optforfuzzing/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE//; s/@product/@gemmify.kernel.mine/' %s | %opt -passes=gemmify -S | FileCheck %s
; RUN: sed 's/ATTRIBUTE//' %s | %opt -passes=gemmify -gemmify-strategy=off -pass-remarks-missed=gemmify -S 2>&1 \
; RUN:   | FileCheck %s
;
; CHECK-NOT: remark
; CHECK: define void
; CHECK-NOT: gemmify.kernel.{{[0-9a-f]}}
; CHECK: fmuladd
; REWRITTEN: define void @product
; REWRITTEN: call {{.*}}@gemmify.kernel
; REWRITTEN-NOT: call float @llvm.fmuladd

target triple = "x86_64-linux-gnu"

@A = global [40 x [40 x float]] zeroinitializer
@B = global [40 x [40 x float]] zeroinitializer
@C = global [40 x [40 x float]] zeroinitializer

declare i32 @__CxxFrameHandler3(...)
declare i32 @__gxx_personality_v0(...)

define void @product() ATTRIBUTE {
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
