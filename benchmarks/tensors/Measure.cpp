//===- Measure.cpp - Measures contractions and convolutions ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Opens the rows' shared objects, checks what they compute, and measures them
/// in turn, a few rounds. Prints a line per row: its name, and the seconds of
/// one product in each round; or `NAME: what is wrong`. The row "peak" has
/// GFLOP/s. scripts/bench --tensors runs it.
///
/// A shared object has `tensor(sizes, A, B, C)`, which may add to C, that is 0
/// at first. Where it has them, `prepare(sizes, A, B)` is called before, and
/// `finish(C)` after the last product; neither is measured.
///
//===----------------------------------------------------------------------===//

#include "../compare/Clock.h"
#include "../compare/Peak.h"
#include "../libraries/Kernels.h"
#include "Transposed.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <optional>
#include <random>
#include <sched.h>
#include <type_traits>

namespace {

template <typename T> class Array {
public:
  explicit Array(long Size)
      : Size(Size), Data(static_cast<T *>(aligned_alloc(
                        64, (size_t(Size) * sizeof(T) + 127) / 64 * 64))) {}
  ~Array() { free(Data); }
  Array(const Array &) = delete;
  T *begin() const { return Data; }
  T *end() const { return Data + Size; }
  T &operator[](long I) const { return Data[I]; }

private:
  long Size;
  T *Data;
};

/// Others are bytes, of which no BLAS multiplies matrices.
template <typename T> constexpr bool IsFloat = std::is_floating_point_v<T>;

/// \p T are the elements of A and B, \p Result those of C.
template <typename T, typename Result> class Run {
public:
  explicit Run(const Problem &P)
      : P(P), A(std::max(P.ElementsA, P.m() * P.k())),
        B(std::max(P.ElementsB, P.k() * P.n())), C(P.ElementsC),
        Expected(P.ElementsC) {
    if constexpr (IsFloat<T>)
      Blas.emplace(P);
  }

  int run() {
    for (const Row &R : P.Rows)
      open(R);
    fill(true);
    for (Measured &M : Rows)
      if (M.Error.empty())
        verify(M);
    fill(false);
    for (Measured &M : Rows)
      if (M.Error.empty())
        compareBits(M);
    std::vector<double> Peaks;
    for (int Round = 0; Round < P.Rounds; ++Round) {
      if constexpr (IsFloat<T>)
        Peaks.push_back(fmaPeak<T>());
      for (Measured &M : Rows)
        if (M.Error.empty())
          measure(M, Round);
    }
    if (IsFloat<T>)
      print("peak", "", Peaks);
    bool Wrong = false;
    for (const Measured &M : Rows) {
      print(M.R->Name, M.Error, M.Seconds);
      Wrong |= M.Error.rfind("wrong", 0) == 0;
    }
    return Wrong;
  }

private:
  struct Measured {
    const Row *R;
    std::function<void()> Prepare, Call, Finish;
    std::string Error;
    std::vector<double> Seconds;
    double Once = 0;
  };

  void open(const Row &R) {
    Measured M;
    M.R = &R;
    M.Prepare = M.Finish = [] {};
    if (R.Kind == "blas") {
      openBlas(M);
    } else if (void *Object = dlopen(R.Object.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      using Function = void (*)(const long *, const T *, const T *, Result *);
      using First = void (*)(const long *, const T *, const T *);
      using Last = void (*)(Result *);
      auto F = reinterpret_cast<Function>(dlsym(Object, "tensor"));
      auto Before = reinterpret_cast<First>(dlsym(Object, "prepare"));
      auto After = reinterpret_cast<Last>(dlsym(Object, "finish"));
      if (R.Kind == "matrices")
        Sizes = {P.m(), P.n(), P.k()};
      const long *N = R.Kind == "matrices" ? Sizes.data() : P.Sizes.data();
      M.Call = [=] { F(N, A.begin(), B.begin(), C.begin()); };
      if (Before)
        M.Prepare = [=] { Before(N, A.begin(), B.begin()); };
      if (After)
        M.Finish = [=] { After(C.begin()); };
    } else {
      M.Error = dlerror();
    }
    Rows.push_back(std::move(M));
  }

  void openBlas(Measured &M) {
    if constexpr (IsFloat<T>) {
      M.Error = Transposed<T>::version();
      if (M.Error.rfind("missing", 0) != 0)
        M.Error.clear();
      M.Call = [this] { Blas->multiply(A.begin(), B.begin(), C.begin()); };
    } else {
      M.Error = "missing: multiplies floats only";
    }
  }

  /// Any number: between -1 and 1, or all that \p T has.
  static T anyNumber(unsigned Bits) {
    if constexpr (IsFloat<T>)
      return T(int(Bits >> 7) - (1 << 23)) / T(1 << 23);
    return T(Bits >> 8);
  }

  /// Small integers, whose sums are exact in any order, or any numbers. Bytes
  /// are even, since oneDNN halves filters where products could saturate.
  void fill(bool Integers) {
    std::minstd_rand Random(1);
    for (const Array<T> *X : {&A, &B})
      for (T &Value : *X)
        Value = Integers
                    ? T((int((Random() >> 8) % 7) - 3) * (IsFloat<T> ? 1 : 2))
                    : anyNumber(unsigned(Random()));
    Known = false;
  }

  void compute(Measured &M) {
    std::fill(C.begin(), C.end(), Result(0));
    M.Prepare();
    double Start = processorSeconds();
    M.Call();
    M.Once = processorSeconds() - Start;
    M.Finish();
  }

  /// The first row is checked by itself, the others against it.
  void verify(Measured &M) {
    compute(M);
    if (M.R->Kind == "matrices") {
      M.Error = checkMatrices();
    } else if (!Known) {
      M.Error = check();
      std::copy(C.begin(), C.end(), Expected.begin());
      Known = M.Error.empty();
    } else {
      for (long I = 0; I < P.ElementsC; ++I)
        if (!(C[I] == Expected[I])) {
          M.Error = "wrong result: element " + std::to_string(I);
          return;
        }
    }
  }

  void compareBits(Measured &M) {
    if (M.R->Kind != "reference" && M.R->Kind != "strict")
      return;
    compute(M);
    if (!Known) {
      std::copy(C.begin(), C.end(), Expected.begin());
      Known = M.R->Kind == "reference";
    } else if (std::memcmp(C.begin(), Expected.begin(),
                           size_t(P.ElementsC) * sizeof(Result))) {
      M.Error = "wrong result: other bits than the plain loops'";
    }
  }

  /// Calls \p Visit with the offsets of all steps of some axes, and their
  /// number.
  template <typename Is, typename F> void steps(Is Of, F Visit) const {
    std::vector<Axis> Axes;
    for (const Axis &X : P.Axes)
      if (Of(X))
        Axes.push_back(X);
    std::vector<long> At(Axes.size());
    for (long Count = 0;; ++Count) {
      Axis Sum;
      for (size_t I = 0; I < Axes.size(); ++I) {
        Sum.A += At[I] * Axes[I].A;
        Sum.B += At[I] * Axes[I].B;
        Sum.C += At[I] * Axes[I].C;
      }
      Visit(Sum, Count);
      size_t I = 0;
      while (I < Axes.size() && ++At[I] == Axes[I].Size)
        At[I++] = 0;
      if (I == Axes.size())
        return;
    }
  }
  static bool ofSum(const Axis &X) { return X.isOfSum(); }
  static bool ofRows(const Axis &X) { return X.isOfRows(); }
  static bool ofCols(const Axis &X) { return !X.isOfSum() && !X.isOfRows(); }

  /// u·C·v = (u·A)·(B·v) for vectors of integers, without rounding.
  std::string check() const {
    std::vector<Axis> Rows, Cols;
    steps(ofRows, [&](const Axis &X, long) { Rows.push_back(X); });
    steps(ofCols, [&](const Axis &X, long) { Cols.push_back(X); });
    auto U = [](long I) { return double(1 + I * 7 % 11); };
    auto V = [](long J) { return double(1 + J * 5 % 13); };
    double Wanted = 0, Is = 0;
    long Wrong = -1;
    steps(ofSum, [&](const Axis &S, long) {
      double UA = 0, BV = 0;
      for (size_t I = 0; I < Rows.size(); ++I)
        UA += U(long(I)) * double(A[Rows[I].A + S.A]);
      for (size_t J = 0; J < Cols.size(); ++J)
        BV += V(long(J)) * double(B[Cols[J].B + S.B]);
      Wanted += UA * BV;
    });
    for (size_t I = 0; I < Rows.size(); ++I)
      for (size_t J = 0; J < Cols.size(); ++J)
        Is += U(long(I)) * V(long(J)) * double(C[Rows[I].C + Cols[J].C]);
    std::minstd_rand Random(7);
    for (int Try = 0; Try < 1000 && Wrong < 0; ++Try) {
      const Axis &R = Rows[Random() % Rows.size()];
      const Axis &Q = Cols[Random() % Cols.size()];
      double Sum = 0;
      steps(ofSum, [&](const Axis &S, long) {
        Sum += double(A[R.A + S.A]) * double(B[Q.B + S.B]);
      });
      if (Sum != double(C[R.C + Q.C]))
        Wrong = R.C + Q.C;
    }
    if (Wrong >= 0)
      return "wrong result: element " + std::to_string(Wrong);
    return Is == Wanted ? "" : "wrong result: some element";
  }

  /// The same for C = A·B by rows.
  std::string checkMatrices() const {
    long M = P.m(), N = P.n(), K = P.k();
    std::minstd_rand Random(7);
    for (int Try = 0; Try < 1000; ++Try) {
      long I = long(Random() % size_t(M)), J = long(Random() % size_t(N));
      double Sum = 0;
      for (long X = 0; X < K; ++X)
        Sum += double(A[I * K + X]) * double(B[X * N + J]);
      if (Sum != double(C[I * N + J]))
        return "wrong result: C(" + std::to_string(I) + "," +
               std::to_string(J) + ")";
    }
    return "";
  }

  void measure(Measured &M, int Round) {
    // What takes long is measured less often.
    if (M.Once * Round > 0.5)
      return;
    M.Prepare();
    long Calls = std::max(1L, long(P.MinTime / std::max(M.Once, 1e-9)));
    if (M.Once < 0.2)
      M.Call();
    double Start = processorSeconds();
    for (long I = 0; I < Calls; ++I)
      M.Call();
    double Spent = processorSeconds() - Start;
    M.Seconds.push_back(Spent / double(Calls));
    M.Once = std::min(M.Once, M.Seconds.back());
  }

  static void print(const std::string &Name, const std::string &Error,
                    const std::vector<double> &Values) {
    if (!Error.empty()) {
      std::printf("%s: %s\n", Name.c_str(), Error.c_str());
      return;
    }
    std::printf("%s", Name.c_str());
    for (double Value : Values)
      std::printf(" %.9g", Value);
    std::printf("\n");
  }

  const Problem &P;
  Array<T> A, B;
  Array<Result> C, Expected;
  std::optional<Transposed<std::conditional_t<IsFloat<T>, T, float>>> Blas;
  std::vector<Measured> Rows;
  std::vector<long> Sizes;
  bool Known = false;
};

} // namespace

int main(int Argc, char **Argv) {
  Problem P = Problem::parse(Argc, Argv);
  kernels::takeTheBest();
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(P.Processor, &Set);
  if (sched_setaffinity(0, sizeof Set, &Set)) {
    std::perror("measure: cannot run on the processor that was asked for");
    return 2;
  }
  for (const char *Name : {"OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"})
    setenv(Name, "1", 1);
  std::printf("version %s\n", Transposed<float>::version().c_str());
  if (P.Types == "s8s8s32")
    return Run<int8_t, int32_t>(P).run();
  return P.Types == "f64" ? Run<double, double>(P).run()
                          : Run<float, float>(P).run();
}
