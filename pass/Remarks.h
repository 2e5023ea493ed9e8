//===- Remarks.h - What the programmer is told -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Optimization remarks of pass "gemmify": one line per rewritten nest, one
/// per near-miss (`-Rpass=gemmify`, `-Rpass-missed=gemmify`,
/// `-fsave-optimization-record`).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REMARKS_H
#define GEMMIFY_PASS_REMARKS_H

#include "plan/BlockingPlan.h"
#include "recognize/GemmNest.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"

namespace gemmify {

/// The form of \p N in words, e.g. "float C(i,j) += A(i,k) * B(k,j)" followed
/// by the layout of each operand.
std::string describeNest(const GemmNest &N);

/// Layout of \p R over the dimensions \p Row and \p Col: "row-major",
/// "column-major", "general strides" or "an expression" for null.
std::string describeLayout(const AffineRef *R, LoopDim Row, LoopDim Col,
                           const llvm::DataLayout &DL);

/// \p Form is describeNest's text, taken before the nest was rewritten;
/// \p Region a block that tells how hot the nest is.
void remarkRewritten(llvm::OptimizationRemarkEmitter &ORE, llvm::StringRef Form,
                     const llvm::DebugLoc &Where,
                     const llvm::BasicBlock &Region, const BlockingPlan &Plan,
                     bool DroppedOriginal);

void remarkMissed(llvm::OptimizationRemarkEmitter &ORE,
                  const llvm::Instruction &Where, llvm::StringRef Reason);

} // namespace gemmify

#endif // GEMMIFY_PASS_REMARKS_H
