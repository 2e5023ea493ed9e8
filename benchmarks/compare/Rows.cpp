//===- Rows.cpp - What is compared, and how long it took ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rows.h"
#include "Clock.h"
#include "Peak.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <random>
#include <sched.h>
#include <unistd.h>

template <typename T>
Row<T> loadRow(const std::string &Group, const std::string &Label,
               const std::string &Path) {
  void *Library = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *Gemm = Library ? dlsym(Library, "gemm") : nullptr;
  if (!Gemm) {
    std::fprintf(stderr, "gemm-compare: %s\n", dlerror());
    std::exit(2);
  }
  using Function = void (*)(long, const T *, const T *, T *);
  return {Group, Label, reinterpret_cast<Function>(Gemm), {}, {}};
}

static void progress(const std::string &Text) {
  if (isatty(STDERR_FILENO))
    std::fprintf(stderr, "\r\033[K%s", Text.c_str());
}

template <typename T>
static double timeOnce(Row<T> &R, long N, const T *A, const T *B, T *C) {
  double Start = processorSeconds();
  R.Gemm(N, A, B, C);
  return processorSeconds() - Start;
}

template <typename T>
double measure(std::vector<Row<T>> &Rows, long N, int Rounds) {
  std::mt19937 Random(12345);
  std::uniform_real_distribution<T> Values(-1, 1);
  std::vector<T> A(N * N), B(N * N), Before(N * N), C(N * N);
  for (std::vector<T> *X : {&A, &B, &Before})
    for (T &Value : *X)
      Value = Values(Random);

  std::vector<double> Peaks;
  for (int Round = 0; Round < Rounds; ++Round) {
    Peaks.push_back(fmaPeak<T>());
    for (Row<T> &R : Rows) {
      if (!R.Seconds.empty() && R.Seconds[0] > 1)
        continue;
      progress("  " + std::string(sizeof(T) == 4 ? "SGEMM" : "DGEMM") +
               " n=" + std::to_string(N) + ", round " +
               std::to_string(Round + 1) + " of " + std::to_string(Rounds) +
               ": " + R.Group + " " + R.Label);
      C = Before;
      R.Seconds.push_back(timeOnce(R, N, A.data(), B.data(), C.data()));
      if (Round == 0)
        R.Result = C;
    }
  }
  progress("");
  return median(Peaks);
}

double median(std::vector<double> Values) {
  if (Values.empty())
    return 0;
  std::sort(Values.begin(), Values.end());
  size_t Half = Values.size() / 2;
  return Values.size() % 2 ? Values[Half]
                           : (Values[Half - 1] + Values[Half]) / 2;
}

template <typename T> double speedup(const Row<T> &R, const Row<T> &Than) {
  std::vector<double> Ratios;
  size_t Both = std::min(R.Seconds.size(), Than.Seconds.size());
  // The first round warms up, unless it is the only one.
  for (size_t I = Both > 1; I < Both; ++I)
    Ratios.push_back(Than.Seconds[I] / R.Seconds[I]);
  return median(Ratios);
}

int pinToOneProcessor() {
  int Processor = sched_getcpu();
  cpu_set_t Set;
  CPU_ZERO(&Set);
  CPU_SET(Processor, &Set);
  sched_setaffinity(0, sizeof Set, &Set);
  return Processor;
}

template Row<float> loadRow(const std::string &, const std::string &,
                            const std::string &);
template Row<double> loadRow(const std::string &, const std::string &,
                             const std::string &);
template double measure(std::vector<Row<float>> &, long, int);
template double measure(std::vector<Row<double>> &, long, int);
template double speedup(const Row<float> &, const Row<float> &);
template double speedup(const Row<double> &, const Row<double> &);
