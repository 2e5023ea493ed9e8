; Each function has instructions of its own: neither its processor nor its list of features
; alone says which, and what the function before it may use does not count.

; RUN: %opt -passes='print<gemmify-targets>' -disable-output %s 2>&1 | FileCheck %s

target triple = "x86_64-linux-gnu"

; CHECK-LABEL: for function 'modern':
; CHECK: x86-fma: fits, 256-bit
define void @modern() "target-cpu"="x86-64-v3" { ret void }

; CHECK-LABEL: for function 'old':
; CHECK: x86-fma: does not fit
define void @old() "target-cpu"="x86-64" { ret void }

; CHECK-LABEL: for function 'listed':
; CHECK: x86-fma: fits, 256-bit
define void @listed() "target-cpu"="x86-64" "target-features"="+avx2,+fma" { ret void }

; CHECK-LABEL: for function 'listed_wide':
; CHECK: x86-fma: fits, 512-bit
define void @listed_wide() "target-cpu"="x86-64" "target-features"="+avx512f,+fma" { ret void }

; CHECK-LABEL: for function 'denied':
; CHECK: x86-fma: does not fit
define void @denied() "target-cpu"="x86-64-v3" "target-features"="-fma" { ret void }

; CHECK-LABEL: for function 'denied_fewer':
; CHECK: x86-fma: does not fit
define void @denied_fewer() "target-cpu"="x86-64" "target-features"="-fma" { ret void }

; CHECK-LABEL: for function 'denied_other':
; CHECK: x86-fma: fits, 256-bit
define void @denied_other() "target-cpu"="x86-64-v3" "target-features"="-avx512f" { ret void }
