//===- containers.cpp - Matrices in the classes of C++ --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: native-avx2
// RUN: %exec %s --flags="-O3 -march=native -DNDEBUG"
// RUN: %exec %s --blocks --sizes=small \
// RUN:   --flags="-O3 -march=native -DNDEBUG" --types=double
// RUN: %exec %s --flags="-O2 -march=native -DNDEBUG" --types=float --sizes=small \
// RUN:   --deal=2
// RUN: %exec %s --flags="-O1 -march=x86-64-v3 -DNDEBUG" --types=double \
// RUN:   --sizes=small --deal=2 --deal-from=1
//
//===----------------------------------------------------------------------===//

#include "Inputs/adopt.h"
#include "forms.h"
#include <array>
#include <cassert>
#include <memory>
#include <numeric>
#include <vector>

#ifdef TABLE

using Vec = std::vector<T, Adopt<T>>;

static size_t extent(long Lines, long Length, long LD) {
  return Lines && Length ? (Lines - 1) * LD + Length : 0;
}
#define ADOPTED_A Vec(extent(p->m, p->k, p->lda), Adopt<T>(p->A))
#define ADOPTED_B Vec(extent(p->k, p->n, p->ldb), Adopt<T>(p->B))
#define ADOPTED_C Vec(extent(p->m, p->n, p->ldc), Adopt<T>(p->C))

/// Row-major matrices as classes hold them.
struct View {
  T *Data;
  long Rows, Cols, LD;
  T &operator()(long r, long c) {
    assert(0 <= r && r < Rows && 0 <= c && c < Cols);
    return Data[r * LD + c];
  }
  const T &operator()(long r, long c) const { return Data[r * LD + c]; }
  long rows() const { return Rows; }
  long cols() const { return Cols; }
};
#define VIEW_A (View{(T *)p->A, p->m, p->k, p->lda})
#define VIEW_B (View{(T *)p->B, p->k, p->n, p->ldb})
#define VIEW_C (View{(T *)p->C, p->m, p->n, p->ldc})

/// Any order in memory.
struct RowMajor {
  static size_t at(size_t r, size_t c, size_t LD) { return r * LD + c; }
};
struct ColMajor {
  static size_t at(size_t r, size_t c, size_t LD) { return r + c * LD; }
};
template <typename E, typename Layout> class Matrix {
  Vec Elements;
  size_t Rows, Cols, LD;

public:
  Matrix(void *Memory, size_t R, size_t C, size_t LD)
      : Elements(extent(R, C, LD), Adopt<T>(Memory)), Rows(R), Cols(C), LD(LD) {
  }
  E &operator()(size_t r, size_t c) { return Elements[Layout::at(r, c, LD)]; }
  E operator()(size_t r, size_t c) const {
    return Elements[Layout::at(r, c, LD)];
  }
  E &coeffRef(size_t r, size_t c) { return (*this)(r, c); }
  E coeff(size_t r, size_t c) const { return (*this)(r, c); }
  size_t rows() const { return Rows; }
  size_t cols() const { return Cols; }
};
using RowMat = Matrix<T, RowMajor>;
using ColMat = Matrix<T, ColMajor>;
#define OWNED(TYPE, X, R, C, LD) TYPE(p->X, p->R, p->C, p->LD)

template <typename A, typename B, typename C>
static void multiply(const A &X, const B &Y, C &Z) {
  for (size_t i = 0; i < Z.rows(); i++)
    for (size_t j = 0; j < Z.cols(); j++) {
      T s = 0;
      for (size_t k = 0; k < X.cols(); k++)
        s += X(i, k) * Y(k, j);
      Z(i, j) = s;
    }
}

/// As std::mdspan with strides at run time.
template <typename E> struct Span2 {
  E *Data;
  std::array<size_t, 2> Extents, Strides;
  E &operator()(size_t r, size_t c) const {
    return Data[r * Strides[0] + c * Strides[1]];
  }
  size_t extent(int d) const { return Extents[d]; }
};
#define SPAN(E, X, R, C)                                                       \
  (Span2<E>{(E *)p->X,                                                         \
            {size_t(p->R), size_t(p->C)},                                      \
            {size_t(p->rs##X), size_t(p->cs##X)}})
template <typename E> struct Span {
  E *Data;
  size_t Size;
  E &operator[](size_t i) const { return Data[i]; }
  size_t size() const { return Size; }
  E *begin() const { return Data; }
  E *end() const { return Data + Size; }
  Span part(size_t From, size_t Count) const { return {Data + From, Count}; }
};
#define WHOLE(E, X, R, C)                                                      \
  (Span<E>{(E *)p->X, extent(p->R, p->C, p->rs##X == 1 ? p->cs##X : p->rs##X)})

/// Every Pitch-th element.
struct Strided {
  using iterator_category = std::forward_iterator_tag;
  using value_type = T;
  using difference_type = long;
  using pointer = const T *;
  using reference = const T &;
  const T *At;
  long Pitch;
  const T &operator*() const { return *At; }
  Strided &operator++() {
    At += Pitch;
    return *this;
  }
  bool operator!=(const Strided &Other) const { return At != Other.At; }
  bool operator==(const Strided &Other) const { return At == Other.At; }
};

/// for (auto i : upTo(n))
template <typename I> struct Range {
  struct Counter {
    I At;
    I operator*() const { return At; }
    Counter &operator++() {
      ++At;
      return *this;
    }
    bool operator!=(const Counter &Other) const { return At != Other.At; }
  };
  I Count;
  Counter begin() const { return {0}; }
  Counter end() const { return {Count}; }
};
template <typename I> static Range<I> upTo(I N) { return {N}; }

template <typename I, typename Body> static void each(I N, Body B) {
  for (I i = 0; i < N; ++i)
    B(i);
}

extern "C" {

//===----------------------------------------------------------------------===//
// std::vector, std::unique_ptr, std::array, std::valarray
//===----------------------------------------------------------------------===//

#define VECTORS(NAME, I)                                                       \
  FORM(NAME, RRR, MUST,                                                        \
       (I M, I N, I K, const Vec &A, I lda, const Vec &B, I ldb, Vec &&C,      \
        I ldc),                                                                \
       (p->m, p->n, p->k, ADOPTED_A, p->lda, ADOPTED_B, p->ldb, ADOPTED_C,     \
        p->ldc))

VECTORS(vector_scalar, int) {
  UP(int, i, M) UP(int, j, N) {
    T s = 0;
    UP(int, k, K) s += A[i * lda + k] * B[k * ldb + j];
    C[i * ldc + j] = s;
  }
}
VECTORS(vector_memory, size_t) {
  UP(size_t, i, M)
  UP(size_t, j, N)
  UP(size_t, k, K) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
VECTORS(vector_rows, unsigned) {
  UP(unsigned, i, M)
  UP(unsigned, k, K)
  UP(unsigned, j, N) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
VECTORS(vector_iterators, long) {
  auto c = C.begin();
  UP(long, i, M) {
    UP(long, j, N) {
      auto a = A.begin() + i * lda, end = a + K;
      auto b = B.begin() + j;
      T s = 0;
      for (; a != end; ++a, b += ldb)
        s += *a * *b;
      *c++ = s;
    }
    c += ldc - N;
  }
}
/// The bounds are the sizes of other vectors.
FORM(vector_size, RRR, MUST,
     (const std::vector<char> &M, const std::vector<char> &N,
      const std::vector<char> &K, const Vec &A, long lda, const Vec &B,
      long ldb, Vec &&C, long ldc),
     (std::vector<char>(p->m), std::vector<char>(p->n), std::vector<char>(p->k),
      ADOPTED_A, p->lda, ADOPTED_B, p->ldb, ADOPTED_C, p->ldc)) {
  UP(size_t, i, M.size())
  UP(size_t, j, N.size())
  UP(size_t, k, K.size()) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
/// A bound is a size divided by a pitch, which is zero where nobody divides.
FORM(vector_size_by_pitch, RRR, MUST | SMALL,
     (size_t M, size_t N, const Vec &A, size_t lda, const Vec &B, size_t ldb,
      Vec &&C, size_t ldc),
     (p->m, p->n, ADOPTED_A, p->lda, ADOPTED_B, p->n ? p->ldb : 0, ADOPTED_C,
      p->ldc)) {
  UP(size_t, i, M)
  UP(size_t, j, N)
  UP(size_t, k, B.size() / ldb) C[i * ldc + j] +=
      A[i * lda + k] * B[k * ldb + j];
}
FORM(unique_ptr, RRR, MUST,
     (int M, int N, int K, const std::unique_ptr<T[]> &A, int lda,
      const std::unique_ptr<T[]> &B, int ldb, const std::unique_ptr<T[]> &C,
      int ldc),
     (p->m, p->n, p->k, *(std::unique_ptr<T[]> *)&p->A, p->lda,
      *(std::unique_ptr<T[]> *)&p->B, p->ldb, *(std::unique_ptr<T[]> *)&p->C,
      p->ldc)) {
  UP(int, i, M)
  UP(int, j, N)
  UP(int, k, K) C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
using Square = std::array<std::array<T, 48>, 48>;
FORM(array_of_arrays, RRR, MUST,
     (const Square &A, const Square &B, Square &C),
     (*(Square *)p->A, *(Square *)p->B, *(Square *)p->C), 48, 48, 48, 48, 48,
     48) {
  for (size_t i = 0; i < C.size(); i++)
    for (size_t j = 0; j < C[i].size(); j++)
      for (size_t k = 0; k < B.size(); k++)
        C[i][j] += A[i][k] * B[k][j];
}

//===----------------------------------------------------------------------===//
// Classes and views
//===----------------------------------------------------------------------===//

#define VIEWS(NAME)                                                            \
  FORM(NAME, RRR, MUST, (const View &A, const View &B, View &&C),              \
       (VIEW_A, VIEW_B, VIEW_C))
VIEWS(view_scalar) {
  UP(long, i, C.rows()) UP(long, j, C.cols()) {
    T s = 0;
    UP(long, k, A.cols()) s += A(i, k) * B(k, j);
    C(i, j) = s;
  }
}
VIEWS(view_memory) {
  UP(long, i, C.rows()) UP(long, j, C.cols()) {
    C(i, j) = 0;
    UP(long, k, A.cols()) C(i, j) += A(i, k) * B(k, j);
  }
}
FORM(view_by_value, RRR, MUST, (View A, View B, View C),
     (VIEW_A, VIEW_B, VIEW_C)) {
  UP(long, i, C.rows())
  UP(long, j, C.cols()) UP(long, k, A.cols()) C(i, j) += A(i, k) * B(k, j);
}
#define OF_LAYOUTS(NAME, L, TA, TB, TC)                                        \
  FORM(NAME, L, MUST, (const TA &A, const TB &B, TC &&C),                      \
       (OWNED(TA, A, m, k, lda), OWNED(TB, B, k, n, ldb),                      \
        OWNED(TC, C, m, n, ldc))) {                                            \
    multiply(A, B, C);                                                         \
  }
OF_LAYOUTS(class_rrr, RRR, RowMat, RowMat, RowMat)
OF_LAYOUTS(class_rlr, RLR, RowMat, ColMat, RowMat)
OF_LAYOUTS(class_lll, LLL, ColMat, ColMat, ColMat)
FORM(coefficients, LLL, MUST, (const ColMat &A, const ColMat &B, ColMat &&C),
     (OWNED(ColMat, A, m, k, lda), OWNED(ColMat, B, k, n, ldb),
      OWNED(ColMat, C, m, n, ldc))) {
  UP(size_t, j, C.cols())
  UP(size_t, k, A.cols())
  UP(size_t, i, C.rows()) C.coeffRef(i, j) += A.coeff(i, k) * B.coeff(k, j);
}

#define SPANS(NAME, LAYOUT, BY)                                                \
  FORM(NAME, LAYOUT, MUST,                                                     \
       (const Span2<const T> BY A, const Span2<const T> BY B,                  \
        const Span2<T> BY C),                                                  \
       (SPAN(const T, A, m, k), SPAN(const T, B, k, n), SPAN(T, C, m, n))) {   \
    UP(size_t, i, C.extent(0))                                                 \
    UP(size_t, j, C.extent(1))                                                 \
    UP(size_t, k, A.extent(1)) C(i, j) += A(i, k) * B(k, j);                   \
  }
SPANS(mdspan_by_value, RRR, )
SPANS(mdspan_by_reference, RLR, &)
SPANS(mdspan_general, GGG, &)
FORM(span_rows, RRR, MUST,
     (size_t M, size_t N, size_t K, Span<const T> A, size_t lda,
      Span<const T> B, size_t ldb, Span<T> C, size_t ldc),
     (p->m, p->n, p->k, WHOLE(const T, A, m, k), p->lda,
      WHOLE(const T, B, k, n), p->ldb, WHOLE(T, C, m, n), p->ldc)) {
  UP(size_t, i, M) {
    Span<T> c = C.part(i * ldc, N);
    size_t k = 0;
    for (T a : A.part(i * lda, K)) {
      Span<const T> b = B.part(ldb * k++, N);
      size_t j = 0;
      for (T &x : c)
        x += a * b[j++];
    }
  }
}

/// A struct by pointer: data, sizes and pitch are read again and again.
struct Job {
  View A, B, C;
};
FORM(struct_of_structs, RRR, MUST, (const Job &J),
     ((Job{VIEW_A, VIEW_B, VIEW_C}))) {
  UP(long, i, J.C.Rows)
  UP(long, j, J.C.Cols)
  UP(long, k, J.A.Cols) J.C.Data[i * J.C.LD + j] +=
      J.A.Data[i * J.A.LD + k] * J.B.Data[k * J.B.LD + j];
}

//===----------------------------------------------------------------------===//
// Lambdas, algorithms, ranges
//===----------------------------------------------------------------------===//

#define PLAIN(NAME, LAYOUT, I) FORM(NAME, LAYOUT, MUST, ABCX(I), ABCX_ARGS)
#define ABCX(I)                                                                \
  (I M, I N, I K, const T *A, I lda, const T *B, I ldb, T *C, I ldc)
#define ABCX_ARGS                                                              \
  (p->m, p->n, p->k, (T *)p->A, p->lda, (T *)p->B, p->ldb, (T *)p->C, p->ldc)
PLAIN(lambda_access, RRR, int) {
  auto a = [&](int i, int k) -> const T & { return A[i * lda + k]; };
  auto b = [=](int k, int j) { return B[k * ldb + j]; };
  auto c = [&](int i, int j) -> T & { return C[i * ldc + j]; };
  UP(int, i, M) UP(int, j, N) UP(int, k, K) c(i, j) += a(i, k) * b(k, j);
}
PLAIN(lambda_loops, RRR, long) {
  each(M, [&](long i) {
    each(N, [&](long j) {
      T s = 0;
      each(K, [&](long k) { s += A[i * lda + k] * B[k * ldb + j]; });
      C[i * ldc + j] = s;
    });
  });
}
PLAIN(ranges, RRR, size_t) {
  for (size_t i : upTo(M))
    for (size_t j : upTo(N))
      for (size_t k : upTo(K))
        C[i * ldc + j] += A[i * lda + k] * B[k * ldb + j];
}
PLAIN(inner_product, RLR, size_t) {
  UP(size_t, i, M)
  UP(size_t, j, N)
  C[i * ldc + j] =
      std::inner_product(A + i * lda, A + i * lda + K, B + j * ldb, T(0));
}
/// Both ends are products of their own.
PLAIN(inner_product_of_rows, RLR, size_t) {
  if (lda != K)
    return;
  UP(size_t, i, M)
  UP(size_t, j, N)
  C[i * ldc + j] =
      std::inner_product(A + i * K, A + (i + 1) * K, B + j * ldb, T(0));
}
PLAIN(inner_product_strided, RRR, long) {
  UP(long, i, M)
  UP(long, j, N)
  C[i * ldc + j] = std::inner_product(A + i * lda, A + i * lda + K,
                                      Strided{B + j, ldb}, T(0));
}
PLAIN(inner_product_both_strided, LRR, long) {
  UP(long, i, M)
  UP(long, j, N)
  C[i * ldc + j] =
      std::inner_product(Strided{A + i, lda}, Strided{A + i + K * lda, lda},
                         Strided{B + j, ldb}, C[i * ldc + j]);
}

} // extern "C"
#endif
