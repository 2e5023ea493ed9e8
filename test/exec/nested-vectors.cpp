//===- nested-vectors.cpp - Layers whose tensors are nested vectors -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// DEFINE: %{flags} = -march=x86-64-v3 %s -lstdc++
// RUN: mkdir -p %t
// RUN: %clang -O2 %{flags} -o %t/plain && %t/plain > %t/plain.out
// RUN: %clangplugin -O2 -Rpass=gemmify %{flags} -o %t/auto 2>&1 | FileCheck %s
// RUN: %t/auto | diff - %t/plain.out
// RUN: %clang -O3 %{flags} -o %t/plain3 && %t/plain3 > %t/plain3.out
// RUN: %clangplugin -O3 -Rpass=gemmify %{flags} -o %t/auto3 2>&1 \
// RUN:   | FileCheck %s
// RUN: %t/auto3 | diff - %t/plain3.out
//
// Sizes, strides and filters are members, which are read again in the loops. A
// pointer to one of them may lie in the result.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <cstring>
#include <vector>

using tensor = std::vector<std::vector<std::vector<float>>>;
using tensors = std::vector<tensor>;

#define FOR(V, N) for (int V = 0; V < N; ++V)

struct layer {
  int In, Out, K, Stride, H, W;
  tensors Filters;
  std::vector<float> Bias;

  void forward(const tensor &X, tensor &Y);
  void sums(const tensors &X, tensors &Y, int Batch);
  void gradient(const tensor &X, const tensor &G, tensors &D);
};

// CHECK-DAG: rewritten: float C(i,j) = f({{.*}} + sum A(i,k)*B(k,j)), j over 2 loops, k over 3 loops
__attribute__((noinline)) void layer::forward(const tensor &X, tensor &Y) {
  FOR(o, Out) FOR(i, H) FOR(j, W) {
    float Sum = Bias[o];
    FOR(c, In) FOR(u, K) FOR(v, K) Sum +=
        X[c][i * Stride + u][j * Stride + v] * Filters[o][c][u][v];
    Y[o][i][j] = Sum > 0 ? Sum : 0;
  }
}

// CHECK-DAG: rewritten: float C(i,j) = {{.*}} + sum A(i,k)*B(k,j), j over 3 loops, k over 3 loops
__attribute__((noinline)) void layer::sums(const tensors &X, tensors &Y,
                                           int Batch) {
  FOR(b, Batch) FOR(o, Out) FOR(i, H) FOR(j, W) {
    Y[b][o][i][j] = Bias[o];
    FOR(c, In) FOR(u, K) FOR(v, K) Y[b][o][i][j] +=
        X[b][c][i + u][j + v] * Filters[o][c][u][v];
  }
}

// CHECK-DAG: rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 3 loops, k over 2 loops
__attribute__((noinline)) void layer::gradient(const tensor &X, const tensor &G,
                                               tensors &D) {
  FOR(o, Out) FOR(i, H) FOR(j, W) FOR(c, In) FOR(u, K) FOR(v, K)
  D[o][c][u][v] += X[c][i + u][j + v] * G[o][i][j];
}

/// Rows say how long they are.
// CHECK-DAG: rewritten: float C(i,j) = 0 + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
__attribute__((noinline)) static void sized(const tensor &X, const tensors &F,
                                            tensor &Y) {
  for (size_t o = 0; o < Y.size(); ++o)
    for (size_t i = 0; i < Y[o].size(); ++i)
      for (size_t j = 0; j < Y[o][i].size(); ++j) {
        float Sum = 0;
        for (size_t c = 0; c < F[o].size(); ++c)
          for (size_t u = 0; u < F[o][c].size(); ++u)
            for (size_t v = 0; v < F[o][c][u].size(); ++v)
              Sum += X[c][i + u][j + v] * F[o][c][u][v];
        Y[o][i][j] = Sum;
      }
}

struct filter {
  int In, K;
  tensor Of;
};
// CHECK-DAG: rewritten: float C(i,j) = C + sum A(i,k)*B(k,j), j over 2 loops, k over 3 loops
__attribute__((noinline)) static void own_sizes(const tensor &X,
                                                const std::vector<filter> &F,
                                                int Out, int H, int W,
                                                tensor &Y) {
  FOR(o, Out) FOR(i, H) FOR(j, W) FOR(c, F[o].In) FOR(u, F[o].K)
  FOR(v, F[o].K) Y[o][i][j] += X[c][i + u][j + v] * F[o].Of[c][u][v];
}

static tensor make(int A, int B, int C, unsigned Seed) {
  tensor T(A, std::vector<std::vector<float>>(B, std::vector<float>(C)));
  for (auto &Plane : T)
    for (auto &Row : Plane)
      for (float &E : Row)
        E = (int)((Seed += 2654435761u) >> 20) / 1024.0f - 2;
  return T;
}

static unsigned hash(const tensor &T, unsigned H = 2166136261u) {
  for (const auto &Plane : T)
    for (const auto &Row : Plane)
      for (const float &E : Row) {
        unsigned Bits;
        memcpy(&Bits, &E, sizeof Bits);
        H = (H ^ Bits) * 16777619u;
      }
  return H;
}

static void run(int In, int Out, int K, int Stride, int H, int W) {
  const int Rows = (H > 0 ? H - 1 : 0) * Stride + K,
            Columns = (W > 0 ? W - 1 : 0) * Stride + K;
  layer L{In, Out, K, Stride, H, W, {}, std::vector<float>(Out, 0.25f)};
  for (int o = 0; o < Out; ++o)
    L.Filters.push_back(make(In, K, K, o));
  const tensor X = make(In, Rows, Columns, 77);
  tensor Y = make(Out, H > 0 ? H : 0, W > 0 ? W : 0, 5);
  L.forward(X, Y);
  printf("%d %d %d: %x", In, Out, K, hash(Y));
  tensors Xs{X, make(In, Rows, Columns, 3), X}, Ys{Y, Y, Y};
  L.sums(Xs, Ys, 3);
  printf(" %x", hash(Ys[1], hash(Ys[2])));
  tensors D = L.Filters;
  L.gradient(X, Y, D);
  unsigned Sum = 1;
  for (const tensor &T : D)
    Sum = hash(T, Sum);
  // The result is what is read.
  tensor Same = make(In > Out ? In : Out, Rows + 1, Columns + 1, 9);
  L.forward(Same, Same);
  L.Filters.resize(Out + 1);
  L.gradient(X, Y, L.Filters);
  for (const tensor &T : L.Filters)
    Sum = hash(T, Sum);
  printf(" %x %x\n", Sum, hash(Same));
}

/// Rows that are not as long as the first ones, in one place each.
static void run_lengths(int In, int Out, int K, int H, int W) {
  const tensor X = make(In + 1, H + K + 1, W + K + 1, 21);
  for (int Way = 0; Way < 14; ++Way) {
    tensor Y = make(Out, H, W, 4);
    tensors F;
    std::vector<filter> Own;
    for (int o = 0; o < Out; ++o) {
      F.push_back(make(In, K, K, o));
      Own.push_back({In, K, F.back()});
    }
    auto &Last = F[Out - 1], &First = F[0];
    switch (Way) {
    case 1: Y[Out - 1].pop_back(); break;
    case 2: Y[Out - 1].clear(); break;
    case 3: Y[0].clear(); break;
    case 4: Y[Out - 1][H - 1].push_back(1); break;
    case 5: Y[1][0].clear(); break;
    case 6: Y[0][0].pop_back(); break;
    case 7: Last.pop_back(); break;
    case 8: First.clear(); break;
    case 9: Last[In - 1].pop_back(); break;
    case 10: Last[In - 1][K - 1].pop_back(); break;
    case 11: First[0][0].clear(); break;
    case 12: Own[Out - 1].K = K - 1, Own[0].In = In; break;
    case 13: Own[0].In = 0; break;
    default: break;
    }
    sized(X, F, Y);
    printf("lengths %d: %x", Way, hash(Y));
    Y = make(Out, H, W, 4);
    own_sizes(X, Own, Out, H, W, Y);
    printf(" %x\n", hash(Y));
  }
}

/// A layer's first size is the last element of the result's last
/// row.
static void overwrite() {
  struct {
    float Row[64];
    layer L;
  } Both = {{}, {8, 9, 3, 1, 6, 64, {}, std::vector<float>(9, 0.5f)}};
  for (int o = 0; o < 9; ++o)
    Both.L.Filters.push_back(make(8, 3, 3, o));
  const tensor X = make(8, 8, 66, 1);
  tensor Y = make(9, 6, 64, 2);
  // A vector whose elements are not its own: it gets its own back below.
  float *Own[3], *Other[3];
  auto &Last = Y[8][5];
  memcpy(Own, &Last, sizeof Own);
  Other[0] = Both.Row + 1;
  Other[1] = Other[2] = Other[0] + 64;
  memcpy((void *)&Last, Other, sizeof Other);
  Both.L.forward(X, Y);
  printf("%x %d\n", hash(Y), Both.L.Out);
  memcpy((void *)&Last, Own, sizeof Own);
}

int main() {
  run(8, 12, 3, 1, 9, 11);
  run(3, 33, 5, 2, 8, 20);
  run(16, 4, 1, 3, 13, 9);
  run(1, 40, 4, 1, 20, 20);
  run(20, 1, 3, 2, 16, 12);
  run(2, 3, 2, 1, 3, 4);
  run(0, 5, 3, 1, 6, 6);
  run(5, 5, 0, 1, 6, 6);
  run(5, 5, 3, 1, 0, 6);
  run(5, 5, 3, 1, 6, -1);
  run_lengths(6, 12, 3, 9, 10);
  run_lengths(3, 20, 2, 17, 12);
  overwrite();
  return 0;
}
