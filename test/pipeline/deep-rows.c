// Expressions share their parts: what takes a step per part compiles in tenths
// of a second, what takes one per way through them takes 2^24.
//
// DEFINE: %{run} = timeout 40 %clangplugin --target=x86_64-linux-gnu \
// DEFINE:   -march=x86-64-v3 -O3 -S -o /dev/null -Rpass=gemmify %s 2>&1
// RUN: %{run} -DROW='index[i]' | FileCheck %s
// RUN: %{run} -DROW='index[i] / index[i + 1]' | FileCheck %s
//
// CHECK: remark: matrix product rewritten: float C(i,j) = C + sum

#define STEP t = t / 3u + t / 5u + 1u;
#define STEPS STEP STEP STEP STEP STEP STEP

void product(float *c, const float *a, const float *b, const unsigned *index,
             unsigned long lda, long m, long n, long k) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long l = 0; l < k; l++) {
        unsigned long t = ROW;
        STEPS STEPS STEPS STEPS
        c[i * n + j] += a[t * lda + l] * b[l * n + j];
      }
}
