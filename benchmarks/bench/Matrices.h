//===- Matrices.h - Operands and what they give ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Results are checked with matrices of small integers, whose sums are exact in
/// every type and in any order: each element has to be the very number. Time is
/// measured, and bits are compared, with random numbers.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_MATRICES_H
#define GEMMIFY_BENCHMARKS_MATRICES_H

#include "Point.h"
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

/// Memory on a cache line of its own; it is not set to anything.
template <typename T> class Array {
public:
  explicit Array(size_t Size);
  T *data() { return Data.get(); }
  const T *data() const { return Data.get(); }
  T &operator[](size_t I) { return Data.get()[I]; }
  const T &operator[](size_t I) const { return Data.get()[I]; }
  size_t size() const { return Size; }

private:
  struct Free {
    void operator()(T *Pointer) const { std::free(Pointer); }
  };
  size_t Size;
  std::unique_ptr<T, Free> Data;
};

/// The numbers in which results are checked: those of elements are integers.
template <typename T> struct WideOf {
  using Type = double;
  using Real = T;
};
template <typename T> struct WideOf<std::complex<T>> {
  using Type = std::complex<double>;
  using Real = T;
};

/// The three matrices of a point, C as it is before the product (Before) too.
/// L, R and S are the element types of A, of B, and of C and the sums.
template <typename L, typename R, typename S> class Matrices {
public:
  using Left = L;
  using Right = R;
  using Sum = S;
  using Wide = typename WideOf<S>::Type;

  explicit Matrices(const Point &P);

  void fillWithIntegers();
  void fillAtRandom();
  void resetC();

  /// Whether C is alpha·A·B + beta·Before, after fillWithIntegers(). All
  /// elements of small products are computed; large ones are multiplied by a
  /// random vector. Returns what is wrong, nothing when all is well.
  std::string check() const;

  const Point &P;
  Array<L> A;
  Array<R> B;
  Array<S> C, Before;

private:
  Wide a(long X, long I, long K) const;
  Wide b(long X, long K, long J) const;
  size_t c(long X, long I, long J) const; ///< Index into C.
  Wide expected(long X, long I, long J) const;
  std::string checkRow(long X, long I) const;
  std::string checkByVector(long X) const;
  std::string checkPadding() const;
};

extern template class Matrices<float, float, float>;
extern template class Matrices<double, double, double>;
extern template class Matrices<std::complex<float>, std::complex<float>,
                               std::complex<float>>;
extern template class Matrices<std::complex<double>, std::complex<double>,
                               std::complex<double>>;
extern template class Matrices<int8_t, int8_t, int32_t>;
extern template class Matrices<uint8_t, int8_t, int32_t>;

#endif // GEMMIFY_BENCHMARKS_MATRICES_H
