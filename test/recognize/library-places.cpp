// What is found in a header of the library is told where the program calls it.
//
// RUN: %clangplugin --target=x86_64-linux-gnu -march=x86-64-v3 -O3 -c %s -o /dev/null \
// RUN:   -I%S/Inputs/include/c++ -Rpass=gemmify -Rpass-missed=gemmify 2>&1 | FileCheck %s --check-prefix=PLACE --implicit-check-not=remark:

#include "inner-product.h"

void rounded(int m, int n, int k, const float *A, const float *B, double *C) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      // PLACE: library-places.cpp:[[#@LINE+1]]:22: remark: matrix product not rewritten: each product is rounded to a narrower type than the sum's; convert a factor first [
      C[i * n + j] = innerProduct(A + i * k, A + (i + 1) * k, B + j * k, 0.0);
}

inline double row(int j, int k, const float *A, const float *B) {
  // PLACE: library-places.cpp:[[#@LINE+1]]:10: remark: matrix product not rewritten: each product is rounded to a narrower type than the sum's; convert a factor first; inlined at {{.*}}library-places.cpp:[[#@LINE+6]]:22 [
  return innerProduct(A, A + k, B + j * k, 0.0);
}
void of_rows(int m, int n, int k, const float *A, const float *B, double *C) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      C[i * n + j] = row(j, k, A + i * k, B);
}
