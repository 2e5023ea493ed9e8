; How an integer product is followed to its factors. One nest, whose product is
; put in by sed: %a and %b are i32 elements, the sum is i64.
;
; DEFINE: %{product} =
; DEFINE: %{see} = sed -e 's/^  PRODUCT/%{product}/' %s | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 | FileCheck %s

; Overflow of the product is poison, so extending the factors is the same.
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %z = sext i32 %m to i64
; RUN: %{see} --check-prefix=SIGNED
; SIGNED: int32 x int32 -> int64 C(i,j) = C + sum
; SIGNED: P: {{.*}}, sign-extended
; SIGNED: Q: {{.*}}, sign-extended

; REDEFINE: %{product} = %m = mul nuw i32 %a, %b \n %z = zext i32 %m to i64
; RUN: %{see} --check-prefix=UNSIGNED
; UNSIGNED: uint32 x uint32 -> int64 C(i,j) = C + sum
; UNSIGNED: P: {{.*}}, zero-extended
; UNSIGNED: Q: {{.*}}, zero-extended

; A product that is not negative may be extended either way; its factors as the
; flag says.
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %z = zext nneg i32 %m to i64
; RUN: %{see} --check-prefix=SIGNED
; REDEFINE: %{product} = %m = mul nuw i32 %a, %b \n %z = zext nneg i32 %m to i64
; RUN: %{see} --check-prefix=UNSIGNED

; The flag of the other sign says nothing, nor does none.
; REDEFINE: %{product} = %m = mul nuw i32 %a, %b \n %z = sext i32 %m to i64
; RUN: %{see} --check-prefix=LOSES
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %z = zext i32 %m to i64
; RUN: %{see} --check-prefix=LOSES
; REDEFINE: %{product} = %m = mul i32 %a, %b \n %z = sext i32 %m to i64
; RUN: %{see} --check-prefix=LOSES
; LOSES: no nest at {{.*}}: each product is computed in a narrower type than the sum and may lose its high bits there; convert a factor first

; Without a flag, narrow factors prove that it fits.
; REDEFINE: %{product} = %x = ashr i32 %a, 16 \n %y = ashr i32 %b, 16 \n %m = mul i32 %x, %y \n %z = sext i32 %m to i64
; RUN: %{see} --check-prefix=FITS
; REDEFINE: %{product} = %x = ashr i32 %a, 15 \n %y = ashr i32 %b, 14 \n %m = mul i32 %x, %y \n %z = sext i32 %m to i64
; RUN: %{see} --check-prefix=LOSES
; FITS: int32 x int32 -> int64 C(i,j) = C + sum
; FITS: P: {{.*}}ashr i32 %a, 16, sign-extended

; A negation has to be exact before it is extended.
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %n = sub nsw i32 0, %m \n %z = sext i32 %n to i64
; RUN: %{see} --check-prefix=NEGATED
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %n = sub i32 0, %m \n %z = sext i32 %n to i64
; RUN: %{see} --check-prefix=LOSES
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %n = sub nsw i32 0, %m \n %z = zext i32 %n to i64
; RUN: %{see} --check-prefix=LOSES
; NEGATED: int32 x int32 -> int64 C(i,j) = C - sum
; NEGATED: P: {{.*}}, sign-extended

; Signs that are copied and then taken for bits stay where they are.
; REDEFINE: %{product} = %x = trunc i32 %a to i16 \n %y = trunc i32 %b to i16 \n %m = mul nsw i16 %x, %y \n %n = sext i16 %m to i32 \n %z = zext i32 %n to i64
; RUN: %{see} --check-prefix=NONE
; REDEFINE: %{product} = %x = trunc i32 %a to i16 \n %y = trunc i32 %b to i16 \n %m = mul nuw i16 %x, %y \n %n = zext i16 %m to i32 \n %z = sext i32 %n to i64
; RUN: %{see} --check-prefix=TWICE
; NONE-NOT: GEMM nest at
; TWICE: P: {{.*}}trunc i32 %a to i16, zero-extended

; A shift is a factor; the sign bit alone is none.
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %n = shl nsw i32 %m, 3 \n %z = sext i32 %n to i64
; RUN: %{see} --check-prefix=SHIFTED
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %n = shl nsw i32 %m, 31 \n %z = sext i32 %n to i64
; RUN: %{see} --check-prefix=LOSES
; REDEFINE: %{product} = %m = mul nsw i32 %a, %b \n %n = sub nsw i32 0, %m \n %q = mul nsw i32 %n, 5 \n %z = sext i32 %q to i64
; RUN: %{see} --check-prefix=INNER
; INNER: int32 x int32 -> int64 C(i,j) = C - sum
; INNER: times i32 5, sign-extended
; SHIFTED: int32 x int32 -> int64 C(i,j) = C + sum
; SHIFTED: times i32 8, sign-extended

; The shifts of an extension in place cancel when nothing overflows, and only
; when they are the same.
; REDEFINE: %{product} = %x = sext i32 %a to i64 \n %y = sext i32 %b to i64 \n %w = shl nsw i64 %x, 32 \n %m = mul nsw i64 %w, %y \n %z = ashr exact i64 %m, 32
; RUN: %{see} --check-prefix=CANCELS
; REDEFINE: %{product} = %x = sext i32 %a to i64 \n %y = sext i32 %b to i64 \n %w = shl nsw i64 %x, 32 \n %m = mul i64 %w, %y \n %z = ashr exact i64 %m, 32
; RUN: %{see} --check-prefix=LOSES
; REDEFINE: %{product} = %x = sext i32 %a to i64 \n %y = sext i32 %b to i64 \n %w = shl nsw i64 %x, 16 \n %m = mul nsw i64 %w, %y \n %z = ashr i64 %m, 32
; RUN: %{see} --check-prefix=CUT
; What is extended without its sign is another number than the product's.
; REDEFINE: %{product} = %w = shl nsw i32 %a, 2 \n %m = mul nsw i32 %w, %b \n %h = ashr i32 %m, 2 \n %z = zext i32 %h to i64
; RUN: %{see} --check-prefix=NONE
; CANCELS: int32 x int32 -> int64 C(i,j) = C + sum
; CUT: no nest at {{.*}}: each product is shifted or converted before it is added; do that to the sum, after its loop

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define void @f(ptr noalias %A, ptr noalias %B, ptr noalias %C) {
entry:
  br label %i.loop
i.loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %i.latch ]
  br label %j.loop
j.loop:
  %j = phi i64 [ 0, %i.loop ], [ %j.next, %j.latch ]
  %c.at = getelementptr [64 x i64], ptr %C, i64 %i, i64 %j
  %start = load i64, ptr %c.at, align 8
  br label %k.loop
k.loop:
  %k = phi i64 [ 0, %j.loop ], [ %k.next, %k.loop ]
  %sum = phi i64 [ %start, %j.loop ], [ %sum.next, %k.loop ]
  %a.at = getelementptr [64 x i32], ptr %A, i64 %i, i64 %k
  %a = load i32, ptr %a.at, align 4
  %b.at = getelementptr [64 x i32], ptr %B, i64 %k, i64 %j
  %b = load i32, ptr %b.at, align 4
  PRODUCT
  %sum.next = add i64 %sum, %z
  %k.next = add nuw nsw i64 %k, 1
  %k.done = icmp eq i64 %k.next, 64
  br i1 %k.done, label %j.latch, label %k.loop
j.latch:
  store i64 %sum.next, ptr %c.at, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.done = icmp eq i64 %j.next, 64
  br i1 %j.done, label %i.latch, label %j.loop
i.latch:
  %i.next = add nuw nsw i64 %i, 1
  %i.done = icmp eq i64 %i.next, 64
  br i1 %i.done, label %exit, label %i.loop
exit:
  ret void
}
