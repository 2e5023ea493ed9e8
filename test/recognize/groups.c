// Sums over groups that are not read group by group: what is told of them.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c %s -o /dev/null \
// RUN:   -Rpass=gemmify -Rpass-missed=gemmify 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c %s -o /dev/null \
// RUN:   -ffp-contract=fast -Rpass=gemmify -Rpass-missed=gemmify 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FAST-CHECK --implicit-check-not=rewritten:
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c %s -o /dev/null \
// RUN:   -ffast-math -Rpass=gemmify -Rpass-missed=gemmify 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ANY --implicit-check-not=remark:

typedef signed char s8;

// A matrix times a vector: groups of a size that is known at run time.
void matvec(int m, int groups, int size, const s8 *a, const float *sa, const s8 *x, const float *sx, float *y) {
  for (int i = 0; i < m; i++) {
    float val = 0;
    for (int g = 0; g < groups; g++) {
      int isum = 0;
      for (int k = 0; k < size; k++)
        // Where a group is empty, LLVM adds zeros in a loop of its own.
        // CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B an expression
        // FAST-CHECK: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B an expression
        // FAST-CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: matrix product not rewritten: what each group of products sums up is scaled and added to another sum; this is rewritten where C has rows and columns, and addresses and the number of groups are fixed
        // ANY: :[[#@LINE+2]]:{{[0-9]+}}: remark: matrix product not rewritten: what each group of products sums up is scaled and added to another sum; this is
        // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: what each group of products sums up is scaled and added to another sum; this is rewritten where C has rows and columns, and addresses and the number of groups are fixed
        isum += a[(i * groups + g) * size + k] * x[g * size + k];
      val += isum * sa[i * groups + g] * sx[g];
    }
    y[i] = val;
  }
}

// Where the code generator chooses what it fuses, values stay in registers. In any order it may.
void blocks(long m, long n, long groups, const s8 *a, const float *sa, const s8 *b, const float *sb, float *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      float val = 0;
      for (long g = 0; g < groups; g++) {
        int isum = 0;
        for (long k = 0; k < 200; k++)
          // FAST-CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: what each group of products sums up is scaled and added to another sum, and contraction is left to the code generator, which may fuse that addition or not; build with -ffp-contract=off
          isum += a[(i * groups + g) * 200 + k] * b[(j * groups + g) * 200 + k];
        val += isum * sa[i * groups + g] * sb[j * groups + g];
      }
      // ANY: :[[#@LINE+2]]:{{[0-9]+}}: remark: matrix product rewritten: int8 x int8 -> int32 -> float C(i,j) = f(
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product rewritten: int8 x int8 -> int32 -> float C(i,j) = f(
      c[i * n + j] = val;
    }
}

// The sum of a short group is written out by then.
void short_groups(long m, long n, long groups, const s8 *a, const float *sa, const s8 *b, const float *sb, float *c) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++) {
      float val = 0;
      for (long g = 0; g < groups; g++) {
        int isum = 0;
        for (long k = 0; k < 32; k++)
          isum += a[(i * groups + g) * 32 + k] * b[(j * groups + g) * 32 + k];
        // FAST-CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product not rewritten: what each group of products sums up is scaled and added to another sum, and contraction is left to the code generator, which may fuse that addition or not; build with -ffp-contract=off
        val += (float)isum * sa[i * groups + g] * sb[j * groups + g];
      }
      // ANY: :[[#@LINE+2]]:{{[0-9]+}}: remark: matrix product rewritten: int8 x int8 -> int32 -> float C(i,j) = f(
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: matrix product rewritten: int8 x int8 -> int32 -> float C(i,j) = f(
      c[i * n + j] = val;
    }
}
