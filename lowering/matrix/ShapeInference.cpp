//===- ShapeInference.cpp - Which values are matrices ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeInference.h"
#include "intrinsic/Llvm.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

bool isMatrixIntrinsic(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::matrix_multiply:
  case Intrinsic::matrix_transpose:
  case Intrinsic::matrix_column_major_load:
  case Intrinsic::matrix_column_major_store:
    return true;
  default:
    return false;
  }
}

static bool isElementwiseCall(const IntrinsicInst &Call) {
  Intrinsic::ID ID = Call.getIntrinsicID();
  if (!isTriviallyVectorizable(ID) || Call.hasOperandBundles())
    return false;
  for (unsigned I = 0; I != Call.arg_size(); ++I) {
    bool Scalar = keepsScalar(ID, I);
    if (!Scalar && Call.getArgOperand(I)->getType() != Call.getType())
      return false;
    if (hasOverloadType(ID, I))
      return false;
  }
  return hasOverloadType(ID, -1);
}

static unsigned lanesOf(const Value *V) {
  const auto *T = dyn_cast<FixedVectorType>(V->getType());
  return T ? T->getNumElements() : 0;
}

bool isElementwise(const Instruction &I) {
  if (!lanesOf(&I))
    return false;
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return isElementwiseCall(*Call);
  if (isa<CastInst>(I))
    return lanesOf(I.getOperand(0)) == lanesOf(&I);
  return isa<BinaryOperator, UnaryOperator, CmpInst, SelectInst, FreezeInst>(I);
}

/// Whether instructions can be put before \p BB's terminator.
static bool canInsertInto(const BasicBlock &BB) {
  return BB.getFirstInsertionPt() != BB.end();
}

static bool canSplitPhi(const PHINode &Phi) {
  if (!lanesOf(&Phi) || !canInsertInto(*Phi.getParent()))
    return false;
  for (unsigned I = 0; I != Phi.getNumIncomingValues(); ++I) {
    const auto *In = dyn_cast<Instruction>(Phi.getIncomingValue(I));
    if (!canInsertInto(*Phi.getIncomingBlock(I)) || (In && In->isTerminator()))
      return false;
  }
  return true;
}

namespace {

class Inference {
public:
  explicit Inference(CutFunction CutFor) : CutFor(CutFor) {}

  void addRoot(IntrinsicInst &Call) {
    auto Arg = [&](unsigned I) {
      return unsigned(cast<ConstantInt>(Call.getArgOperand(I))->getZExtValue());
    };
    switch (Call.getIntrinsicID()) {
    case Intrinsic::matrix_multiply:
      fix(Call, Arg(2), Arg(4));
      hint(Call.getArgOperand(0), Arg(2), Arg(3));
      hint(Call.getArgOperand(1), Arg(3), Arg(4));
      break;
    case Intrinsic::matrix_transpose:
      fix(Call, Arg(2), Arg(1));
      hint(Call.getArgOperand(0), Arg(1), Arg(2));
      break;
    case Intrinsic::matrix_column_major_load:
      fix(Call, Arg(3), Arg(4));
      break;
    default:
      hint(Call.getArgOperand(0), Arg(4), Arg(5));
      break;
    }
  }

  LayoutMap run() {
    spread();
    for (auto [V, Cut] : Hints)
      if (assign(V, Cut))
        spread();
    return std::move(Layouts);
  }

private:
  Layout layout(Value *V, unsigned Rows, unsigned Cols) {
    return CutFor(V->getType()->getScalarType(), Rows, Cols);
  }
  void fix(Instruction &I, unsigned Rows, unsigned Cols) {
    Layouts[&I] = layout(&I, Rows, Cols);
    Work.push_back(&I);
  }
  void hint(Value *V, unsigned Rows, unsigned Cols) {
    if (lanesOf(V) == Rows * Cols)
      Hints.push_back({V, layout(V, Rows, Cols)});
  }

  bool assign(Value *V, Layout Cut) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || lanesOf(I) != Cut.lanes() || Layouts.contains(I))
      return false;
    auto *Phi = dyn_cast<PHINode>(I);
    if (Phi ? !canSplitPhi(*Phi) : !isElementwise(*I))
      return false;
    Layouts[I] = Cut;
    Work.push_back(I);
    return true;
  }

  void spread() {
    while (!Work.empty()) {
      Instruction *I = Work.pop_back_val();
      Layout Cut = Layouts.lookup(I);
      for (User *U : I->users())
        assign(U, Cut);
      if (isMatrixIntrinsic(*I))
        continue;
      for (Value *Op : I->operands())
        assign(Op, Cut);
    }
  }

  CutFunction CutFor;
  LayoutMap Layouts;
  SmallVector<std::pair<Value *, Layout>, 16> Hints;
  SmallVector<Instruction *, 32> Work;
};

} // namespace

LayoutMap inferShapes(Function &F, CutFunction CutFor) {
  Inference Shapes(CutFor);
  for (Instruction &I : instructions(F))
    if (isMatrixIntrinsic(I))
      Shapes.addRoot(cast<IntrinsicInst>(I));
  return Shapes.run();
}

} // namespace gemmify
