// What is stored on the other side of the diagonal is read by later sums.
// expect: 0
void mirrored(int m, double *x, long ldx) {
  for (int i = 0; i < m; i++)
    for (int j = i + 1; j < m; j++) {
      double s = x[i * ldx + j];
      for (int k = 0; k < m; k++)
        s += x[k * ldx + i] * x[k * ldx + j];
      x[i * ldx + j] = s;
      x[j * ldx + i] = s;
    }
}
