//===- Main.cpp - Checked products beside the same without checks ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     checks FOLDER SIZE...
///
/// Loads what benchmarks/checks/run has built in FOLDER, and measures all forms
/// in turn. The ratio to the form without checks is the median over the rounds
/// of the ratio within a round. Fails where bits differ from the plain build's,
/// or a checked form is slower than 0.97 of the unchecked one.
///
//===----------------------------------------------------------------------===//

#include "../compare/Clock.h"
#include "../compare/OpenBlas.h"
#include "../libraries/Kernels.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using Floats = std::vector<float>;
using Rows = std::vector<Floats>;

constexpr double Mark = 0.97;
constexpr int Rounds = 15;
constexpr double PerRound = 0.004; ///< Seconds of each form.

void *load(const std::string &Path) {
  void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(1);
  }
  return Library;
}

template <typename F> F *find(void *Library, const char *Name) {
  return reinterpret_cast<F *>(dlsym(Library, Name));
}

/// Whether it is C++ with a class of matrices.
bool isClass(const std::string &Language) {
  return Language == "class" || Language == "handler";
}

/// One way to compute C += A * B.
struct Form {
  std::string Name;
  std::function<void()> Run;
  std::function<Floats()> Result;
  int Plain = -1;     ///< The form that it has to have the bits of.
  int Unchecked = -1; ///< The form to compare the time with.
  std::vector<double> Seconds = {};
};

/// Operands of all forms, and the forms.
class Bench {
public:
  Bench(const std::string &Folder, size_t N)
      : N(N), A(N * N), B(N * N), C(N * N) {
    for (size_t I = 0; I < N * N; ++I) {
      A[I] = float(int(I * 7 % 13) - 6) / 8;
      B[I] = float(int(I * 5 % 11) - 5) / 4;
    }
    makeRows();
    void *Rust = load(Folder + "/rust-plain.so");
    RowsOf = find<void *(const float *, size_t)>(Rust, "rows_of");
    RowsInto = find<void(void *, float *, size_t)>(Rust, "rows_into");
    RustA = RowsOf(A.data(), N);
    RustB = RowsOf(B.data(), N);
    RustC = RowsOf(C.data(), N);
    for (const std::string Language : {"rust", "c++", "class", "handler"})
      for (bool OfRows : {false, true}) {
        if (OfRows && isClass(Language))
          continue;
        const int First = int(Forms.size());
        for (const char *Build : {"plain", "gemmify"})
          for (bool Checked : {true, false})
            add(Folder, Language, OfRows, Build, Checked);
        Forms[First + 2].Plain = Forms[First + 3].Plain = First;
        Forms[First + 2].Unchecked = First + 3;
      }
    if (auto Blas = OpenBlas<float>::load())
      Forms.push_back(
          {Blas->Name,
           [=, this] { (*Blas)(long(N), A.data(), B.data(), C.data()); },
           [this] { return C; }});
  }

  bool run() {
    bool Good = true;
    for (Form &F : Forms) {
      F.Run();
      if (F.Plain >= 0 && F.Result() != Forms[F.Plain].Result()) {
        std::printf("%s: wrong bits\n", F.Name.c_str());
        Good = false;
      }
    }
    for (int Round = 0; Round != Rounds; ++Round)
      for (size_t At = 0; At != Forms.size(); ++At) {
        Form &F = Forms[Round % 2 ? Forms.size() - 1 - At : At];
        F.Seconds.push_back(time(F));
      }
    for (Form &F : Forms)
      Good &= print(F);
    return Good;
  }

private:
  void add(const std::string &Folder, const std::string &Language, bool OfRows,
           const std::string &Build, bool Checked);

  double time(const Form &F) const {
    // What ran before may have been slow, and left other operands in caches.
    if (F.Plain >= 0)
      F.Run();
    long Times = 0;
    const double Start = processorSeconds();
    double Now = Start;
    do {
      F.Run();
      ++Times;
      Now = processorSeconds();
    } while (Now - Start < PerRound);
    return (Now - Start) / Times;
  }

  static double median(std::vector<double> V) {
    std::nth_element(V.begin(), V.begin() + V.size() / 2, V.end());
    return V[V.size() / 2];
  }

  bool print(const Form &F) const {
    std::printf("%5zu  %-28s %8.1f", N, F.Name.c_str(),
                2e-9 * N * N * N / median(F.Seconds));
    if (F.Unchecked < 0) {
      std::puts("");
      return true;
    }
    std::vector<double> Ratios;
    for (int Round = 0; Round != Rounds; ++Round)
      Ratios.push_back(Forms[F.Unchecked].Seconds[Round] / F.Seconds[Round]);
    std::printf("   %5.2f\n", median(Ratios));
    return median(Ratios) >= Mark;
  }

  /// Rows of all matrices lie among each other, as in a heap in use.
  void makeRows() {
    Rows All(3 * N, Floats(N));
    std::shuffle(All.begin(), All.end(), std::minstd_rand());
    for (auto [From, To] : {std::pair(&A, &RowsA), {&B, &RowsB}, {&C, &RowsC}})
      for (size_t I = 0; I != N; ++I) {
        std::copy_n(From->begin() + I * N, N, All.back().begin());
        To->push_back(std::move(All.back()));
        All.pop_back();
      }
  }

  size_t N;
  Floats A, B, C;
  Rows RowsA, RowsB, RowsC;
  void *(*RowsOf)(const float *, size_t);
  void (*RowsInto)(void *, float *, size_t);
  void *RustA, *RustB, *RustC;
  std::vector<Form> Forms;
};

/// Forms share operands and results, so that none lies in memory in another way
/// than what it is compared with.
void Bench::add(const std::string &Folder, const std::string &Language,
                bool OfRows, const std::string &Build, bool Checked) {
  const bool IsRust = Language == "rust";
  const std::string Name = Language + (OfRows ? ", rows" : ", flat") + ", " +
                           Build + (Checked ? "" : ", unchecked");
  void *Lib = load(Folder + (IsRust ? "/rust-" : "/c++-") + Build + ".so");
  const size_t Size = N;
  std::function<void(float *)> Flat;
  std::function<void(void *)> ByRows;
  if (IsRust) {
    auto *F = find<void(bool, const float *, const float *, float *, size_t)>(
        Lib, "multiply");
    auto *R =
        find<void(bool, void *, void *, void *, size_t)>(Lib, "multiply_rows");
    Flat = [=, this](float *To) { F(Checked, A.data(), B.data(), To, Size); };
    ByRows = [=, this](void *To) { R(Checked, RustA, RustB, To, Size); };
  } else {
    auto *F = find<void(const float *, const float *, float *, size_t)>(
        Lib, ("multiply_" + (isClass(Language) ? Language + "_" : "") +
              (Checked ? "checked" : "unchecked"))
                 .c_str());
    auto *R = find<void(const Rows *, const Rows *, void *, size_t)>(
        Lib, Checked ? "multiply_rows_checked" : "multiply_rows_unchecked");
    Flat = [=, this](float *To) { F(A.data(), B.data(), To, Size); };
    ByRows = [=, this](void *To) { R(&RowsA, &RowsB, To, Size); };
  }
  if (!OfRows)
    Forms.push_back({Name, [=, this] { Flat(C.data()); },
                     [=, this] {
                       std::fill(C.begin(), C.end(), 0.f);
                       Flat(C.data());
                       return C;
                     }});
  else if (IsRust)
    Forms.push_back({Name, [=, this] { ByRows(RustC); },
                     [=, this] {
                       void *To = RowsOf(Floats(Size * Size).data(), Size);
                       ByRows(To);
                       Floats Out(Size * Size);
                       RowsInto(To, Out.data(), Size);
                       return Out;
                     }});
  else
    Forms.push_back({Name, [=, this] { ByRows(&RowsC); },
                     [=] {
                       Rows To(Size, Floats(Size));
                       ByRows(&To);
                       Floats Out;
                       for (const Floats &Row : To)
                         Out.insert(Out.end(), Row.begin(), Row.end());
                       return Out;
                     }});
}

} // namespace

int main(int Count, char **Words) {
  // Its best kernels on this processor, whatever the environment says.
  unsetenv("OPENBLAS_CORETYPE");
  kernels::takeTheBest();
  bool Good = Count > 2;
  std::printf("%5s  %-28s %8s   %s\n", "n", "", "GFLOP/s", "x unchecked");
  for (int At = 2; At < Count; ++At)
    Good &= Bench(Words[1], std::strtoul(Words[At], nullptr, 10)).run();
  return Good ? 0 : 1;
}
