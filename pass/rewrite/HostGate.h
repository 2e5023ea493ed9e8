//===- HostGate.h - Whether a function may be changed -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Attributes of a function and later instrumentation may rule out kernels:
/// these are separate functions, use vector registers, and lie in the module's
/// text section.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_HOSTGATE_H
#define GEMMIFY_PASS_REWRITE_HOSTGATE_H

#include "pass/recognize/Reasons.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace llvm {
class TargetLibraryInfo;
}

namespace gemmify {

/// Whether \p F asks to be left alone, has semantics that we do not preserve,
/// or is one of ours. No remarks are made about its nests.
bool isLeftAlone(const llvm::Function &F);

/// Why a product of \p F with sums of type \p Sum is kept; None: it may be
/// rewritten.
Reason whyKept(const llvm::Function &F, const llvm::Type &Sum);

/// Why the nest around \p Innermost, a near-miss, could not be rewritten in any
/// form: a sanitizer has inserted checks, or pointers are narrow. None: these
/// are not the reason.
Reason whyNoneAtAll(const llvm::Loop &Innermost);

/// Whether \p Nest calls what the vectorizer may replace by a function of a
/// vector library. A kernel's loops are vectorized where the nest's are not:
/// that function would compute what the source's did.
bool callsVectorLibrary(const llvm::Loop &Nest,
                        const llvm::TargetLibraryInfo &TLI);

/// Names of module metadata that announces instrumentation that no function
/// attribute shows.
constexpr llvm::StringLiteral DataFlowMark = "gemmify.dataflow";
constexpr llvm::StringLiteral CoverageMark = "gemmify.coverage";

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_HOSTGATE_H
