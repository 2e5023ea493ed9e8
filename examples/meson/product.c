#include <stdio.h>

enum { N = 60 };
static float A[N][N], B[N][N], C[N][N];

int main(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      A[i][j] = B[j][i] = (float)((i + 2 * j) % 7);

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
        C[i][j] += A[i][k] * B[k][j];

  printf("%g %g\n", C[0][0], C[1][N - 1]);
}
