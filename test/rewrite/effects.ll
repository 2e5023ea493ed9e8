; What was inferred from the original loops is widened, on the function and on
; all that call it: the kernel allocates, and reads partial sums back from C.
;
; RUN: %opt -passes=gemmify -gemmify-target=odd -S %s \
; RUN:   | FileCheck %s --check-prefixes=CHECK,MALLOC
;
; On Linux it takes its workspace from a pool that all threads share, and may
; unmap what another call has left there. It does not call back.
; RUN: sed s/x86_64-linux-gnu/x86_64-unknown-linux-gnu/ %s > %t.ll
; RUN: %opt -passes=gemmify -gemmify-target=odd -S %t.ll \
; RUN:   | FileCheck %s --check-prefixes=CHECK,POOL
;
; Nothing of that where the workspace is on the stack.
; RUN: %opt -passes=gemmify -gemmify-target=odd -gemmify-workspace=stack -S %s \
; RUN:   | FileCheck %s --check-prefix=STACK

; What reads the CPU model uses memory that is not passed.
; RUN: %opt -passes=gemmify -gemmify-dispatch -gemmify-workspace=stack -S %s \
; RUN:   | FileCheck %s --check-prefix=DISPATCH

; One pool for the whole program.
; POOL: @gemmify.workspaces.64.64.counted = linkonce_odr hidden global { [64 x ptr], i64 } zeroinitializer, comdat, align 64

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-linux-gnu"

; CHECK: define void @product(i64 %n, ptr noalias readonly %A, ptr noalias readonly %B, ptr noalias %C) [[EFFECTS:#[0-9]+]]
define void @product(i64 %n, ptr noalias readonly %A, ptr noalias readonly %B, ptr noalias writeonly initializes((0, 4)) %C) speculatable nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, %n
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k ]
  %s = phi float [ 0.0, %j ], [ %s.next, %k ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds float, ptr %A, i64 %ia
  %a = load float, ptr %pa
  %kb = mul nsw i64 %iv.k, %n
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds float, ptr %B, i64 %ib
  %b = load float, ptr %pb
  %s.next = call float @llvm.fmuladd.f32(float %a, float %b, float %s)
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %n
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds float, ptr %C, i64 %ic
  store float %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %n
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %n
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

; CHECK: define void @caller(i64 %n, ptr %A, ptr %C) [[EFFECTS]]
; CHECK: call void @product(i64 %n, ptr %A, ptr %A, ptr %C) [[CALL:#[0-9]+]]
define void @caller(i64 %n, ptr %A, ptr writeonly %C) nofree norecurse nosync nounwind willreturn memory(argmem: readwrite) {
  call void @product(i64 %n, ptr %A, ptr %A, ptr writeonly %C) nofree nosync memory(argmem: readwrite)
  ret void
}

; CHECK: define void @stranger(ptr writeonly %C) [[OTHER:#[0-9]+]]
define void @stranger(ptr writeonly %C) memory(argmem: write) {
  store float 0.0, ptr %C
  ret void
}

; POOL: define internal noalias ptr @gemmify.workspace.take.{{[0-9a-f]+}}(i64 %0)
; POOL: atomicrmw xchg ptr %{{.*}}, ptr null acquire
; POOL: define internal void @gemmify.workspace.give.{{[0-9a-f]+}}(ptr %0)
; POOL: cmpxchg ptr %{{.*}}, ptr null, ptr %{{.*}} release monotonic

; MALLOC: attributes [[EFFECTS]] = { norecurse nounwind willreturn memory(argmem: readwrite, inaccessiblemem: readwrite, errnomem: readwrite) }
; POOL: attributes [[EFFECTS]] = { norecurse nounwind willreturn memory(readwrite) }
; CHECK: attributes [[OTHER]] = { memory(argmem: write) }
; MALLOC: attributes [[CALL]] = { memory(argmem: readwrite, inaccessiblemem: readwrite, errnomem: readwrite) }
; POOL: attributes [[CALL]] = { memory(readwrite) }
; DISPATCH: define void @product({{.*}}) [[EFFECTS:#[0-9]+]]
; DISPATCH: call i1 @gemmify.dispatch.
; DISPATCH: attributes [[EFFECTS]] = { norecurse nounwind willreturn memory(readwrite) }
; STACK: attributes #0 = { nofree norecurse nosync nounwind speculatable willreturn memory(argmem: readwrite) }

declare float @llvm.fmuladd.f32(float, float, float)
