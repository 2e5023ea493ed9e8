//===- HostGate.h - Whether a function may be changed -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a function asks for, and what else is to be done with it, may exclude
/// kernels: they are other functions, in vector registers, in the module's
/// text section.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_HOSTGATE_H
#define GEMMIFY_PASS_REWRITE_HOSTGATE_H

#include "pass/recognize/Reasons.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace gemmify {

/// Whether \p F asks to be left as it is, or has semantics that we do not keep,
/// or is our own. Nothing is said about its nests.
bool isLeftAlone(const llvm::Function &F);

/// Why a product of \p F with sums of type \p Sum is kept although it is one;
/// None: it may be rewritten.
Reason whyKept(const llvm::Function &F, const llvm::Type &Sum);

/// Why the nest around \p Innermost, which is nearly one, is no product however
/// it is written: a sanitizer has put its checks into it, or addresses are
/// narrow. None: that is not the reason.
Reason whyNoneAtAll(const llvm::Loop &Innermost);

/// Names of the metadata of a module that passes are going to instrument which
/// no attribute of its functions tells of.
constexpr llvm::StringLiteral DataFlowMark = "gemmify.dataflow";
constexpr llvm::StringLiteral CoverageMark = "gemmify.coverage";

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_HOSTGATE_H
