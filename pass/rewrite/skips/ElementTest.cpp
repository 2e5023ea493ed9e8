//===- ElementTest.cpp - Ifs that elements of an operand decide -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementTest.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

/// A longer condition is not worth a loop over all elements.
constexpr unsigned MostCode = 12;

namespace {

/// Collects what a condition is made of.
class TestCode {
public:
  TestCode(ElementTest &Test, const Loop &Root) : Test(Test), Root(Root) {}

  /// False where it is more than an expression of loaded elements.
  bool add(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !Root.contains(I)) {
      if (!isa<Constant>(V) && !is_contained(Test.Fixed, V))
        Test.Fixed.push_back(V);
      return true;
    }
    if (is_contained(Test.Code, I) || is_contained(Test.Loads, I))
      return true;
    if (auto *Load = dyn_cast<LoadInst>(I)) {
      Test.Loads.push_back(Load);
      return Load->isSimple() && isElement(Load->getType()) &&
             !Root.isLoopInvariant(Load->getPointerOperand());
    }
    // Code runs once for each element, whatever the others are.
    const bool IsPure =
        isa<BinaryOperator, UnaryOperator, CmpInst, CastInst, SelectInst>(I);
    if (!IsPure || I->isIntDivRem() || ++Seen > MostCode ||
        !all_of(I->operands(),
                [&](Use &Op) { return isElement(Op->getType()) && add(Op); }))
      return false;
    Test.Code.push_back(I);
    return isElement(I->getType());
  }

private:
  static bool isElement(Type *T) {
    return T->isIntegerTy() || T->isHalfTy() || T->isBFloatTy() ||
           T->isFloatTy() || T->isDoubleTy();
  }

  ElementTest &Test;
  const Loop &Root;
  unsigned Seen = 0; ///< Of what is or becomes Code.
};

} // namespace

std::string ElementTest::describe() const {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Number = [](auto &List, const Value *V) {
    return find(List, V) - List.begin();
  };
  for (const LoadInst *Load : Loads)
    OS << *Load->getType() << ',';
  for (const Value *V : Fixed)
    OS << *V->getType() << ';';
  for (const Instruction *I : Code) {
    OS << I->getOpcodeName() << ' ' << *I->getType() << ' '
       << I->getRawSubclassOptionalData();
    if (auto *Cmp = dyn_cast<CmpInst>(I))
      OS << Cmp->getPredicate();
    for (const Value *Op : I->operands()) {
      if (isa<Constant>(Op))
        Op->printAsOperand(OS << ' ');
      else if (is_contained(Loads, Op))
        OS << " l" << Number(Loads, Op);
      else if (is_contained(Fixed, Op))
        OS << " f" << Number(Fixed, Op);
      else
        OS << " c" << Number(Code, Op);
    }
    OS << ';';
  }
  OS << Passing;
  return Text;
}

/// \p I with other operands, of which there may be \p Lanes.
static Value *emitAgain(IRBuilderBase &B, const Instruction &I,
                        ArrayRef<Value *> Ops, unsigned Lanes) {
  Type *Ty = I.getType();
  if (Lanes > 1)
    Ty = VectorType::get(Ty, ElementCount::getFixed(Lanes));
  Value *V = nullptr;
  if (auto *Op = dyn_cast<BinaryOperator>(&I))
    V = B.CreateBinOp(Op->getOpcode(), Ops[0], Ops[1]);
  else if (auto *Op = dyn_cast<UnaryOperator>(&I))
    V = B.CreateUnOp(Op->getOpcode(), Ops[0]);
  else if (auto *Op = dyn_cast<CmpInst>(&I))
    V = B.CreateCmp(Op->getPredicate(), Ops[0], Ops[1]);
  else if (isa<SelectInst>(I))
    V = B.CreateSelect(Ops[0], Ops[1], Ops[2]);
  else
    V = B.CreateCast(cast<CastInst>(I).getOpcode(), Ops[0], Ty);
  if (auto *New = dyn_cast<Instruction>(V))
    New->copyIRFlags(&I);
  return V;
}

Value *ElementTest::emit(IRBuilderBase &B, ArrayRef<Value *> Of,
                         ArrayRef<Value *> Values, unsigned Lanes) const {
  SmallDenseMap<const Value *, Value *, 8> Map;
  for (auto [Load, V] : zip_equal(Loads, Of))
    Map[Load] = V;
  for (auto [Each, V] : zip_equal(Fixed, Values))
    Map[Each] = V;
  for (const Instruction *I : Code) {
    SmallVector<Value *, 2> Ops;
    for (Value *Op : I->operands()) {
      Value *V = Map.lookup(Op);
      if (!V)
        V = Lanes > 1 ? B.CreateVectorSplat(Lanes, Op) : Op;
      Ops.push_back(V);
    }
    Map[I] = emitAgain(B, *I, Ops, Lanes);
  }
  Value *Holds = Map.lookup(Code.back());
  return Passing ? B.CreateNot(Holds) : Holds;
}

/// The test that \p Br is, or one without a branch.
static ElementTest testAt(BranchInst &Br, unsigned Passing, const Loop &Root) {
  ElementTest Test;
  auto *Condition = dyn_cast<Instruction>(Br.getCondition());
  if (Condition && Root.contains(Condition) && !isa<LoadInst>(Condition) &&
      TestCode(Test, Root).add(Condition) && !Test.Loads.empty()) {
    Test.Branch = &Br;
    Test.Passing = Passing;
  }
  return Test;
}

SmallVector<ElementTest, 1> findElementTests(const Loop &Root,
                                             const Loop &Innermost,
                                             const NestAnalyses &A) {
  SmallVector<ElementTest, 1> Tests;
  for (BasicBlock *BB : Root.blocks()) {
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br || !Br->isConditional() || Innermost.contains(BB) ||
        !A.DT.dominates(BB, Innermost.getHeader()))
      continue;
    const Loop *Around = A.LI.getLoopFor(BB);
    if (Around->isLoopExiting(BB))
      continue;
    for (unsigned Way : {0, 1}) {
      BasicBlock *To = Br->getSuccessor(Way),
                 *Other = Br->getSuccessor(1 - Way);
      // The other way goes where others come from, too.
      if (To == Other || !Around->contains(Other) ||
          Other->getSinglePredecessor() ||
          !A.DT.dominates(BasicBlockEdge(BB, To), Innermost.getHeader()))
        continue;
      ElementTest Test = testAt(*Br, Way, Root);
      if (Test.Branch)
        Tests.push_back(std::move(Test));
    }
  }
  llvm::sort(Tests, [&](const ElementTest &X, const ElementTest &Y) {
    return A.DT.properlyDominates(X.Branch->getParent(), Y.Branch->getParent());
  });
  return Tests;
}

} // namespace gemmify
