// OpenMP's collapse, with each schedule.
// expect: 3
// flags: -fopenmp
#define LOOPS(NAME, SCHEDULE)                                                  \
  void NAME(int m, int n, int l, const float *a, const float *b, float *c) {   \
    _Pragma(SCHEDULE) for (int i = 0; i < m; i++) for (int j = 0; j < n;       \
                                                       j++) {                  \
      float sum = 0;                                                           \
      for (int k = 0; k < l; k++)                                              \
        sum += a[i * l + k] * b[k * n + j];                                    \
      c[i * n + j] = sum;                                                      \
    }                                                                          \
  }
LOOPS(even, "omp parallel for collapse(2)")
LOOPS(chunks, "omp parallel for collapse(2) schedule(static, 64)")
LOOPS(dynamic, "omp parallel for collapse(2) schedule(dynamic, 64)")
