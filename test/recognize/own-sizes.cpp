//===- own-sizes.cpp - Filters that say how large they are ----------------===//
//
// LLVM makes two loops of each one that may not run, one of which stores zeros.
// No copy of the nest has that one.
//
// RUN: %clangplugin -march=x86-64-v3 -O3 -c %s -o /dev/null -Rpass=gemmify \
// RUN:   -Rpass-missed=gemmify 2>&1 | FileCheck %s
//
//===----------------------------------------------------------------------===//

#include <vector>

struct Tensor {
  std::vector<std::vector<std::vector<float>>> Of;
  int C, H, W;
  float &operator()(int I, int J, int K) { return Of[I][J][K]; }
  const float &operator()(int I, int J, int K) const { return Of[I][J][K]; }
};

void conv(const Tensor &X, const std::vector<Tensor> &F, Tensor &Y, int S) {
  for (int o = 0; o < Y.C; o++)
    for (int i = 0; i < Y.H; i++)
      for (int j = 0; j < Y.W; j++) {
        float Sum = 0;
        for (int c = 0; c < X.C; c++)
          for (int u = 0; u < F[o].H; u++)
            for (int v = 0; v < F[o].W; v++)
              Sum += X(c, i * S + u, j * S + v) * F[o](c, u, v);
        // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: matrix product rewritten
        Y(o, i, j) = Sum;
      }
}
