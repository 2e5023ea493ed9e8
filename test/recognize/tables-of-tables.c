//===- tables-of-tables.c - What is not copied from behind tables ---------===//
//
// Each of these is a product through tables of tables but for one thing, for
// which exec/tables-of-tables.c could not find what the source's loops do.
//
// RUN: %clangplugin -march=x86-64-v3 -O2 -c %s -o /dev/null -Rpass=gemmify \
// RUN:   -Rpass-missed=gemmify 2>&1 | FileCheck %s --implicit-check-not='product rewritten'
// RUN: %clangplugin -march=x86-64-v3 -O3 -c %s -o /dev/null -Rpass=gemmify \
// RUN:   -Rpass-missed=gemmify 2>&1 | FileCheck %s --implicit-check-not='product rewritten'
//
//===----------------------------------------------------------------------===//

#define FOR(V, N) for (int V = 0; V < N; V++)
#define SIZES int in, int out, int oh, int ow, int k

// CHECK: :[[@LINE+3]]:{{[0-9]+}}: remark: matrix product rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
void whole(SIZES, float ***x, float ****f, float ***y) {
  FOR(o, out) FOR(i, oh) FOR(j, ow) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i][j] += x[c][i + u][j + v] * f[o][c][u][v];
}

/// Bytes may be where anything is.
void bytes(SIZES, unsigned char ***x, unsigned char ****f, unsigned char ***y) {
  FOR(o, out) FOR(i, oh) FOR(j, ow) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i][j] += x[c][i + u][j + v] * f[o][c][u][v];
}

/// Some entries are not read.
void conditional(SIZES, float ***x, float ****f, float ***y) {
  FOR(o, out) FOR(i, oh) FOR(j, ow) FOR(c, in) FOR(u, k) FOR(v, k)
  if (i + u < oh)
    y[o][i][j] += x[c][i + u][j + v] * f[o][c][u][v];
}

/// Rows of the result get shorter.
void triangle(SIZES, float ***x, float ****f, float ***y) {
  FOR(o, out) FOR(i, oh) FOR(j, ow - i) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i][j] += x[c][i + u][j + v] * f[o][c][u][v];
}

/// A number that decides more than a loop's end.
void shifts(SIZES, const int *shift, float ***x, float ****f, float ***y) {
  FOR(o, out) FOR(i, oh) FOR(j, shift[i]) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i][j] += x[c][i + u][j + v + shift[i]] * f[o][c][u][v];
}

/// A number that the source comes to when it has stored.
void behind(SIZES, const long *rows, float ***x, float ****f, float ***y) {
  int o = 0;
  (void)out;
  do
    FOR(i, oh) FOR(j, ow) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i][j] += x[c][i + u][j + v] * f[o][c][u][v];
  while (++o < rows[o]);
}

/// One loop moves two places of the result.
void diagonal(SIZES, float ***x, float ****f, float ***y) {
  FOR(o, out) FOR(i, oh) FOR(j, ow) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i + o][j] += x[c][i + u][j + v] * f[o][c][u][v];
}

/// One loop moves two places of an operand, of which only a band is there.
void band(SIZES, float ***x, float ****f, float ***y) {
  FOR(o, out) FOR(i, oh) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][0][i] += x[c][i + u][i + v] * f[o][c][u][v];
}

/// Two loops move one place of the result in the same way.
void scattered(SIZES, float ***x, float ****f, float ***y) {
  FOR(o, out) FOR(c, in) FOR(i, oh) FOR(j, ow) FOR(u, k) FOR(v, k)
  y[o][i + u][j + v] += x[c][i][j] * f[o][c][u][v];
}

/// The result is also written elsewhere.
void twice(SIZES, float ***x, float ****f, float ***y, float ***z) {
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    float sum = 0;
    FOR(c, in) FOR(u, k) FOR(v, k) sum += x[c][i + u][j + v] * f[o][c][u][v];
    y[o][i][j] = sum;
    z[o][i][j] = sum;
  }
}

/// A row is found by what another table says.
void gathered(SIZES, const int *at, float ***x, float ****f, float ***y) {
  FOR(o, out) FOR(i, oh) FOR(j, ow) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i][j] += x[c][at[i] + u][j + v] * f[o][c][u][v];
}

void is_volatile(SIZES, float *volatile **x, float ****f, float ***y) {
  FOR(o, out) FOR(i, oh) FOR(j, ow) FOR(c, in) FOR(u, k) FOR(v, k)
  y[o][i][j] += x[c][i + u][j + v] * f[o][c][u][v];
}

struct filter {
  int h;
  float **of;
};

/// The program may end where a row says that there is nothing to do.
void may_end(SIZES, float ***x, struct filter **f, float ***y,
             volatile short *stop) {
  FOR(o, out) FOR(i, oh) FOR(j, ow) {
    float sum = 0;
    FOR(c, in) {
      if (f[o][c].h > 0)
        FOR(u, f[o][c].h) FOR(v, k) sum += x[c][i + u][j + v] * f[o][c].of[u][v];
      else
        *stop = 1;
    }
    y[o][i][j] = sum;
  }
}
