//===- MmaOperands.h - Operands of POWER10's matrix unit --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Vectors of 16 bytes as MMA instructions read them, from one operand of a
/// section. Two that are adjacent in memory are loaded by one instruction.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_POWER_MMAOPERANDS_H
#define GEMMIFY_LOWERING_POWER_MMAOPERANDS_H

#include "lowering/core/OperandLines.h"

namespace gemmify {

/// The operands of one side for some steps of k.
struct MmaFetched {
  /// [group of steps][vector], `<16 x i8>` each.
  llvm::SmallVector<llvm::SmallVector<llvm::Value *, 8>, 4> Vectors;
  /// [group of steps][pair of vectors], `<256 x i1>`; null where it was not
  /// loaded as a pair.
  llvm::SmallVector<llvm::SmallVector<llvm::Value *, 4>, 4> Pairs;
};

/// One side of a section: \p Count lines from \p First on.
class MmaSide {
public:
  MmaSide(llvm::IRBuilderBase &B, const Matrix &M, bool IsLeft, RankShape Shape,
          unsigned First, unsigned Count);

  /// Missing lines and steps of k are zero.
  MmaFetched fetch(llvm::IRBuilderBase &B, unsigned KBegin,
                   unsigned KEnd) const;
  /// Whether whole vectors can be loaded from memory as they are.
  bool isContiguous() const { return Lines.isContiguous(Shape); }

private:
  void fetchPair(llvm::IRBuilderBase &B, MmaFetched &F, unsigned Line,
                 unsigned KBegin) const;

  OperandLines Lines;
  RankShape Shape; ///< Of one vector.
  unsigned First, Count;
};

/// `<16 x i8>`.
llvm::Type *mmaVectorTy(llvm::LLVMContext &C);

/// The pair of vectors \p First and \p Second, which are adjacent in memory.
llvm::Value *assemblePair(llvm::IRBuilderBase &B, llvm::Value *First,
                          llvm::Value *Second);
/// The vectors of \p Pair, in the order of memory.
std::array<llvm::Value *, 2> vectorsOfPair(llvm::IRBuilderBase &B,
                                           llvm::Value *Pair);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_POWER_MMAOPERANDS_H
