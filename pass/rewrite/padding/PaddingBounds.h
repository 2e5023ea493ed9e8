//===- PaddingBounds.h - What conditions compare -------------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the conditions that leave padding out as bounds on linear forms.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PADDING_PADDINGBOUNDS_H
#define GEMMIFY_PASS_REWRITE_PADDING_PADDINGBOUNDS_H

#include "LoopForm.h"
#include "pass/recognize/access/AffineRef.h"

namespace gemmify {

/// Collects the bounds that conditions state.
class BoundReader {
public:
  BoundReader(const llvm::Loop &Root, llvm::ScalarEvolution &SE)
      : Root(Root), SE(SE), Forms(Root, SE) {}

  /// Takes \p V, which is \p Expected where the nest goes on, for bounds of
  /// which all have to hold. False where it says something else.
  bool read(llvm::Value *V, bool Expected);
  /// Adds that \p Number is no smaller than \p Least, or smaller than \p End,
  /// or no larger without \p Gap.
  bool bound(const LoopForm &Number, const llvm::SCEV *Least);
  bool bound(const llvm::SCEV *End, const LoopForm &Number, bool Gap);

  /// Adds that \p Each, which does not move with any loop, has to hold.
  void require(const Condition &Each) { Conditions.push_back(Each); }

  /// Whether a bound says that \p Number, of a narrower type, is not negative.
  bool isNotNegative(const llvm::SCEV *Number);

  FormReader &forms() { return Forms; }
  llvm::ArrayRef<PaddingBound> bounds() const { return Bounds; }
  /// Bounds that have to hold in all iterations.
  llvm::ArrayRef<PaddingBound> always() const { return Always; }
  /// What does not move with any loop and has to hold besides.
  llvm::ArrayRef<Condition> conditions() const { return Conditions; }

private:
  bool readComparison(llvm::ICmpInst::Predicate Pred, const llvm::SCEV *X,
                      const llvm::SCEV *Y);
  bool readSigns(llvm::Value *Number);
  bool isAlways(const llvm::SCEV *Greater, const llvm::SCEV *Less);
  bool compare(const llvm::SCEV *Greater, const llvm::SCEV *Less, bool Gap);

  const llvm::Loop &Root;
  llvm::ScalarEvolution &SE;
  FormReader Forms;
  llvm::SmallVector<PaddingBound, 4> Bounds;
  llvm::SmallVector<PaddingBound, 2> Always;
  llvm::SmallVector<Condition, 2> Conditions;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PADDING_PADDINGBOUNDS_H
