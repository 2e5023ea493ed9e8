//===- SharedCounters.cpp - A counter that several loops share ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedCounters.h"
#include "intrinsic/Llvm.h"
#include "pass/recognize/arith/SumChain.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace gemmify {

HoistedCounter::HoistedCounter(PHINode &Phi, std::unique_ptr<SCEVExpander> By)
    : Expander(std::move(By)), At(Phi.getParent()),
      Position(std::distance(At->begin(), Phi.getIterator())),
      Name(Phi.getName()), Place(Phi.getDebugLoc()),
      From(Phi.block_begin(), Phi.block_end()) {
  for (const Use &U : Phi.incoming_values()) {
    Incoming.push_back(U.get());
    Uses.emplace_back(*U.get());
    Places.push_back(Uses.back().placeOf(U));
  }
}

HoistedCounter::HoistedCounter(HoistedCounter &&) = default;
HoistedCounter &HoistedCounter::operator=(HoistedCounter &&) = default;
HoistedCounter::~HoistedCounter() = default;

void HoistedCounter::restore(ScalarEvolution &SE) {
  auto *Select = cast<Instruction>(Fixed);
  BasicBlock::iterator Where = std::next(At->begin(), Position);
  Where.setHeadBit(true); // Debug records there stay with the instruction after
                          // them.
  PHINode *Phi = PHINode::Create(Select->getType(), From.size());
  Phi->insertBefore(*At, Where);
  for (auto [Value, Block] : llvm::zip_equal(Incoming, From))
    Phi->addIncoming(Value, Block);
  Phi->setDebugLoc(Place);
  SE.forgetValue(Select);
  Select->replaceAllUsesWith(Phi);
  Select->eraseFromParent();
  Phi->setName(Name);
  // Removes what it has inserted, and restores the flags of what it has used.
  SCEVExpanderCleaner(*Expander).cleanup();
  for (auto [Value, Order, Own] : llvm::zip_equal(Incoming, Uses, Places))
    Order.restore(*Value, Phi, Own);
}

namespace {

class Hoister {
public:
  Hoister(PHINode &Phi, Loop &L, const NestAnalyses &A)
      : Phi(Phi), A(A), Expander(new SCEVExpander(createExpander(A.SE))),
        Before(&L) {}

  std::optional<HoistedCounter> run() {
    if (!findBranch() || !isFixedIn(*Before))
      return std::nullopt;
    while (Before->getParentLoop() && isFixedIn(*Before->getParentLoop()))
      Before = Before->getParentLoop();
    Instruction *At = Before->getLoopPreheader()->getTerminator();
    Value *const Condition = Br->getCondition();
    HoistedCounter Hoisted(Phi, std::move(Expander));
    PerSide<Value *> V;
    for (unsigned S : {0u, 1u})
      V[S] = Hoisted.expander().expandCodeFor(Of[S], Phi.getType(), At);
    // One that is not chosen may be poison.
    auto *Fixed =
        SelectInst::Create(Condition, V[0], V[1], "counter", At->getIterator());
    Hoisted.replacedBy(*Fixed);
    A.SE.forgetTopmostLoop(Before);
    A.SE.forgetValue(&Phi);
    Phi.replaceAllUsesWith(Fixed);
    Phi.eraseFromParent();
    return Hoisted;
  }

private:
  template <typename T> using PerSide = std::array<T, 2>;

  /// The branch that alone decides which value is taken.
  bool findBranch() {
    BasicBlock *BB = Phi.getParent();
    const auto *IDom = A.DT.getNode(BB)->getIDom();
    Br = IDom ? dyn_cast<BranchInst>(IDom->getBlock()->getTerminator())
              : nullptr;
    if (!Br)
      return false;
    assert(Br->isConditional() && "only a loop's header is met in another way");
    for (unsigned In : {0u, 1u})
      for (unsigned S : {0u, 1u})
        if (comesAlong(S, *Phi.getIncomingBlock(In)))
          Of[S] = A.SE.getSCEVAtScope(Phi.getIncomingValue(In), Before);
    return Of[0] && Of[1];
  }

  bool comesAlong(unsigned S, const BasicBlock &From) const {
    BasicBlockEdge Edge(Br->getParent(), Br->getSuccessor(S));
    return &From == Br->getParent() ? Br->getSuccessor(S) == Phi.getParent()
                                    : A.DT.dominates(Edge, &From);
  }

  bool isFixedIn(const Loop &L) {
    const BasicBlock *Preheader = L.getLoopPreheader();
    return Preheader && L.isLoopInvariant(Br->getCondition()) &&
           llvm::all_of(Of, [&](const SCEV *S) {
             return Expander->isSafeToExpandAt(S, Preheader->getTerminator());
           });
  }

  PHINode &Phi;
  const NestAnalyses &A;
  std::unique_ptr<SCEVExpander> Expander;
  Loop *Before;
  BranchInst *Br = nullptr;
  PerSide<const SCEV *> Of = {}; ///< By the successors of Br.
};

} // namespace

/// Whether \p L continues sums of the loop before it: it counts k, and
/// recognition treats both as one loop.
static bool goesOn(Loop &L, ScalarEvolution &SE) {
  return L.isInnermost() && llvm::none_of(findSums(L, SE), [&](SumChain &Sum) {
           return Sum.Store &&
                  !SE.isLoopInvariant(
                      SE.getSCEV(Sum.Store->getPointerOperand()), &L);
         });
}

/// Whether a loop in \p L, which contains \p V, starts counting at \p V.
static bool startsLoop(const Value &V, const Loop &L, const NestAnalyses &A) {
  return llvm::any_of(V.users(), [&](const User *U) {
    if (isa<CastInst>(U))
      return startsLoop(*U, L, A);
    const auto *Next = dyn_cast<PHINode>(U);
    Loop *Inner = Next ? A.LI.getLoopFor(Next->getParent()) : nullptr;
    return Inner && L.contains(Inner->getParentLoop()) && !goesOn(*Inner, A.SE);
  });
}

SmallVector<HoistedCounter, 2> hoistSharedCounters(const NestAnalyses &A) {
  SmallVector<std::pair<PHINode *, Loop *>, 4> Found;
  for (Loop *L : A.LI.getLoopsInPreorder())
    for (BasicBlock *BB : L->getSubLoops().size() < 2 ? ArrayRef<BasicBlock *>()
                                                      : L->getBlocks()) {
      if (A.LI.getLoopFor(BB) != L || BB == L->getHeader())
        continue;
      for (PHINode &Phi : BB->phis())
        if (Phi.getNumIncomingValues() == 2 && Phi.getType()->isIntegerTy() &&
            startsLoop(Phi, *L, A) && hasSums(*L, A.SE))
          Found.push_back({&Phi, L});
    }
  SmallVector<HoistedCounter, 2> Hoisted;
  for (auto [Phi, L] : Found)
    if (std::optional<HoistedCounter> Counter = Hoister(*Phi, *L, A).run())
      Hoisted.push_back(std::move(*Counter));
  return Hoisted;
}

} // namespace gemmify
