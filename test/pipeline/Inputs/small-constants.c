// Products of small sizes that are known where they are called or declared.
#include <stdlib.h>

enum { SIZE = 10 };

int **make(void) {
  int **m = malloc(SIZE * sizeof *m);
  for (int i = 0, count = 1; i < SIZE; i++) {
    m[i] = malloc(SIZE * sizeof **m);
    for (int j = 0; j < SIZE; j++)
      m[i][j] = count++;
  }
  return m;
}

int **multiply(int rows, int cols, int **a, int **b, int **c) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      int sum = 0;
      for (int k = 0; k < cols; k++)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  return c;
}

int row_pointers(int n) {
  int **a = make(), **b = make(), **c = make();
  for (int i = 0; i < n; i++)
    c = multiply(SIZE, SIZE, a, b, c);
  return c[2][3];
}

#define FIXED(T, N)                                                            \
  void T##_##N(T a[N][N], T b[N][N], T c[N][N]) {                              \
    for (int i = 0; i < N; i++)                                                \
      for (int j = 0; j < N; j++) {                                            \
        T s = 0;                                                               \
        for (int k = 0; k < N; k++)                                            \
          s += a[i][k] * b[k][j];                                              \
        c[i][j] = s;                                                           \
      }                                                                        \
  }
FIXED(int, 2) FIXED(int, 3) FIXED(int, 5) FIXED(short, 4) FIXED(float, 2)
FIXED(float, 3) FIXED(double, 3) FIXED(double, 5)

#define ROWS(T, N)                                                             \
  void T##_rows_##N(T **a, T **b, T **c) {                                     \
    for (int i = 0; i < N; i++)                                                \
      for (int j = 0; j < N; j++)                                              \
        for (int k = 0; k < N; k++)                                            \
          c[i][j] += a[i][k] * b[k][j];                                        \
  }
ROWS(int, 4) ROWS(float, 3) ROWS(float, 8) ROWS(double, 6)

void gram_schmidt(int m, int n, double a[m][n], double r[n][n],
                  double q[m][n]) {
  for (int k = 0; k < n; k++) {
    double norm = 0;
    for (int i = 0; i < m; i++)
      norm += a[i][k] * a[i][k];
    r[k][k] = norm;
    for (int i = 0; i < m; i++)
      q[i][k] = a[i][k] / r[k][k];
    for (int j = k + 1; j < n; j++) {
      r[k][j] = 0;
      for (int i = 0; i < m; i++)
        r[k][j] += q[i][k] * a[i][j];
      for (int i = 0; i < m; i++)
        a[i][j] = a[i][j] - q[i][k] * r[k][j];
    }
  }
}
