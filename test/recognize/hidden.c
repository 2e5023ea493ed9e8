// Products that are not recognized are not passed in silence: those in two loops, and of some steps.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O2 -fopenmp \
// RUN:   -S %s -o /dev/null -Rpass-missed=gemmify 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark

#define ARGS                                                                   \
  int m, int n, int p, const float *restrict a, const float *restrict b,       \
      float *restrict c

// Workers take every fourth element: no columns of their own.
void interleaved(ARGS, int worker) {
  for (int at = worker; at < m * 30; at += 4) {
    const int i = at / 30, j = at % 30;
    float s = 0;
    for (int k = 0; k < p; k++)
      // CHECK: [[@LINE+1]]:9: remark: matrix product not rewritten: one loop counts two indices of the product, by a quotient and a remainder, in a way that cannot be taken apart; write a loop for each
      s += a[i * p + k] * b[k * 30 + j];
    c[at] = s;
  }
}

// There is no number of which both divisors are known to be.
void divided_by_two(ARGS, int q) {
  for (int at = 0; at < m * n; at++) {
    const int i = at / n, j = at % q;
    float s = 0;
    for (int k = 0; k < p; k++)
      // CHECK: [[@LINE+1]]:9: remark: matrix product not rewritten: one loop counts two indices of the product, by a quotient and a remainder, in a way that cannot be taken apart; write a loop for each
      s += a[i * p + k] * b[k * n + j];
    c[at] = s;
  }
}

void written_out(ARGS) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      // CHECK: [[@LINE+1]]:20: remark: matrix product not rewritten: the sum over k is written out; write a loop over k
      c[j * m + i] = a[i] * b[j * 3] + a[i + m] * b[j * 3 + 1] +
                     a[i + 2 * m] * b[j * 3 + 2];
}

// What is no product: a product by a vector, a stencil, a filter.
void vector(ARGS) {
  for (int i = 0; i < m; i++) {
    float s = 0;
    for (int k = 0; k < p; k++)
      s += a[i * p + k] * b[k];
    c[i] = s;
  }
}
void stencil(ARGS) {
  for (int j = 1; j < n; j++)
    for (int i = 1; i < m; i++)
      c[j * m + i] = b[0] * a[j * m + i] + b[1] * a[j * m + i - 1] +
                     b[2] * a[j * m - m + i];
}
void filter(ARGS) {
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++)
      c[j * m + i] = a[i] * b[0] + a[i + 1] * b[1] + a[i + 2] * b[2];
}

// Some steps are left out.
void masked(ARGS, const int *restrict mask) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < p; k++) {
        if (!mask[k])
          continue;
        // CHECK: [[@LINE+1]]:11: remark: matrix product not rewritten: an if inside the nest decides what is computed; move it out of the loops or split the nest
        s += a[i * p + k] * b[k * n + j];
      }
      c[i * n + j] = s;
    }
}

// Index and step move with several loops, and elements lie behind tables.
void padded(float ***x, float ****w, float ***y, int out, int in, int h, int n,
            int k) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < n; j++) {
        float s = 0;
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++)
              if (i + u > 0 && i + u < h && j + v > 0 && j + v < n)
                // CHECK: [[@LINE+1]]:19: remark: matrix product not rewritten: an if inside the nest decides what is computed; move it out of the loops or split the nest
                s += x[c][i + u][j + v] * w[o][c][u][v];
        y[o][i][j] = s;
      }
}
