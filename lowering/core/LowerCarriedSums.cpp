//===- LowerCarriedSums.cpp - Sums in accumulators ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of FunctionLowering that lowers carried sums (CarriedSums.h).
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"

using namespace llvm;

namespace gemmify {

/// One phi per accumulator; completeCarriedPhis fills in the incoming values.
void FunctionLowering::lowerCarriedPhi(PHINode &Phi, const CarriedSum &Sum) {
  IRBuilder<> B(&Phi);
  Accumulators &Acc = Carried[&Phi];
  for (Type *T : Sum.Types)
    Acc.push_back(B.CreatePHI(T, Phi.getNumIncomingValues()));
  Dead.insert(&Phi);
}

void FunctionLowering::lowerCarriedProduct(const Product &P,
                                           const CarriedSum &Sum) {
  Instruction *At = P.Result;
  IRBuilder<> B(At);
  Accumulators Acc;
  if (P.NegateStart)
    Acc = Sum.Emitter->begin(B, Sum.Where, Sum.Math,
                             startAt(P, At).cut(B, Sum.Where.Cut));
  else
    Acc = accumulatorsAt(P.Start, Sum, At);
  auto [A, Bmat] = operandsAt(P, At);
  Sum.Emitter->step(B, Sum.Where, Sum.Math, Acc, A, Bmat, 0, P.Shape.K);
  Carried[At] = Acc;
  Dead.insert(At);
}

/// The accumulators of \p Sum that hold \p V before \p At; of an empty sum when
/// \p V is null.
Accumulators FunctionLowering::accumulatorsAt(Value *V, const CarriedSum &Sum,
                                              Instruction *At) {
  auto Known = Carried.find(V);
  if (Known != Carried.end())
    return Known->second;
  SmallVector<Value *> Start;
  const Layout &Cut = Sum.Where.Cut;
  if (V) {
    Matrix M = matrixAt(V, Cut.Rows, Cut.Cols, At);
    IRBuilder<> B(At);
    if (const MatrixMemory *Memory = M.memory())
      if (auto Acc =
              Sum.Emitter->beginInMemory(B, Sum.Where, Sum.Math, *Memory))
        return *Acc;
    Start = M.cut(B, Cut);
  }
  IRBuilder<> B(At);
  return Sum.Emitter->begin(B, Sum.Where, Sum.Math, Start);
}

/// The carried \p V as a matrix, for a user in \p BB. It is taken out of its
/// accumulators there rather than where it is defined, which may be in a loop.
Matrix FunctionLowering::finishedIn(Value *V, BasicBlock *BB) {
  auto *I = cast<Instruction>(V);
  const CarriedSum &Sum = *Sums.of(V);
  auto Known = Finished.find({V, BB});
  if (Known == Finished.end()) {
    IRBuilder<> B(BB, BB->getFirstInsertionPt());
    // The accumulators have been inserted before the instructions that they
    // replace.
    if (I->getParent() == BB && !isa<PHINode>(I))
      B.SetInsertPoint(I);
    Known = Finished
                .insert({{V, BB},
                         Sum.Emitter->finish(B, Sum.Where, Sum.Math,
                                             Carried.find(V)->second)})
                .first;
  }
  return Matrix::pieces(Sum.Where.Cut, Known->second);
}

/// Stores the carried \p V to \p To before \p At if its accumulators can be
/// stored as they are, as a matrix with the same number of rows.
bool FunctionLowering::storeCarried(Value *V, const MatrixMemory &To,
                                    IntrinsicInst &At) {
  const CarriedSum *Sum = Sums.of(V);
  if (!Sum || cast<ConstantInt>(At.getArgOperand(4))->getZExtValue() !=
                  Sum->Where.Cut.Rows)
    return false;
  IRBuilder<> B(&At);
  return Sum->Emitter->finishInMemory(B, Sum->Where, Sum->Math,
                                      Carried.find(V)->second, To);
}

/// The carried \p V as a flat vector, right after its pieces in \p BB.
Value *FunctionLowering::flatCarried(Value *V, BasicBlock *BB) {
  const Layout &Cut = Sums.of(V)->Where.Cut;
  Matrix M = finishedIn(V, BB);
  IRBuilder<> B(BB, BB->getFirstInsertionPt());
  SmallVector<Value *> Pieces = M.cut(B, Cut);
  Instruction *Last = nullptr;
  for (Value *Piece : Pieces)
    if (auto *I = dyn_cast<Instruction>(Piece); I && I->getParent() == BB)
      if (!Last || Last->comesBefore(I))
        Last = I;
  if (Last)
    B.SetInsertPoint(Last->getNextNode());
  return flatten(B, Cut, Pieces);
}

void FunctionLowering::completeCarriedPhis() {
  for (auto &[V, Acc] : Carried) {
    auto *Phi = const_cast<PHINode *>(dyn_cast<PHINode>(V));
    if (!Phi)
      continue;
    DenseMap<BasicBlock *, Accumulators> Incoming;
    for (unsigned In = 0; In != Phi->getNumIncomingValues(); ++In) {
      BasicBlock *From = Phi->getIncomingBlock(In);
      auto [Known, New] = Incoming.try_emplace(From);
      if (New)
        Known->second = accumulatorsAt(Phi->getIncomingValue(In), *Sums.of(Phi),
                                       From->getTerminator());
      for (auto [To, Value] : zip_equal(Acc, Known->second))
        cast<PHINode>(To)->addIncoming(Value, From);
    }
  }
}

} // namespace gemmify
