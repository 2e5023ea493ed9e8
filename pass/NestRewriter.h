//===- NestRewriter.h - The products of a function --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Looks at each nest of a function: recognizes, proves, plans and rewrites it,
/// or says why not.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_NESTREWRITER_H
#define GEMMIFY_PASS_NESTREWRITER_H

#include "pass/plan/Options.h"
#include "pass/recognize/Recognize.h"
#include "llvm/IR/PassManager.h"

namespace gemmify {

/// Rewrites the products of \p F, whose loops have been simplified. Returns
/// whether there was one. In a trial, nothing is said where there was none.
bool rewriteNests(llvm::Function &F, llvm::FunctionAnalysisManager &FAM,
                  const Options &Opts, const NestAnalyses &A, bool IsTrial);

} // namespace gemmify

#endif // GEMMIFY_PASS_NESTREWRITER_H
