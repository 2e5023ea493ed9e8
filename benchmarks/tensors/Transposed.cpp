//===- Transposed.cpp - Tensors that a library of matrices takes ----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transposed.h"
#include "../libraries/Kernels.h"
#include <algorithm>
#include <cstring>
#include <dlfcn.h>

using namespace std;

//===----------------------------------------------------------------------===//
// Matrices within tensors
//===----------------------------------------------------------------------===//

static long all(const vector<long> &Sizes) {
  long Product = 1;
  for (long Size : Sizes)
    Product *= Size;
  return Product;
}

long Matrix::rows() const { return all(RowSizes); }
long Matrix::cols() const { return all(ColSizes); }

/// Whether the axes are one with a single stride; outermost first.
static bool folds(const vector<long> &Sizes, const vector<long> &Strides,
                  long &Stride) {
  Stride = 0;
  long Size = 1;
  for (size_t I = Sizes.size(); I-- > 0;) {
    if (Sizes[I] == 1)
      continue;
    if (Size == 1)
      Stride = Strides[I];
    else if (Strides[I] != Stride * Size)
      return false;
    Size *= Sizes[I];
  }
  return true;
}

bool Matrix::isPlain(long &RowStride, long &ColStride) const {
  if (!folds(RowSizes, RowStrides, RowStride) ||
      !folds(ColSizes, ColStrides, ColStride))
    return false;
  // A single row or column has no stride of its own.
  if (rows() == 1)
    RowStride = max(1L, ColStride * cols());
  if (cols() == 1)
    ColStride = max(1L, RowStride * rows());
  return (ColStride == 1 && RowStride >= cols()) ||
         (RowStride == 1 && ColStride >= rows());
}

static Matrix matrix(const vector<Axis> &Rows, const vector<Axis> &Cols,
                     long Axis::*Stride) {
  Matrix X;
  for (const Axis &R : Rows) {
    X.RowSizes.push_back(R.Size);
    X.RowStrides.push_back(R.*Stride);
  }
  for (const Axis &C : Cols) {
    X.ColSizes.push_back(C.Size);
    X.ColStrides.push_back(C.*Stride);
  }
  return X;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

namespace {

struct Dim {
  long Size, From, To;
};

/// Two dimensions, the second of which is next to each other in To.
template <typename T>
void copyPlane(const T *From, T *To, const Dim &Outer, const Dim &Inner) {
  if (Inner.From == 1 && Inner.To == 1) {
    for (long I = 0; I < Outer.Size; ++I)
      memcpy(To + I * Outer.To, From + I * Outer.From, Inner.Size * sizeof(T));
    return;
  }
  const long Block = 64 / sizeof(T);
  for (long J = 0; J < Inner.Size; J += Block)
    for (long I = 0; I < Outer.Size; I += Block) {
      long JEnd = min(Inner.Size, J + Block), IEnd = min(Outer.Size, I + Block);
      for (long X = I; X < IEnd; ++X)
        for (long Y = J; Y < JEnd; ++Y)
          To[X * Outer.To + Y * Inner.To] =
              From[X * Outer.From + Y * Inner.From];
    }
}

template <typename T>
void copyAll(const T *From, T *To, const vector<Dim> &Dims, size_t At) {
  if (At + 2 == Dims.size())
    return copyPlane(From, To, Dims[At], Dims[At + 1]);
  for (long I = 0; I < Dims[At].Size; ++I)
    copyAll(From + I * Dims[At].From, To + I * Dims[At].To, Dims, At + 1);
}

/// The outermost dimensions are those that move To most; the last two are those
/// that move From and To least.
template <typename T> void copyTensor(const T *From, T *To, vector<Dim> Dims) {
  Dims.erase(remove_if(Dims.begin(), Dims.end(),
                       [](const Dim &D) { return D.Size == 1; }),
             Dims.end());
  sort(Dims.begin(), Dims.end(),
       [](const Dim &X, const Dim &Y) { return X.To > Y.To; });
  for (size_t I = Dims.size(); I-- > 1;) // What follows each other is one.
    if (Dims[I - 1].From == Dims[I].From * Dims[I].Size &&
        Dims[I - 1].To == Dims[I].To * Dims[I].Size) {
      Dims[I - 1] = {Dims[I - 1].Size * Dims[I].Size, Dims[I].From, Dims[I].To};
      Dims.erase(Dims.begin() + long(I));
    }
  while (Dims.size() < 2)
    Dims.insert(Dims.begin(), {1, 0, 0});
  auto Near =
      min_element(Dims.begin(), Dims.end(), [](const Dim &X, const Dim &Y) {
        return X.Size > 1 && (Y.Size == 1 || X.From < Y.From);
      });
  if (Near != Dims.end() - 1)
    rotate(Near, Near + 1, Dims.end() - 1);
  copyAll(From, To, Dims, 0);
}

/// The dimensions of \p X, and where they are in a matrix by rows.
vector<Dim> packed(const Matrix &X, bool Back) {
  vector<Dim> Dims;
  long Step = 1;
  auto Add = [&](const vector<long> &Sizes, const vector<long> &Strides) {
    for (size_t I = Sizes.size(); I-- > 0; Step *= Sizes[I])
      Dims.push_back(Back ? Dim{Sizes[I], Step, Strides[I]}
                          : Dim{Sizes[I], Strides[I], Step});
  };
  Add(X.ColSizes, X.ColStrides);
  Add(X.RowSizes, X.RowStrides);
  return Dims;
}

//===----------------------------------------------------------------------===//
// OpenBLAS
//===----------------------------------------------------------------------===//

enum { RowMajor = 101, ColumnMajor = 102, Plain = 111, Trans = 112 };

template <typename T>
using Gemm = void (*)(int, int, int, int, int, int, T, const T *, int,
                      const T *, int, T, T *, int);

void *library() {
  static void *Loaded = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  return Loaded;
}

template <typename T> Gemm<T> gemm() {
  return reinterpret_cast<Gemm<T>>(
      dlsym(library(), sizeof(T) == 4 ? "cblas_sgemm" : "cblas_dgemm"));
}

} // namespace

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// \p Axes with the longest stride first.
static vector<Axis> by(vector<Axis> Axes, long Axis::*Stride) {
  sort(Axes.begin(), Axes.end(),
       [&](const Axis &X, const Axis &Y) { return X.*Stride > Y.*Stride; });
  return Axes;
}

template <typename T>
Transposed<T>::Transposed(const Problem &P) : M(P.m()), N(P.n()), K(P.k()) {
  vector<Axis> Rows, Cols, Sum;
  for (const Axis &X : P.Axes)
    (X.isOfSum() ? Sum : X.isOfRows() ? Rows : Cols).push_back(X);
  long Least = -1, Unused, Unused2;
  for (int Order = 0; Order < 8; ++Order) {
    vector<Axis> R = by(Rows, Order & 1 ? &Axis::A : &Axis::C);
    vector<Axis> S = by(Sum, Order & 2 ? &Axis::A : &Axis::B);
    vector<Axis> Q = by(Cols, Order & 4 ? &Axis::B : &Axis::C);
    Matrix X[] = {matrix(R, S, &Axis::A), matrix(S, Q, &Axis::B),
                  matrix(R, Q, &Axis::C)};
    long Copies = 0;
    for (const Matrix &Each : X)
      Copies += Each.isPlain(Unused, Unused2) ? 0 : Each.elements();
    if (Least >= 0 && Copies >= Least)
      continue;
    Least = Copies;
    A = X[0], B = X[1], C = X[2];
  }
  auto Reserve = [&](Buffer &For, const Matrix &X) {
    if (!X.isPlain(Unused, Unused2)) {
      size_t Bytes = size_t(X.elements()) * sizeof(T);
      For.reset(static_cast<T *>(aligned_alloc(64, (Bytes + 63) / 64 * 64)));
      memset(For.get(), 0, Bytes);
    }
  };
  Reserve(CopyA, A);
  Reserve(CopyB, B);
  Reserve(CopyC, C);
}

template <typename T>
void Transposed<T>::multiply(const T *InA, const T *InB, T *Out) {
  struct Operand {
    const T *Data;
    int Ld;
    bool ByRows;
  };
  auto Ready = [](const Matrix &X, const T *In, T *Copy) -> Operand {
    long Row = X.cols(), Col = 1;
    if (Copy) {
      copyTensor(In, Copy, packed(X, false));
      return {Copy, int(Row), true};
    }
    X.isPlain(Row, Col);
    return Col == 1 && Row >= X.cols() ? Operand{In, int(Row), true}
                                       : Operand{In, int(Col), false};
  };
  Operand L = Ready(A, InA, CopyA.get()), R = Ready(B, InB, CopyB.get());
  long Row = N, Col = 1;
  T *To = CopyC ? CopyC.get() : Out;
  if (!CopyC)
    C.isPlain(Row, Col);
  bool ByRows = Col == 1 && Row >= N;
  static const Gemm<T> Multiply = gemm<T>();
  Multiply(ByRows ? RowMajor : ColumnMajor, L.ByRows == ByRows ? Plain : Trans,
           R.ByRows == ByRows ? Plain : Trans, int(M), int(N), int(K), T(1),
           L.Data, L.Ld, R.Data, R.Ld, T(0), To, int(ByRows ? Row : Col));
  if (CopyC)
    copyTensor(To, Out, packed(C, true));
}

template <typename T> string Transposed<T>::version() {
  if (!library())
    return string("missing: ") + dlerror();
  return kernels::versionOf(library());
}

template class Transposed<float>;
template class Transposed<double>;
