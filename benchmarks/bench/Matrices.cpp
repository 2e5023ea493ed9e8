//===- Matrices.cpp - Operands and what they give -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"
#include <cstdlib>
#include <cstring>
#include <new>
#include <random>
#include <type_traits>
#include <vector>

template <typename T> Array<T>::Array(size_t Size) : Size(Size) {
  size_t Line = 64, Bytes = (Size * sizeof(T) + Line) / Line * Line;
  Data.reset(static_cast<T *>(std::aligned_alloc(Line, Bytes)));
  if (!Data)
    throw std::bad_alloc();
}

template <typename L, typename R, typename S>
Matrices<L, R, S>::Matrices(const Point &P)
    : P(P), A(P.Batch * P.lda() * (P.ColumnA ? P.K : P.M)),
      B(P.Batch * P.ldb() * (P.ColumnB ? P.N : P.K)),
      C(P.Batch * P.ldc() * (P.ColumnC ? P.N : P.M)), Before(C.size()) {}

/// The same in numbers of type W.
template <typename W, typename T> static W widened(const T &Value) {
  if constexpr (std::is_same_v<W, double>)
    return double(Value);
  else
    return W(Value.real(), Value.imag());
}

static std::string text(double Value) { return std::to_string(Value); }
static std::string text(std::complex<double> Value) {
  return text(Value.real()) + " + " + text(Value.imag()) + "i";
}

/// The numbers that the elements of \p Of consist of.
template <typename T> static auto partsOf(Array<T> &Of) {
  using Real = typename WideOf<T>::Real;
  const size_t Count = Of.size() * (sizeof(T) / sizeof(Real));
  return std::make_pair(reinterpret_cast<Real *>(Of.data()), Count);
}

/// Integers from Low to High but for 0, so that no product is lost unnoticed;
/// the same ones in each run.
template <typename T>
static void fill(Array<T> &Of, unsigned Seed, int Low, int High) {
  std::minstd_rand Random(Seed);
  unsigned Span = unsigned(High - Low + 1);
  using Real = typename WideOf<T>::Real;
  auto [Parts, Count] = partsOf(Of);
  for (size_t I = 0; I < Count; ++I)
    if (Parts[I] = Real(int((Random() >> 8) % Span) + Low); Parts[I] == 0)
      Parts[I] = 1;
}

template <typename L, typename R, typename S>
void Matrices<L, R, S>::fillWithIntegers() {
  // Bytes stay small enough for kernels that saturate sums of two products.
  constexpr bool Bytes = std::is_integral_v<L>;
  fill(A, 1, std::is_unsigned_v<L> ? 0 : Bytes ? -64 : -3, Bytes ? 63 : 3);
  fill(B, 2, Bytes ? -64 : -2, Bytes ? 63 : 2);
  fill(Before, 3, -8, 8);
}

template <typename L, typename R, typename S>
void Matrices<L, R, S>::fillAtRandom() {
  using Real = typename WideOf<S>::Real;
  if constexpr (std::is_floating_point_v<Real>) {
    std::minstd_rand Random(4);
    for (Array<S> *X : {&A, &B, &Before}) {
      auto [Parts, Count] = partsOf(*X);
      for (size_t I = 0; I < Count; ++I)
        Parts[I] = Real(int(Random() >> 7) - (1 << 23)) / Real(1 << 23);
    }
  }
}

template <typename L, typename R, typename S> void Matrices<L, R, S>::resetC() {
  std::memcpy(C.data(), Before.data(), C.size() * sizeof(S));
}

template <typename L, typename R, typename S>
auto Matrices<L, R, S>::a(long X, long I, long K) const -> Wide {
  long Ld = P.lda();
  return widened<Wide>(
      A[X * P.M * P.K + (P.ColumnA ? I + K * Ld : I * Ld + K)]);
}

template <typename L, typename R, typename S>
auto Matrices<L, R, S>::b(long X, long K, long J) const -> Wide {
  long Ld = P.ldb();
  return widened<Wide>(
      B[X * P.K * P.N + (P.ColumnB ? K + J * Ld : K * Ld + J)]);
}

template <typename L, typename R, typename S>
size_t Matrices<L, R, S>::c(long X, long I, long J) const {
  long Ld = P.ldc();
  return size_t(X * P.M * P.N + (P.ColumnC ? I + J * Ld : I * Ld + J));
}

template <typename L, typename R, typename S>
auto Matrices<L, R, S>::expected(long X, long I, long J) const -> Wide {
  Wide Sum = 0;
  for (long K = 0; K < P.K; ++K)
    Sum += a(X, I, K) * b(X, K, J);
  return P.Alpha * Sum + P.Beta * widened<Wide>(Before[c(X, I, J)]);
}

template <typename L, typename R, typename S>
std::string Matrices<L, R, S>::checkRow(long X, long I) const {
  for (long J = 0; J < P.N; ++J) {
    const Wide Is = widened<Wide>(C[c(X, I, J)]), Wanted = expected(X, I, J);
    if (!(Is == Wanted))
      return "C(" + std::to_string(I) + "," + std::to_string(J) +
             (P.Batch > 1 ? ") of matrix " + std::to_string(X) : ")") + " is " +
             text(Is) + " instead of " + text(Wanted);
  }
  return "";
}

/// C·v = alpha·A·(B·v) + beta·Before·v, with integers that a double holds.
template <typename L, typename R, typename S>
std::string Matrices<L, R, S>::checkByVector(long X) const {
  std::minstd_rand Random(5);
  std::vector<double> V(P.N);
  std::vector<Wide> BV(P.K), ABV(P.M), CV(P.M);
  for (double &Value : V)
    Value = double(1 + (Random() >> 8) % 0xffff);
  for (long J = 0; J < P.N; ++J)
    for (long K = 0; K < P.K; ++K)
      BV[K] += b(X, K, J) * V[J];
  for (long K = 0; K < P.K; ++K)
    for (long I = 0; I < P.M; ++I)
      ABV[I] += a(X, I, K) * BV[K];
  for (long J = 0; J < P.N; ++J)
    for (long I = 0; I < P.M; ++I)
      CV[I] += (widened<Wide>(C[c(X, I, J)]) -
                P.Beta * widened<Wide>(Before[c(X, I, J)])) *
               V[J];
  for (long I = 0; I < P.M; ++I)
    if (!(CV[I] == P.Alpha * ABV[I])) {
      std::string Wrong = checkRow(X, I);
      return Wrong.empty() ? "row " + std::to_string(I) + " is wrong" : Wrong;
    }
  return "";
}

template <typename L, typename R, typename S>
std::string Matrices<L, R, S>::checkPadding() const {
  long Lines = P.ColumnC ? P.N : P.M, Used = P.ldc() - P.Pad;
  for (long Line = 0; Line < Lines && P.Pad; ++Line)
    for (long I = Used; I < P.ldc(); ++I)
      if (C[Line * P.ldc() + I] != Before[Line * P.ldc() + I])
        return "an element between the rows of C has changed";
  return "";
}

template <typename L, typename R, typename S>
std::string Matrices<L, R, S>::check() const {
  std::string Wrong = checkPadding();
  bool Small = P.multiplyAdds() <= 128 * 128 * 128;
  for (long X = 0; X < P.Batch && Wrong.empty(); ++X)
    if (Small)
      for (long I = 0; I < P.M && Wrong.empty(); ++I)
        Wrong = checkRow(X, I);
    else
      Wrong = checkByVector(X);
  return Wrong;
}

template class Matrices<float, float, float>;
template class Matrices<double, double, double>;
template class Matrices<std::complex<float>, std::complex<float>,
                        std::complex<float>>;
template class Matrices<std::complex<double>, std::complex<double>,
                        std::complex<double>>;
template class Matrices<int8_t, int8_t, int32_t>;
template class Matrices<uint8_t, int8_t, int32_t>;
