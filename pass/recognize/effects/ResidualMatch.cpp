//===- ResidualMatch.cpp - What a nest does besides its product -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResidualMatch.h"
#include "NestWrites.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "pass/recognize/arith/SquareRoot.h"

using namespace llvm;

namespace gemmify {

std::optional<NestResidual> ResidualMatch::run() {
  for (unsigned At = 0; At != Shape.Order.size(); ++At)
    Rest.Position[Shape.Order[At]] = At;
  Values Roots;
  if (!findRootsOfRest(Roots))
    return std::nullopt;
  if (!loopsEnd())
    return std::nullopt;
  if (Rest.empty())
    return std::move(Rest);
  // Conditions that the product does not depend on are left to the rest.
  auto IsFork = [&](const BasicBlock *BB) {
    return llvm::is_contained(Shape.Forks, BB) ||
           llvm::any_of(Shape.Optional, [&](const OptionalLoop &O) {
             return O.Branch->getParent() == BB;
           });
  };
  Values Product(N.Writes.begin(), N.Writes.end());
  for (BasicBlock *BB : Shape.Order) {
    Roots.push_back(BB->getTerminator());
    if (Shape.OnPath.contains(BB) && !IsFork(BB))
      Product.push_back(BB->getTerminator());
  }
  if (!follow(std::move(Roots), /*OfRest=*/true, Rest.Reads) ||
      !follow(std::move(Product), /*OfRest=*/false, Rest.ProductReads))
    return std::nullopt;
  return std::move(Rest);
}

bool ResidualMatch::findRootsOfRest(Values &Roots) {
  for (Instruction *W : Writes)
    if (!llvm::is_contained(N.Writes, W) && !(N.Rest && N.Rest->contains(W)))
      Rest.Writes.push_back(W);
  for (BasicBlock *BB : Shape.Beside)
    for (Instruction &I : *BB) {
      if (!I.mayHaveSideEffects() || isHint(I))
        continue;
      if (!isPlainWrite(I) && !computesAndSetsErrno(I))
        return fail(whyKeptBy(I));
      Rest.Writes.push_back(&I);
    }
  Roots.append(Rest.Writes.begin(), Rest.Writes.end());
  for (BasicBlock *BB : Shape.Root->blocks())
    for (Instruction &I : *BB)
      if (const Instruction *User = userBehind(I, *Shape.Root)) {
        Rest.Escapes = true;
        if (!followOperand(&I, *User, /*OfRest=*/true, Roots))
          return false;
      }
  return true;
}

/// A loop that is empty after the split is taken out of its half; one that only
/// stands beside the product goes with the nest, which may be done to one that
/// does not end only where the language allows to assume that it does.
bool ResidualMatch::loopsEnd() {
  auto IsCounted = [&](const Loop *L) {
    return L == N.Rest || llvm::is_contained(N.Batch.Loops, L) ||
           llvm::any_of(N.Index, [&](const LoopIndex &Each) {
             return llvm::is_contained(Each.Loops, L);
           });
  };
  return llvm::all_of(Shape.Root->getLoopsInPreorder(), [&](Loop *L) {
    if (Rest.empty() && (IsCounted(L) || isMustProgress(L)))
      return true;
    return !isa<SCEVCouldNotCompute>(A.SE.getBackedgeTakenCount(L)) ||
           fail(Reason::UnknownCount);
  });
}

/// Collects in \p Reads the loads that \p Roots need.
bool ResidualMatch::follow(Values Roots, bool OfRest,
                           SmallVectorImpl<Instruction *> &Reads) {
  Values Worklist = std::move(Roots);
  SmallPtrSet<const Instruction *, 32> Seen;
  for (unsigned At = 0; At != Worklist.size(); ++At) {
    Instruction *I = Worklist[At];
    if (!Seen.insert(I).second || !Rest.Position.contains(I->getParent()))
      continue;
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      if (!Load->isSimple())
        return fail(Reason::VolatileOrAtomic);
      Reads.push_back(Load);
    } else if (computesAndSetsErrno(*I)) {
      if (!OfRest && !matchSquareRoot(*I).Of)
        return fail(Reason::SetsErrno);
    } else if (auto *Call = dyn_cast<CallBase>(I);
               Call && !isa<MemIntrinsic>(Call) && !matchSquareRoot(*I).Of &&
               (Call->mayReadFromMemory() || Call->isConvergent())) {
      return fail(Reason::CallWithEffects);
    }
    auto *Phi = dyn_cast<PHINode>(I);
    Value *Known = Phi ? Shape.valueOnPath(*Phi) : nullptr;
    if (Known) {
      if (!followOperand(Known, *I, OfRest, Worklist))
        return false;
      continue;
    }
    for (Value *Op : I->operands())
      if (!followOperand(Op, *I, OfRest, Worklist))
        return false;
    if (Phi && !OfRest && !A.LI.isLoopHeader(Phi->getParent()))
      llvm::append_range(Worklist, branchesBeside());
  }
  return true;
}

/// What decides on ways that are not those of the path.
ResidualMatch::Values ResidualMatch::branchesBeside() const {
  Values Branches;
  for (ArrayRef<BasicBlock *> Blocks : {Shape.Forks, Shape.Beside})
    for (BasicBlock *BB : Blocks)
      Branches.push_back(BB->getTerminator());
  for (const OptionalLoop &O : Shape.Optional)
    Branches.push_back(O.Branch);
  return Branches;
}

/// The value that is stored as the result, or a phi beside the store that is
/// and before which C(i,j) still holds it.
bool ResidualMatch::isResult(Instruction *I) const {
  if (I == N.Final.Root)
    return true;
  if (A.LI.getLoopFor(I->getParent()) != k().getParentLoop())
    return false;
  Value *V = I;
  while (V != N.Final.Root) {
    auto *Phi = dyn_cast<PHINode>(V);
    V = Phi ? Shape.valueOnPath(*Phi) : nullptr;
    if (!V)
      return false;
  }
  return llvm::none_of(Rest.Writes, [&](const Instruction *W) {
    return mayFollow(*N.C.Access, *W) && mayFollow(*W, *I);
  });
}

/// Whether \p Next may run after \p I in one iteration.
bool ResidualMatch::mayFollow(const Instruction &I,
                              const Instruction &Next) const {
  return !Rest.Position.contains(I.getParent()) ||
         !Rest.Position.contains(Next.getParent()) || Rest.precedes(&I, &Next);
}

/// The sum before or after one of its steps.
bool ResidualMatch::isSum(const Value *V) const {
  return llvm::any_of(Sums, [&](const SumChain &Sum) {
    return llvm::any_of(Sum.Steps, [&](const Update &U) {
      return V == U.Result || V == U.Sum;
    });
  });
}

/// A multiplication, perhaps negated or converted, that the code generator may
/// fuse into an addition: not when its result is read back.
static bool mayFuseWithUser(const Value &Result) {
  const auto *I = dyn_cast<Instruction>(&Result);
  while (I && (isa<CastInst>(I) || I->getOpcode() == Instruction::FNeg))
    I = dyn_cast<Instruction>(I->getOperand(0));
  return I && I->getOpcode() == Instruction::FMul && I->hasAllowContract();
}

bool ResidualMatch::followOperand(Value *V, const Instruction &User,
                                  bool OfRest, Values &Worklist) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Shape.Root->contains(I))
    return true;
  if (OfRest && SumsInside && Sums.size() == 1 && isResult(I) &&
      !k().contains(&User)) {
    if (mayFuseWithUser(*N.Final.Root))
      return fail(Reason::FusedElsewhere);
    if (!llvm::is_contained(Rest.Results, I))
      Rest.Results.push_back(I);
    return true;
  }
  if (OfRest && isSum(I))
    return fail(k().contains(&User) || !SumsInside ? Reason::SumUsedInside
                                                   : Reason::SumUsedOtherwise);
  Worklist.push_back(I);
  return true;
}

} // namespace gemmify
