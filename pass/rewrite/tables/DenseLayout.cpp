//===- DenseLayout.cpp - How elements behind tables lie in a copy ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DenseLayout.h"
#include "intrinsic/SharedTuning.h"

using namespace llvm;

namespace gemmify {

/// \p Step over \p Unit, if that is a small whole number, not 0.
static std::optional<int64_t> multipleOf(const SCEV *Step, const SCEV *Unit,
                                         ScalarEvolution &SE) {
  if (Step == Unit)
    return 1;
  if (Step == SE.getNegativeSCEV(Unit))
    return -1;
  const auto *Of = dyn_cast<SCEVConstant>(Unit);
  const auto *By = dyn_cast<SCEVConstant>(Step);
  int64_t Times = 0;
  if (Of && By) {
    const APInt &U = Of->getAPInt(), &S = By->getAPInt();
    if (U.isZero() || !S.srem(U).isZero())
      return std::nullopt;
    const APInt Ratio = S.sdiv(U);
    Times = Ratio.getSignificantBits() <= 16 ? Ratio.getSExtValue() : 0;
  } else if (const auto *Mul = dyn_cast<SCEVMulExpr>(Step)) {
    const auto *C = dyn_cast<SCEVConstant>(Mul->getOperand(0));
    if (C && C->getAPInt().getSignificantBits() <= 16 &&
        SE.getMulExpr(C, Unit) == Step)
      Times = C->getAPInt().getSExtValue();
  }
  const int64_t Most = SharedTuning::MaxTableStep;
  return Times != 0 && Times >= -Most && Times <= Most ? std::optional(Times)
                                                       : std::nullopt;
}

/// Takes the loops of \p Form that move by multiples of one of them.
void DenseLayout::addShared(unsigned Level, LoopForm Form,
                            ScalarEvolution &SE) {
  while (!Form.Terms.empty()) {
    DenseAxis Best;
    for (const auto &Unit : Form.Terms) {
      DenseAxis Axis{Level, Unit.second, {}};
      for (const auto &[L, Step] : Form.Terms)
        if (std::optional<int64_t> Times = multipleOf(Step, Unit.second, SE))
          Axis.By.push_back({L, *Times});
      if (Axis.By.size() > Best.By.size())
        Best = std::move(Axis);
    }
    llvm::erase_if(Form.Terms, [&](const auto &Term) {
      return llvm::any_of(
          Best.By, [&](const auto &Each) { return Each.first == Term.first; });
    });
    Axes.push_back(std::move(Best));
  }
}

DenseLayout::DenseLayout(const TablePath &Path, ScalarEvolution &SE,
                         bool SharesAxes)
    : ElemBytes(SE.getDataLayout().getTypeStoreSize(Path.ElemTy)) {
  for (const auto &[Level, Form] : enumerate(Path.Levels))
    if (SharesAxes)
      addShared(Level, Form, SE);
    else
      for (const auto &[L, Step] : Form.Terms)
        Axes.push_back({unsigned(Level), Step, {{L, 1}}});
  auto IsContiguous = [&](const DenseAxis &Axis) {
    const auto *C = dyn_cast<SCEVConstant>(Axis.Unit);
    return Axis.Level + 1 == Path.Levels.size() && C &&
           C->getAPInt().abs() == ElemBytes;
  };
  auto Found = std::exchange(Axes, {});
  for (bool Last : {false, true})
    copy_if(Found, std::back_inserter(Axes),
            [&](const DenseAxis &Axis) { return IsContiguous(Axis) == Last; });
}

/// Positions from one end to the other, of the loops that move as \p Back says
/// or of all.
static Value *reach(IRBuilderBase &B, const DenseAxis &Axis,
                    std::optional<bool> Back, DenseLayout::Count CountOf) {
  Value *Sum = B.getInt64(0);
  for (const auto &[L, Times] : Axis.By) {
    if (Back && *Back != (Times < 0))
      continue;
    Value *Last = B.CreateSub(CountOf(L), B.getInt64(1));
    Sum = B.CreateAdd(Sum, B.CreateMul(Last, B.getInt64(std::abs(Times))));
  }
  return Sum;
}

Value *DenseLayout::extent(IRBuilderBase &B, const DenseAxis &Axis,
                           Count CountOf) {
  return B.CreateAdd(reach(B, Axis, std::nullopt, CountOf), B.getInt64(1));
}

Value *DenseLayout::origin(IRBuilderBase &B, const DenseAxis &Axis,
                           Count CountOf) {
  return reach(B, Axis, /*Back=*/true, CountOf);
}

SmallVector<Value *, 6> DenseLayout::strides(IRBuilderBase &B,
                                             Count CountOf) const {
  SmallVector<Value *, 6> Strides(Axes.size() + 1);
  Value *Bytes = B.getInt64(ElemBytes);
  for (unsigned At = Axes.size(); At-- != 0;) {
    Strides[At] = Bytes;
    Bytes = B.CreateMul(Bytes, extent(B, Axes[At], CountOf));
  }
  Strides.back() = Bytes;
  return Strides;
}

} // namespace gemmify
