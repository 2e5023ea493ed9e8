//===- Remarks.h - What the programmer is told ------------------*- C++ -*-===//
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

#include "pass/plan/PlanVersions.h"
#include "pass/product/Product.h"
#include "pass/recognize/GemmNest.h"
#include "pass/recognize/Reasons.h"
#include "pass/recognize/Recognize.h"
#include "pass/rewrite/version/RewriteNest.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/ValueHandle.h"

namespace gemmify {

/// A sentence in pieces. Some are fields of the optimization record.
struct RemarkPiece {
  llvm::StringRef Field; ///< Name of the field, empty for words between them.
  std::string Text;
};
using RemarkText = llvm::SmallVector<RemarkPiece, 16>;

/// The sentence as one string.
std::string join(const RemarkText &Text);

/// The form of \p N in words, e.g. "float C(i,j) = C + sum A(i,k)*B(k,j)"
/// followed by the layout of each operand. Where the types of A, B, the sum and
/// C differ, it begins like "int8 x uint8 -> int32 -> int8 C(i,j)". Fields:
/// TypeA and TypeB, Type, TypeC, Form, A, B, C, Order, and, for floats,
/// Rounding.
RemarkText describeNest(const GemmNest &N);

/// What else a remark says, e.g. "; m=64 k=64": the sizes that are constant
/// (fields m, n, k). Often empty.
RemarkText describeSizes(const GemmNest &N);

/// Layout of \p R over the dimensions \p Row and \p Col: "row-major",
/// "column-major", "general strides" or "an expression" for null.
std::string describeLayout(const AffineRef *R, LoopDim Row, LoopDim Col,
                           const llvm::DataLayout &DL);

/// Where a rewritten product of \p R is: at the store of its result, or at the
/// sum if there are several stores.
llvm::DebugLoc placeOf(const Recognition &R);

/// \p Nest tells what describeNest and describeSizes said before the nest was
/// rewritten; \p Region is a block whose hotness is the nest's. Adds the fields
/// Strategy, mr, nr, kr, mc, kc, nc, Level and Plan for each of \p Levels, the
/// most Threads, the operand of which they share packed blocks (Shared), the
/// one that is kept packed from one run of the nest to the next (Kept),
/// Chunks (LargerChunks.h), Original, and InlinedAt: the outermost call that
/// brought the nest here.
void remarkRewritten(llvm::OptimizationRemarkEmitter &ORE,
                     const RemarkText &Nest, const llvm::DebugLoc &Where,
                     const llvm::BasicBlock &Region, const BlockingPlan &Plan,
                     llvm::ArrayRef<VersionPlan> Levels, unsigned Threads,
                     const Product &P, RewriteOutcome Outcome);

/// A product that was rewritten but has no kernel for \p Engine.
void remarkUnused(llvm::OptimizationRemarkEmitter &ORE,
                  const llvm::DebugLoc &Where, const llvm::BasicBlock &Region,
                  const UnusedEngine &Engine);

/// The nests of a function that came close. Copies of one nest, as inlining
/// makes them, are reported once with their number (field Copies). Other
/// versions of a rewritten nest, as unswitching, unrolling and conditions make
/// them, are reported by an analysis remark: next to "rewritten", "not
/// rewritten" would seem to be about the nest itself.
class MissedRemarks {
public:
  /// A nest around \p Where is kept.
  void add(const llvm::Instruction &Where, Reason Why) {
    add(Where, sentence(Why), idOf(Why));
  }
  /// The same for a reason of the planner, which has numbers in it.
  void add(const llvm::Instruction &Where, llvm::StringRef Why,
           llvm::StringRef Id = {});

  /// Any other nest at one of \p Places is a version of a rewritten nest.
  void addRewritten(llvm::ArrayRef<llvm::DebugLoc> Places);

  /// Reports what was added for \p F, and forgets it.
  void emit(llvm::OptimizationRemarkEmitter &ORE, const llvm::Function &F);

private:
  struct Missed {
    llvm::DebugLoc Where;
    llvm::WeakVH Block; ///< For the nest's hotness; null once it is deleted.
    std::string Why;
    llvm::StringRef Id; ///< Of the reason, in records only.
    unsigned Copies;
  };
  llvm::SmallVector<Missed, 4> All;
  llvm::SmallVector<llvm::DebugLoc, 4> Rewritten;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REMARKS_H
