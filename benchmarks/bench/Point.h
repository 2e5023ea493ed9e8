//===- Point.h - What one run measures -------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A point is one product of one size and type; its rows are ways to compute
/// it. scripts/bench writes it as arguments KEY=VALUE:
///
///     measure types=f32 layout=rrr m=64 n=64 k=64 row=reference,plain,plain.so
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_BENCHMARKS_POINT_H
#define GEMMIFY_BENCHMARKS_POINT_H

#include <string>
#include <vector>

/// How the bits of a row's result are compared: with nobody's, those of the
/// Strict ones with the Reference's.
enum class Role { Free, Reference, Strict };

/// `row=ROLE,NAME,LIMIT,OBJECT`
struct RowSpec {
  Role Bits = Role::Free;
  std::string Name;
  double Limit = 0; ///< Seconds: left out where one product takes longer.
  std::string Object;
};

struct Point {
  std::string Types = "f32"; ///< f32, f64, c32, c64, s8s8s32 or u8s8s32
  long M = 0, N = 0, K = 0, Batch = 1;
  /// Elements by which rows (or columns) are longer than needed.
  long Pad = 0;
  bool ColumnA = false, ColumnB = false, ColumnC = false;
  double Alpha = 1, Beta = 1;
  int Processor = 0, Threads = 1;
  int Repetitions = 20;
  double Seconds = 10;   ///< What one row may take, for fewer repetitions.
  double MinTime = 0.02; ///< Of one repetition.
  std::vector<RowSpec> Rows;
  /// `context.KEY=VALUE`: facts for the JSON.
  std::vector<std::pair<std::string, std::string>> Context;

  long lda() const { return (ColumnA ? M : K) + Pad; }
  long ldb() const { return (ColumnB ? K : N) + Pad; }
  long ldc() const { return (ColumnC ? M : N) + Pad; }
  double multiplyAdds() const { return double(Batch) * M * N * K; }

  /// Takes the KEY=VALUE arguments and leaves those that start with `--`. Ends
  /// the program with a message when one makes no sense.
  static Point parse(int &Argc, char **Argv);
};

#endif // GEMMIFY_BENCHMARKS_POINT_H
