//===- MicroKernel.h - The loop over k of one tile --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One `llvm.matrix.multiply` in a loop over k: the outer product that
/// accumulates a tile (Kuzma et al. 2022, algorithm 1). The sums are a value
/// from before the loop until after it; the lowering keeps them in registers.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_TILE_MICROKERNEL_H
#define GEMMIFY_PASS_KERNEL_TILE_MICROKERNEL_H

#include "pass/plan/BlockingPlan.h"
#include "pass/recognize/GemmNest.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// What a tile reads of an operand.
struct TileOperand {
  llvm::Value *Ptr;     ///< Of the block's first step of k.
  llvm::Value *KStride; ///< Bytes from one step of k to the next, i64.
  /// Elements from one line (row of the left, column of the right operand) to
  /// the next within a step of k, i64.
  llvm::Value *Across;
  /// Loads mr×Steps of the left or Steps×nr of the right operand, flat, from
  /// the step of k at an address on; null: one step, whose lines are where the
  /// above says, those of the left operand contiguous.
  llvm::function_ref<llvm::Value *(llvm::Value *Ptr, unsigned Steps)> Load =
      nullptr;
  /// What its lines add to the sums in addition to the products, mr or nr
  /// elements; null: nothing.
  llvm::Value *Sums = nullptr;

  /// Bytes from one product of a step to the next, i64; null: there is one.
  llvm::Value *Next = nullptr;

  /// The address \p Ks steps of k (i64) after \p From.
  llvm::Value *advance(llvm::IRBuilderBase &B, llvm::Value *From,
                       llvm::Value *Ks) const;
  /// The address of step \p K of the block.
  llvm::Value *at(llvm::IRBuilderBase &B, llvm::Value *K) const;
};

class MicroKernel {
public:
  /// For tiles of \p Rows×\p Cols. Loops over sites of few steps of k are
  /// unrolled \p Unroll times. \p Scale is the nest's factor of each product as
  /// \p B's function has it; null: none.
  MicroKernel(llvm::IRBuilderBase &B, const GemmNest &Nest,
              const BlockingPlan &Plan, unsigned Rows, unsigned Cols,
              unsigned Unroll, llvm::Value *Scale)
      : B(B), Nest(Nest), Plan(Plan), Rows(Rows), Cols(Cols), Unroll(Unroll),
        Scale(Scale) {}

  /// Adds the products of \p Depth steps of k (i64, at least 1) to \p Init. \p
  /// FilledUp says that Depth is a multiple of kr because of padding with
  /// zeros.
  llvm::Value *emit(const TileOperand &Left, const TileOperand &Right,
                    llvm::Value *Depth, bool FilledUp, llvm::Value *Init);

  /// Adds the product of \p Left and \p Right, \p Steps steps of k of both, to
  /// \p Acc.
  llvm::Value *site(llvm::Value *Acc, llvm::Value *Left, llvm::Value *Right,
                    unsigned Steps);

private:
  unsigned unrolledSites() const;
  llvm::PHINode *createPhi(const llvm::Twine &Name, llvm::Value *First,
                           llvm::BasicBlock *Entry);
  llvm::Value *loadLeft(const TileOperand &Left, llvm::Value *Ptr,
                        unsigned Steps);
  llvm::Value *loadRight(const TileOperand &Right, llvm::Value *Ptr,
                         unsigned Steps);
  bool walksColumns(const TileOperand &Right, unsigned Steps) const;
  using Pointers = llvm::SmallVector<llvm::PHINode *, 4>;
  llvm::Value *walkColumns(const TileOperand &Right, llvm::Value *First,
                           llvm::BasicBlock *Entry, Pointers &Groups);
  llvm::Value *loop(const TileOperand &Left, const TileOperand &Right,
                    llvm::Value *Init, llvm::Value *From, llvm::Value *To,
                    unsigned Steps, bool MayBeEmpty);

  llvm::IRBuilderBase &B;
  const GemmNest &Nest;
  const BlockingPlan &Plan;
  const unsigned Rows, Cols, Unroll;
  llvm::Value *const Scale;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_TILE_MICROKERNEL_H
