//===- Main.cpp - Compares compiled matrix products -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measures shared objects that export `gemm`, and OpenBLAS beside them, and
/// prints a table. scripts/demo and benchmarks/first-mark use it:
///
///     gemm-compare TYPE SIZES ROUNDS MARK GROUP=LABEL=OBJECT...
///
/// TYPE is f32 or f64, SIZES a comma-separated list. The first row of each
/// group is the build without the plugin: the others' bits are compared with
/// its bits. MARK is the ratio to OpenBLAS that rows named Gemmify must reach,
/// or 0; the exit status says whether they did.
///
//===----------------------------------------------------------------------===//

#include "../libraries/Kernels.h"
#include "OpenBlas.h"
#include "Rows.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace {

struct Arguments {
  std::vector<long> Sizes;
  int Rounds = 0;
  double Mark = 0;
  std::vector<std::string> Objects; ///< GROUP=LABEL=OBJECT
};

std::vector<std::string> split(const std::string &Text, char Separator) {
  std::vector<std::string> Parts;
  std::istringstream Stream(Text);
  for (std::string Part; std::getline(Stream, Part, Separator);)
    Parts.push_back(Part);
  return Parts;
}

std::string processorName() {
  std::ifstream Info("/proc/cpuinfo");
  for (std::string Line; std::getline(Info, Line);)
    if (Line.rfind("model name", 0) == 0)
      return Line.substr(Line.find(':') + 2);
  return "unknown processor";
}

template <typename T> std::vector<Row<T>> loadRows(const Arguments &Args) {
  std::vector<Row<T>> Rows;
  for (const std::string &Object : Args.Objects) {
    std::vector<std::string> Parts = split(Object, '=');
    if (Parts.size() != 3) {
      std::fprintf(stderr, "gemm-compare: not GROUP=LABEL=OBJECT: %s\n",
                   Object.c_str());
      std::exit(2);
    }
    Rows.push_back(loadRow<T>(Parts[0], Parts[1], Parts[2]));
  }
  if (auto Library = OpenBlas<T>::load())
    Rows.push_back({"library", Library->Name, *Library, {}, {}});
  return Rows;
}

template <typename T> const char *bits(const Row<T> &R, const Row<T> &Plain) {
  if (&R == &Plain)
    return "";
  bool Same = !std::memcmp(R.Result.data(), Plain.Result.data(),
                           R.Result.size() * sizeof(T));
  return Same ? "identical" : "differ";
}

template <typename T>
void printRow(const Row<T> &R, const Row<T> &Plain, const Row<T> *Library,
              long N, double Peak) {
  double Rate = 2.0 * N * N * N / median(R.Seconds) * 1e-9;
  bool Ours = &R != Library;
  std::string Label = Ours ? R.Group + ": " + R.Label : R.Label;
  std::printf("  %-36.36s %8.1f ", Label.c_str(), Rate);
  if (Ours)
    std::printf("%8.1f ", median(Plain.Seconds) / median(R.Seconds));
  else
    std::printf("%8s ", "");
  std::printf("%6.1f%% ", 100 * Rate / Peak);
  if (Library)
    std::printf("%10.2f", speedup(R, *Library));
  else
    std::printf("%10s", "-");
  std::printf("  %s\n", Ours ? bits(R, Plain) : "");
}

/// Prints one size. Returns whether every Gemmify row reached the mark with
/// identical bits.
template <typename T>
bool printTable(const std::vector<Row<T>> &Rows, long N, double Peak,
                double Mark) {
  const Row<T> *Library = &Rows.back();
  if (Library->Group != "library")
    Library = nullptr;
  std::printf("\n%s, n = %ld. FMA peak: %.1f GFLOP/s\n",
              sizeof(T) == 4 ? "SGEMM" : "DGEMM", N, Peak);
  std::printf("  %-36s %8s %8s %7s %10s  %s\n", "", "GFLOP/s", "x plain",
              "of peak", "x OpenBLAS", "bits");
  bool Reached = true;
  const Row<T> *Plain = nullptr;
  for (const Row<T> &R : Rows) {
    if (!Plain || (Plain->Group != R.Group && &R != Library))
      Plain = &R;
    printRow(R, *Plain, Library, N, Peak);
    if (R.Label.find("Gemmify") == std::string::npos)
      continue;
    bool Identical = !std::strcmp(bits(R, *Plain), "identical");
    Reached &= Identical;
    if (Mark != 0)
      Reached &= Library && speedup(R, *Library) >= Mark;
  }
  return Reached;
}

template <typename T> int run(const Arguments &Args) {
  bool Reached = true;
  for (long N : Args.Sizes) {
    std::vector<Row<T>> Rows = loadRows<T>(Args);
    double Peak = measure(Rows, N, Args.Rounds);
    Reached &= printTable(Rows, N, Peak, Args.Mark);
  }
  if (Args.Mark != 0)
    std::printf("\n%s: %.2f of OpenBLAS with identical bits, at every size\n",
                Reached ? "reached" : "NOT REACHED", Args.Mark);
  return Reached ? 0 : 1;
}

/// Before the library is loaded: one thread, and its best kernels on this
/// processor, whatever the environment says. GEMMIFY_OPENBLAS
/// names others on purpose.
void settleOpenBlas() {
  setenv("OPENBLAS_NUM_THREADS", "1", 1);
  unsetenv("OPENBLAS_L2_SIZE");
  if (const char *Kernels = std::getenv("GEMMIFY_OPENBLAS"))
    setenv("OPENBLAS_CORETYPE", Kernels, 1);
  else
    unsetenv("OPENBLAS_CORETYPE");
  kernels::takeTheBest();
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc < 6) {
    std::fprintf(stderr, "usage: gemm-compare f32|f64 SIZES ROUNDS MARK "
                         "GROUP=LABEL=OBJECT...\n");
    return 2;
  }
  Arguments Args;
  for (const std::string &Size : split(Argv[2], ','))
    Args.Sizes.push_back(std::atol(Size.c_str()));
  Args.Rounds = std::atoi(Argv[3]);
  Args.Mark = std::atof(Argv[4]);
  Args.Objects.assign(Argv + 5, Argv + Argc);
  settleOpenBlas();
  int Processor = pinToOneProcessor();
  if (!std::strcmp(Argv[1], "f32"))
    std::printf("%s, one thread on processor %d\n", processorName().c_str(),
                Processor);
  return !std::strcmp(Argv[1], "f32") ? run<float>(Args) : run<double>(Args);
}
