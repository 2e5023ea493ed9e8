; The blocked and packed product: the order of the loops, what is packed where,
; a run-time stride of C, and edges that go through a buffer.
;
; RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-strategy=packing \
; RUN:   -gemmify-mc=6 -gemmify-kc=4 -gemmify-nc=10 -gemmify-workspace=heap \
; RUN:   -verify-each -S %s | FileCheck %s
;
; C is contiguous along j: its columns become the kernel's rows.
;
; CHECK-LABEL: define void @product(
; CHECK: %[[DONE:.*]] = call i1 @gemmify.kernel.[[KEY:[0-9a-f]+]](
; CHECK: br i1 %[[DONE]]
;
; CHECK: define internal i1 @gemmify.kernel.[[KEY]]({{.*}}ptr noalias captures(none) %c{{.*}}ptr noalias readonly captures(none) %in{{.*}}) unnamed_addr
; CHECK: %tile = alloca [15 x float], align 64
; CHECK: call noalias ptr @malloc(
; CHECK: no.workspace:
; CHECK-NEXT: ret i1 false
; CHECK: go:
; CHECK: {{^}}jc:
; CHECK: {{^}}pc:
; CHECK: call void @gemmify.pack.[[RIGHT:[0-9a-f]+]](
; CHECK: {{^}}ic:
; CHECK: call void @gemmify.pack.[[LEFT:[0-9a-f]+]](
; CHECK: {{^}}jr:
; CHECK: {{^}}ir:
; CHECK: call <15 x float> @llvm.matrix.column.major.load
; CHECK: {{^}}tile.row:
; CHECK: load float
; CHECK: store float
; CHECK: {{^}}micro:
; CHECK: %[[A:.*]] = load <6 x float>
; CHECK: %[[T:.*]] = load <10 x float>
; CHECK: %[[B:.*]] = call <10 x float> @llvm.matrix.transpose.v10f32(<10 x float> %[[T]], i32 5, i32 2)
; CHECK: %[[P:.*]] = call contract <15 x float> @llvm.matrix.multiply.v15f32.v6f32.v10f32(<6 x float> %[[A]], <10 x float> %[[B]], i32 3, i32 2, i32 5)
; CHECK: fadd contract <15 x float> %acc, %[[P]], !gemmify.seeded
;
; The last k of an odd number has a step of its own: a zero would be added.
; CHECK: {{^}}micro{{[0-9]+}}:
; CHECK: call contract <15 x float> @llvm.matrix.multiply.v15f32.v3f32.v5f32({{.*}}, i32 3, i32 1, i32 5)
; CHECK: call void @llvm.matrix.column.major.store
;
; CHECK: define internal void @gemmify.pack.[[RIGHT]](ptr noalias readonly %from, i64 %line.stride, i64 %k.stride, ptr noalias %to, i64 %count, i64 %depth)
; CHECK: store <5 x float> zeroinitializer
; CHECK: define internal void @gemmify.pack.[[LEFT]](
; CHECK: load <3 x float>

target triple = "x86_64-linux-gnu"

define void @product(i64 %m, i64 %n, i64 %k, ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i.loop

i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row.a = mul nsw i64 %i, %k
  %row.c = mul nsw i64 %i, %n
  br label %j.loop

j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %xc = add nsw i64 %row.c, %j
  %pc = getelementptr inbounds float, ptr %C, i64 %xc
  %s0 = load float, ptr %pc, align 4
  br label %k.loop

k.loop:
  %l = phi i64 [ 0, %j.loop ], [ %l.next, %k.loop ]
  %s = phi float [ %s0, %j.loop ], [ %s1, %k.loop ]
  %xa = add nsw i64 %row.a, %l
  %pa = getelementptr inbounds float, ptr %A, i64 %xa
  %a = load float, ptr %pa, align 4
  %row.b = mul nsw i64 %l, %n
  %xb = add nsw i64 %row.b, %j
  %pb = getelementptr inbounds float, ptr %B, i64 %xb
  %b = load float, ptr %pb, align 4
  %s1 = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %l.next = add nuw nsw i64 %l, 1
  %k.done = icmp eq i64 %l.next, %k
  br i1 %k.done, label %j.latch, label %k.loop

j.latch:
  store float %s1, ptr %pc, align 4
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j.loop

i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %i.loop

exit:
  ret void
}

declare float @llvm.fmuladd.f32(float, float, float)
