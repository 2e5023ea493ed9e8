//===- LoopForm.h - Numbers as linear forms of a nest's loops - -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A condition of a padded convolution compares numbers such as
/// oy * stride - pad + ky * dilation: linear forms in the iteration numbers of
/// loops, whose coefficients the nest does not change.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_PADDING_LOOPFORM_H
#define GEMMIFY_PASS_REWRITE_PADDING_LOOPFORM_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include <optional>

namespace gemmify {

/// Const + sum of Terms[L] * (number of L's iteration), with what the nest does
/// not change as coefficients; all of one integer type of at most 64 bits, read
/// as signed.
struct LoopForm {
  const llvm::SCEV *Const = nullptr;
  llvm::SmallVector<std::pair<const llvm::Loop *, const llvm::SCEV *>, 2> Terms;

  /// Null for none.
  const llvm::SCEV *coefficient(const llvm::Loop *L) const;
  bool operator==(const LoopForm &Other) const;
  bool isFixed() const { return Terms.empty(); }
  llvm::Type *type() const { return Const->getType(); }
  void add(const llvm::Loop *L, const llvm::SCEV *By,
           llvm::ScalarEvolution &SE);
};

/// Greater >= Less + Gap, in i64.
struct PaddingBound {
  LoopForm Greater, Less;
  bool Gap;
};

/// Reads expressions of a nest as linear forms. They are exact where each of
/// ranges() stays in the signed range of its type.
class FormReader {
public:
  /// With \p ReadsUnsigned, what is extended by zeros is a form as well.
  FormReader(const llvm::Loop &Root, llvm::ScalarEvolution &SE,
             bool ReadsUnsigned = false)
      : Root(Root), SE(SE), ReadsUnsigned(ReadsUnsigned) {}

  /// Empty where \p S is no such form.
  std::optional<LoopForm> read(const llvm::SCEV *S);

  /// Numbers of \p L count from \p Base on, not from \p Start, where it begins.
  void countFrom(const llvm::Loop &L, const llvm::SCEV *Start,
                 const llvm::SCEV *Base) {
    CountedFrom[&L] = {Start, Base};
  }

  llvm::ArrayRef<LoopForm> ranges() const { return Ranges; }
  /// Those of them, and fixed ones, that may not be negative either.
  llvm::ArrayRef<LoopForm> notNegative() const { return NotNegative; }

  /// \p Form as numbers of 64 bits.
  LoopForm widen(LoopForm Form);

private:
  std::optional<LoopForm> readParts(const llvm::SCEV *S);
  std::optional<LoopForm> readSum(const llvm::SCEV *S);
  std::optional<LoopForm> readProduct(const llvm::SCEV *S);

  const llvm::Loop &Root;
  llvm::ScalarEvolution &SE;
  const bool ReadsUnsigned;
  llvm::SmallVector<LoopForm, 4> Ranges, NotNegative;
  llvm::SmallDenseMap<const llvm::Loop *,
                      std::pair<const llvm::SCEV *, const llvm::SCEV *>>
      CountedFrom;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_PADDING_LOOPFORM_H
