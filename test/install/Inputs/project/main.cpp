#include <cstdio>

extern "C" void in_c(int n, const float *A, const float *B, float *C);
extern "C" void in_fortran(const int &n, const float *A, const float *B,
                           float *C);

static void in_cpp(int n, const float *A, const float *B, float *C) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i * n + j] += A[i * n + k] * B[k * n + j];
}

int main(int argc, char **) {
  constexpr int n = 3;
  const float A[n * n] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  float C[n * n] = {};
  const int size = argc + 2; // Known at run time.
  in_c(size, A, A, C);
  in_cpp(size, A, A, C);
  in_fortran(size, A, A, C);
  std::printf("%g %g\n", C[0], C[8]);
}
