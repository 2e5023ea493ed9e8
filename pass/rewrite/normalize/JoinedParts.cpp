//===- JoinedParts.cpp - Complex elements as vectors of parts -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinedParts.h"
#include "Decision.h"
#include "PartPairs.h"
#include "pass/rewrite/recovery/FoldedProducts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;

namespace gemmify {

namespace {
/// Puts vectors in place of parts in a copy.
class PartJoiner {
public:
  PartJoiner(const Loop &Copy, const NestAnalyses &A) : Copy(Copy), A(A) {}
  void run(ArrayRef<PartPair> Pairs);

private:
  using Two = std::pair<Value *, Value *>;

  void load(const PartPair &P);
  void store(const PartPair &P);
  Value *withPart(const PartPair &P, Value *To, IRBuilderBase &B);
  bool isOther(const PHINode &X, const PHINode &Y) const;
  SmallPtrSet<const Value *, 4> factorsOf(const PHINode &Phi,
                                          const Loop &L) const;
  void joinSums(const Loop &L);
  void joinSum(PHINode &X, PHINode &Y, const Loop &L);
  bool isSum(Value *X, Value *Y) const;
  bool joinResults(BasicBlock &BB);
  Value *joinPhis(PHINode &X, PHINode &Y);
  void takeSum(const Two &Parts);
  void shareResult(const Two &Parts);
  Value *known(Value *X, Value *Y) const;
  Value *join(Value *X, Value *Y, Instruction &At);
  void split(Value &Vector, Instruction *X, Instruction *Y,
             BasicBlock::iterator At);
  Type *vector() const { return FixedVectorType::get(PartTy, 2); }

  const Loop &Copy;
  const NestAnalyses &A;
  ArrayRef<PartPair> Pairs;
  Type *PartTy = nullptr;
  /// The vector that a number is a part of, and which one.
  DenseMap<const Value *, std::pair<Value *, unsigned>> PartOf;
  DenseMap<Two, Value *> Joined;
  SmallPtrSet<const Value *, 4> Sums; ///< Vectors that loops sum.
  SmallVector<Two, 2> Results;        ///< Of loops.
  SmallVector<Instruction *, 8> Dead;
};
} // namespace

/// The vector of \p X and \p Y, if there is one.
Value *PartJoiner::known(Value *X, Value *Y) const {
  const auto OfX = PartOf.lookup(X), OfY = PartOf.lookup(Y);
  if (OfX.first && OfX.first == OfY.first && OfX.second == 0 && OfY.second == 1)
    return OfX.first;
  return Joined.lookup({X, Y});
}

/// \p X and \p Y as one vector, known where the second of both is or, if that
/// is not known, before \p At.
Value *PartJoiner::join(Value *X, Value *Y, Instruction &At) {
  if (Value *Known = known(X, Y))
    return Known;
  auto *CX = dyn_cast<Constant>(X), *CY = dyn_cast<Constant>(Y);
  if (CX && CY)
    return ConstantVector::get({CX, CY});
  auto *IX = dyn_cast<Instruction>(X), *IY = dyn_cast<Instruction>(Y);
  // Of phis in one block, none dominates another one.
  auto IsBefore = [&](const Instruction &First, const Instruction &Other) {
    return First.getParent() == Other.getParent()
               ? First.comesBefore(&Other)
               : A.DT.dominates(&First, &Other);
  };
  Instruction *Last = IX && (!IY || IsBefore(*IY, *IX))   ? IX
                      : IY && (!IX || IsBefore(*IX, *IY)) ? IY
                                                          : nullptr;
  const bool IsShared = Last && Copy.contains(Last);
  IRBuilder<> B(IsShared ? &**Last->getInsertionPointAfterDef() : &At);
  Value *V = B.CreateInsertElement(PoisonValue::get(vector()), X, uint64_t(0));
  V = B.CreateInsertElement(V, Y, uint64_t(1));
  if (IsShared)
    Joined[{X, Y}] = V;
  return V;
}

/// The parts of \p Vector, taken at \p At, replace \p X and \p Y, unless null.
void PartJoiner::split(Value &Vector, Instruction *X, Instruction *Y,
                       BasicBlock::iterator At) {
  IRBuilder<> B(At->getParent(), At);
  for (unsigned Part : {0, 1}) {
    Instruction *Old = Part == 0 ? X : Y;
    if (!Old)
      continue;
    Value *Of = B.CreateExtractElement(&Vector, uint64_t(Part));
    PartOf[Of] = {&Vector, Part};
    Old->replaceAllUsesWith(Of);
    Dead.push_back(Old);
  }
}

static Value *lowerAddress(const PartPair &P, IRBuilderBase &B) {
  if (P.Of[0] && (P.At == P.Of[0] || isa<StoreInst>(P.At)))
    return getLoadStorePointerOperand(P.Of[0]);
  const int64_t Bytes =
      P.At->getDataLayout().getTypeStoreSize(getLoadStoreType(P.At));
  return B.CreatePtrAdd(getLoadStorePointerOperand(P.At), B.getInt64(-Bytes));
}

/// Of the lower one of both.
static Align alignmentOf(const PartPair &P) {
  return P.Of[0] ? getLoadStoreAlignment(P.Of[0])
                 : commonAlignment(getLoadStoreAlignment(P.Of[1]),
                                   P.At->getDataLayout().getTypeStoreSize(
                                       getLoadStoreType(P.Of[1])));
}

static void keepFacts(Instruction &New, const PartPair &P) {
  AAMDNodes Facts = P.At->getAAMetadata();
  for (const Instruction *Each : P.Of)
    if (Each)
      Facts = Facts.merge(Each->getAAMetadata());
  // The scope of an inlined function may begin between both.
  Facts.Scope = Facts.NoAlias = nullptr;
  New.setAAMetadata(Facts);
  New.setDebugLoc(P.At->getDebugLoc());
}

void PartJoiner::load(const PartPair &P) {
  IRBuilder<> B(P.At);
  LoadInst *New =
      B.CreateAlignedLoad(vector(), lowerAddress(P, B), alignmentOf(P));
  keepFacts(*New, P);
  split(*New, P.Of[0], P.Of[1], P.At->getIterator());
}

void PartJoiner::store(const PartPair &P) {
  IRBuilder<> B(P.At);
  Value *To = lowerAddress(P, B);
  Value *V = P.isOne()
                 ? withPart(P, To, B)
                 : join(P.Of[0]->getOperand(0), P.Of[1]->getOperand(0), *P.At);
  StoreInst *New = B.CreateAlignedStore(V, To, alignmentOf(P));
  keepFacts(*New, P);
  llvm::copy_if(P.Of, std::back_inserter(Dead),
                [](Instruction *Old) { return Old; });
}

/// What stands at \p To with the part that \p P stores alone in place of what
/// it was. Only that part is stored once vectors are split.
Value *PartJoiner::withPart(const PartPair &P, Value *To, IRBuilderBase &B) {
  LoadInst *Old = B.CreateAlignedLoad(vector(), To, alignmentOf(P));
  keepFacts(*Old, P);
  return B.CreateInsertElement(Old, P.At->getOperand(0),
                               uint64_t(P.Of[0] ? 0 : 1));
}

/// A vector in place of \p X and \p Y.
Value *PartJoiner::joinPhis(PHINode &X, PHINode &Y) {
  BasicBlock &BB = *X.getParent();
  auto *New =
      PHINode::Create(vector(), X.getNumIncomingValues(), "parts", BB.begin());
  New->setDebugLoc(X.getDebugLoc());
  split(*New, &X, &Y, BB.getFirstInsertionPt());
  for (unsigned I = 0; I != X.getNumIncomingValues(); ++I) {
    BasicBlock *From = X.getIncomingBlock(I);
    // A switch may come from there twice.
    if (const int Known = New->getBasicBlockIndex(From); Known >= 0) {
      New->addIncoming(New->getIncomingValue(Known), From);
      continue;
    }
    New->addIncoming(join(X.getIncomingValue(I),
                          Y.getIncomingValueForBlock(From),
                          *From->getTerminator()),
                     From);
  }
  return New;
}

/// Whether \p V is \p Of or a phi that brings it.
static bool brings(const Value *V, const Value *Of, unsigned Depth = 0) {
  constexpr unsigned Deepest = 3;
  const auto *Phi = dyn_cast<PHINode>(V);
  return V == Of || (Phi && Depth != Deepest &&
                     llvm::any_of(Phi->incoming_values(), [&](const Use &In) {
                       return brings(In, Of, Depth + 1);
                     }));
}

/// Whether \p X, of a loop's header, is the second part and \p Y the first.
bool PartJoiner::isOther(const PHINode &X, const PHINode &Y) const {
  for (unsigned I = 0; I != X.getNumIncomingValues(); ++I) {
    const Value *Of[] = {X.getIncomingValue(I),
                         Y.getIncomingValueForBlock(X.getIncomingBlock(I))};
    if (PartOf.lookup(Of[0]).second == 1)
      return true;
    for (const PartPair &P : Pairs)
      if (!P.isOne() && isa<StoreInst>(P.At) && isa<Instruction>(Of[0]) &&
          brings(P.Of[0]->getOperand(0), Of[1]) &&
          brings(P.Of[1]->getOperand(0), Of[0]))
        return true;
  }
  return false;
}

/// What two numbers are summed to in a loop is known there as a vector.
void PartJoiner::takeSum(const Two &Parts) {
  if (Value *V = known(Parts.first, Parts.second)) {
    Sums.insert(V);
    Results.push_back(Parts);
  }
}

/// The parts of elements that the products in \p L's iteration multiply that
/// are added to \p Phi.
SmallPtrSet<const Value *, 4> PartJoiner::factorsOf(const PHINode &Phi,
                                                    const Loop &L) const {
  SmallPtrSet<const Value *, 4> Factors;
  SmallSetVector<const Value *, 8> Work;
  Work.insert(Phi.getIncomingValueForBlock(L.getLoopLatch()));
  for (unsigned At = 0; At != Work.size(); ++At) {
    const auto *I = dyn_cast<Instruction>(Work[At]);
    if (!I || !L.contains(I) || isa<PHINode>(I))
      continue;
    if (PartOf.contains(I))
      Factors.insert(I);
    else
      Work.insert(I->value_op_begin(), I->value_op_end());
  }
  return Factors;
}

/// Joins the numbers that \p L carries, if there are two for each element: of
/// several ones, those of the same factors.
void PartJoiner::joinSums(const Loop &L) {
  SmallVector<PHINode *, 4> Parts;
  for (PHINode &Phi : L.getHeader()->phis())
    if (Phi.getType()->isFloatingPointTy())
      Parts.push_back(&Phi);
  if (Parts.size() % 2 != 0 || llvm::any_of(Parts, [&](PHINode *Phi) {
        return Phi->getType() != PartTy;
      }))
    return;
  for (unsigned I = 0; I != Parts.size(); I += 2) {
    auto IsOfSame = [&](PHINode *Phi) {
      return Parts.size() == 2 || factorsOf(*Phi, L) == factorsOf(*Parts[I], L);
    };
    auto *Other = std::find_if(Parts.begin() + I + 1, Parts.end(), IsOfSame);
    if (Other == Parts.end())
      return;
    std::swap(Parts[I + 1], *Other);
  }
  for (unsigned I = 0; I != Parts.size(); I += 2)
    joinSum(*Parts[I], *Parts[I + 1], L);
}

void PartJoiner::joinSum(PHINode &X, PHINode &Y, const Loop &L) {
  Two Parts(&X, &Y);
  if (isOther(X, Y))
    std::swap(Parts.first, Parts.second);
  joinPhis(*cast<PHINode>(Parts.first), *cast<PHINode>(Parts.second));
  for (Value **Part : {&Parts.first, &Parts.second})
    *Part = cast<PHINode>(*Part)->getIncomingValueForBlock(L.getLoopLatch());
  takeSum(Parts);
}

/// Whether a loop sums \p X and \p Y, in registers or in an element.
bool PartJoiner::isSum(Value *X, Value *Y) const {
  Value *V = known(X, Y);
  const auto *I = dyn_cast<Instruction>(X);
  const Loop *In = I ? A.LI.getLoopFor(I->getParent()) : nullptr;
  return (V && Sums.contains(V)) ||
         (In && In->isInnermost() &&
          llvm::any_of(Pairs, [&](const PartPair &P) {
            return !P.isOne() && isa<StoreInst>(P.At) &&
                   P.Of[0]->getOperand(0) == X && P.Of[1]->getOperand(0) == Y;
          }));
}

/// Joins phis of \p BB that bring the parts of a sum, if there are such.
bool PartJoiner::joinResults(BasicBlock &BB) {
  for (PHINode &X : BB.phis())
    for (PHINode &Y : BB.phis()) {
      if (&X == &Y || X.getType() != PartTy || Y.getType() != PartTy ||
          llvm::is_contained(Dead, &X) || llvm::is_contained(Dead, &Y))
        continue;
      for (unsigned I = 0; I != X.getNumIncomingValues(); ++I)
        if (isSum(X.getIncomingValue(I),
                  Y.getIncomingValueForBlock(X.getIncomingBlock(I)))) {
          Sums.insert(joinPhis(X, Y));
          return true;
        }
    }
  return false;
}

/// What is behind the loop that computes \p Parts uses parts of the vector.
void PartJoiner::shareResult(const Two &Parts) {
  auto *V = dyn_cast<Instruction>(known(Parts.first, Parts.second));
  const Loop *In = V ? A.LI.getLoopFor(V->getParent()) : nullptr;
  if (!In || !In->isInnermost())
    return;
  BasicBlock *Exit = In->getUniqueExitBlock();
  const bool IsOwn =
      Exit && Exit->getSinglePredecessor() && A.DT.dominates(V, Exit);
  auto IsBehind = [&](const Use &U) {
    const auto *By = cast<Instruction>(U.getUser());
    if (llvm::is_contained(Dead, By))
      return false;
    const auto *Phi = dyn_cast<PHINode>(By);
    const BasicBlock *At = Phi ? Phi->getIncomingBlock(U) : By->getParent();
    return IsOwn ? A.DT.dominates(Exit, At)
                 : !In->contains(By) && A.DT.dominates(V, U);
  };
  IRBuilder<> B(IsOwn ? &*Exit->getFirstInsertionPt()
                      : &**V->getInsertionPointAfterDef());
  for (unsigned Part : {0, 1}) {
    Value *Old = Part == 0 ? Parts.first : Parts.second;
    if (llvm::none_of(Old->uses(), IsBehind))
      continue;
    Value *Of = B.CreateExtractElement(V, uint64_t(Part));
    PartOf[Of] = {V, Part};
    Old->replaceUsesWithIf(Of, IsBehind);
  }
}

void PartJoiner::run(ArrayRef<PartPair> All) {
  Pairs = All;
  PartTy = getLoadStoreType(Pairs.front().At);
  for (const PartPair &P : Pairs)
    if (isa<LoadInst>(P.At))
      load(P);
  for (const Loop *L : Copy.getLoopsInPreorder())
    if (L->isInnermost())
      joinSums(*L);
  bool Changed = true;
  while (std::exchange(Changed, false))
    for (BasicBlock *BB : Copy.blocks())
      while (joinResults(*BB))
        Changed = true;
  for (const Two &Parts : Results)
    shareResult(Parts);
  for (const PartPair &P : Pairs)
    if (isa<StoreInst>(P.At)) {
      store(P);
      if (P.isOne())
        continue;
      if (Value *V = known(P.Of[0]->getOperand(0), P.Of[1]->getOperand(0));
          V && isa<Instruction>(V))
        shareResult({P.Of[0]->getOperand(0), P.Of[1]->getOperand(0)});
    }
  for (Instruction *I : Dead)
    I->dropAllReferences();
  for (Instruction *I : Dead)
    I->eraseFromParent();
}

std::unique_ptr<TrialNest> readJoinedParts(Loop &Innermost,
                                           const NestAnalyses &A) {
  for (Loop *Root : TrialNest::rootsAround(Innermost, NumDims)) {
    if (!TrialNest::isOneNest(*Root) || !TrialNest::isTriangular(*Root, A.SE) ||
        findPartPairs(*Root, A.SE).empty() ||
        !TrialNest::makeCopyable(*Root, A))
      continue;
    auto Trial = std::make_unique<TrialNest>(*Root, ".joined", A);
    if (!foldProducts(Trial->copy(), A))
      continue;
    nestDecisions(Trial->copy(), A);
    Trial->forgetCopy();
    const SmallVector<PartPair, 4> Pairs = findPartPairs(Trial->copy(), A.SE);
    if (Pairs.empty())
      continue;
    PartJoiner(Trial->copy(), A).run(Pairs);
    Trial->forgetCopy();
    Trial->readInAnyCase(Trial->copyOf(Innermost));
    return Trial;
  }
  return nullptr;
}

} // namespace gemmify
