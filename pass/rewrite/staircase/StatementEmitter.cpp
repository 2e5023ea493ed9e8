//===- StatementEmitter.cpp - Statements of a model as code ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatementEmitter.h"
#include "intrinsic/Tuning.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/rewrite/normalize/SplitParts.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

Value *StatementEmitter::term(IRBuilderBase &B, const Term &T) {
  Value *Of = nullptr;
  switch (T.Base) {
  case Term::Zero:
    return B.getInt64(T.Plus);
  case Term::Size:
    Of = Numbers.hold(Nest.Sizes[T.Index], Start);
    break;
  case Term::Loop:
    Of = Counters[T.Index];
    break;
  case Term::Begin:
    Of = Begin;
    break;
  case Term::Behind:
    Of = Behind;
    break;
  case Term::Done:
    Of = Done;
    break;
  case Term::OuterBegin:
    Of = OuterBegin;
    break;
  case Term::OuterBehind:
    Of = OuterBehind;
    break;
  }
  return T.Plus ? B.CreateNSWAdd(Of, B.getInt64(T.Plus)) : Of;
}

/// \p Counter times \p Step, so that ScalarEvolution sees a constant factor.
Value *StatementEmitter::stepped(IRBuilderBase &B, Value *Counter,
                                 const SCEV *Step) {
  const auto *Mul = dyn_cast<SCEVMulExpr>(Step);
  const auto *By = Mul ? dyn_cast<SCEVConstant>(Mul->getOperand(0)) : nullptr;
  if (!By)
    return B.CreateMul(Counter, Numbers.hold(Step, Start));
  SmallVector<const SCEV *, 4> Others(llvm::drop_begin(Mul->operands()));
  const SCEV *Rest = Numbers.evolution().getMulExpr(Others);
  return B.CreateMul(B.CreateMul(Counter, Numbers.hold(Rest, Start)),
                     By->getValue());
}

Value *StatementEmitter::address(IRBuilderBase &B, const ModelAddress &A) {
  ScalarEvolution &SE = Numbers.evolution();
  const auto *Base = cast<SCEVUnknown>(SE.getPointerBase(A.Base));
  Value *Offset = Numbers.hold(SE.removePointerBase(A.Base), Start);
  for (const auto &[L, Step] : A.By)
    Offset = B.CreateAdd(Offset, stepped(B, Counters[L], Step));
  return B.CreatePtrAdd(Base->getValue(), Offset);
}

/// An alias scope is about the source's execution of its declaration, an
/// access group about the source's loop.
static void dropScopes(Instruction &I) {
  for (unsigned Kind :
       {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,
        LLVMContext::MD_access_group, LLVMContext::MD_invariant_group})
    I.setMetadata(Kind, nullptr);
}

Value *StatementEmitter::savedPlace(IRBuilderBase &B, Value *Row,
                                    Value *Column) {
  Value *At =
      Saved.RowsAreContiguous
          ? B.CreateNSWAdd(B.CreateNSWMul(Row, Saved.Columns), Column)
          : B.CreateNSWAdd(
                B.CreateNSWMul(Column, B.getInt64(SharedTuning::StaircaseRows)),
                Row);
  return B.CreatePtrAdd(Saved.Place,
                        B.CreateNSWMul(At, B.getInt64(Nest.elementBytes())));
}

/// The place in workspace of \p E, which is in a row that is kept.
Value *StatementEmitter::savedAddress(IRBuilderBase &B, const Element &E) {
  Value *First = Saved.Rows.All ? term(B, Saved.Rows.All->first) : Begin;
  Value *Row = B.CreateNSWSub(term(B, E.At[Saved.Rows.D]), First);
  Value *Column = B.CreateNSWSub(term(B, E.At[1 - Saved.Rows.D]),
                                 term(B, Saved.Rows.First));
  return savedPlace(B, Row, Column);
}

Value *StatementEmitter::placeOfStep(IRBuilderBase &B, Type *Ty, Value *Place,
                                     Value *First, Value *Step) {
  return B.CreateInBoundsGEP(Ty, Place, {B.CreateNSWSub(Step, First)});
}

void StatementEmitter::save(IRBuilderBase &B, const ModelRead &R) {
  Value *From = address(B, R.Address);
  Value *V = B.CreateAlignedLoad(Nest.ElemTy, From, Nest.Align);
  B.CreateAlignedStore(V, savedAddress(B, *R.Of), Align(Nest.elementBytes()));
}

/// \p Phi as a branch on what decides it: each side loads what it loads in the
/// source, and nothing is fused through a phi.
Value *StatementEmitter::copyDecided(IRBuilderBase &B, const Statement &S,
                                     const PHINode &Phi, const Copies &Known) {
  const Decision &D = Nest.Decided.find(&Phi)->second;
  Value *Holds = Numbers.holdFrozen(*D.Condition, Start);
  Instruction &At = *B.GetInsertPoint();
  const DebugLoc Where = B.getCurrentDebugLocation();
  auto [Then, Else] = Loops.addBranches(At, Holds);
  auto *New = PHINode::Create(Phi.getType(), 2, "gemmify.decided",
                              At.getParent()->begin());
  const KnownElements::Entries Before = Elements.entries();
  for (Instruction *End : {Then, Else}) {
    Copies Side = Known;
    IRBuilder<> In(End);
    In.SetCurrentDebugLocation(Where);
    Value *V = copy(In, S, End == Then ? D.IfTrue : D.IfFalse, Side);
    New->addIncoming(V, End->getParent());
    Elements.restore(Before);
  }
  New->setDebugLoc(Where);
  B.SetInsertPoint(&At);
  B.SetCurrentDebugLocation(Where);
  return New;
}

/// \p I as a phi behind a loop of one value, which a copy may need that was
/// made since there is a model.
static const PHINode *closing(const Instruction &I) {
  const auto *Phi = dyn_cast<PHINode>(&I);
  return Phi && Phi->getNumIncomingValues() == 1 ? Phi : nullptr;
}

Term StatementEmitter::asRow(const Term &T) const {
  if (T.Base == Term::Behind && NumRows)
    return ::gemmify::Begin + (*NumRows + T.Plus);
  if (auto At = Offsets.find(T.Index); T.isLoop() && At != Offsets.end())
    return ::gemmify::Begin + (At->second + T.Plus);
  return T;
}

Value *StatementEmitter::loadElement(IRBuilderBase &B, const ModelAddress &A,
                                     const std::optional<Element> &Of) {
  const bool IsKept = Elements.areKept() && Of;
  if (Value *V = IsKept ? Elements.find(B, asRows(*Of)) : nullptr)
    return V;
  Value *Place = address(B, A);
  Value *V = B.CreateAlignedLoad(Nest.ElemTy, Place, Nest.Align);
  if (IsKept)
    Elements.loaded(asRows(*Of), Place, V);
  return V;
}

Value *StatementEmitter::copyLoad(IRBuilderBase &B, const Statement &S,
                                  LoadInst &Load) {
  const auto *Read = llvm::find_if(
      S.Reads, [&](const ModelRead &R) { return R.Load == &Load; });
  const bool IsSaved =
      llvm::is_contained(SavedReads, unsigned(Read - S.Reads.begin()));
  const bool IsElement = Elements.areKept() && Read->Of && !IsSaved;
  const bool IsKept = IsElement && Load.getType() == Nest.ElemTy;
  if (IsElement && !IsKept)
    Elements.storeAll(B);
  if (Value *V = IsKept ? Elements.find(B, asRows(*Read->Of)) : nullptr)
    return V;
  auto *New = cast<LoadInst>(Load.clone());
  if (IsSaved) {
    New->setOperand(0, savedAddress(B, *Read->Of));
    New->dropUnknownNonDebugMetadata();
    New->setAlignment(Align(Nest.elementBytes()));
  } else {
    New->setOperand(0, address(B, Read->Address));
    dropScopes(*New);
  }
  B.Insert(New);
  New->setDebugLoc(Load.getDebugLoc());
  if (IsKept)
    Elements.loaded(asRows(*Read->Of), New->getPointerOperand(), New);
  return New;
}

/// \p Sum in one operation with a product that it may be fused with, if it adds
/// one; null otherwise. In steps, several may add equal products, and what is
/// used by all of them is fused with none.
Value *StatementEmitter::copyFused(IRBuilderBase &B, const Statement &S,
                                   Instruction &Sum, Copies &Known) {
  const bool IsSub = Sum.getOpcode() == Instruction::FSub;
  if (!Elements.areKept() || !Sum.hasAllowContract() ||
      !(IsSub || Sum.getOpcode() == Instruction::FAdd))
    return nullptr;
  for (unsigned Op : {0, 1}) {
    const Instruction *Product = fusibleProduct(Sum.getOperand(Op));
    // What is known comes from memory.
    if (!Product || Known.contains(Product) ||
        Known.contains(Sum.getOperand(Op)))
      continue;
    Value *X = copy(B, S, Product->getOperand(0), Known);
    Value *Y = copy(B, S, Product->getOperand(1), Known);
    Value *Other = copy(B, S, Sum.getOperand(1 - Op), Known);
    B.SetCurrentDebugLocation(Sum.getDebugLoc());
    if ((Product != Sum.getOperand(Op)) != (IsSub && Op == 1))
      X = B.CreateFNeg(X);
    if (IsSub && Op == 0)
      Other = B.CreateFNeg(Other);
    auto *Fused = cast<Instruction>(
        B.CreateIntrinsic(Sum.getType(), Intrinsic::fmuladd, {X, Y, Other}));
    Fused->copyIRFlags(&Sum);
    Fused->andIRFlags(Product);
    return Fused;
  }
  return nullptr;
}

Value *StatementEmitter::copy(IRBuilderBase &B, const Statement &S, Value *V,
                              Copies &Known) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !Nest.Root->contains(I))
    return V;
  if (Value *Copied = Known.lookup(V))
    return Copied;
  if (const PHINode *Phi = closing(*I))
    return copy(B, S, Phi->getIncomingValue(0), Known);
  if (const auto *Phi = dyn_cast<PHINode>(I))
    return Known[V] = copyDecided(B, S, *Phi, Known);
  if (auto *Load = dyn_cast<LoadInst>(I))
    return Known[V] = copyLoad(B, S, *Load);
  if (Value *Fused = copyFused(B, S, *I, Known))
    return Known[V] = Fused;
  Instruction *New = I->clone();
  for (unsigned Op = 0; Op != I->getNumOperands(); ++Op)
    New->setOperand(Op, copy(B, S, I->getOperand(Op), Known));
  // What is asked about and what is stored have made the same choice.
  if (auto *Choice = dyn_cast<SelectInst>(New);
      Choice && Nest.isFixedChoice(*I))
    Choice->setCondition(Numbers.holdFrozen(*Choice->getCondition(), Start));
  B.Insert(New);
  New->setDebugLoc(I->getDebugLoc());
  Known[V] = New;
  return New;
}

/// Copies what is decided in \p V: a product and its sum are in one block then.
void StatementEmitter::copyAllDecided(IRBuilderBase &B, const Statement &S,
                                      Value *V, Copies &Known) {
  SmallSetVector<Value *, 16> Work;
  Work.insert(V);
  for (unsigned At = 0; At != Work.size(); ++At) {
    auto *I = dyn_cast<Instruction>(Work[At]);
    if (!I || !Nest.Root->contains(I) || isa<LoadInst>(I) || Known.contains(I))
      continue;
    if (isa<PHINode>(I) && !closing(*I))
      copy(B, S, I, Known);
    else
      Work.insert(I->value_op_begin(), I->value_op_end());
  }
}

Value *StatementEmitter::value(IRBuilderBase &B, const Statement &S,
                               Value *Current) {
  if (S.IsCopy)
    return loadElement(B, S.Reads.front().Address, S.Reads.front().Of);
  Copies Known;
  for (const Value *Leaf : S.Current)
    Known[Leaf] = Current;
  for (const ModelRead &R : S.Reads)
    if (R.Stored)
      Known[R.Stored] = loadElement(B, R.Address, R.Of);
  for (const auto &[Of, Place] : OfSteps)
    if (S.Seen.contains(Of)) {
      Type *Ty = Of->getType();
      Known[Of] =
          B.CreateLoad(Ty, placeOfStep(B, Ty, Place, Begin, Counters.front()));
    }
  if (Kept && S.Seen.contains(Kept))
    Known[Kept] = B.CreateAlignedLoad(Nest.ElemTy, savedAddress(B, KeptAt),
                                      Align(Nest.elementBytes()));
  copyAllDecided(B, S, S.Value, Known);
  return copy(B, S, S.Value, Known);
}

Value *StatementEmitter::holds(IRBuilderBase &B, const Statement &S,
                               const Ask &A) {
  Copies Known;
  auto *I = dyn_cast<Instruction>(A.Condition);
  Value *Holds = nullptr;
  if (I && Nest.Root->contains(I)) {
    Holds = copy(B, S, I, Known);
    // Where several are asked at once, one decides about all.
    for (auto &[Of, Copied] : Known)
      if (Copied->getType()->isIntegerTy(1))
        cast<Instruction>(Copied)->dropPoisonGeneratingFlags();
  } else {
    Holds = Numbers.holdFrozen(*A.Condition, Start);
  }
  return A.Expected ? Holds : B.CreateNot(Holds);
}

Value *StatementEmitter::loadTarget(IRBuilderBase &B, const Statement &S) {
  return loadElement(B, S.Address, S.Target);
}

void StatementEmitter::storeTarget(IRBuilderBase &B, const Statement &S,
                                   Value *V) {
  if (S.IsKept) {
    B.CreateAlignedStore(V, savedAddress(B, S.Target),
                         Align(Nest.elementBytes()));
    return;
  }
  Value *Place = address(B, S.Address);
  const auto *Source = dyn_cast<StoreInst>(S.Where);
  if (const auto Part = Source ? onlyPartChanged(*Source) : std::nullopt) {
    Elements.forget(B, asRows(S.Target));
    V = B.CreateExtractElement(V, *Part);
    const uint64_t Behind = *Part * Nest.elementBytes() / 2;
    B.CreateAlignedStore(V, B.CreatePtrAdd(Place, B.getInt64(Behind)),
                         commonAlignment(Nest.Align, Behind))
        ->setDebugLoc(S.Where->getDebugLoc());
    return;
  }
  if (!Elements.areKept()) {
    StoreInst *Store = B.CreateAlignedStore(V, Place, Nest.Align);
    Store->setDebugLoc(S.Where->getDebugLoc());
    return;
  }
  // What comes from memory in the source is fused with nothing.
  V = B.CreateIntrinsic(V->getType(), Intrinsic::arithmetic_fence, {V});
  Elements.stored(B, asRows(S.Target), Place, V);
}

} // namespace gemmify
