; Sums that stay in tiles come from memory and go there as tiles only where these
; are what is loaded or stored: as a whole, in the same shape, not volatile.
;
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell -mattr=+amx-int8 -passes=gemmify-lower -verify-each -S %s | FileCheck %s

; CHECK-LABEL: define void @whole(
; CHECK-NOT: amx.sums
; CHECK: tileloadd64.internal(i16 16, i16 64, ptr %c,
; CHECK: tilestored64.internal(i16 16, i16 64, ptr %c,
; CHECK-NOT: amx.sums
; CHECK: ret void
define void @whole(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ldc, i64 %kc) #0 {
entry:
  %init = call <1024 x i32> @llvm.matrix.column.major.load.v1024i32.i64(ptr align 4 %c, i64 %ldc, i1 false, i32 32, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <1024 x i32> [ %init, %entry ], [ %acc.next, %loop ]
  %ao = mul i64 %k, 2048
  %bo = mul i64 %k, 2048
  %ap = getelementptr i8, ptr %a, i64 %ao
  %bp = getelementptr i8, ptr %b, i64 %bo
  %av.t = load <2048 x i8>, ptr %ap, align 1
  %av.n = call <2048 x i8> @llvm.matrix.transpose.v2048i8(<2048 x i8> %av.t, i32 64, i32 32)
  %av = sext <2048 x i8> %av.n to <2048 x i32>
  %bv.n = load <2048 x i8>, ptr %bp, align 1
  %bv = sext <2048 x i8> %bv.n to <2048 x i32>
  %prod = call  <1024 x i32> @llvm.matrix.multiply.v1024i32.v2048i32.v2048i32(<2048 x i32> %av, <2048 x i32> %bv, i32 32, i32 64, i32 32)
  %acc.next = add  <1024 x i32> %acc, %prod, !gemmify.seeded !0
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024i32.i64(<1024 x i32> %acc.next, ptr align 4 %c, i64 %ldc, i1 false, i32 32, i32 32)
  ret void
}

; The store writes the sums in another shape.
; CHECK-LABEL: define void @other_shape(
; CHECK: %amx.sums = alloca
; CHECK-NOT: tilestored64.internal(i16 16, i16 64, ptr %c,
; CHECK: ret void
define void @other_shape(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ldc, i64 %kc) #0 {
entry:
  %init = call <1024 x i32> @llvm.matrix.column.major.load.v1024i32.i64(ptr align 4 %c, i64 %ldc, i1 false, i32 32, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <1024 x i32> [ %init, %entry ], [ %acc.next, %loop ]
  %ao = mul i64 %k, 2048
  %bo = mul i64 %k, 2048
  %ap = getelementptr i8, ptr %a, i64 %ao
  %bp = getelementptr i8, ptr %b, i64 %bo
  %av.t = load <2048 x i8>, ptr %ap, align 1
  %av.n = call <2048 x i8> @llvm.matrix.transpose.v2048i8(<2048 x i8> %av.t, i32 64, i32 32)
  %av = sext <2048 x i8> %av.n to <2048 x i32>
  %bv.n = load <2048 x i8>, ptr %bp, align 1
  %bv = sext <2048 x i8> %bv.n to <2048 x i32>
  %prod = call  <1024 x i32> @llvm.matrix.multiply.v1024i32.v2048i32.v2048i32(<2048 x i32> %av, <2048 x i32> %bv, i32 32, i32 64, i32 32)
  %acc.next = add  <1024 x i32> %acc, %prod, !gemmify.seeded !0
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024i32.i64(<1024 x i32> %acc.next, ptr align 4 %c, i64 %ldc, i1 false, i32 64, i32 16)
  ret void
}

; CHECK-LABEL: define void @volatile_store(
; CHECK: %amx.sums = alloca
; CHECK-NOT: tilestored64.internal(i16 16, i16 64, ptr %c,
; CHECK: ret void
define void @volatile_store(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ldc, i64 %kc) #0 {
entry:
  %init = call <1024 x i32> @llvm.matrix.column.major.load.v1024i32.i64(ptr align 4 %c, i64 %ldc, i1 false, i32 32, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <1024 x i32> [ %init, %entry ], [ %acc.next, %loop ]
  %ao = mul i64 %k, 2048
  %bo = mul i64 %k, 2048
  %ap = getelementptr i8, ptr %a, i64 %ao
  %bp = getelementptr i8, ptr %b, i64 %bo
  %av.t = load <2048 x i8>, ptr %ap, align 1
  %av.n = call <2048 x i8> @llvm.matrix.transpose.v2048i8(<2048 x i8> %av.t, i32 64, i32 32)
  %av = sext <2048 x i8> %av.n to <2048 x i32>
  %bv.n = load <2048 x i8>, ptr %bp, align 1
  %bv = sext <2048 x i8> %bv.n to <2048 x i32>
  %prod = call  <1024 x i32> @llvm.matrix.multiply.v1024i32.v2048i32.v2048i32(<2048 x i32> %av, <2048 x i32> %bv, i32 32, i32 64, i32 32)
  %acc.next = add  <1024 x i32> %acc, %prod, !gemmify.seeded !0
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024i32.i64(<1024 x i32> %acc.next, ptr align 4 %c, i64 %ldc, i1 true, i32 32, i32 32)
  ret void
}

; CHECK-LABEL: define void @volatile_load(
; CHECK: %amx.sums = alloca
; CHECK-NOT: tileloadd64.internal(i16 16, i16 64, ptr %c,
; CHECK: ret void
define void @volatile_load(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ldc, i64 %kc) #0 {
entry:
  %init = call <1024 x i32> @llvm.matrix.column.major.load.v1024i32.i64(ptr align 4 %c, i64 %ldc, i1 true, i32 32, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <1024 x i32> [ %init, %entry ], [ %acc.next, %loop ]
  %ao = mul i64 %k, 2048
  %bo = mul i64 %k, 2048
  %ap = getelementptr i8, ptr %a, i64 %ao
  %bp = getelementptr i8, ptr %b, i64 %bo
  %av.t = load <2048 x i8>, ptr %ap, align 1
  %av.n = call <2048 x i8> @llvm.matrix.transpose.v2048i8(<2048 x i8> %av.t, i32 64, i32 32)
  %av = sext <2048 x i8> %av.n to <2048 x i32>
  %bv.n = load <2048 x i8>, ptr %bp, align 1
  %bv = sext <2048 x i8> %bv.n to <2048 x i32>
  %prod = call  <1024 x i32> @llvm.matrix.multiply.v1024i32.v2048i32.v2048i32(<2048 x i32> %av, <2048 x i32> %bv, i32 32, i32 64, i32 32)
  %acc.next = add  <1024 x i32> %acc, %prod, !gemmify.seeded !0
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024i32.i64(<1024 x i32> %acc.next, ptr align 4 %c, i64 %ldc, i1 false, i32 32, i32 32)
  ret void
}

; CHECK-LABEL: define void @part_of_rows(
; CHECK: %amx.sums = alloca
; CHECK-NOT: internal(i16 16, i16 64, ptr %c,
; CHECK: ret void
define void @part_of_rows(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ldc, i64 %kc) #0 {
entry:
  %init = call <640 x i32> @llvm.matrix.column.major.load.v640i32.i64(ptr align 4 %c, i64 %ldc, i1 false, i32 20, i32 32)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <640 x i32> [ %init, %entry ], [ %acc.next, %loop ]
  %ao = mul i64 %k, 1280
  %bo = mul i64 %k, 2048
  %ap = getelementptr i8, ptr %a, i64 %ao
  %bp = getelementptr i8, ptr %b, i64 %bo
  %av.t = load <1280 x i8>, ptr %ap, align 1
  %av.n = call <1280 x i8> @llvm.matrix.transpose.v1280i8(<1280 x i8> %av.t, i32 64, i32 20)
  %av = sext <1280 x i8> %av.n to <1280 x i32>
  %bv.n = load <2048 x i8>, ptr %bp, align 1
  %bv = sext <2048 x i8> %bv.n to <2048 x i32>
  %prod = call  <640 x i32> @llvm.matrix.multiply.v640i32.v1280i32.v2048i32(<1280 x i32> %av, <2048 x i32> %bv, i32 20, i32 64, i32 32)
  %acc.next = add  <640 x i32> %acc, %prod, !gemmify.seeded !0
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v640i32.i64(<640 x i32> %acc.next, ptr align 4 %c, i64 %ldc, i1 false, i32 20, i32 32)
  ret void
}

; CHECK-LABEL: define void @part_of_columns(
; CHECK: %amx.sums = alloca
; CHECK-NOT: internal(i16 16, i16 64, ptr %c,
; CHECK: ret void
define void @part_of_columns(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ldc, i64 %kc) #0 {
entry:
  %init = call <640 x i32> @llvm.matrix.column.major.load.v640i32.i64(ptr align 4 %c, i64 %ldc, i1 false, i32 32, i32 20)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <640 x i32> [ %init, %entry ], [ %acc.next, %loop ]
  %ao = mul i64 %k, 2048
  %bo = mul i64 %k, 1280
  %ap = getelementptr i8, ptr %a, i64 %ao
  %bp = getelementptr i8, ptr %b, i64 %bo
  %av.t = load <2048 x i8>, ptr %ap, align 1
  %av.n = call <2048 x i8> @llvm.matrix.transpose.v2048i8(<2048 x i8> %av.t, i32 64, i32 32)
  %av = sext <2048 x i8> %av.n to <2048 x i32>
  %bv.n = load <1280 x i8>, ptr %bp, align 1
  %bv = sext <1280 x i8> %bv.n to <1280 x i32>
  %prod = call  <640 x i32> @llvm.matrix.multiply.v640i32.v2048i32.v1280i32(<2048 x i32> %av, <1280 x i32> %bv, i32 32, i32 64, i32 20)
  %acc.next = add  <640 x i32> %acc, %prod, !gemmify.seeded !0
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v640i32.i64(<640 x i32> %acc.next, ptr align 4 %c, i64 %ldc, i1 false, i32 32, i32 20)
  ret void
}

; Sums that start from constants other than zero.
; CHECK-LABEL: define void @constant(
; CHECK: store {{.*}} splat (i32 7), ptr %amx.sums
; CHECK-NOT: tilezero
; CHECK: ret void
define void @constant(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ldc, i64 %kc) #0 {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <1024 x i32> [ splat (i32 7), %entry ], [ %acc.next, %loop ]
  %ao = mul i64 %k, 2048
  %bo = mul i64 %k, 2048
  %ap = getelementptr i8, ptr %a, i64 %ao
  %bp = getelementptr i8, ptr %b, i64 %bo
  %av.t = load <2048 x i8>, ptr %ap, align 1
  %av.n = call <2048 x i8> @llvm.matrix.transpose.v2048i8(<2048 x i8> %av.t, i32 64, i32 32)
  %av = sext <2048 x i8> %av.n to <2048 x i32>
  %bv.n = load <2048 x i8>, ptr %bp, align 1
  %bv = sext <2048 x i8> %bv.n to <2048 x i32>
  %prod = call  <1024 x i32> @llvm.matrix.multiply.v1024i32.v2048i32.v2048i32(<2048 x i32> %av, <2048 x i32> %bv, i32 32, i32 64, i32 32)
  %acc.next = add  <1024 x i32> %acc, %prod, !gemmify.seeded !0
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v1024i32.i64(<1024 x i32> %acc.next, ptr align 4 %c, i64 %ldc, i1 false, i32 32, i32 32)
  ret void
}

attributes #0 = { "gemmify-may-use-tiles" }
!0 = !{}
