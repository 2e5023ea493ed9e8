//===- NarrowNumbers.h - Numbers whose high bits are zero ----- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM widens an index of 32 bits in each loop in its own way: as `x`, or as
/// `x & 0xffffffff`. They are one number where x is less than 2^32.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_NARROWNUMBERS_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_NARROWNUMBERS_H

#include "pass/recognize/loops/NestShape.h"
#include "pass/rewrite/padding/LoopForm.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

namespace gemmify {

/// Val has to be less than 2^Bits, unsigned.
struct NarrowNumber {
  llvm::Value *Val;
  unsigned Bits;
};

/// Numbers of a nest that have to be narrow in all iterations.
class NarrowNumbers {
public:
  explicit NarrowNumbers(llvm::ScalarEvolution &SE);

  /// False where that cannot be asked before \p Root.
  bool add(const NarrowNumber &Number, llvm::Loop &Root);
  /// The same of all that \p Reader needs to be in its range.
  bool addRanges(const FormReader &Reader, const llvm::Loop &Root);
  /// i1, not poison, at the end of the block before the nest.
  llvm::Value *emit(llvm::IRBuilderBase &B);

private:
  struct Bound {
    LoopForm Form;
    llvm::APInt Least, Most;                        ///< 128 bits.
    llvm::SmallVector<const llvm::SCEV *, 2> Lasts; ///< Of its loops' counts.
  };
  bool addBound(const LoopForm &Form, llvm::APInt Least, llvm::APInt Most,
                const llvm::Instruction &At);
  llvm::Value *wide(llvm::IRBuilderBase &B, const llvm::SCEV *S, bool Signed);

  llvm::ScalarEvolution &SE;
  llvm::SCEVExpander Expander;
  llvm::SmallVector<Bound, 2> Bounds;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_NARROWNUMBERS_H
