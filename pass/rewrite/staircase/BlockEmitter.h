//===- BlockEmitter.h - The loops over blocks of a nest ------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Spells a schedule out: a loop over blocks, in which each piece is a nest.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKEMITTER_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKEMITTER_H

#include "BlockSchedule.h"
#include "HostLoops.h"
#include "SavedElements.h"
#include "StatementEmitter.h"
#include "llvm/ADT/DenseMap.h"

namespace gemmify {

class BlockEmitter {
public:
  BlockEmitter(const ModelNest &Nest, const BlockSchedule &Blocks,
               EntryNumbers &Numbers, llvm::BasicBlock &Start,
               llvm::LoopInfo &LI);

  /// Whether what products ask of elements that are as they were before the
  /// nest holds for all that the source looks at, before \p At. Null where
  /// there is no such question. To be called first, if at all.
  llvm::Value *askAll(llvm::Instruction &At);

  /// Emits all before \p At. False where a piece is not of the form that it
  /// should have.
  bool run(llvm::Instruction &At);

  /// Emits the pieces of the block from \p Begin to before \p Behind, before \p
  /// At. The result is that of run.
  bool runBlock(llvm::Instruction &At, llvm::Value *Begin, llvm::Value *Behind);
  /// Emits \p P, no product, of the steps from \p Begin to before \p Done.
  void runPart(const SchedulePiece &P, llvm::Instruction &At,
               llvm::Value *Begin, llvm::Value *Behind, llvm::Value *Done);
  StatementEmitter &statements() { return Emit; }
  /// Whether what is no product counts rows of blocks step by step.
  bool runsInSteps() const { return AreAllInSteps; }

  /// Has blocks keep rows. Returns what stands for the workspace, before \p At,
  /// and how many bytes that takes.
  std::pair<llvm::Instruction *, llvm::Value *> keepRows(llvm::Instruction &At);

  /// The innermost loop of each product; those in smaller blocks last.
  llvm::ArrayRef<llvm::Loop *> products() const { return Products; }
  /// All other loops.
  llvm::ArrayRef<llvm::Loop *> others() const { return Others; }

private:
  using Facts = llvm::SmallVector<AtMost, 16>;

  llvm::Value *limit(llvm::IRBuilderBase &B, llvm::ArrayRef<Term> Terms,
                     bool IsLow);
  llvm::Value *holds(llvm::IRBuilderBase &B, const AtMost &C);
  llvm::Value *edgeOfRows(llvm::IRBuilderBase &B, bool IsLow);
  llvm::Instruction &branch(llvm::Instruction &At, llvm::Value *If);
  llvm::Instruction *require(llvm::Instruction &At,
                             llvm::ArrayRef<AtMost> Wanted, Facts &Known);
  llvm::Instruction *ask(llvm::Instruction &At, const Statement &S,
                         llvm::ArrayRef<Ask> Asks);
  bool forBlocks(llvm::Instruction &At, llvm::Value *Low, llvm::Value *High,
                 int64_t Size,
                 llvm::function_ref<bool(llvm::Instruction &At,
                                         llvm::Value *First, llvm::Value *End)>
                     Each);
  void setBlock(llvm::Instruction &At, llvm::Value *Begin, llvm::Value *Behind);
  bool emitPieces(llvm::Instruction &At);
  bool emitPieces(llvm::ArrayRef<SchedulePiece> Pieces, llvm::Instruction &At);
  bool emitInner(llvm::Instruction &At);
  bool emitBlocks(llvm::Instruction &At);
  bool saveRows(llvm::Instruction &At);
  void saveElements(const SavedElements &Box, const ModelRead &R,
                    llvm::Instruction &At);
  void emitPiece(const SchedulePiece &P, llvm::Instruction &At);
  void emitRest(const SchedulePiece &P, llvm::Instruction &At);
  llvm::Instruction *emitInSteps(const SchedulePiece &P, llvm::Instruction &At);
  llvm::SmallVector<AtMost, 8> roomFor(const SchedulePiece &P) const;
  llvm::SmallVector<AtMost, 8> limitsOf(const SchedulePiece &P,
                                        unsigned Of) const;
  llvm::SmallVector<AtMost, 8> boundsOf(const SchedulePiece &P, unsigned Of,
                                        const Facts &Known) const;
  bool forAllIn(const SchedulePiece &P, unsigned Of,
                llvm::function_ref<bool(unsigned)> Each) const;
  Facts knownIn(const SchedulePiece &P, unsigned Of, Facts Known) const;
  bool isCounted(const SchedulePiece &P, unsigned Of, const Facts &Known,
                 llvm::SmallVector<unsigned, 2> Around = {}) const;
  bool hasCounted(const SchedulePiece &P, unsigned Of,
                  const Facts &Known) const;
  bool wasAsked(const Ask &A, unsigned Loop) const;
  llvm::SmallVector<Ask, 1> openAsks(unsigned Loop) const;
  llvm::Instruction *askAround(const SchedulePiece &P, unsigned Of,
                               llvm::Instruction &At);
  void emitBody(const SchedulePiece &P, unsigned Of, llvm::Instruction &At,
                const Facts &Known);
  void emitLoop(const SchedulePiece &P, unsigned Of, llvm::Instruction &At,
                Facts Known);
  void emitIterations(const SchedulePiece &P, unsigned Of,
                      llvm::ArrayRef<AtMost> Bounds, llvm::Instruction &At,
                      const Facts &Inside);
  void emitSteps(const SchedulePiece &P, unsigned Of,
                 llvm::ArrayRef<AtMost> Bounds, llvm::Instruction &At,
                 const Facts &Inside);
  void emitStatement(const Statement &S, llvm::Instruction &At);
  void emitSum(const Statement &S, const HostLoop &In);
  bool isSumIn(const SchedulePiece &P, unsigned Loop, const Facts &Known) const;
  Facts known() const;
  Facts allOf(const SchedulePiece::Part &P) const;
  bool emitProduct(const SchedulePiece::Part &P, llvm::Instruction &At);
  /// A loop of a product: its counter takes First to Last.
  struct Side {
    unsigned Loop;
    llvm::Value *First, *Last;
  };
  void emitInRow(const Statement &S, const Side &Columns, const Side &Sum,
                 bool MayBeNone, llvm::Instruction &At);
  llvm::Value *holdThrough(
      const Side &Of, llvm::Value *Known, llvm::Instruction &At,
      llvm::function_ref<llvm::Value *(llvm::Value *, llvm::Instruction &)>
          Each);
  llvm::Value *holdsAround(const Statement &S, const Ask &A,
                           llvm::ArrayRef<unsigned> Around, llvm::Value *Known,
                           llvm::Value *Runs, llvm::Instruction &At);
  llvm::Value *allHold(const Statement &S, const Ask &A,
                       llvm::ArrayRef<Side> Over, llvm::Value *Known,
                       llvm::Instruction &At);
  llvm::Instruction *askFirst(const SchedulePiece::Part &P,
                              llvm::ArrayRef<Side> Box, llvm::Instruction &At);
  llvm::SmallVector<unsigned, 4> under(const SchedulePiece &P,
                                       unsigned Loop) const;

  const ModelNest &Nest;
  const BlockSchedule &Blocks;
  HostLoops Loops;
  StatementEmitter Emit;
  /// What is known of the block that is emitted.
  llvm::SmallVector<AtMost, 3> Here{{Begin + 1, Behind}};
  bool AreAllInSteps = true;
  bool IsSmall = false; ///< Blocks that are emitted have no smaller ones.
  /// What holds wherever the source asks it before a loop that runs.
  llvm::SmallVector<std::pair<Ask, unsigned>, 2> AskedOnce;
  llvm::SmallVector<llvm::Loop *, 2> Products, InnerProducts;
  llvm::SmallVector<llvm::Loop *, 8> Others;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_BLOCKEMITTER_H
