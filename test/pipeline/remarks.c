// What the programmer reads: a remark for each product, and for a nest that is
// nearly one, a sentence that tells why it is not.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 \
// RUN:   -Rpass=gemmify -Rpass-missed=gemmify -S %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark:
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 \
// RUN:   -Rpass-analysis=gemmify -S %s -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VERSION --implicit-check-not=remark:

// CHECK: remarks.c:[[#@LINE+6]]:{{[0-9]+}}: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), A row-major, B row-major, C row-major, in source order, fused; packing mr=16 nr=6 kr=1 mc={{[0-9]+}} kc={{[0-9]+}} nc={{[0-9]+}}; original loops kept as fallback [-Rpass=gemmify]
void product(int n, const float *restrict a, const float *restrict b,
             float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// CHECK: remarks.c:[[#@LINE+7]]:{{[0-9]+}}: remark: matrix product rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), A row-major, B column-major, C row-major, in source order, fused; m=24 n=24 k=32; tiling mr={{.*}}; original loops dropped [-Rpass=gemmify]
void constant(const float (*restrict a)[32], const float (*restrict b)[32],
              float (*restrict c)[24]) {
  for (int i = 0; i < 24; i++)
    for (int j = 0; j < 24; j++) {
      c[i][j] = 0;
      for (int k = 0; k < 32; k++)
        c[i][j] += a[i][k] * b[j][k];
    }
}

// CHECK: remarks.c:[[#@LINE+6]]:{{[0-9]+}}: remark: matrix product not rewritten: the bound of an inner loop changes with an outer loop (a triangular or trapezoidal nest)
void triangle(int n, const int *restrict a, const int *restrict b,
              int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < i; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

// Inlined copies of one nest are told once, with the line of one of the calls.
// CHECK: remarks.c:[[#@LINE+6]]:{{[0-9]+}}: remark: matrix product not {{.*}} (a triangular or trapezoidal nest); inlined at {{.*}}remarks.c:[[#@LINE+10]]:3; 2 copies in this function [-Rpass-missed=gemmify]
static inline __attribute__((always_inline)) void
inlined(int n, const int *a, const int *b, int *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < i; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
void copies(int n, const int *a, const int *b, int *restrict c) {
  inlined(n, a, b, c);
  inlined(n, b, a, c);
}

// Loops that have nothing of a product are not worth a word.
void add(int n, const float *restrict a, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      c[i * n + j] += a[i * n + j];
}

// Unswitching makes two versions, of which one is rewritten: an analysis remark
// tells of the other.
// CHECK: remarks.c:[[#@LINE+10]]:{{[0-9]+}}: remark: matrix product rewritten: float C(i,j) = C + sum
// VERSION: remarks.c:[[#@LINE+9]]:{{[0-9]+}}: remark: another version of the rewritten matrix product is kept: the sum runs over more than one loop [-Rpass-analysis=gemmify]
void unswitched(const long *padding, long m, long n, float *c, const float *a,
                const float *b) {
  for (long i = 0; i < m; i++) {
    float *row = c;
    for (long l = 0; l < *padding; l++)
      *c++ = 0;
    for (long k = 0; k < m; k++)
      for (long j = 0; j < n; j++)
        row[j] += a[i * m + k] * b[k * n + j];
  }
}

// So does a condition, of which one way is a product.
// CHECK: remarks.c:[[#@LINE+10]]:{{[0-9]+}}: remark: matrix product rewritten: float C(i,j) = 0 + sum
// VERSION: remarks.c:[[#@LINE+7]]:{{[0-9]+}}: remark: another version of the rewritten matrix product is kept: the sum is not stored to an element of an array right after the k loop [-Rpass-analysis=gemmify]
void two_ways(const int *flag, int m, int n, int p, const float *restrict a,
              const float *restrict b, float *restrict c, float *restrict d) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < p; k++)
        s += a[i * p + k] * b[k * n + j];
      if (*flag)
        c[i * n + j] = s;
      else
        d[(i * j) % 7] = s;
    }
}
