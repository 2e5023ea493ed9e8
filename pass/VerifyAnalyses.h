//===- VerifyAnalyses.h - Analyses that are kept up to date -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Later visits rely on analyses that a rewrite has kept up to date.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_VERIFYANALYSES_H
#define GEMMIFY_PASS_VERIFYANALYSES_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Ends the program where \p A is not what LLVM would compute for \p F, with
/// LLVM's flags -verify-dom-info and -verify-loop-info.
void verifyAnalyses(const llvm::Function &F, const NestAnalyses &A);

/// Ends the program, with a message, where \p F is not well-formed: what LLVM
/// would make of it is anyone's guess, and its release builds do not look.
void verifyRewritten(llvm::Function &F);

/// Invalidates LLVM's analyses of a function whose blocks have changed.
void forgetAnalyses(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);

} // namespace gemmify

#endif // GEMMIFY_PASS_VERIFYANALYSES_H
