//===- Measure.cpp - Measures the rows of a point -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Opens the rows' shared objects, checks what they compute, and measures them
/// with Google Benchmark, repetitions interleaved at random. scripts/bench runs
/// it; arguments are those of Point.h and of Google Benchmark. A wrong result
/// is a failed benchmark. A row that takes longer than its limit is skipped
/// with the error "too slow".
///
//===----------------------------------------------------------------------===//

#include "../compare/Clock.h"
#include "../compare/Peak.h"
#include "../libraries/Kernels.h"
#include "Matrices.h"
#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sched.h>
#include <thread>
#include <type_traits>

namespace {

template <typename L, typename R, typename S>
using Product = void (*)(long, long, long, long, S, const L *, long, const R *,
                         long, S, S *, long);

template <typename L, typename R, typename S> struct Row {
  RowSpec Spec;
  Product<L, R, S> Function = nullptr;
  std::string Error;  ///< Why it is not measured.
  double Seconds = 0; ///< Of one product, once it is warm.
};

template <typename L, typename R, typename S> class Run {
  using Real = typename WideOf<S>::Real;
  /// In the product of two elements.
  static constexpr double RealProducts = std::is_same_v<Real, S> ? 1 : 4;

public:
  explicit Run(const Point &P) : P(P), Data(P) {
    for (const RowSpec &Spec : P.Rows)
      Rows.push_back(open(Spec));
  }

  /// Runs each row twice: for its result, and for its bits and its time.
  void prepare() {
    Data.fillWithIntegers();
    for (Row<L, R, S> &Of : Rows)
      if (Of.Error.empty())
        verify(Of);
    Data.fillAtRandom();
    compareBits();
  }

  void add() {
    if constexpr (std::is_floating_point_v<Real>)
      if (P.Threads == 1)
        benchmark::RegisterBenchmark("peak", measurePeak)
            ->Iterations(1)
            ->Repetitions(P.Repetitions);
    for (Row<L, R, S> &Of : Rows) {
      auto *B = benchmark::RegisterBenchmark(
          Of.Spec.Name.c_str(),
          [this, &Of](benchmark::State &State) { measure(Of, State); });
      B->MinTime(P.MinTime)->Repetitions(repetitions(Of));
      if (P.Threads > 1)
        B->UseRealTime();
    }
  }

private:
  static Row<L, R, S> open(const RowSpec &Spec) {
    Row<L, R, S> Opened;
    Opened.Spec = Spec;
    void *Object = dlopen(Spec.Object.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!Object) {
      Opened.Error = dlerror();
      return Opened;
    }
    Opened.Function =
        reinterpret_cast<Product<L, R, S>>(dlsym(Object, "product"));
    using Version = const char *(*)();
    if (auto Ask = reinterpret_cast<Version>(dlsym(Object, "version"))) {
      std::string Text = Ask();
      if (Text.rfind("missing: ", 0) == 0)
        Opened.Error = "not installed: " + Text.substr(9);
      benchmark::AddCustomContext("version." + Spec.Name, Text);
    }
    return Opened;
  }

  void call(const Row<L, R, S> &Of) {
    Of.Function(P.Batch, P.M, P.N, P.K, S(P.Alpha), Data.A.data(), P.lda(),
                Data.B.data(), P.ldb(), S(P.Beta), Data.C.data(), P.ldc());
  }

  void timed(Row<L, R, S> &Of) {
    Data.resetC();
    double Start = processorSeconds();
    call(Of);
    Of.Seconds = processorSeconds() - Start;
  }

  void verify(Row<L, R, S> &Of) {
    timed(Of);
    std::string Wrong = Data.check();
    if (!Wrong.empty())
      Of.Error = "wrong result: " + Wrong;
    else if (Of.Seconds > Of.Spec.Limit)
      Of.Error = "too slow";
  }

  /// Products are the last use of a row before it is measured: their time says
  /// how many repetitions there is time for.
  void compareBits() {
    std::vector<S> Expected;
    for (Row<L, R, S> &Of : Rows) {
      if (!Of.Error.empty())
        continue;
      timed(Of);
      const S *C = Data.C.data();
      if (Of.Spec.Bits == Role::Reference)
        Expected.assign(C, C + Data.C.size());
      else if (Of.Spec.Bits == Role::Strict && !Expected.empty() &&
               std::memcmp(C, Expected.data(), Expected.size() * sizeof(S)))
        Of.Error = "wrong result: other bits than the plain loops'";
    }
  }

  int repetitions(const Row<L, R, S> &Of) const {
    const int Least = std::min(6, P.Repetitions);
    double Each = std::max(2 * Of.Seconds, P.MinTime);
    return int(
        std::clamp(P.Seconds / Each, double(Least), double(P.Repetitions)));
  }

  /// Threads of the row before wait for more work without rest, LLVM's for 200
  /// milliseconds; those of this one share a processor when they wake up.
  void settleThreads(const Row<L, R, S> &Of) {
    using namespace std::chrono;
    std::this_thread::sleep_for(milliseconds(300));
    const auto End = steady_clock::now() + milliseconds(100);
    do
      call(Of);
    while (steady_clock::now() < End);
  }

  void measure(Row<L, R, S> &Of, benchmark::State &State) {
    if (!Of.Error.empty()) {
      State.SkipWithError(Of.Error.c_str());
      return;
    }
    if (P.Threads > 1)
      settleThreads(Of);
    else if (Of.Seconds < 0.05)
      call(Of);
    for (auto _ : State) {
      call(Of);
      benchmark::ClobberMemory();
    }
    State.counters["GFLOP/s"] =
        benchmark::Counter(2e-9 * RealProducts * P.multiplyAdds(),
                           benchmark::Counter::kIsIterationInvariantRate);
  }

  static void measurePeak(benchmark::State &State) {
    double Rate = 0;
    for (auto _ : State)
      Rate = fmaPeak<std::conditional_t<sizeof(Real) == 8, double, float>>();
    State.counters["GFLOP/s"] = Rate;
  }

  const Point &P;
  Matrices<L, R, S> Data;
  std::vector<Row<L, R, S>> Rows;
};

/// Before any library is loaded: the processors that this process may use, and
/// how many threads a library makes.
void settle(const Point &P) {
  cpu_set_t Set;
  CPU_ZERO(&Set);
  for (int I = 0; I < P.Threads; ++I)
    CPU_SET(P.Processor + I, &Set);
  if (sched_setaffinity(0, sizeof Set, &Set)) {
    std::perror("measure: cannot run on the processor that was asked for");
    std::exit(2);
  }
  std::string Threads = std::to_string(P.Threads);
  for (const char *Name :
       {"OPENBLAS_NUM_THREADS", "BLIS_NUM_THREADS", "OMP_NUM_THREADS"})
    setenv(Name, Threads.c_str(), 1);
}

template <typename L, typename R, typename S> int run(const Point &P) {
  Run<L, R, S> All(P);
  All.prepare();
  All.add();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

} // namespace

int main(int Argc, char **Argv) {
  Point P = Point::parse(Argc, Argv);
  benchmark::Initialize(&Argc, Argv);
  if (benchmark::ReportUnrecognizedArguments(Argc, Argv))
    return 2;
  kernels::takeTheBest();
  settle(P);
  for (auto &[Key, Value] : P.Context)
    benchmark::AddCustomContext(Key, Value);
  if (P.Types == "f32")
    return run<float, float, float>(P);
  if (P.Types == "f64")
    return run<double, double, double>(P);
  if (P.Types == "c32")
    return run<std::complex<float>, std::complex<float>, std::complex<float>>(
        P);
  if (P.Types == "c64")
    return run<std::complex<double>, std::complex<double>,
               std::complex<double>>(P);
  if (P.Types == "s8s8s32")
    return run<int8_t, int8_t, int32_t>(P);
  if (P.Types == "u8s8s32")
    return run<uint8_t, int8_t, int32_t>(P);
  std::fprintf(stderr, "measure: unknown types '%s'\n", P.Types.c_str());
  return 2;
}
