//===- ConstantElements.cpp - An operand whose elements are known ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantElements.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace gemmify {

/// Whether loads of \p Array may be replaced by what it is initialized with.
static bool isKnown(const GlobalVariable &Array) {
  return Array.isConstant() && Array.hasDefinitiveInitializer() &&
         !Array.isThreadLocal() && Array.getAddressSpace() == 0;
}

static std::optional<int64_t> numberOf(const SCEV *S) {
  const auto *C = dyn_cast<SCEVConstant>(S);
  if (!C || C->getAPInt().getSignificantBits() > 64)
    return std::nullopt;
  return C->getAPInt().getSExtValue();
}

std::optional<ConstantElements> ConstantElements::of(const GemmNest &Nest,
                                                     const Slice &S,
                                                     LoopDim Dim,
                                                     ScalarEvolution &SE) {
  if (!S.Root || S.Loads.empty() || !S.Times.empty() || !S.Counters.empty() ||
      !S.Beside.empty())
    return std::nullopt;
  ConstantElements Elements(Nest, S);
  if (!Elements.findPlaces(Dim, SE) || !Elements.at(0, 0))
    return std::nullopt;
  return Elements;
}

bool ConstantElements::findPlaces(LoopDim Dim, ScalarEvolution &SE) {
  for (const AffineRef &R : S.Loads) {
    const auto *Load = dyn_cast<LoadInst>(R.Access);
    const auto *Base = R.Start->getType()->isPointerTy()
                           ? dyn_cast<SCEVUnknown>(SE.getPointerBase(R.Start))
                           : nullptr;
    auto *Array = Base ? dyn_cast<GlobalVariable>(Base->getValue()) : nullptr;
    if (!Load || !Load->isSimple() || !Array || !isKnown(*Array) ||
        !R.isStrided() ||
        llvm::any_of(R.Batch, [](const SCEV *Step) { return !Step->isZero(); }))
      return false;
    for (LoopDim Other : {DimI, DimJ, DimK})
      if (Other != Dim && Other != DimK && R.dependsOn(Other))
        return false;
    const auto Start = numberOf(SE.getMinusSCEV(R.Start, Base));
    const auto LineStride = numberOf(R.Stride[Dim]);
    const auto KStride = numberOf(R.Stride[DimK]);
    if (!Start || !LineStride || !KStride)
      return false;
    Places.push_back({Load, R.ElemTy, Array, *Start, *LineStride, *KStride});
  }
  return true;
}

Constant *ConstantElements::at(uint64_t Line, uint64_t K) const {
  Constant *V = fold(S.Root, Line, K);
  if (!V || S.Widen == Widening::None)
    return V;
  const auto Opcode =
      S.Widen == Widening::Signed ? Instruction::SExt : Instruction::ZExt;
  const DataLayout &DL = Nest.C.Access->getDataLayout();
  return ConstantFoldCastOperand(Opcode, V, Nest.Elem.Ty, DL);
}

/// Beyond the array, and where it is no number, what is read is no constant
/// that could be packed.
Constant *ConstantElements::load(const Place &At, uint64_t Line,
                                 uint64_t K) const {
  const APInt Offset(64, At.Start + Line * At.LineStride + K * At.KStride);
  Constant *V =
      ConstantFoldLoadFromConst(At.Array->getInitializer(), At.Ty, Offset,
                                Nest.C.Access->getDataLayout());
  return V && isa<ConstantInt, ConstantFP>(V) ? V : nullptr;
}

Constant *ConstantElements::fold(Value *V, uint64_t Line, uint64_t K) const {
  V = Nest.resolve(V);
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return isa<ConstantInt, ConstantFP>(V) ? cast<Constant>(V) : nullptr;
  for (const Place &At : Places)
    if (At.Load == I)
      return load(At, Line, K);
  return Nest.Root->contains(I) ? foldOperation(*I, Line, K) : nullptr;
}

/// Whether a conversion of \p V to \p To loses nothing.
static bool isExactInt(const Constant &V, const Type &To, bool IsSigned) {
  APFloat F(To.getFltSemantics());
  return F.convertFromAPInt(cast<ConstantInt>(V).getValue(), IsSigned,
                            APFloat::rmNearestTiesToEven) == APFloat::opOK;
}

/// Whether \p I gives the same bits for \p V, its first operand, on each
/// processor and in each of its modes: it does not round; NaNs and floats that
/// may be taken for zeros are not touched. No mode concerns denormals of halves
/// and bfloats that are extended.
static bool isExact(const Instruction &I, const Constant &V) {
  switch (I.getOpcode()) {
  case Instruction::FPExt: {
    const APFloat &F = cast<ConstantFP>(V).getValueAPF();
    const bool IsHalf = V.getType()->getPrimitiveSizeInBits() == 16;
    return !F.isNaN() && (IsHalf || !F.isDenormal());
  }
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    return isExactInt(V, *I.getType(), isa<SIToFPInst>(I));
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
    return true;
  default:
    return I.isBinaryOp() && I.getType()->isIntegerTy();
  }
}

Constant *ConstantElements::foldOperation(Instruction &I, uint64_t Line,
                                          uint64_t K) const {
  SmallVector<Constant *, 2> Ops;
  for (Value *Op : I.operands()) {
    Ops.push_back(fold(Op, Line, K));
    if (!Ops.back())
      return nullptr;
  }
  if (Ops.empty() || !isExact(I, *Ops.front()))
    return nullptr;
  Constant *V = ConstantFoldInstOperands(
      &I, Ops, Nest.C.Access->getDataLayout(), /*TLI=*/nullptr,
      /*AllowNonDeterministic=*/false);
  return V && isa<ConstantInt, ConstantFP>(V) ? V : nullptr;
}

} // namespace gemmify
