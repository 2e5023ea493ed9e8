; What is left to do for POWER10 once all other passes have run.

; RUN: %opt -passes='gemmify-finish,verify' -S %s | FileCheck %s

target datalayout = "e-m:e-Fn32-i64:64-i128:128-n32:64-S128-v256:256:256-v512:512:512"
target triple = "powerpc64le-unknown-linux-gnu"

; Long vectors go through pairs of registers: what is copied as it is, what is
; stored, what is loaded.
; CHECK-LABEL: define void @pairs(
; CHECK:       [[P0:%.*]] = call <256 x i1> @llvm.ppc.vsx.lxvp(ptr %from)
; CHECK-NEXT:  [[A:%.*]] = getelementptr i8, ptr %from, i64 32
; CHECK-NEXT:  [[P1:%.*]] = call <256 x i1> @llvm.ppc.vsx.lxvp(ptr [[A]])
; CHECK-NEXT:  call void @llvm.ppc.vsx.stxvp(<256 x i1> [[P0]], ptr %to)
; CHECK-NEXT:  [[A:%.*]] = getelementptr i8, ptr %to, i64 32
; CHECK-NEXT:  call void @llvm.ppc.vsx.stxvp(<256 x i1> [[P1]], ptr [[A]])
; CHECK:       [[P:%.*]] = call <256 x i1> @llvm.ppc.vsx.lxvp(ptr %from)
; CHECK-NEXT:  call { <16 x i8>, <16 x i8> } @llvm.ppc.vsx.disassemble.pair(<256 x i1> [[P]])
; CHECK:       %twice = fadd
; CHECK:       call <256 x i1> @llvm.ppc.vsx.assemble.pair(
; CHECK-NEXT:  call void @llvm.ppc.vsx.stxvp(
; CHECK:       load volatile <8 x float>
; CHECK:       store volatile <8 x float>
; CHECK:       store <4 x float>
; CHECK:       store <6 x float>
; CHECK:       store <8 x float> zeroinitializer
; CHECK:       store <8 x float> %twice, ptr %own
; CHECK:       store <4 x ptr>
define void @pairs(ptr %from, ptr %to, <16 x i8> %x, ptr %acc) #0 {
  %copied = load <16 x float>, ptr %from, align 4
  store <16 x float> %copied, ptr %to, align 4
  %v = load <8 x float>, ptr %from, align 4
  %twice = fadd <8 x float> %v, %v
  store <8 x float> %twice, ptr %to, align 4
  %w = load volatile <8 x float>, ptr %from, align 4
  store volatile <8 x float> %w, ptr %to, align 4
  store <4 x float> zeroinitializer, ptr %to, align 4
  store <6 x float> zeroinitializer, ptr %to, align 4
  store <8 x float> zeroinitializer, ptr %to, align 4
  %frame = alloca [32 x float], align 64
  %own = getelementptr i8, ptr %frame, i64 32
  store <8 x float> %twice, ptr %own, align 4
  %pointers = insertelement <4 x ptr> poison, ptr %to, i64 0
  store <4 x ptr> %pointers, ptr %to, align 8
  %product = call <512 x i1> @llvm.ppc.mma.xvf32ger(<16 x i8> %x, <16 x i8> %x)
  store <512 x i1> %product, ptr %acc, align 64
  ret void
}

; A function without products that were lowered stays as it is.
; CHECK-LABEL: define void @other(
; CHECK-NOT:   call
define void @other(ptr %from, ptr %to) #2 {
  %copied = load <16 x float>, ptr %from, align 4
  store <16 x float> %copied, ptr %to, align 4
  ret void
}

; So does one for a processor without the unit.
; CHECK-LABEL: define void @without(
; CHECK:       store <8 x float>
define void @without(ptr %to, <16 x i8> %x, ptr %acc) #1 {
  store <8 x float> zeroinitializer, ptr %to, align 4
  %product = call <512 x i1> @llvm.ppc.mma.xvf32ger(<16 x i8> %x, <16 x i8> %x)
  store <512 x i1> %product, ptr %acc, align 64
  ret void
}

; An accumulator is put together on either way to a loop.
; CHECK-LABEL: define <512 x i1> @ways(
; CHECK-NOT:   assemble.acc
; CHECK:       br i1 %c, label %[[LEFT:.*]], label %[[RIGHT:.*]]
; CHECK:       [[RIGHT]]:
; CHECK-NEXT:  %[[OTHER:.*]] = call <512 x i1> @llvm.ppc.mma.assemble.acc(
; CHECK:       [[LEFT]]:
; CHECK-NEXT:  %[[ONE:.*]] = call <512 x i1> @llvm.ppc.mma.assemble.acc(
; CHECK:       phi <512 x i1> [ %[[ONE]], %[[LEFT]] ], [ %next, %loop ]
; CHECK:       phi <512 x i1> [ %[[OTHER]], %[[RIGHT]] ], [ %next, %loop ]
define <512 x i1> @ways(i1 %c, <16 x i8> %x) #0 {
entry:
  %acc = call <512 x i1> @llvm.ppc.mma.assemble.acc(<16 x i8> %x, <16 x i8> %x, <16 x i8> %x, <16 x i8> %x)
  br i1 %c, label %loop, label %exit

loop:
  %sum = phi <512 x i1> [ %acc, %entry ], [ %next, %loop ]
  %next = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %sum, <16 x i8> %x, <16 x i8> %x)
  %again = icmp eq i1 %c, true
  br i1 %again, label %loop, label %exit

exit:
  %result = phi <512 x i1> [ %acc, %entry ], [ %next, %loop ]
  ret <512 x i1> %result
}

; One that is needed elsewhere too stays where it is.
; CHECK-LABEL: define <512 x i1> @needed_twice(
; CHECK:       assemble.acc
; CHECK-NEXT:  xvf32gerpp
; CHECK-NOT:   assemble.acc
; CHECK:       ret
define <512 x i1> @needed_twice(i1 %c, <16 x i8> %x) #0 {
entry:
  %acc = call <512 x i1> @llvm.ppc.mma.assemble.acc(<16 x i8> %x, <16 x i8> %x, <16 x i8> %x, <16 x i8> %x)
  %next = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %acc, <16 x i8> %x, <16 x i8> %x)
  br i1 %c, label %more, label %exit

more:
  br label %exit

exit:
  %result = phi <512 x i1> [ %acc, %entry ], [ %next, %more ]
  ret <512 x i1> %result
}

; Loads go sixteen products ahead of the one that needs them, with their
; addresses.
; CHECK-LABEL: define <512 x i1> @ahead(
; CHECK:       %p0 = call
; CHECK-NEXT:  %a17 = getelementptr
; CHECK-NEXT:  %l17 = load
; CHECK-NEXT:  %p1 = call
; CHECK-NEXT:  %l18 = load
; CHECK-NEXT:  %p2 = call
; CHECK:       %p16 = call
; CHECK-NEXT:  %y17 = xor
; CHECK-NEXT:  %p17 = call
; CHECK-NEXT:  %p18 = call
define <512 x i1> @ahead(ptr %from, ptr %to, <16 x i8> %x) #0 {
  %p0 = call <512 x i1> @llvm.ppc.mma.xvf32ger(<16 x i8> %x, <16 x i8> %x)
  %p1 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p0, <16 x i8> %x, <16 x i8> %x)
  %p2 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p1, <16 x i8> %x, <16 x i8> %x)
  %p3 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p2, <16 x i8> %x, <16 x i8> %x)
  %p4 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p3, <16 x i8> %x, <16 x i8> %x)
  %p5 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p4, <16 x i8> %x, <16 x i8> %x)
  %p6 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p5, <16 x i8> %x, <16 x i8> %x)
  %p7 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p6, <16 x i8> %x, <16 x i8> %x)
  %p8 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p7, <16 x i8> %x, <16 x i8> %x)
  %p9 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p8, <16 x i8> %x, <16 x i8> %x)
  %p10 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p9, <16 x i8> %x, <16 x i8> %x)
  %p11 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p10, <16 x i8> %x, <16 x i8> %x)
  %p12 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p11, <16 x i8> %x, <16 x i8> %x)
  %p13 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p12, <16 x i8> %x, <16 x i8> %x)
  %p14 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p13, <16 x i8> %x, <16 x i8> %x)
  %p15 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p14, <16 x i8> %x, <16 x i8> %x)
  %p16 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p15, <16 x i8> %x, <16 x i8> %x)
  %a17 = getelementptr i8, ptr %from, i64 16
  %l17 = load <16 x i8>, ptr %a17
  %y17 = xor <16 x i8> %l17, %x
  %p17 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p16, <16 x i8> %y17, <16 x i8> %x)
  %l18 = load <16 x i8>, ptr %from
  %p18 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p17, <16 x i8> %x, <16 x i8> %l18)
  ret <512 x i1> %p18
}

; Not past a write.
; CHECK-LABEL: define <512 x i1> @behind_write(
; CHECK:       store i8 0
; CHECK:       %l17 = load
; CHECK:       %l18 = load
define <512 x i1> @behind_write(ptr %from, ptr %to, <16 x i8> %x) #0 {
  %p0 = call <512 x i1> @llvm.ppc.mma.xvf32ger(<16 x i8> %x, <16 x i8> %x)
  %p1 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p0, <16 x i8> %x, <16 x i8> %x)
  %p2 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p1, <16 x i8> %x, <16 x i8> %x)
  %p3 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p2, <16 x i8> %x, <16 x i8> %x)
  %p4 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p3, <16 x i8> %x, <16 x i8> %x)
  %p5 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p4, <16 x i8> %x, <16 x i8> %x)
  %p6 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p5, <16 x i8> %x, <16 x i8> %x)
  %p7 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p6, <16 x i8> %x, <16 x i8> %x)
  %p8 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p7, <16 x i8> %x, <16 x i8> %x)
  %p9 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p8, <16 x i8> %x, <16 x i8> %x)
  %p10 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p9, <16 x i8> %x, <16 x i8> %x)
  %p11 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p10, <16 x i8> %x, <16 x i8> %x)
  %p12 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p11, <16 x i8> %x, <16 x i8> %x)
  %p13 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p12, <16 x i8> %x, <16 x i8> %x)
  %p14 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p13, <16 x i8> %x, <16 x i8> %x)
  %p15 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p14, <16 x i8> %x, <16 x i8> %x)
  %p16 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p15, <16 x i8> %x, <16 x i8> %x)
  store i8 0, ptr %to
  %a17 = getelementptr i8, ptr %from, i64 16
  %l17 = load <16 x i8>, ptr %a17
  %y17 = xor <16 x i8> %l17, %x
  %p17 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p16, <16 x i8> %y17, <16 x i8> %x)
  %l18 = load <16 x i8>, ptr %from
  %p18 = call <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1> %p17, <16 x i8> %x, <16 x i8> %l18)
  ret <512 x i1> %p18
}

declare <512 x i1> @llvm.ppc.mma.xvf32ger(<16 x i8>, <16 x i8>)
declare <512 x i1> @llvm.ppc.mma.xvf32gerpp(<512 x i1>, <16 x i8>, <16 x i8>)
declare <512 x i1> @llvm.ppc.mma.assemble.acc(<16 x i8>, <16 x i8>, <16 x i8>, <16 x i8>)

; The mark is gone then.
; CHECK-NOT: "gemmify-finish"

attributes #0 = { "target-cpu"="pwr10" "gemmify-finish"="power10-mma" }
attributes #1 = { "target-cpu"="pwr9" "gemmify-finish"="power10-mma" }
attributes #2 = { "target-cpu"="pwr10" }
