// Which operands are transposed is chosen by a switch around the loop over k,
// and whether C is read by a condition behind it, as in RTKLIB.
// expect: 4
void matmul(const char *tr, int n, int k, int m, double alpha, const double *A,
            const double *B, double beta, double *C) {
  const int f = tr[0] == 'N' ? (tr[1] == 'N' ? 1 : 2) : (tr[1] == 'N' ? 3 : 4);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      double d = 0.0;
      switch (f) {
      case 1:
        for (int x = 0; x < m; x++)
          d += A[i + x * n] * B[x + j * m];
        break;
      case 2:
        for (int x = 0; x < m; x++)
          d += A[i + x * n] * B[j + x * k];
        break;
      case 3:
        for (int x = 0; x < m; x++)
          d += A[x + i * m] * B[x + j * m];
        break;
      case 4:
        for (int x = 0; x < m; x++)
          d += A[x + i * m] * B[j + x * k];
        break;
      }
      if (beta == 0.0)
        C[i + j * n] = alpha * d;
      else
        C[i + j * n] = alpha * d + beta * C[i + j * n];
    }
}
