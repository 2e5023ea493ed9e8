; Every element type, odd sizes and strides, and every kind of control flow
; around matrices: nothing is left of llvm.matrix, and the result is valid IR
; that the back end takes.
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell -passes=gemmify-lower -verify-each -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %llc %t.ll -o /dev/null
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -mcpu=znver5 -passes=gemmify-lower -verify-each -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %llc %t.ll -o /dev/null
; RUN: %opt -mtriple=x86_64-unknown-linux-gnu -gemmify-target=odd -passes=gemmify-lower -verify-each -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %llc %t.ll -o /dev/null
; Types of x86 alone are no obstacle for the pass on other targets.
; RUN: %opt -mtriple=aarch64-unknown-linux-gnu -passes=gemmify-lower -verify-each -S %s | FileCheck %s
; RUN: %opt -mtriple=powerpc64le-unknown-linux-gnu -mcpu=pwr9 -passes=gemmify-lower -verify-each -S %s | FileCheck %s
; RUN: %opt -mtriple=nvptx64-nvidia-cuda -passes=gemmify-lower -verify-each -S %s | FileCheck %s
; RUN: %opt -mtriple=riscv64-unknown-linux-gnu -passes=gemmify-lower -verify-each -S %s | FileCheck %s
; RUN: %opt -passes=gemmify-lower -verify-each -S %s | FileCheck %s

; CHECK-NOT: call {{.*}}@llvm.matrix

declare <4 x float> @opaque(<4 x float>)
declare i32 @__gxx_personality_v0(...)
define <4 x x86_fp80> @fp80(<4 x x86_fp80> %a, <4 x x86_fp80> %b) {
  %r = call contract <4 x x86_fp80> @llvm.matrix.multiply.v4f80.v4f80.v4f80(<4 x x86_fp80> %a, <4 x x86_fp80> %b, i32 2, i32 2, i32 2)
  ret <4 x x86_fp80> %r
}
define void @fp80mem(ptr %p, ptr %q, i64 %s) {
  %a = load <6 x x86_fp80>, ptr %p
  %b = call <6 x x86_fp80> @llvm.matrix.column.major.load.v6f80.i64(ptr %q, i64 %s, i1 false, i32 3, i32 2)
  %r = call <4 x x86_fp80> @llvm.matrix.multiply.v4f80.v6f80.v6f80(<6 x x86_fp80> %a, <6 x x86_fp80> %b, i32 2, i32 3, i32 2)
  store <4 x x86_fp80> %r, ptr %p
  call void @llvm.matrix.column.major.store.v4f80.i64(<4 x x86_fp80> %r, ptr %q, i64 %s, i1 false, i32 2, i32 2)
  ret void
}
define <4 x fp128> @fp128f(<4 x fp128> %a, <4 x fp128> %b) {
  %r = call <4 x fp128> @llvm.matrix.multiply.v4f128.v4f128.v4f128(<4 x fp128> %a, <4 x fp128> %b, i32 2, i32 2, i32 2)
  ret <4 x fp128> %r
}
define <4 x i1> @i1(<4 x i1> %a, <4 x i1> %b) {
  %r = call <4 x i1> @llvm.matrix.multiply.v4i1.v4i1.v4i1(<4 x i1> %a, <4 x i1> %b, i32 2, i32 2, i32 2)
  ret <4 x i1> %r
}
define void @i7(ptr %p, ptr %q, i32 %s) {
  %a = load <6 x i7>, ptr %p
  %b = call <6 x i7> @llvm.matrix.column.major.load.v6i7.i32(ptr %q, i32 %s, i1 true, i32 3, i32 2)
  %r = call <4 x i7> @llvm.matrix.multiply.v4i7.v6i7.v6i7(<6 x i7> %a, <6 x i7> %b, i32 2, i32 3, i32 2)
  %t = call <4 x i7> @llvm.matrix.transpose.v4i7(<4 x i7> %r, i32 2, i32 2)
  store <4 x i7> %t, ptr %p
  call void @llvm.matrix.column.major.store.v4i7.i32(<4 x i7> %t, ptr %q, i32 %s, i1 true, i32 2, i32 2)
  ret void
}
define void @i128(ptr %p, ptr %q, i128 %s) {
  %a = load <6 x i128>, ptr %p
  %b = call <6 x i128> @llvm.matrix.column.major.load.v6i128.i128(ptr %q, i128 %s, i1 true, i32 3, i32 2)
  %r = call <4 x i128> @llvm.matrix.multiply.v4i128.v6i128.v6i128(<6 x i128> %a, <6 x i128> %b, i32 2, i32 3, i32 2)
  store <4 x i128> %r, ptr %p
  ret void
}
define void @i8stride(ptr %p, i8 %s) {
  %b = call <12 x float> @llvm.matrix.column.major.load.v12f32.i8(ptr %p, i8 %s, i1 false, i32 3, i32 4)
  call void @llvm.matrix.column.major.store.v12f32.i8(<12 x float> %b, ptr %p, i8 3, i1 false, i32 3, i32 4)
  ret void
}
define <4 x float> @chain(<4 x float> %a, <4 x float> %b) {
  %r = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %a, <4 x float> %b, i32 2, i32 2, i32 2)
  %t = call <4 x float> @llvm.matrix.transpose.v4f32(<4 x float> %r, i32 2, i32 2)
  %r2 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %t, <4 x float> %r, i32 2, i32 2, i32 2)
  %o = call <4 x float> @opaque(<4 x float> %r2)
  %r3 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %o, <4 x float> <float 1.0, float 2.0, float 3.0, float undef>, i32 2, i32 2, i32 2)
  %r4 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %r3, <4 x float> poison, i32 2, i32 2, i32 2)
  ret <4 x float> %r4
}
define <4 x float> @allconst() {
  %r3 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, i32 2, i32 2, i32 2)
  ret <4 x float> %r3
}
@g = global [4 x float] zeroinitializer
define <2 x i64> @constexpr(<2 x i64> %a) {
  %r = call <1 x i64> @llvm.matrix.multiply.v1i64.v2i64.v2i64(<2 x i64> %a, <2 x i64> <i64 ptrtoint (ptr @g to i64), i64 5>, i32 1, i32 2, i32 1)
  %x = extractelement <1 x i64> %r, i32 0
  %y = insertelement <2 x i64> %a, i64 %x, i32 1
  ret <2 x i64> %y
}
define void @unreachable_bb(ptr %p) {
  ret void
dead:
  %x = phi <4 x float> [ %y, %dead ], [ zeroinitializer, %dead2 ]
  %r = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %x, <4 x float> %y, i32 2, i32 2, i32 2)
  %y = fadd <4 x float> %r, %y
  store <4 x float> %y, ptr %p
  call void @llvm.matrix.column.major.store.v4f32.i64(<4 x float> %y, ptr %p, i64 2, i1 false, i32 2, i32 2)
  br label %dead
dead2:
  br label %dead
}
define <4 x float> @partly_dead(ptr %p, i1 %c, <4 x float> %a) {
entry:
  br i1 %c, label %x, label %exit
x:
  %r = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %a, <4 x float> %a, i32 2, i32 2, i32 2)
  br label %exit
dead:
  %r2 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %a, <4 x float> %r, i32 2, i32 2, i32 2)
  %d2 = fadd <4 x float> %r, %r2
  br label %exit
exit:
  %ph = phi <4 x float> [ %r, %x ], [ %a, %entry ], [ %d2, %dead ]
  ret <4 x float> %ph
}
define <4 x float> @invoked(<4 x float> %a, i32 %n) personality ptr @__gxx_personality_v0 {
entry:
  %i = invoke <4 x float> @opaque(<4 x float> %a) to label %cont unwind label %lpad
cont:
  %r = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %i, <4 x float> %a, i32 2, i32 2, i32 2)
  %i2 = invoke <4 x float> @opaque(<4 x float> %r) to label %done unwind label %lpad
lpad:
  %ph = phi <4 x float> [ %a, %entry ], [ %r, %cont ]
  %l = landingpad { ptr, i32 } cleanup
  %r2 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %ph, <4 x float> %a, i32 2, i32 2, i32 2)
  ret <4 x float> %r2
done:
  switch i32 %n, label %d2 [ i32 0, label %fin
    i32 1, label %fin
    i32 2, label %fin ]
d2:
  %q = invoke <4 x float> @opaque(<4 x float> %r) to label %fin unwind label %lpad2
lpad2:
  %l2 = landingpad { ptr, i32 } cleanup
  ret <4 x float> %r
fin:
  %z = phi <4 x float> [ %r, %done ], [ %r, %done ], [ %r, %done ], [ %q, %d2 ]
  %m = fadd <4 x float> %z, %r
  %r5 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %m, <4 x float> %z, i32 2, i32 2, i32 2)
  ret <4 x float> %r5
}
define <4 x float> @switchphi(<4 x float> %a, i32 %n) {
entry:
  %r = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %a, <4 x float> %a, i32 2, i32 2, i32 2)
  switch i32 %n, label %d [ i32 0, label %fin
    i32 1, label %fin ]
d:
  br label %fin
fin:
  %z = phi <4 x float> [ %a, %entry ], [ %a, %entry ], [ %r, %d ]
  %r5 = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %z, <4 x float> %z, i32 2, i32 2, i32 2)
  ret <4 x float> %r5
}
define <4 x double> @casts(<4 x float> %a, <4 x float> %b, i1 %c) {
  %r = call <4 x float> @llvm.matrix.multiply.v4f32.v4f32.v4f32(<4 x float> %a, <4 x float> %b, i32 2, i32 2, i32 2)
  %e = fpext <4 x float> %r to <4 x double>
  %s = select i1 %c, <4 x double> %e, <4 x double> zeroinitializer
  %bc = bitcast <4 x float> %r to <4 x i32>
  %bd = bitcast <4 x float> %r to <2 x i64>
  %k = sext <4 x i32> %bc to <4 x i64>
  %f = sitofp <4 x i64> %k to <4 x double>
  %u = fadd <4 x double> %f, %s
  %pw = call <4 x double> @llvm.powi.v4f64.i32(<4 x double> %u, i32 3)
  %ab = call <4 x i32> @llvm.abs.v4i32(<4 x i32> %bc, i1 true)
  %fa = uitofp <4 x i32> %ab to <4 x double>
  %h = fadd <4 x double> %fa, %pw
  %ldexp = call <4 x double> @llvm.ldexp.v4f64.v4i32(<4 x double> %h, <4 x i32> %ab)
  ret <4 x double> %ldexp
}
define void @selfmul(ptr %p) {
  %a = load <16 x float>, ptr %p
  %r = call <16 x float> @llvm.matrix.multiply.v16f32.v16f32.v16f32(<16 x float> %a, <16 x float> %a, i32 4, i32 4, i32 4)
  %s = fadd <16 x float> %r, %r
  %s2 = fadd <16 x float> %r, %r, !gemmify.seeded !0
  %s3 = fadd <16 x float> %s, %s2
  store <16 x float> %s3, ptr %p
  ret void
}
define void @negstride(ptr %p, ptr %q, i64 %ns) {
  %a = call <16 x float> @llvm.matrix.column.major.load.v16f32.i64(ptr %p, i64 %ns, i1 false, i32 4, i32 4)
  store <16 x float> %a, ptr %q
  ret void
}
define i32 @gep(ptr %p) {
  %r = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32> <i32 1, i32 2, i32 3, i32 4>, <4 x i32> splat (i32 5), i32 2, i32 2, i32 2)
  %z = zext <4 x i32> %r to <4 x i64>
  %g = getelementptr i8, ptr %p, <4 x i64> %z
  %x = extractelement <4 x ptr> %g, i32 2
  %l = load i32, ptr %x
  ret i32 %l
}
define void @big_seeded(ptr %p, ptr %q, ptr noalias %r) optnone noinline {
  %a = load <4096 x float>, ptr %p
  %b = load <4096 x float>, ptr %q
  %c = load <4096 x float>, ptr %r
  store i32 0, ptr %p
  %m = call contract <4096 x float> @llvm.matrix.multiply.v4096f32.v4096f32.v4096f32(<4096 x float> %a, <4096 x float> %b, i32 64, i32 64, i32 64)
  %s = fsub contract <4096 x float> %c, %m, !gemmify.seeded !0
  store <4096 x float> %s, ptr %r
  ret void
}
define <4 x float> @reshape(ptr %q) {
  %b = call <16 x float> @llvm.matrix.column.major.load.v16f32.i64(ptr %q, i64 9, i1 false, i32 2, i32 8)
  %r = call <4 x float> @llvm.matrix.multiply.v4f32.v16f32.v16f32(<16 x float> %b, <16 x float> %b, i32 2, i32 8, i32 2)
  %r2 = call <64 x float> @llvm.matrix.multiply.v64f32.v16f32.v16f32(<16 x float> %b, <16 x float> %b, i32 8, i32 2, i32 8)
  %r3 = call <16 x float> @llvm.matrix.multiply.v16f32.v16f32.v64f32(<16 x float> %b, <64 x float> %r2, i32 2, i32 8, i32 8)
  %r4 = call <16 x float> @llvm.matrix.multiply.v16f32.v16f32.v16f32(<16 x float> %r3, <16 x float> %b, i32 4, i32 4, i32 4)
  %r5 = call <4 x float> @llvm.matrix.multiply.v4f32.v16f32.v4f32(<16 x float> %r4, <4 x float> %r, i32 4, i32 4, i32 1)
  %r6 = fadd <4 x float> %r5, %r5
  ret <4 x float> %r6
}
define void @overwrites(ptr %p, ptr %q) {
  %b = call <16 x float> @llvm.matrix.column.major.load.v16f32.i64(ptr %q, i64 9, i1 false, i32 2, i32 8)
  %a = load <16 x float>, ptr %p
  store float 0.0, ptr %q
  %r = call <4 x float> @llvm.matrix.multiply.v4f32.v16f32.v16f32(<16 x float> %b, <16 x float> %a, i32 2, i32 8, i32 2)
  store <4 x float> %r, ptr %p
  store volatile <16 x float> %b, ptr %q
  store <16 x float> %a, ptr %q
  ret void
}
!0 = !{}
