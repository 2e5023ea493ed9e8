//===- ModelAside.cpp - What a model leaves aside -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelBuilder.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

bool ModelBuilder::isAside(const Loop &L) const {
  return Aside && llvm::any_of(Aside->Loops, [&](const Loop *Out) {
           return Out->contains(&L);
         });
}

bool ModelBuilder::isAside(const Instruction &Store) const {
  const Loop *In = LI.getLoopFor(Store.getParent());
  return Aside && (Aside->Stores.contains(&Store) || isAside(*In));
}

namespace {
/// A number, as it is in a block.
struct NumberIn {
  const SCEV *Is;
  const BasicBlock *In;
};

class Replacement : public SCEVRewriteVisitor<Replacement> {
public:
  Replacement(ScalarEvolution &SE, const SCEV *From, uint64_t To)
      : SCEVRewriteVisitor(SE), From(From),
        To(SE.getConstant(From->getType(), To)) {}
  const SCEV *visit(const SCEV *S) {
    return S == From ? To : SCEVRewriteVisitor::visit(S);
  }

private:
  const SCEV *From, *To;
};
} // namespace

/// The one value in \p S that \p Root chooses, if all else in there comes from
/// before it.
static Instruction *chosenIn(const SCEV *S, const Loop &Root) {
  SmallPtrSet<Instruction *, 2> Found;
  const bool Counts = SCEVExprContains(S, [&](const SCEV *Part) {
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part))
      return Root.contains(Rec->getLoop());
    if (const auto *Unknown = dyn_cast<SCEVUnknown>(Part))
      if (auto *I = dyn_cast<Instruction>(Unknown->getValue());
          I && Root.contains(I))
        Found.insert(I);
    return false;
  });
  return !Counts && Found.size() == 1 &&
                 isa<PHINode, SelectInst>(*Found.begin())
             ? *Found.begin()
             : nullptr;
}

/// The largest part of \p S, of its type, that is made of what \p Root chooses
/// and is no sum or product itself.
static const SCEV *chosenPart(const SCEV *S, const Loop &Root) {
  const SCEV *Found = nullptr;
  SCEVExprContains(S, [&](const SCEV *Part) {
    if (!Found && Part->getType() == S->getType() &&
        isa<SCEVIntegralCastExpr, SCEVUnknown>(Part) && chosenIn(Part, Root))
      Found = Part;
    return Found != nullptr;
  });
  return Found;
}

/// All that \p S may be, chosen in this iteration of \p Root. Empty where it
/// may be from another one.
static SmallVector<NumberIn, 4> findChosen(const SCEV *S, const Loop &Root,
                                           ScalarEvolution &SE) {
  SmallDenseSet<std::pair<const SCEV *, const BasicBlock *>, 8> Seen;
  SmallVector<NumberIn, 8> Next{{S, Root.getHeader()}};
  SmallVector<NumberIn, 4> Leaves;
  while (!Next.empty()) {
    const NumberIn Each = Next.pop_back_val();
    if (!Seen.insert({Each.Is, Each.In}).second)
      continue;
    Instruction *Chosen = chosenIn(Each.Is, Root);
    if (!Chosen) {
      Leaves.push_back(Each);
      continue;
    }
    if (isa<PHINode>(Chosen) && Chosen->getParent() == Root.getHeader())
      return {};
    for (Value *Op : Chosen->operand_values()) {
      if (Op->getType() != Chosen->getType())
        continue;
      ValueToSCEVMapTy To;
      To[Chosen] = SE.getSCEV(Op);
      auto *I = dyn_cast<Instruction>(Op);
      Next.push_back(
          {SCEVParameterRewriter::rewrite(Each.Is, SE, To),
           I && Root.contains(I) ? I->getParent() : Root.getHeader()});
    }
  }
  return Leaves;
}

/// Adds \p Access as one to a row that was chosen before, or to an element of
/// something else.
bool ModelBuilder::addChosen(Instruction &Access) {
  const SCEV *Ptr = SE.getSCEV(getLoadStorePointerOperand(&Access));
  const SCEV *Base = SE.getPointerBase(Ptr),
             *Offset = SE.removePointerBase(Ptr);
  const SCEV *Row = chosenPart(Offset, *Nest.Root);
  if (!Row || !SE.isLoopInvariant(Base, Nest.Root))
    return false;
  const SCEV *InRow0 = Replacement(SE, Row, 0).visit(Offset);
  const SCEV *By =
      SE.getMinusSCEV(Replacement(SE, Row, 1).visit(Offset), InRow0);
  std::optional<Linear> Form = linear(InRow0, *Access.getParent());
  if (!Form || !SE.isLoopInvariant(By, Nest.Root) ||
      SE.getAddExpr(InRow0, SE.getMulExpr(By, Row)) != Offset)
    return false;
  AsideAccess A;
  A.Access = &Access;
  A.In = loopOf(LI.getLoopFor(Access.getParent()));
  A.Address.Base = SE.getAddExpr(Base, Form->Const);
  A.Address.By.append(Form->By.begin(), Form->By.end());
  if (Base == Pointer) {
    A.Of = elementOf(A.Address);
    A.RowOf = A.Of && A.Of->At[0].isLoop();
    if (!A.Of || A.Of->At[A.RowOf].Base != Term::Zero ||
        getLoadStoreType(&Access) != Nest.ElemTy)
      return false;
  }
  const SmallVector<NumberIn, 4> Rows = findChosen(Row, *Nest.Root, SE);
  for (const NumberIn &N : Rows) {
    std::optional<Linear> At = linear(N.Is, *N.In);
    if (!At || !(Base == Pointer ? addRow(A, *At, *N.In, By)
                                 : addElsewhere(A, *At, By)))
      return false;
  }
  if (Base == Pointer)
    Nest.Aside.push_back(A);
  return !Rows.empty();
}

/// Adds one of the rows that \p A may be of: it is \p By times \p Row away from
/// row 0, which is so \p At a block.
bool ModelBuilder::addRow(AsideAccess &A, const Linear &Row,
                          const BasicBlock &At, const SCEV *By) {
  if (Row.By.size() != 1)
    return false;
  const auto &[L, Times] = Row.By.front();
  const SCEV *Stride = SE.getMulExpr(By, Times);
  constexpr int Most = 2;
  for (int Plus = -Most; Plus <= Most; ++Plus)
    if (SE.getMulExpr(SE.getConstant(Times->getType(), Plus, true), Times) ==
        Row.Const) {
      if (Stride != Nest.Stride[A.RowOf])
        Nest.Same.push_back({Stride, Nest.Stride[A.RowOf]});
      A.Rows.push_back({Term{Term::Loop, L, Plus + A.Of->At[A.RowOf].Plus},
                        loopOf(LI.getLoopFor(&At))});
      return true;
    }
  return false;
}

/// The same outside of the matrix, where it only matters how far it goes.
bool ModelBuilder::addElsewhere(AsideAccess A, const Linear &Row,
                                const SCEV *By) {
  Linear Moves{nullptr, {}};
  Moves.By.append(A.Address.By.begin(), A.Address.By.end());
  for (const auto &[L, Times] : Row.By)
    Moves.add(L, SE.getMulExpr(By, Times), SE);
  A.Address.Base = SE.getAddExpr(A.Address.Base, SE.getMulExpr(By, Row.Const));
  A.Address.By.assign(Moves.By.begin(), Moves.By.end());
  Nest.Aside.push_back(std::move(A));
  return true;
}

/// Adds a load, or a store that is no statement.
bool ModelBuilder::addAccess(Instruction &Access) {
  std::optional<ModelAddress> Known = addressOf(Access);
  if (!Known)
    return addChosen(Access);
  AsideAccess A;
  A.Access = &Access;
  A.In = loopOf(LI.getLoopFor(Access.getParent()));
  A.Address = *Known;
  if (SE.getPointerBase(Known->Base) == Pointer &&
      (!(A.Of = elementOf(*Known)) || getLoadStoreType(&Access) != Nest.ElemTy))
    return false;
  Nest.Aside.push_back(std::move(A));
  return true;
}

bool ModelBuilder::addAside() {
  if (!Aside)
    return true;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      if ((isa<LoadInst>(I) || (isa<StoreInst>(I) && isAside(I))) &&
          !addAccess(I))
        return false;
  return true;
}

} // namespace gemmify
