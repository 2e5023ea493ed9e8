//===- recovery-std.cpp - Products of std::complex ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-x86
// DEFINE: %{flags} = -std=c++17 -O2 -w %s -c
// DEFINE: %{products} = grep -c 'matrix product rewritten' | grep -x 14
// RUN: %clang %{flags} -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 | %{products}
// RUN: %clang -O1 -DMAIN -w -std=c++17 %s %t.plain.o %t.gemmify.o -lm -lstdc++ -o %t && %t
// RUN: %clang %{flags} -fcx-limited-range -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -fcx-limited-range -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 | %{products}
// RUN: %clang -O1 -DMAIN -w -std=c++17 %s %t.plain.o %t.gemmify.o -lm -lstdc++ -o %t && %t
// RUN: %clang %{flags} -D_GLIBCXX_ASSERTIONS -DV=plain -o %t.plain.o
// RUN: %clangplugin %{flags} -D_GLIBCXX_ASSERTIONS -DV=gemmify -Rpass=gemmify -o %t.gemmify.o 2>&1 | %{products}
// RUN: %clang -O1 -DMAIN -w -std=c++17 %s %t.plain.o %t.gemmify.o -lm -lstdc++ -o %t && %t
//
// The data of a container is loaded inside its nest, and so is a factor that is
// passed by reference; of `float`, both parts are loaded and stored as a vector.
// The last build has bounds checks as well.
//
//===----------------------------------------------------------------------===//

#include <complex>
#include <vector>

template <typename R> struct Matrix {
  std::vector<std::complex<R>> Data;
  int Ld;
  std::complex<R> operator()(int i, int j) const { return Data[i * Ld + j]; }
  std::complex<R> &operator()(int i, int j) { return Data[i * Ld + j]; }
};

#ifndef V
#define V plain
#endif
#define CAT_(X, Y) X##_##Y
#define CAT(X, Y) CAT_(X, Y)
#define UP(I, N) for (int I = 0; I < N; I++)
#define ARGS                                                                   \
  (int m, int n, int K, const T &alpha, const M &A, const M &B, M &C)
#define OF(R)                                                                  \
  using T = std::complex<R>;                                                   \
  using M = Matrix<R>;
#define EACH(F) F(sum) F(conjugated) F(scaled) F(each_scaled) F(columns) F(real_factor) F(real_left)

#define BOTH(NAME, ...)                                                        \
  namespace d { OF(double) void CAT(V, NAME) ARGS { __VA_ARGS__ } }            \
  namespace f { OF(float) void CAT(V, NAME) ARGS { __VA_ARGS__ } }
#ifndef MAIN
BOTH(sum, UP(i, m) UP(j, n) {
  T s = 0;
  UP(k, K) s += A(i, k) * B(k, j);
  C(i, j) = s;
})
BOTH(conjugated, UP(i, m) UP(j, n) {
  T s = 0;
  UP(k, K) s += std::conj(A(k, i)) * B(k, j);
  C(i, j) = s;
})
BOTH(scaled, UP(i, m) UP(k, K) {
  const T t = alpha * A(i, k);
  UP(j, n) C(i, j) += t * B(k, j);
})
BOTH(each_scaled, UP(i, m) UP(j, n) UP(k, K) C(i, j) += alpha * A(i, k) * B(k, j);)
BOTH(columns, UP(j, n) UP(k, K) UP(i, m) C(j, i) += A(k, i) * B(j, k);)
BOTH(real_factor, const auto by = alpha.real(); UP(i, m) UP(k, K) UP(j, n) C(i, j) += by * A(i, k) * B(k, j);)
BOTH(real_left, UP(i, m) UP(k, K) UP(j, n) C(i, j) += A(i, k).real() * B(k, j);)
#else
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#define F(NAME)                                                                \
  namespace d { OF(double) void plain_##NAME ARGS, gemmify_##NAME ARGS; }      \
  namespace f { OF(float) void plain_##NAME ARGS, gemmify_##NAME ARGS; }
EACH(F)
#undef F

static unsigned State = 1;
static unsigned draw() { return (State = State * 1664525 + 1013904223) >> 8; }
constexpr int Ld = 36;

template <typename R> static std::complex<R> element(int Case) {
  constexpr R Max = std::numeric_limits<R>::max(), Inf = std::numeric_limits<R>::infinity();
  const R Large[] = {Inf, -Inf, R(NAN), Max, R(std::sqrt(Max)), -Max};
  auto Part = [&] {
    if (Case && draw() % 300 == 0)
      return Large[draw() % 6];
    return draw() % 9 ? R(draw() % 1000) / 7 - 70 : draw() % 2 ? R(-0.0) : R(0);
  };
  const R Re = Part();
  return {Re, Part()};
}

template <typename R, typename Fn> static int check(const char *Name, Fn Plain, Fn Gemmify) {
  const int Sizes[][3] = {{0, 5, 5}, {5, 0, 5}, {5, 5, 0}, {1, 1, 1}, {3, 5, 7}, {17, 31, 19}, {36, 36, 36}};
  for (auto [m, n, K] : Sizes)
    for (int Case = 0; Case < 6; Case++) {
      Matrix<R> A, B, X;
      for (Matrix<R> *Each : {&A, &B, &X}) {
        Each->Ld = Ld;
        for (int At = 0; At < Ld * Ld; At++)
          Each->Data.push_back(element<R>(Each == &X ? 0 : Case / 2));
      }
      Matrix<R> Y = X;
      const std::complex<R> alpha = element<R>(0);
      Plain(m, n, K, alpha, A, B, X);
      Gemmify(m, n, K, alpha, A, B, Y);
      if (Case == 5) { // A factor that the nest changes.
        Plain(m, n, K, X.Data[2], A, B, X);
        Gemmify(m, n, K, Y.Data[2], A, B, Y);
      }
      for (int At = 0; At < 2 * Ld * Ld; At++) {
        const R x = reinterpret_cast<R *>(X.Data.data())[At], y = reinterpret_cast<R *>(Y.Data.data())[At];
        if (std::memcmp(&x, &y, sizeof x) && (x == x || y == y)) {
          std::printf("%s differs at %d: case %d, %dx%dx%d: %g, not %g\n", Name, At, Case, m, n, K, y, x);
          return 1;
        }
      }
    }
  return 0;
}

int main() {
  int Bad = 0;
#define F(NAME)                                                                \
  Bad += check<double>(#NAME, d::plain_##NAME, d::gemmify_##NAME);             \
  Bad += check<float>(#NAME " in float", f::plain_##NAME, f::gemmify_##NAME);
  EACH(F)
  return Bad != 0;
}
#endif
