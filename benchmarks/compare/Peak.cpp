//===- Peak.cpp - The FMA peak of one core --------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peak.h"
#include "Clock.h"

#if defined(__AVX512F__)
enum { VectorBytes = 64, Chains = 24 };
#elif defined(__AVX__)
enum { VectorBytes = 32, Chains = 12 };
#else
enum { VectorBytes = 16, Chains = 12 };
#endif

/// Enough chains to cover latency times throughput, few enough for registers.
/// Vectors are whole where the processor's model prefers shorter ones as well.
template <typename T>
__attribute__((min_vector_width(8 * VectorBytes))) static double
chains(long Steps) {
  typedef T Vector __attribute__((vector_size(VectorBytes)));
  Vector Acc[Chains] = {}, X = {}, Y = {};
  X += T(0.999);
  Y += T(1e-3);
  // The compiler must neither fold the factors nor reorder the chains away.
  asm volatile("" : "+m"(X), "+m"(Y));
  for (long S = 0; S < Steps; ++S)
#pragma clang loop unroll(full)
    for (int C = 0; C < Chains; ++C)
      Acc[C] = Acc[C] * X + Y;
  Vector Sum = {};
  for (int C = 0; C < Chains; ++C)
    Sum += Acc[C];
  asm volatile("" : "+m"(Sum));
  return 2.0 * Steps * Chains * (VectorBytes / sizeof(T));
}

template <typename T> double fmaPeak() {
  double Best = 0;
  for (int Try = 0; Try < 4; ++Try) {
    double Start = processorSeconds();
    double Flops = chains<T>(400 * 1000);
    double Rate = Flops / (processorSeconds() - Start) * 1e-9;
    Best = Rate > Best ? Rate : Best;
  }
  return Best;
}

template double fmaPeak<float>();
template double fmaPeak<double>();
