; Operands are computed in another function, for several elements at once: of
; numbers, by what depends on its operands alone.
;
; DEFINE: %{pointer} = s/;pointer//; s/OPERAND/zext i1 %equal to i32/
; DEFINE: %{bit} = s/;bit//; s/OPERAND/zext i1 %bit to i32/
; DEFINE: %{float} = s/;float//; s/OPERAND/fptosi float %other to i32/
; DEFINE: %{nests} = %opt -passes='print<gemmify-nests>' -disable-output 2>&1
; DEFINE: %{none} = %{nests} | FileCheck %s --check-prefix=NONE
; DEFINE: %{llc} = %opt -passes="gemmify,gemmify-lower" -verify-each -S -o %t && grep -q "call i1 @gemmify.kernel" %t && %llc %t -o /dev/null
;
; NONE: no nest at %k: an operand is computed by something other than arithmetic on array elements
;
; RUN: sed 's/OPERAND/add i32 %x, 1/' %s | %{nests} | FileCheck %s --check-prefix=NEST
; NEST: GEMM nest at %i: int32 C(i,j) = 0 + sum
;
; What means the function, its place on the stack or its thread.
; RUN: sed '%{pointer}; s/POINTER/call ptr @llvm.returnaddress(i32 0)/' %s | %{none}
; RUN: sed '%{pointer}; s/POINTER/call ptr @llvm.frameaddress.p0(i32 0)/' %s | %{none}
; RUN: sed '%{pointer}; s/POINTER/call ptr @llvm.addressofreturnaddress.p0()/' %s | %{none}
; RUN: sed '%{pointer}; s/POINTER/call ptr @llvm.sponentry.p0()/' %s | %{none}
; RUN: sed '%{pointer}; s/POINTER/call ptr @llvm.localaddress()/' %s | %{none}
; RUN: sed '%{pointer}; s/POINTER/call ptr @llvm.thread.pointer.p0()/' %s | %{none}
; RUN: sed '%{pointer}; s/POINTER/call ptr @llvm.threadlocal.address.p0(ptr @own)/' %s | %{none}
; RUN: sed 's/OPERAND/trunc i64 %bit to i32/; s/;bit//; s/BIT/call i64 @llvm.get.dynamic.area.offset.i64()/' %s | %{nests} | grep "no nest at"
; RUN: sed 's/OPERAND/call i32 @llvm.read_register.i32(metadata !0)/' %s | %{nests} | grep "no nest at"
; RUN: sed 's/OPERAND/call i32 @llvm.vscale.i32()/' %s | %{none}
;
; Vectors and metadata.
; RUN: sed 's/OPERAND/bitcast <2 x i16> %v2 to i32/' %s | %{none}
; RUN: sed 's/OPERAND/bitcast <2 x i16> %met to i32/' %s | %{none}
; RUN: sed 's/OPERAND/call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v4)/' %s | %{none}
; RUN: sed '%{bit}; s/BIT/call i1 @llvm.type.test(ptr %address, metadata !"name")/' %s | %{none}
; RUN: sed '%{float}; s/FLOAT/call float @llvm.fptrunc.round.f32.f64(double %wide, metadata !"round.upward")/' %s | %{none}
;
; Of poison, a freeze would give one value in the nest and several in the kernel.
; RUN: sed 's/OPERAND/freeze i32 %x/' %s | %{none}
; RUN: sed 's/OPERAND/freeze i32 %x/; s/i32 %x,/i32 noundef %x,/' %s | %{nests} | FileCheck %s --check-prefix=NEST
;
; Functions of the program that compute from their arguments alone; in the kernel, they are called as in the nest.
; RUN: sed 's/OPERAND/call i32 @f(i32 %a0, i32 %x) #1/' %s | %{llc}
; RUN: sed 's/OPERAND/sext i8 %byte to i32/; s/;byte//' %s | %{llc}
; RUN: sed 's/OPERAND/sext i8 %byte to i32/; s/;byte//' %s | %opt -passes=gemmify -S | grep -v %byte | grep -E 'call signext i8 @g\(i16 signext %[0-9]+, i1 zeroext %[0-9]+\)$'
; RUN: sed 's/OPERAND/call i32 @f(i32 %a0, i32 %x) #2/' %s | %{nests} | FileCheck %s --check-prefix=READS
; READS: no nest at %k: an operand or the result is computed by a function that may read what the nest writes; mark it const where it computes from its arguments alone, or let it be inlined
; RUN: sed 's/OPERAND/call i32 @f(i32 %a0, i32 %x) nounwind memory(none)/' %s | %{nests} | grep "no nest at"
; RUN: sed 's/OPERAND/call i32 @f(i32 %a0, i32 %x) willreturn memory(none)/' %s | %{nests} | grep "no nest at"
; RUN: sed 's/OPERAND/call i32 @f(i32 %a0, i32 %x) #1 convergent/' %s | %{none}
; RUN: sed 's/OPERAND/call i32 @f(i32 %a0, i32 %x) #1 strictfp/' %s | %{none}
; RUN: sed 's/OPERAND/call i32 @f(i32 %a0, i32 %x) #1 "vector-function-abi-variant"="_ZGVbN4vv_f(f4)"/' %s | %{none}
; RUN: sed 's/OPERAND/call i32 @f(i32 %a0, i32 %x) #1 [ "deopt"() ]/' %s | %{nests} | grep "no nest at"
; RUN: sed 's/OPERAND/call i32 (...) @any(i32 %a0) #1/' %s | %{none}
; RUN: sed 's/OPERAND/call i32 @p(ptr %address) #1/' %s | %{none}
; RUN: sed 's/OPERAND/call i32 %address(i32 %a0) #1/' %s | %{none}
;
; Arithmetic, of which some is for scalars only.
; RUN: sed '%{bit}; s/BIT/icmp eq ptr %address, @product/' %s | %{llc}
; RUN: sed 's/OPERAND/call i32 @llvm.fshl.i32(i32 %a0, i32 %x, i32 5)/' %s | %{llc}
; RUN: sed 's/OPERAND/call i32 @llvm.abs.i32(i32 %a0, i1 true)/' %s | %{llc}
; RUN: sed '%{bit}; s/BIT/call i1 @llvm.is.fpclass.f32(float %float, i32 3)/' %s | %{llc}
; RUN: sed '%{float}; s/FLOAT/call float @llvm.powi.f32.i32(float %float, i32 %x)/' %s | %{llc}
; RUN: sed '%{float}; s/FLOAT/call float @llvm.arithmetic.fence.f32(float %float)/' %s | %{llc}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-linux-gnu"

declare i32 @f(i32, i32)
declare signext i8 @g(i16 signext, i1 zeroext)
declare i32 @any(...)
declare i32 @p(ptr)
@own = thread_local global i32 0

define void @product(i64 %N, i64 %K, ptr noalias %A, ptr noalias %B, ptr noalias %C, i32 %x, ptr %address, <2 x i16> %v2, <4 x i32> %v4) #0 {
entry:
  br label %i
i:
  %iv.i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  %row = mul nsw i64 %iv.i, 64
  br label %j
j:
  %iv.j = phi i64 [ 0, %i ], [ %j.next, %j.latch ]
  br label %k
k:
  %iv.k = phi i64 [ 0, %j ], [ %k.next, %k.latch ]
  %s = phi i32 [ 0, %j ], [ %s.next, %k.latch ]
  %ia = add nsw i64 %row, %iv.k
  %pa = getelementptr inbounds i32, ptr %A, i64 %ia
  %a0 = load i32, ptr %pa
  %positive = icmp sgt i32 %a0, 0
  br i1 %positive, label %k.then, label %k.latch
k.then:
  br label %k.latch
k.latch:
  %met = phi <2 x i16> [ zeroinitializer, %k ], [ splat (i16 1), %k.then ]
  %float = sitofp i32 %a0 to float
  %wide = fpext float %float to double
  ;pointer %pointer = POINTER
  ;pointer %equal = icmp eq ptr %address, %pointer
  ;bit %bit = BIT
  ;float %other = FLOAT
  ;byte %narrow = trunc i32 %a0 to i16
  ;byte %byte = call signext i8 @g(i16 noundef signext %narrow, i1 zeroext %positive) #1
  %operand = OPERAND
  %a = xor i32 %a0, %operand
  %kb = mul nsw i64 %iv.k, 64
  %ib = add nsw i64 %kb, %iv.j
  %pb = getelementptr inbounds i32, ptr %B, i64 %ib
  %b = load i32, ptr %pb
  %ab = mul i32 %a, %b
  %s.next = add i32 %s, %ab
  %k.next = add nuw nsw i64 %iv.k, 1
  %k.done = icmp eq i64 %k.next, %K
  br i1 %k.done, label %j.latch, label %k
j.latch:
  %ic = add nsw i64 %row, %iv.j
  %pc = getelementptr inbounds i32, ptr %C, i64 %ic
  store i32 %s.next, ptr %pc
  %j.next = add nuw nsw i64 %iv.j, 1
  %j.done = icmp eq i64 %j.next, %N
  br i1 %j.done, label %i.latch, label %j
i.latch:
  %i.next = add nuw nsw i64 %iv.i, 1
  %i.done = icmp eq i64 %i.next, %N
  br i1 %i.done, label %exit, label %i
exit:
  ret void
}

attributes #0 = { "target-cpu"="x86-64-v3" }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind willreturn memory(read) }
!0 = !{!"rsp"}
