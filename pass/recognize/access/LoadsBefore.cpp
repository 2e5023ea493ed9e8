//===- LoadsBefore.cpp - What is loaded before a nest ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadsBefore.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/recognize/loops/TripCount.h"

using namespace llvm;

namespace gemmify {

namespace {

class LoadTaker {
public:
  LoadTaker(GemmNest &N, const AffineAccess &Access, const NestShape &Shape,
            ArrayRef<Loop *> Chain, const NestAnalyses &A)
      : N(N), Access(Access), Shape(Shape), Chain(Chain), A(A) {}

  bool run() {
    if (!takeReached())
      return false;
    N.LoadsBeforeWrites = loadsBeforeWrites();
    bool Known = true;
    auto Check = [&](const SCEV *S) { Known = Known && isKnownBefore(S); };
    N.forEachExpression(Check);
    for (const Condition &C : Access.conditions()) {
      Check(C.X);
      Check(C.Y);
    }
    for (const NestGuard &G : N.Guards)
      if (G.Test)
        Known = Known && isKnownBefore(G.Test->X, G.At) &&
                isKnownBefore(G.Test->Y, G.At);
    for (LoopDim D : {DimI, DimJ, DimK})
      if (const Loop *L = N.Index[D].innermost(); L && exitsFromHeader(*L))
        Known = Known && isKnownBefore(N.Index[D].Trip, L->getHeader());
    return Known;
  }

private:
  /// Those that the nest is sure to reach, in that order; the others were only
  /// looked at.
  bool takeReached() {
    for (const AffineRef &R : Access.fixedLoads())
      if (Shape.runsAlways(*R.Access->getParent())) {
        N.InvariantLoads.push_back(R);
        // The first iteration of a rotated loop always gets there.
        const Loop *Around = A.LI.getLoopFor(R.Access->getParent());
        if (!llvm::is_contained(Chain, Around) &&
            (!Access.repeatsOf(*Around) || exitsFromHeader(*Around)))
          return false;
      }
    llvm::sort(N.InvariantLoads, [&](const AffineRef &X, const AffineRef &Y) {
      return Shape.precedes(X.Access, Y.Access);
    });
    return true;
  }

  /// Whether \p S has no part that the nest computes and that is not loaded
  /// before it: before what the end of \p End decides, if that is not null.
  bool isKnownBefore(const SCEV *S, const BasicBlock *End = nullptr) const {
    return !SCEVExprContains(S, [&](const SCEV *Part) {
      const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
      const auto *I =
          Unknown ? dyn_cast<Instruction>(Unknown->getValue()) : nullptr;
      return I && N.Root->contains(I) &&
             (!N.isFixedLoad(I) ||
              (End && !A.DT.dominates(I->getParent(), End)));
    });
  }

  /// How many of the fixed loads, in the order of the path, come before all
  /// writes on it or beside it.
  unsigned loadsBeforeWrites() const {
    unsigned Count = 0;
    for (const BasicBlock *BB : Shape.Order)
      for (const Instruction &I : *BB) {
        if (I.mayWriteToMemory() && !isHint(I))
          return Count;
        Count += Count != N.InvariantLoads.size() &&
                 N.InvariantLoads[Count].Access == &I;
      }
    return Count;
  }

  GemmNest &N;
  const AffineAccess &Access;
  const NestShape &Shape;
  ArrayRef<Loop *> Chain;
  const NestAnalyses &A;
};

} // namespace

bool takeInvariantLoads(GemmNest &N, const AffineAccess &Access,
                        const NestShape &Shape, ArrayRef<Loop *> Chain,
                        const NestAnalyses &A) {
  return LoadTaker(N, Access, Shape, Chain, A).run();
}

} // namespace gemmify
