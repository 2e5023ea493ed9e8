// Functions of the program, as the last step of an element.
//
// DEFINE: %{see} = %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c %s -o /dev/null
// DEFINE: %{remarks} = -Rpass=gemmify -Rpass-missed=gemmify 2>&1
// RUN: %{see} %{remarks} | FileCheck %s --implicit-check-not=remark:
// RUN: %{see} -ffp-contract=fast %{remarks} | FileCheck %s --check-prefix=FAST --implicit-check-not=remark:
// RUN: %{see} -ffast-math %{remarks} | FileCheck %s --check-prefix=FAST --implicit-check-not=remark:

#define NEST(NAME, F)                                                          \
  float F(float, short);                                                       \
  void NAME(long m, long n, long k, const float *A, const float *B, float *C) {\
    for (long i = 0; i < m; i++)                                               \
      for (long j = 0; j < n; j++) {                                           \
        float s = 0;                                                           \
        for (long p = 0; p < k; p++)                                           \
          s += A[i * k + p] * B[p * n + j];                                    \
        C[i * n + j] = F(s, j);                                                \
      }                                                                        \
  }

__attribute__((const)) float computes(float, short);
__attribute__((pure)) float reads(float, short);
__attribute__((nothrow)) float any(float, short);

// Where it may be inlined later, between operations that the code generator may fuse, other pairs might come together; what it adds
// itself may have to be in order.
// CHECK: remark: matrix product rewritten: float C(i,j) = f(0 + sum A(i,k)*B(k,j)), A row-major, B row-major, C row-major
// FAST: remark: matrix product not rewritten: an operand is computed by something other than arithmetic on array elements
NEST(final, computes)
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: matrix product not rewritten: an operand or the result is computed by a function that may read what the nest writes; mark it const where it computes from its arguments alone, or let it be inlined
// FAST: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: an operand or the result is computed by a function that may read
NEST(reading, reads)
// CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: matrix product not rewritten: the nest calls a function that may have side effects; mark it const or move it out of the loops
// FAST: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: the nest calls a function that may have side effects
NEST(calling, any)
