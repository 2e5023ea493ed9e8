//===- Recognize.h - Is this nest a matrix product? ------------*- C++ -*-===//
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

#include "NestShape.h"

namespace gemmify {

/// What recognition found in one innermost loop.
struct Recognition {
  std::optional<GemmNest> Nest;
  /// A sentence for the programmer when a multiply-add over three loops is no
  /// nest that we rewrite; empty when there is nothing to speak of.
  std::string Reason;
  /// Where the reason belongs; null when there is none.
  llvm::Instruction *Where = nullptr;

  bool isNearMiss() const { return !Nest && !Reason.empty(); }
};

/// Looks at \p Innermost and the two loops around it.
Recognition recognizeGemm(llvm::Loop &Innermost, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_RECOGNIZE_H
