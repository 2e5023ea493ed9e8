//===- BlockEmitter.cpp - The loops over blocks of a nest -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "InnerBlocks.h"
#include "intrinsic/Tuning.h"
#include "pass/rewrite/version/Fallback.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;

namespace gemmify {

BlockEmitter::BlockEmitter(const ModelNest &Nest, const BlockSchedule &Blocks,
                           EntryNumbers &Numbers, BasicBlock &Start,
                           LoopInfo &LI)
    : Nest(Nest), Blocks(Blocks), Loops(LI, Nest.Root->getStartLoc()),
      Emit(Nest, Numbers, Start, Loops) {}

static Value *pick(IRBuilderBase &B, Value *X, Value *Y, bool IsLow) {
  if (!X)
    return Y;
  return B.CreateSelect(IsLow ? B.CreateICmpSGT(X, Y) : B.CreateICmpSLT(X, Y),
                        X, Y);
}

/// The largest of \p Terms, or the smallest one.
Value *BlockEmitter::limit(IRBuilderBase &B, ArrayRef<Term> Terms, bool IsLow) {
  Value *V = nullptr;
  for (const Term &T : Terms)
    V = pick(B, V, Emit.term(B, T), IsLow);
  return V;
}

Value *BlockEmitter::holds(IRBuilderBase &B, const AtMost &C) {
  Value *Less = Emit.term(B, C.Less), *Greater = Emit.term(B, C.Greater);
  return B.CreateICmpSLE(Less, Greater);
}

/// The first or the last row that there may be.
Value *BlockEmitter::edgeOfRows(IRBuilderBase &B, bool IsLow) {
  SmallVector<Term, 4> Edges;
  for (Term T : Blocks.Rows) {
    while (T.isLoop()) {
      const ModelLoop &L = Nest.Loops[T.Index];
      T = (IsLow ? L.Low : L.High) + T.Plus;
    }
    if (!llvm::is_contained(Edges, T))
      Edges.push_back(T);
  }
  return limit(B, Edges, !IsLow);
}

/// Has \p Each emit a block, given its first row and the first behind it, for
/// all blocks of \p Size rows from \p Low to \p High, before \p At.
bool BlockEmitter::forBlocks(
    Instruction &At, Value *Low, Value *High, int64_t Size,
    function_ref<bool(Instruction &, Value *, Value *)> Each) {
  IRBuilder<> B(&At);
  B.SetCurrentDebugLocation(Nest.Root->getStartLoc());
  Value *Step = B.getInt64(Size);
  // Blocks are counted from 0, so that one more than the last is no concern.
  // No rows are one block without any.
  Value *Rows = B.CreateBinaryIntrinsic(Intrinsic::smax, B.CreateSub(High, Low),
                                        B.getInt64(0));
  Value *Last = B.CreateSDiv(Rows, Step);
  HostLoop OfBlocks = Loops.addLoop(At, B.getInt64(0), Last, /*Down=*/false,
                                    /*Guarded=*/false);
  Others.push_back(OfBlocks.L);
  B.SetInsertPoint(OfBlocks.Body);
  Value *Offset = B.CreateMul(OfBlocks.Counter, Step), *First, *End;
  if (Blocks.Down) {
    End = B.CreateAdd(B.CreateSub(High, Offset), B.getInt64(1));
    First = pick(B, Low, B.CreateSub(End, Step), /*IsLow=*/true);
  } else {
    First = B.CreateAdd(Low, Offset);
    Value *Behind = B.CreateAdd(High, B.getInt64(1));
    End = pick(B, Behind, B.CreateAdd(First, Step), /*IsLow=*/false);
  }
  return Each(*OfBlocks.Body, First, End);
}

bool BlockEmitter::run(Instruction &At) {
  const bool Done = Blocks.IsWhole ? emitPieces(At) : emitBlocks(At);
  for (Loop *L : InnerProducts)
    markPart(*L);
  Products.append(InnerProducts);
  return Done;
}

bool BlockEmitter::emitBlocks(Instruction &At) {
  IRBuilder<> B(&At);
  B.SetCurrentDebugLocation(Nest.Root->getStartLoc());
  Value *Low = edgeOfRows(B, /*IsLow=*/true);
  Value *High = edgeOfRows(B, /*IsLow=*/false);
  SaveAndRestore Small(IsSmall, Blocks.Inner.empty());
  return forBlocks(At, Low, High,
                   Blocks.Inner.empty() ? SharedTuning::StaircaseRows
                                        : SharedTuning::OuterStaircaseRows,
                   [&](Instruction &In, Value *First, Value *End) {
                     return runBlock(In, First, End);
                   });
}

void BlockEmitter::setBlock(Instruction &At, Value *Begin, Value *Behind) {
  IRBuilder<> B(&At);
  // Products are not about more than a block.
  Emit.Begin = B.CreateFreeze(Begin, "gemmify.begin");
  Emit.Behind = B.CreateFreeze(Behind, "gemmify.behind");
}

bool BlockEmitter::runBlock(Instruction &At, Value *Begin, Value *Behind) {
  setBlock(At, Begin, Behind);
  return emitPieces(At);
}

/// The diagonal of the block in smaller blocks.
bool BlockEmitter::emitInner(Instruction &At) {
  SaveAndRestore First(Emit.Begin), End(Emit.Behind);
  SaveAndRestore Outer(Emit.OuterBegin, Emit.Begin);
  SaveAndRestore OuterEnd(Emit.OuterBehind, Emit.Behind);
  SaveAndRestore Inner(Here, isInOuter());
  SaveAndRestore OuterProducts(Products, {});
  SaveAndRestore Small(IsSmall, true);
  IRBuilder<> B(&At);
  Value *Last = B.CreateSub(Emit.Behind, B.getInt64(1));
  const bool Done = forBlocks(At, Emit.Begin, Last, SharedTuning::StaircaseRows,
                              [&](Instruction &In, Value *First, Value *End) {
                                setBlock(In, First, End);
                                return emitPieces(Blocks.Inner, In);
                              });
  InnerProducts.append(Products);
  return Done;
}

void BlockEmitter::runPart(const SchedulePiece &P, Instruction &At,
                           Value *Begin, Value *Behind, Value *Done) {
  Emit.Begin = Begin;
  Emit.Behind = Behind;
  Emit.Done = Done;
  emitPiece(P, At);
}

bool BlockEmitter::emitPieces(Instruction &At) {
  return saveRows(At) && emitPieces(Blocks.Pieces, At);
}

bool BlockEmitter::emitPieces(ArrayRef<SchedulePiece> Pieces, Instruction &At) {
  bool HasInner = false;
  for (const SchedulePiece &P : Pieces) {
    if (P.IsDiagonal && !Blocks.Inner.empty()) {
      // The diagonal pieces are next to each other.
      if (!std::exchange(HasInner, true) && !emitInner(At))
        return false;
      continue;
    }
    if (!P.IsProduct) {
      emitRest(P, At);
      continue;
    }
    for (const SchedulePiece::Part &Part : P.Parts)
      if (!emitProduct(Part, At))
        return false;
  }
  return true;
}

BlockEmitter::Facts BlockEmitter::allOf(const SchedulePiece::Part &P) const {
  const auto Domain = Nest.domain(Nest.Statements[P.Of]);
  Facts All(Domain.begin(), Domain.end());
  All.append(P.Where);
  All.append(Here);
  return All;
}

/// The parts of \p P that are in \p Loop.
SmallVector<unsigned, 4> BlockEmitter::under(const SchedulePiece &P,
                                             unsigned Loop) const {
  SmallVector<unsigned, 4> All;
  for (unsigned I = 0; I != P.Parts.size(); ++I)
    if (llvm::is_contained(Nest.around(Nest.Statements[P.Parts[I].Of]), Loop))
      All.push_back(I);
  return All;
}

BlockEmitter::Facts BlockEmitter::known() const {
  Facts Known(Nest.Needed.begin(), Nest.Needed.end());
  Known.append(Here);
  return Known;
}

Instruction &BlockEmitter::branch(Instruction &At, Value *If) {
  Instruction &Inside = Loops.addBranch(At, If);
  Emit.Elements.branch(At, Inside);
  return Inside;
}

/// Where what is not \p Known of \p Wanted holds, before \p At.
Instruction *BlockEmitter::require(Instruction &At, ArrayRef<AtMost> Wanted,
                                   Facts &Known) {
  Instruction *Place = &At;
  for (const AtMost &C : Wanted) {
    if (implies(Known, C))
      continue;
    IRBuilder<> B(Place);
    Place = &branch(*Place, holds(B, C));
    Known.push_back(C);
  }
  return Place;
}

/// Where all of \p Asks hold, before \p At: they are asked before \p S.
Instruction *BlockEmitter::ask(Instruction &At, const Statement &S,
                               ArrayRef<Ask> Asks) {
  Instruction *Place = &At;
  for (const Ask &A : Asks) {
    IRBuilder<> B(Place);
    B.SetCurrentDebugLocation(S.Where->getDebugLoc());
    Place = &branch(*Place, Emit.holds(B, S, A));
  }
  return Place;
}

} // namespace gemmify
