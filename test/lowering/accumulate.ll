; The accumulator of a site in a loop becomes one phi per register; operands are
; read piece by piece; nothing is joined or split in the loop.
; RUN: %opt -passes=gemmify-lower -verify-each -S %s | FileCheck %s

target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @start_from_columns(
; CHECK:       entry:
; CHECK:         %[[I0:.*]] = load <8 x float>, ptr %c, align 4
; CHECK:         %[[P1:.*]] = getelementptr float, ptr %c, i64 8
; CHECK:         %[[I1:.*]] = load <8 x float>, ptr %[[P1]], align 4
; CHECK:         %[[P2:.*]] = getelementptr float, ptr %c, i64 %ldc
; CHECK:         %[[I2:.*]] = load <8 x float>, ptr %[[P2]], align 4
; CHECK:       loop:
; CHECK:         %[[A0:.*]] = phi <8 x float> [ %[[I0]], %entry ], [ %[[S0:.*]], %loop ]
; CHECK:         %[[A1:.*]] = phi <8 x float> [ %[[I1]], %entry ]
; CHECK:         %[[A2:.*]] = phi <8 x float> [ %[[I2]], %entry ]
; CHECK:         phi <8 x float>
; CHECK-NOT:     phi
; CHECK-NOT:     shufflevector <{{[0-9]+}} x float> %{{[^.]+}}, <{{[0-9]+}} x float> poison, <8 x i32> <i32 0, i32 1
; CHECK:         %[[V0:.*]] = load <8 x float>, ptr %ap, align 4
; CHECK:         %[[B0:.*]] = load float, ptr %bp, align 4
; CHECK:         %[[S0]] = call contract <8 x float> @llvm.fmuladd.v8f32(<8 x float> %[[V0]], <8 x float> %{{.*}}, <8 x float> %[[A0]])
; CHECK-COUNT-3: call contract <8 x float> @llvm.fmuladd.v8f32
; CHECK-NOT:     fmuladd
; CHECK:       exit:
; CHECK:         store <8 x float> %[[S0]], ptr %c, align 4
; CHECK-NOT:     call {{.*}}@llvm.matrix
define void @start_from_columns(ptr %a, ptr %b, ptr %c, i64 %ldc, i64 %kc) #0 {
entry:
  %init = call <32 x float> @llvm.matrix.column.major.load.v32f32.i64(ptr align 4 %c, i64 %ldc, i1 false, i32 16, i32 2)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <32 x float> [ %init, %entry ], [ %acc.next, %loop ]
  %ao = shl i64 %k, 4
  %bo = shl i64 %k, 1
  %ap = getelementptr float, ptr %a, i64 %ao
  %bp = getelementptr float, ptr %b, i64 %bo
  %av = load <16 x float>, ptr %ap, align 4
  %bv = load <2 x float>, ptr %bp, align 4
  %prod = call contract <32 x float> @llvm.matrix.multiply.v32f32.v16f32.v2f32(<16 x float> %av, <2 x float> %bv, i32 16, i32 1, i32 2)
  %acc.next = fadd contract <32 x float> %acc, %prod
  %k.next = add i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  call void @llvm.matrix.column.major.store.v32f32.i64(<32 x float> %acc.next, ptr align 4 %c, i64 %ldc, i1 false, i32 16, i32 2)
  ret void
}

; Zero, a phi, a scaled product, a flat result; B by a run-time stride.
; CHECK-LABEL: @other_starts_and_ends(
; CHECK:       join:
; CHECK:         phi <8 x float> [ %{{.*}}, %columns ], [ zeroinitializer, %zero ]
; CHECK:       loop:
; CHECK:         load float, ptr %bp
; CHECK:         %[[BP:.*]] = getelementptr float, ptr %bp, i64 %ldb
; CHECK:         load float, ptr %[[BP]]
; CHECK:         %[[M:.*]] = fmul <8 x float>
; CHECK:         fmul <8 x float> %[[M]], %{{.*}}splat
; CHECK:         fsub <8 x float>
; CHECK:       exit:
; CHECK-DAG:     shufflevector <8 x float> %{{.*}}, <8 x float> %{{.*}}, <16 x i32>
; CHECK:         ret <16 x float>
define <16 x float> @other_starts_and_ends(ptr %a, ptr %b, ptr %c, i64 %ldb, i64 %ldc, i64 %kc, float %alpha, i1 %p) #0 {
entry:
  %one = insertelement <16 x float> poison, float %alpha, i64 0
  %splat = shufflevector <16 x float> %one, <16 x float> poison, <16 x i32> zeroinitializer
  br i1 %p, label %columns, label %zero
columns:
  %init = call <16 x float> @llvm.matrix.column.major.load.v16f32.i64(ptr align 4 %c, i64 %ldc, i1 false, i32 8, i32 2)
  br label %join
zero:
  br label %join
join:
  %start = phi <16 x float> [ %init, %columns ], [ zeroinitializer, %zero ]
  br label %loop
loop:
  %k = phi i64 [ 0, %join ], [ %k.next, %loop ]
  %acc = phi <16 x float> [ %start, %join ], [ %acc.next, %loop ]
  %ao = shl i64 %k, 3
  %ap = getelementptr float, ptr %a, i64 %ao
  %bp = getelementptr float, ptr %b, i64 %k
  %av = load <8 x float>, ptr %ap, align 4
  %bv = call <2 x float> @llvm.matrix.column.major.load.v2f32.i64(ptr align 4 %bp, i64 %ldb, i1 false, i32 1, i32 2)
  %prod = call <16 x float> @llvm.matrix.multiply.v16f32.v8f32.v2f32(<8 x float> %av, <2 x float> %bv, i32 8, i32 1, i32 2)
  %scaled = fmul <16 x float> %prod, %splat
  %acc.next = fsub <16 x float> %acc, %scaled
  %k.next = add i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop
exit:
  ret <16 x float> %acc.next
}

attributes #0 = { "target-cpu"="haswell" }
