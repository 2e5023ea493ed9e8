// Rows that the function itself allocates.
// expect: 1
#include <stdlib.h>
double **product(int n, double **a, double **b) {
  double **c = malloc(n * sizeof *c);
  for (int i = 0; i < n; i++)
    c[i] = calloc(n, sizeof **c);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}
