//===- StaircaseGuard.h - The test before blocks of rows ------ -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits what a model takes for granted: sizes are small numbers, elements of
/// the matrix are apart, and what else is read is apart from all of them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_STAIRCASEGUARD_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_STAIRCASEGUARD_H

#include "BlockSchedule.h"
#include "pass/rewrite/padding/EntryNumbers.h"

namespace gemmify {

class StaircaseGuard {
public:
  /// The statement \p Product of \p Nest is one.
  StaircaseGuard(const ModelNest &Nest, unsigned Product, EntryNumbers &Numbers)
      : Nest(Nest), Product(Product), Numbers(Numbers) {}

  /// Small blocks run as quickly as large ones: see BlockEmitter::runsInSteps.
  void expectSteps() { InSteps = true; }
  /// All products are one.
  void expectWhole() { IsWhole = true; }
  /// Whether all that is needed can be computed at \p Entry.
  bool canEmit(const llvm::Instruction &Entry) const;
  /// Gives the trial its numbers, and emits whether blocks are worth it, which
  /// takes so many times as much.
  llvm::Value *emitIsLarge(llvm::IRBuilderBase &B, int64_t Times = 1);
  /// Emits the test, after that.
  llvm::Value *emit(llvm::IRBuilderBase &B);

  /// Emits whether there may be workspace for the rows of a block.
  llvm::Value *emitFits(llvm::IRBuilderBase &B, const SavedRows &Rows);

  /// The same of bounds and indices only, of the sizes of \p Nest as well.
  bool canEmitIndices(const llvm::Instruction &Entry) const;
  llvm::Value *emitIndices(llvm::IRBuilderBase &B);

private:
  /// 128 bits, both included; bytes from Low to before High for memory.
  struct Range {
    llvm::Value *Low, *High;
  };
  bool isVectorized() const;
  bool isFree() const;
  int64_t gainOfLoops() const;
  llvm::Value *sizesAreSmall(llvm::IRBuilderBase &B);
  llvm::Value *indicesAreExact(llvm::IRBuilderBase &B);
  llvm::Value *size(llvm::IRBuilderBase &B, const Term &T, bool IsLow);
  Range rangeOf(llvm::IRBuilderBase &B, const Term &T);
  Range rangeOf(llvm::IRBuilderBase &B, unsigned D);
  Range start(llvm::IRBuilderBase &B, const llvm::SCEV *Pointer);
  Range window(llvm::IRBuilderBase &B);
  Range window(llvm::IRBuilderBase &B, const ModelAddress &A, llvm::Type *Ty);
  llvm::Value *isApart(llvm::IRBuilderBase &B, const Range &Matrix,
                       const ModelAddress &A, llvm::Type *Ty);
  llvm::Value *isApart(llvm::IRBuilderBase &B);
  llvm::Value *staysInRange(llvm::IRBuilderBase &B, const LoopForm &Form,
                            bool IsUnsigned);
  llvm::Value *elementsAreApart(llvm::IRBuilderBase &B);
  template <typename Fn> void forEachElement(Fn F) const {
    for (const Statement &S : Nest.Statements) {
      F(S.Target);
      for (const ModelRead &R : S.Reads)
        if (R.Of)
          F(*R.Of);
    }
    for (const AsideAccess &A : Nest.Aside) {
      if (A.Of && A.Rows.empty())
        F(*A.Of);
      for (const AsideAccess::Row &R : A.Rows) {
        Element E = *A.Of;
        E.At[A.RowOf] = R.Is;
        F(E);
      }
    }
  }

  const ModelNest &Nest;
  const unsigned Product;
  EntryNumbers &Numbers;
  bool InSteps = false, IsWhole = false;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_STAIRCASEGUARD_H
