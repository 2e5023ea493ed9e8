; What a profile says of the innermost loop's steps goes to the branches that lead to
; small loops. Strides that may be poison are frozen there as elsewhere.

; RUN: sed -e 's/STEPS_BUT_1/2/' %s | %opt -passes='gemmify,verify' -S | FileCheck %s --check-prefixes=CHECK,FEW
; RUN: sed -e 's/STEPS_BUT_1/11/' %s | %opt -passes='gemmify,verify' -S | FileCheck %s --check-prefixes=CHECK,MORE
; RUN: sed -e 's/STEPS_BUT_1/59/' %s | %opt -passes='gemmify,verify' -S | FileCheck %s --check-prefixes=CHECK,MANY
; RUN: sed -e 's/STEPS_BUT_1/2/' -e 's/noundef %ldc/%ldc/' %s | %opt -passes='gemmify,verify' -S | FileCheck %s --check-prefix=POISON

target triple = "x86_64-linux-gnu"

; CHECK-LABEL: define void @across(
; FEW:   br i1 %{{.*}}, label %gemmify.{{.*}}, label %gemmify.few, !prof ![[UNLIKELY:[0-9]+]]
; MORE:  br i1 %{{.*}}, label %gemmify.{{.*}}, label %gemmify.few, !prof ![[UNLIKELY:[0-9]+]]
; MANY:  br i1 %{{.*}}, label %gemmify.{{.*}}, label %gemmify.few, !prof ![[LIKELY:[0-9]+]]
; CHECK: {{^}}gemmify.few:
; CHECK-NOT: freeze
; FEW:   br i1 %{{.*}}, label %[[SMALL:.*]], label %gemmify.across, !prof ![[LIKELY:[0-9]+]]
; MORE:  br i1 %{{.*}}, label %[[SMALL:.*]], label %gemmify.across, !prof ![[UNLIKELY]]
; MANY:  br i1 %{{.*}}, label %[[SMALL:.*]], label %gemmify.across, !prof ![[UNLIKELY:[0-9]+]]
; CHECK: {{^}}gemmify.across:
; CHECK-NOT: freeze
; FEW:   br i1 %{{.*}}, label %[[SMALL]], label %gemmify.original, !prof ![[LIKELY]]
; MORE:  br i1 %{{.*}}, label %[[SMALL]], label %gemmify.original, !prof ![[LIKELY:[0-9]+]]
; MANY:  br i1 %{{.*}}, label %[[SMALL]], label %gemmify.original, !prof ![[UNLIKELY]]

; POISON: {{^}}gemmify.across:
; POISON-NEXT: %[[STRIDE:.*]] = shl i64 %ldc, 2
; POISON-NEXT: %[[FROZEN:.*]] = freeze i64 %[[STRIDE]]
; POISON-NEXT: icmp ne i64 %[[FROZEN]], 4
; POISON-NOT: %[[STRIDE]]
; POISON: br i1 %{{.*}}, label %{{.*}}, label %gemmify.original
define void @across(i64 noundef %m, i64 noundef %n, i64 noundef %k, ptr noalias noundef %A, ptr noalias noundef %B, ptr noalias noundef %C, i64 noundef %lda, i64 noundef %ldb, i64 noundef %ldc) !prof !0 {
entry:
  br label %l
l:
  %iv.l = phi i64 [ 0, %entry ], [ %l.next, %l.latch ]
  br label %j
j:
  %iv.j = phi i64 [ 0, %l ], [ %j.next, %j.latch ]
  %row = mul i64 %iv.l, %ldb
  %ib = add i64 %row, %iv.j
  %pb = getelementptr float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  br label %i
i:
  %iv.i = phi i64 [ 0, %j ], [ %i.next, %i ]
  %ra = mul i64 %iv.i, %lda
  %ia = add i64 %ra, %iv.l
  %pa = getelementptr float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %rc = mul i64 %iv.i, %ldc
  %ic = add i64 %rc, %iv.j
  %pc = getelementptr float, ptr %C, i64 %ic
  %c = load float, ptr %pc
  %s = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  store float %s, ptr %pc
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %j.latch, label %i, !prof !1
j.latch:
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %l.latch, label %j, !prof !2
l.latch:
  %l.next = add nuw nsw i64 %iv.l, 1
  %l.done = icmp eq i64 %l.next, %k
  br i1 %l.done, label %exit, label %l, !prof !2
exit:
  ret void
}

; CHECK-DAG: ![[UNLIKELY]] = !{!"branch_weights", i32 1, i32 127}
; CHECK-DAG: ![[LIKELY]] = !{!"branch_weights", i32 127, i32 1}
!0 = !{!"function_entry_count", i64 100}
!1 = !{!"branch_weights", i32 1, i32 STEPS_BUT_1}
!2 = !{!"branch_weights", i32 1, i32 3}
