//===- Recognize.h - Is this nest a matrix product? -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognition returns a nest or a reason, and changes nothing.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_RECOGNIZE_H
#define GEMMIFY_PASS_RECOGNIZE_RECOGNIZE_H

#include "pass/recognize/Reasons.h"
#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// The path of a nest among several with the same innermost loop.
struct NestChoice {
  unsigned Depth = 0; ///< How many loops are in the nest.
  PathChoices Path;
  /// Why a path that was tried before this one is no product; often None.
  Reason Passed = Reason::None;
};

/// What recognition found in one innermost loop.
struct Recognition {
  std::optional<GemmNest> Nest;
  /// Set when a multiply-add over three loops is no nest that we rewrite; None
  /// when there is nothing to speak of.
  Reason Why = Reason::None;
  /// Where the reason belongs; null when there is none.
  llvm::Instruction *Where = nullptr;
  /// Of a nest that takes one way where it might take another.
  std::optional<NestChoice> Choice;

  bool isNearMiss() const { return !Nest && Why != Reason::None; }
};

/// The most loops of a nest: a convolution in three dimensions has nine, with a
/// batch.
constexpr unsigned MostLoops = 10;
/// With those beside each other: LLVM makes up to six more of the same, for
/// padding.
constexpr unsigned MostLoopsTogether = 16;

/// Looks at \p Innermost and the two loops around it, or more. Where a
/// condition decides what is written before the product, there is a nest for
/// each answer, or \p OneForm where it is written.
Recognition recognizeGemm(llvm::Loop &Innermost, const NestAnalyses &A,
                          bool OneForm = false);

/// Looks at \p Innermost and as many loops around it as make \p Depth; of its
/// sums at one, if \p Only says which.
Recognition recognizeAt(unsigned Depth, llvm::Loop &Innermost,
                        PathChoices &Choices, const NestAnalyses &A,
                        std::optional<unsigned> Only = std::nullopt);

/// The next nest around \p Innermost after the one with \p Choice: there are
/// two in `if (beta == 0) C = s; else C = s + beta * C;`. Says nothing when
/// there is none.
Recognition recognizeOther(llvm::Loop &Innermost, const NestChoice &Choice,
                           const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_RECOGNIZE_H
