//===- Peak.h - The FMA peak of one core -----------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measures what the core can do at most: independent chains of fused
/// multiply-adds at the native vector width, from and to registers.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_PEAK_H
#define GEMMIFY_BENCHMARKS_PEAK_H

/// GFLOP/s of a run of about 20 ms; T is float or double.
template <typename T> double fmaPeak();

#endif // GEMMIFY_BENCHMARKS_PEAK_H
