//===- Int8.cpp - Products of bytes beside oneDNN -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// See benchmarks/int8-compare. A row whose result differs from the plain
/// loops' is reported as an error. oneDNN's sums of unsigned by signed bytes
/// may saturate without VNNI: its values are kept small enough for it.
///
//===----------------------------------------------------------------------===//

#include "Product.h"
#include <benchmark/benchmark.h>
#include <oneapi/dnnl/dnnl.h>
#include <random>
#include <string>
#include <vector>

template <typename Left, typename Right>
using Multiply = void (*)(int, const Left *, const Right *, int32_t *);

static void oneDnnS8S8(int N, const int8_t *A, const int8_t *B, int32_t *C) {
  const int32_t Zero = 0;
  dnnl_gemm_s8s8s32('N', 'N', 'F', N, N, N, 1.0f, A, N, 0, B, N, 0, 0.0f, C, N,
                    &Zero);
}

static void oneDnnU8S8(int N, const uint8_t *A, const int8_t *B, int32_t *C) {
  const int32_t Zero = 0;
  dnnl_gemm_u8s8s32('N', 'N', 'F', N, N, N, 1.0f, A, N, 0, B, N, 0, 0.0f, C, N,
                    &Zero);
}

template <typename Left, typename Right>
static void measure(benchmark::State &State, Multiply<Left, Right> Row,
                    Multiply<Left, Right> Reference) {
  const int N = int(State.range(0));
  const size_t Size = size_t(N) * N;
  std::minstd_rand Random(1);
  std::vector<Left> A(Size);
  std::vector<Right> B(Size);
  std::vector<int32_t> C(Size), Expected(Size);
  for (Left &V : A)
    V = Left(Random() % 64);
  for (Right &V : B)
    V = Right(Random() % 128 - 64);
  Row(N, A.data(), B.data(), C.data());
  if (N <= 512) {
    Reference(N, A.data(), B.data(), Expected.data());
    if (C != Expected) {
      State.SkipWithError("wrong result");
      return;
    }
  }
  for (auto _ : State) {
    Row(N, A.data(), B.data(), C.data());
    benchmark::ClobberMemory();
  }
  State.counters["GOP/s"] = benchmark::Counter(
      2e-9 * N * N * N, benchmark::Counter::kIsIterationInvariantRate);
}

template <typename Left, typename Right>
static void add(const std::string &Name, Multiply<Left, Right> Row,
                Multiply<Left, Right> Reference, int Largest) {
  auto *B = benchmark::RegisterBenchmark(
      Name.c_str(), [=](benchmark::State &S) { measure(S, Row, Reference); });
  for (int N : {64, 256, 512, 1024, 2048})
    if (N <= Largest)
      B->Arg(N);
}

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  add("s8s8/Gemmify", gemmifyS8S8, plainS8S8, 2048);
  add("s8s8/oneDNN", oneDnnS8S8, plainS8S8, 2048);
  add("s8s8/plain", plainS8S8, plainS8S8, 256);
  add("u8s8/Gemmify", gemmifyU8S8, plainU8S8, 2048);
  add("u8s8/oneDNN", oneDnnU8S8, plainU8S8, 2048);
  add("s16s16/Gemmify", gemmifyS16S16, plainS16S16, 2048);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
