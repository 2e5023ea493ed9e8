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
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <memory>
#include <string>
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
  Bench(const std::string &Folder, size_t N) : N(N), A(N * N), B(N * N) {
    for (size_t I = 0; I < N * N; ++I) {
      A[I] = float(int(I * 7 % 13) - 6) / 8;
      B[I] = float(int(I * 5 % 11) - 5) / 4;
    }
    for (const char *Language : {"rust", "c++"})
      for (bool OfRows : {false, true}) {
        const int First = int(Forms.size());
        for (const char *Build : {"plain", "gemmify"})
          for (bool Checked : {true, false})
            add(Folder, Language, OfRows, Build, Checked);
        Forms[First + 2].Plain = Forms[First + 3].Plain = First;
        Forms[First + 2].Unchecked = First + 3;
      }
    if (auto Blas = OpenBlas<float>::load()) {
      auto C = std::make_shared<Floats>(N * N);
      Forms.push_back(
          {"OpenBLAS",
           [=, this] { (*Blas)(long(N), A.data(), B.data(), C->data()); },
           [=] { return *C; }});
    }
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
      for (Form &F : Forms)
        F.Seconds.push_back(time(F));
    for (Form &F : Forms)
      Good &= print(F);
    return Good;
  }

private:
  void add(const std::string &Folder, const std::string &Language, bool OfRows,
           const std::string &Build, bool Checked);

  double time(const Form &F) const {
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

  size_t N;
  Floats A, B;
  std::vector<Form> Forms;
};

void Bench::add(const std::string &Folder, const std::string &Language,
                bool OfRows, const std::string &Build, bool Checked) {
  const bool IsRust = Language == "rust";
  const std::string Name = Language + (OfRows ? ", rows" : ", flat") + ", " +
                           Build + (Checked ? "" : ", unchecked");
  void *Lib = load(Folder + "/" + Language + "-" + Build + ".so");
  auto C = std::make_shared<Floats>(N * N);
  const size_t Size = N;
  if (!OfRows && IsRust) {
    auto *F = find<void(bool, const float *, const float *, float *, size_t)>(
        Lib, "multiply");
    Forms.push_back(
        {Name, [=, this] { F(Checked, A.data(), B.data(), C->data(), Size); },
         [=] { return *C; }});
  } else if (!OfRows) {
    auto *F = find<void(const float *, const float *, float *, size_t)>(
        Lib, Checked ? "multiply_checked" : "multiply_unchecked");
    Forms.push_back({Name,
                     [=, this] { F(A.data(), B.data(), C->data(), Size); },
                     [=] { return *C; }});
  } else if (IsRust) {
    auto *Of = find<void *(const float *, size_t)>(Lib, "rows_of");
    auto *Into = find<void(void *, float *, size_t)>(Lib, "rows_into");
    auto *F =
        find<void(bool, void *, void *, void *, size_t)>(Lib, "multiply_rows");
    void *X = Of(A.data(), N), *Y = Of(B.data(), N), *Z = Of(C->data(), N);
    Forms.push_back({Name, [=] { F(Checked, X, Y, Z, Size); },
                     [=] {
                       // Rows stay: the result is copied out of a product of a
                       // second set.
                       void *Copy = Of(C->data(), Size);
                       F(Checked, X, Y, Copy, Size);
                       Floats Out(Size * Size);
                       Into(Copy, Out.data(), Size);
                       return Out;
                     }});
  } else {
    auto *F = find<void(const Rows *, const Rows *, Rows *, size_t)>(
        Lib, Checked ? "multiply_rows_checked" : "multiply_rows_unchecked");
    auto Of = [&](const Floats &From) {
      auto Result = std::make_shared<Rows>();
      for (size_t I = 0; I != N; ++I)
        Result->emplace_back(From.begin() + I * N, From.begin() + (I + 1) * N);
      return Result;
    };
    auto X = Of(A), Y = Of(B), Z = Of(*C);
    Forms.push_back({Name, [=] { F(X.get(), Y.get(), Z.get(), Size); },
                     [=] {
                       Floats Out;
                       for (const Floats &Row : *Z)
                         Out.insert(Out.end(), Row.begin(), Row.end());
                       return Out;
                     }});
  }
}

} // namespace

int main(int Count, char **Words) {
  bool Good = Count > 2;
  std::printf("%5s  %-28s %8s   %s\n", "n", "", "GFLOP/s", "x unchecked");
  for (int At = 2; At < Count; ++At)
    Good &= Bench(Words[1], std::strtoul(Words[At], nullptr, 10)).run();
  return Good ? 0 : 1;
}
