//===- Slice.h - A side-effect-free expression of a nest --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The expressions that a nest multiplies, starts from and stores. Its leaves
/// are loads with affine addresses, loop counters, values that the nest does
/// not change, and, in Final, the accumulated sum.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_SLICE_H
#define GEMMIFY_PASS_RECOGNIZE_SLICE_H

#include "pass/recognize/access/AffineRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"

namespace gemmify {

/// How an integer of a narrower type becomes one of the sum's type.
enum class Widening : unsigned char { None, Signed, Unsigned };

/// One factor of a product: a value of the nest and how it is widened to the
/// type of the sum.
struct Factor {
  llvm::Value *Root = nullptr;
  Widening Widen = Widening::None;
};

/// A side-effect-free expression of the original nest: Root, times all of
/// Times.
struct Slice {
  llvm::Value *Root = nullptr;
  Widening Widen = Widening::None; ///< Of Root.
  /// Further factors. There are some only where the order of multiplications
  /// is free; Flags are then those of the source's.
  llvm::SmallVector<Factor, 1> Times;
  llvm::FastMathFlags Flags;
  /// Every load that the expression contains. A load that is not listed here
  /// does not occur in it.
  llvm::SmallVector<AffineRef, 2> Loads;
  /// Loop counters that the expression uses as numbers.
  llvm::SmallVector<Counter, 1> Counters;
  /// Blocks of the expression that do not run in each iteration. What they load
  /// is read only where they run; a phi is what comes along the way taken. A
  /// block that is not listed here runs.
  llvm::SmallVector<const llvm::BasicBlock *, 0> Beside;
  /// Blocks that run, from which ways lead there. All others that seem to lead
  /// to Beside or to where ways meet again never do.
  llvm::SmallVector<const llvm::BasicBlock *, 0> Forks;

  /// Whether \p BB may not run.
  bool isBeside(const llvm::BasicBlock *BB) const {
    return llvm::is_contained(Beside, BB);
  }
  bool isWay(const llvm::BasicBlock *BB) const {
    return isBeside(BB) || llvm::is_contained(Forks, BB);
  }
  /// Whether some leaf of the expression moves with \p D.
  bool dependsOn(LoopDim D) const {
    auto Moves = [D](const auto &Leaf) { return Leaf.dependsOn(D); };
    return llvm::any_of(Loads, Moves) || llvm::any_of(Counters, Moves);
  }
  /// Whether Root says all: it is neither widened nor multiplied.
  bool isOneValue() const { return Widen == Widening::None && Times.empty(); }
  /// The only load when the slice is nothing but one.
  const AffineRef *plain() const {
    return isOneValue() && Loads.size() == 1 && Loads[0].Access == Root
               ? &Loads[0]
               : nullptr;
  }
  /// The reference of \p Load when it is part of this slice.
  const AffineRef *find(const llvm::Instruction *Load) const {
    for (const AffineRef &R : Loads)
      if (R.Access == Load)
        return &R;
    return nullptr;
  }
  /// The counter that \p V is in this slice.
  const Counter *findCounter(const llvm::Value *V) const {
    for (const Counter &C : Counters)
      if (C.Val == V)
        return &C;
    return nullptr;
  }
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_SLICE_H
