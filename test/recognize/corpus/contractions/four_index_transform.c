// All four steps of the transformation of two-electron integrals, one after the other.
// expect: 4
enum { N = 24 };
static double T1[N][N][N][N], T2[N][N][N][N], T3[N][N][N][N];
void transform(const double (*restrict V)[N][N][N], const double (*restrict C)[N],
               double (*restrict W)[N][N][N]) {
  for (int a = 0; a < N; a++)
    for (int q = 0; q < N; q++)
      for (int r = 0; r < N; r++)
        for (int s = 0; s < N; s++) {
          T1[a][q][r][s] = 0;
          for (int p = 0; p < N; p++)
            T1[a][q][r][s] += V[p][q][r][s] * C[p][a];
        }
  for (int a = 0; a < N; a++)
    for (int b = 0; b < N; b++)
      for (int r = 0; r < N; r++)
        for (int s = 0; s < N; s++) {
          T2[a][b][r][s] = 0;
          for (int q = 0; q < N; q++)
            T2[a][b][r][s] += T1[a][q][r][s] * C[q][b];
        }
  for (int a = 0; a < N; a++)
    for (int b = 0; b < N; b++)
      for (int c = 0; c < N; c++)
        for (int s = 0; s < N; s++) {
          T3[a][b][c][s] = 0;
          for (int r = 0; r < N; r++)
            T3[a][b][c][s] += T2[a][b][r][s] * C[r][c];
        }
  for (int a = 0; a < N; a++)
    for (int b = 0; b < N; b++)
      for (int c = 0; c < N; c++)
        for (int d = 0; d < N; d++) {
          W[a][b][c][d] = 0;
          for (int s = 0; s < N; s++)
            W[a][b][c][d] += T3[a][b][c][s] * C[s][d];
        }
}
