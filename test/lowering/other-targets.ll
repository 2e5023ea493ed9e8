; Matrix types are lowered on every target: where vectors are not tested, to
; scalars, in buffers that no stack needs to be aligned for.
;
; DEFINE: %{which} = SCALARS
; DEFINE: %{triple} = ve-linux-gnu
; DEFINE: %{lower} = %opt -mtriple=%{triple} -passes=gemmify-lower -S %s -o %t.ll && \
; DEFINE:   FileCheck %s --input-file=%t.ll --check-prefixes=CHECK,%{which} && \
; DEFINE:   %llc -mtriple=%{triple} %t.ll -filetype=null
; RUN: %{lower}
; REDEFINE: %{triple} = xcore
; RUN: %{lower}
; REDEFINE: %{triple} = amdgcn-amd-amdhsa
; RUN: %{lower}
; REDEFINE: %{triple} = hexagon
; RUN: %{lower}
; REDEFINE: %{triple} = mips-linux-gnu
; RUN: %{lower}
; REDEFINE: %{triple} = wasm64
; RUN: %{lower}
; REDEFINE: %{triple} = nvptx64-nvidia-cuda
; RUN: %{lower}
; REDEFINE: %{which} = VECTORS
; REDEFINE: %{triple} = i686-linux-gnu
; RUN: %{lower}
; REDEFINE: %{triple} = armv7-linux-gnueabihf
; RUN: %{lower}
; REDEFINE: %{triple} = powerpc-linux-gnu
; RUN: %{lower}
; REDEFINE: %{triple} = riscv32-linux-gnu
; RUN: %{lower}
; REDEFINE: %{triple} = riscv64-linux-gnu
; RUN: %{lower}
; REDEFINE: %{triple} = s390x-linux-gnu
; RUN: %{lower}
; REDEFINE: %{triple} = loongarch64-linux-gnu
; RUN: %{lower}
; REDEFINE: %{triple} = mips64-linux-gnuabi64
; RUN: %{lower}
; REDEFINE: %{triple} = sparcv9-linux-gnu
; RUN: %{lower}
;
; CHECK-LABEL: define void @f
; CHECK-NOT: llvm.matrix.multiply
; SCALARS: load <1 x i64>
; VECTORS: load <{{2|3}} x i64>
; SCALARS-LABEL: define void @buffers
; SCALARS: alloca [20 x i65], align {{(4|8|16)(,|$)}}

define void @f(ptr %a, ptr %b, ptr %c) {
  %xt = call <6 x i64> @llvm.matrix.column.major.load.v6i64.p0.i64(ptr align 8 %a, i64 4, i1 true, i32 2, i32 3)
  %x = call <6 x i64> @llvm.matrix.transpose.v6i64(<6 x i64> %xt, i32 2, i32 3)
  %y = load <8 x i64>, ptr %b
  %z = call <12 x i64> @llvm.matrix.column.major.load.v12i64.p0.i64(ptr align 8 %c, i64 3, i1 false, i32 3, i32 4)
  %p = call <12 x i64> @llvm.matrix.multiply.v12i64.v6i64.v8i64(<6 x i64> %x, <8 x i64> %y, i32 3, i32 2, i32 4)
  %s = add <12 x i64> %p, %z
  call void @llvm.matrix.column.major.store.v12i64.p0.i64(<12 x i64> %s, ptr align 8 %c, i64 3, i1 false, i32 3, i32 4)
  ret void
}

define void @buffers(ptr %a, ptr %b, ptr %c) {
  %xt = call <25 x i65> @llvm.matrix.column.major.load.v25i65.p0.i64(ptr align 64 %a, i64 6, i1 true, i32 5, i32 5)
  %x = call <25 x i65> @llvm.matrix.transpose.v25i65(<25 x i65> %xt, i32 5, i32 5)
  %y = call <20 x i65> @llvm.matrix.column.major.load.v20i65.p0.i64(ptr align 64 %b, i64 5, i1 true, i32 5, i32 4)
  %p = call <20 x i65> @llvm.matrix.multiply.v20i65.v25i65.v20i65(<25 x i65> %x, <20 x i65> %y, i32 5, i32 5, i32 4)
  call void @llvm.matrix.column.major.store.v20i65.p0.i64(<20 x i65> %p, ptr align 64 %c, i64 5, i1 true, i32 5, i32 4)
  ret void
}
