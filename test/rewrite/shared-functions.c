//===- shared-functions.c - What kernels of one module share --------------===//
//
// Packing, copies of C's tiles, and the test for blocks of one array, are
// functions of the module.
//
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{flags} =
// DEFINE: %{emit} = %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 \
// DEFINE:   -fno-unroll-loops -S -emit-llvm %{flags} %s
// REDEFINE: %{flags} = -DFIRST -DSECOND
// RUN: %{emit} -o - | %opt -passes='gemmify,verify' -S \
// RUN:   | FileCheck %s --check-prefix=SHARED
//
// SHARED: call i1 @gemmify.apart.[[TEST:[0-9a-f]+]](
// SHARED: call i1 @gemmify.apart.[[TEST]](
// SHARED-NOT: define internal i1 @gemmify.apart.
// SHARED: define internal i1 @gemmify.kernel.
// SHARED: call void @gemmify.copy.[[FROM:[0-9a-f]+]](
// SHARED: call void @gemmify.copy.[[TO:[0-9a-f]+]](
// SHARED: call void @gemmify.copy.[[FROM]](
// SHARED: call void @gemmify.copy.[[TO]](
// SHARED: call void @gemmify.pack.[[LEFT:[0-9a-f]+]](
// SHARED: define internal void @gemmify.copy.[[FROM]](
// SHARED: define internal void @gemmify.copy.[[TO]](
// SHARED: define internal void @gemmify.pack.[[LEFT]](
// SHARED: define internal i1 @gemmify.apart.[[TEST]](
// SHARED: urem i64
// SHARED: define internal i1 @gemmify.kernel.
// SHARED: call void @gemmify.copy.[[FROM]](
// SHARED: call void @gemmify.copy.[[TO]](
// SHARED: call void @gemmify.pack.[[LEFT]](
// SHARED-NOT: define internal void @gemmify.copy.
// SHARED-NOT: define internal void @gemmify.pack.[[LEFT]].
// SHARED-NOT: define internal i1 @gemmify.apart.
//
// Another pass may have made them for their callers. Those are not shared.
// REDEFINE: %{flags} = -DFIRST
// RUN: %{emit} -o - | %opt -passes=gemmify -S \
// RUN:   | sed 's/urem i64/udiv i64/; s/load <16 x float>/load volatile <16 x float>/' \
// RUN:   > %t/first.ll
// REDEFINE: %{flags} = -DSECOND
// RUN: %{emit} -o %t/second.ll
// RUN: llvm-link %t/first.ll %t/second.ll -S -o %t/both.ll
// RUN: %opt -passes='gemmify,verify' -S %t/both.ll \
// RUN:   | FileCheck %s --check-prefix=CHANGED
//
// CHANGED: define internal i1 @gemmify.apart.[[OTHER:[0-9a-f]+]].changed(
// CHANGED: udiv i64
// CHANGED: define {{.*}}@second(
// CHANGED: call i1 @gemmify.apart.[[OTHER]](
// CHANGED: define internal i1 @gemmify.apart.[[OTHER]](
// CHANGED: urem i64
//
//===----------------------------------------------------------------------===//

#ifdef FIRST
void first(long m, long n, long p, const float *a, const float *b, float *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < p; k++)
        c[i * n + j] += a[i * p + k] * b[k * n + j];
}
#endif

#ifdef SECOND
void second(long m, long n, long p, const float *a, const float *b, float *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < p; k++)
        c[i * n + j] -= a[i * p + k] * b[k * n + j];
}
#endif
