// One step of the transformation of two-electron integrals.
// expect: 1
void transform(int n, const double *restrict ints, const double *restrict c,
               double *restrict out) {
  for (int p = 0; p < n; p++)
    for (int q = 0; q < n; q++)
      for (int r = 0; r < n; r++)
        for (int s = 0; s < n; s++)
          for (int mu = 0; mu < n; mu++)
            out[((p * n + q) * n + r) * n + s] +=
                c[mu * n + p] * ints[((mu * n + q) * n + r) * n + s];
}
