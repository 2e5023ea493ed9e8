//===- SmeEmitter.cpp - Sections by SME's outer products ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SmeEmitter.h"
#include "Scalable.h"
#include "intrinsic/Llvm.h"
#include "lowering/core/Bf16Operands.h"
#include "lowering/core/TileGrid.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

class SmeEmitter final : public SiteEmitter {
public:
  SmeEmitter(SmeForm Form, unsigned Bits) : Form(Form), Bits(Bits) {}

  bool readsTransposed() const override { return true; }
  bool keepsState() const override { return true; }
  unsigned ksAtOnce() const override { return smeRank(Form); }
  SmallVector<Type *> carriedTypes(LLVMContext &C, const Section &S,
                                   const ProductMath &Math) const override;
  Accumulators begin(IRBuilderBase &B, const Section &S,
                     const ProductMath &Math,
                     ArrayRef<Value *> Start) const override;
  std::optional<Accumulators>
  beginInMemory(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                const MatrixMemory &Start) const override;
  void step(IRBuilderBase &B, const Section &S, const ProductMath &Math,
            Accumulators &Acc, const Matrix &A, const Matrix &Bmat,
            unsigned KBegin, unsigned KEnd) const override;
  SmallVector<Value *> finish(IRBuilderBase &B, const Section &S,
                              const ProductMath &Math,
                              const Accumulators &Acc) const override;
  bool finishInMemory(IRBuilderBase &B, const Section &S,
                      const ProductMath &Math, const Accumulators &Acc,
                      const MatrixMemory &To) const override;

private:
  /// Rows and columns of a tile.
  unsigned side(const ProductMath &Math) const {
    return Bits / Math.Kind.Sum->getScalarSizeInBits();
  }
  TileGrid grid(const Section &S, const ProductMath &Math) const {
    return {S, side(Math)};
  }
  RankShape shape(const ProductMath &Math) const {
    return {side(Math), smeRank(Form)};
  }
  Accumulators placeholders(IRBuilderBase &B, const Section &S,
                            const ProductMath &Math) const;
  void moveSlices(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                  const MatrixMemory &Memory, bool ToMemory) const;
  Value *usedLanes(IRBuilderBase &B, Type *ElemTy) const;
  Value *lines(IRBuilderBase &B, const ProductMath &Math, const Matrix &M,
               bool IsLeft, unsigned First, unsigned KBegin,
               unsigned KEnd) const;
  Intrinsic::ID instruction(const ProductMath &Math) const;

  const SmeForm Form;
  /// Of a vector, at least.
  const unsigned Bits;
  /// For sections that are not all tiles.
  const SiteEmitter &Plain = vectorEmitter(/*LaneBroadcast=*/false);
};

/// A predicate for the lanes in use, with elements of \p ElemTy.
Value *SmeEmitter::usedLanes(IRBuilderBase &B, Type *ElemTy) const {
  const unsigned Lanes = Bits / ElemTy->getScalarSizeInBits();
  // PTRUE's pattern: VL1 to VL8 are 1 to 8, VL16 to VL256 the numbers after
  // these.
  const unsigned Pattern = Lanes <= 8 ? Lanes : Log2_32(Lanes) + 5;
  Type *Ty = scalableTy(ElemTy)->getWithNewType(B.getInt1Ty());
  return B.CreateIntrinsic(Intrinsic::aarch64_sve_ptrue, {Ty},
                           {B.getInt32(Pattern)});
}

/// A buffer for sums on their way between tiles and vectors.
MatrixMemory sumsBuffer(IRBuilderBase &B, const Section &S,
                        const ProductMath &Math) {
  return createBuffer(*B.GetInsertBlock()->getParent(), Math.Kind.Sum,
                      S.Cut.Rows, S.Cut.Cols);
}

/// Tiles are described by nothing, so one value serves for all.
Accumulators SmeEmitter::placeholders(IRBuilderBase &B, const Section &S,
                                      const ProductMath &Math) const {
  return Accumulators(grid(S, Math).tiles(), B.getFalse());
}

SmallVector<Type *> SmeEmitter::carriedTypes(LLVMContext &C, const Section &S,
                                             const ProductMath &Math) const {
  if (!grid(S, Math).IsWhole)
    return {};
  return SmallVector<Type *>(grid(S, Math).tiles(), Type::getInt1Ty(C));
}

/// Loads all tiles from \p Memory or stores them there, slice by slice.
void SmeEmitter::moveSlices(IRBuilderBase &B, const Section &S,
                            const ProductMath &Math, const MatrixMemory &Memory,
                            bool ToMemory) const {
  const unsigned Side = side(Math);
  const bool Wide = Math.Kind.Sum->getScalarSizeInBits() == 64;
  const Intrinsic::ID Load = Wide ? Intrinsic::aarch64_sme_ld1d_horiz
                                  : Intrinsic::aarch64_sme_ld1w_horiz;
  const Intrinsic::ID Store = Wide ? Intrinsic::aarch64_sme_st1d_horiz
                                   : Intrinsic::aarch64_sme_st1w_horiz;
  Value *All = usedLanes(B, Math.Kind.Sum);
  const TileGrid Grid = grid(S, Math);
  for (unsigned Col = 0; Col != S.Cut.Cols; ++Col)
    for (unsigned V = 0; V != Grid.Rows; ++V)
      createIntrinsic(B, ToMemory ? Store : Load,
                      {All, Memory.address(B, V * Side, Col),
                       B.getInt32(Grid.index(V, Col / Side)),
                       B.getInt32(Col % Side)});
}

Accumulators SmeEmitter::begin(IRBuilderBase &B, const Section &S,
                               const ProductMath &Math,
                               ArrayRef<Value *> Start) const {
  if (!grid(S, Math).IsWhole)
    return Plain.begin(B, S, Math, Start);
  SmallVector<Value *> Pieces(Start);
  for (unsigned I = Pieces.size(); I != S.Cut.pieces(); ++I)
    Pieces.push_back(
        B.CreateVectorSplat(S.Cut.pieceLen(I), emptySum(Math.Kind.Sum)));
  const MatrixMemory Sums = sumsBuffer(B, S, Math);
  storePieces(B, Sums, S.Cut, Pieces);
  moveSlices(B, S, Math, Sums, /*ToMemory=*/false);
  return placeholders(B, S, Math);
}

std::optional<Accumulators>
SmeEmitter::beginInMemory(IRBuilderBase &B, const Section &S,
                          const ProductMath &Math,
                          const MatrixMemory &Start) const {
  if (Start.Volatile || !grid(S, Math).IsWhole)
    return std::nullopt;
  moveSlices(B, S, Math, Start, /*ToMemory=*/false);
  return placeholders(B, S, Math);
}

/// One vector of rows of the left operand \p M, or of columns of the right one.
Value *SmeEmitter::lines(IRBuilderBase &B, const ProductMath &Math,
                         const Matrix &M, bool IsLeft, unsigned First,
                         unsigned KBegin, unsigned KEnd) const {
  const RankShape Shape = shape(Math);
  const bool Halves = Form == SmeForm::Bfloats;
  const OperandLines Lines(Halves ? M.withBitsOfHalves(B) : M, IsLeft);
  Type *ElemTy = Halves            ? B.getInt16Ty()
                 : Shape.Rank == 1 ? Math.Kind.Sum
                                   : B.getInt8Ty();
  Value *V;
  if (Lines.isContiguous(Shape) && KEnd - KBegin == Shape.Rank) {
    Type *Ty = scalableTy(ElemTy);
    Value *Place = Lines.address(B, First, KBegin);
    CallInst *Load =
        B.CreateMaskedLoad(Ty, Place, Align(ElemTy->getScalarSizeInBits() / 8),
                           usedLanes(B, ElemTy), Constant::getNullValue(Ty));
    Load->setAAMetadata(Lines.memory().AA);
    V = Load;
  } else if (Halves) {
    V = toScalable(B, Bf16Operands(B, M, IsLeft, /*Negate=*/false)
                          .group(B, Shape, First, Shape.Lines, KBegin, KEnd));
  } else {
    V = toScalable(B, Lines.group(B, Shape, First, Shape.Lines, KBegin, KEnd));
  }
  return Halves ? asBfloats(B, V) : V;
}

Intrinsic::ID SmeEmitter::instruction(const ProductMath &Math) const {
  const bool Sub = Math.Subtract;
  auto Either = [&](Intrinsic::ID IfAdd, Intrinsic::ID IfSub) {
    return Sub ? IfSub : IfAdd;
  };
  if (Form == SmeForm::Floats)
    return Either(Intrinsic::aarch64_sme_mopa, Intrinsic::aarch64_sme_mops);
  if (Form == SmeForm::Bfloats)
    return Either(Intrinsic::aarch64_sme_mopa_wide,
                  Intrinsic::aarch64_sme_mops_wide);
  // The right operand comes first.
  if (Math.Kind.RightSigned)
    return Math.Kind.LeftSigned ? Either(Intrinsic::aarch64_sme_smopa_wide,
                                         Intrinsic::aarch64_sme_smops_wide)
                                : Either(Intrinsic::aarch64_sme_sumopa_wide,
                                         Intrinsic::aarch64_sme_sumops_wide);
  return Math.Kind.LeftSigned ? Either(Intrinsic::aarch64_sme_usmopa_wide,
                                       Intrinsic::aarch64_sme_usmops_wide)
                              : Either(Intrinsic::aarch64_sme_umopa_wide,
                                       Intrinsic::aarch64_sme_umops_wide);
}

void SmeEmitter::step(IRBuilderBase &B, const Section &S,
                      const ProductMath &Math, Accumulators &Acc,
                      const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                      unsigned KEnd) const {
  const TileGrid Grid = grid(S, Math);
  if (!Grid.IsWhole)
    return Plain.step(B, S, Math, Acc, A, Bmat, KBegin, KEnd);
  const unsigned Side = side(Math);
  forEachGroup(KBegin, KEnd, smeRank(Form), [&](unsigned K, unsigned End) {
    SmallVector<Value *, 4> Rows;
    for (unsigned V = 0; V != Grid.Rows; ++V)
      Rows.push_back(
          lines(B, Math, A, /*IsLeft=*/true, S.Row + V * Side, K, End));
    for (unsigned H = 0; H != Grid.Cols; ++H) {
      Value *Cols =
          lines(B, Math, Bmat, /*IsLeft=*/false, S.Col + H * Side, K, End);
      Value *All = usedLanes(B, Cols->getType()->getScalarType());
      for (unsigned V = 0; V != Rows.size(); ++V)
        B.CreateIntrinsic(
            instruction(Math), {Cols->getType()},
            {B.getInt32(Grid.index(V, H)), All, All, Cols, Rows[V]});
    }
  });
}

SmallVector<Value *> SmeEmitter::finish(IRBuilderBase &B, const Section &S,
                                        const ProductMath &Math,
                                        const Accumulators &Acc) const {
  if (!grid(S, Math).IsWhole)
    return Plain.finish(B, S, Math, Acc);
  const MatrixMemory Sums = sumsBuffer(B, S, Math);
  moveSlices(B, S, Math, Sums, /*ToMemory=*/true);
  return Matrix::memory(Sums, S.Cut.Rows, S.Cut.Cols).cut(B, S.Cut);
}

bool SmeEmitter::finishInMemory(IRBuilderBase &B, const Section &S,
                                const ProductMath &Math, const Accumulators &,
                                const MatrixMemory &To) const {
  if (To.Volatile || !grid(S, Math).IsWhole)
    return false;
  moveSlices(B, S, Math, To, /*ToMemory=*/true);
  return true;
}

} // namespace

unsigned smeRank(SmeForm Form) {
  switch (Form) {
  case SmeForm::Floats:
    return 1;
  case SmeForm::Bytes:
    return 4;
  case SmeForm::Bfloats:
    return 2;
  }
  llvm_unreachable("unknown form");
}

const SiteEmitter &smeEmitter(SmeForm Form, unsigned Bits) {
  static const SmeEmitter All[][3] = {
      {{SmeForm::Floats, 128}, {SmeForm::Floats, 256}, {SmeForm::Floats, 512}},
      {{SmeForm::Bytes, 128}, {SmeForm::Bytes, 256}, {SmeForm::Bytes, 512}},
      {{SmeForm::Bfloats, 128},
       {SmeForm::Bfloats, 256},
       {SmeForm::Bfloats, 512}},
  };
  return All[unsigned(Form)][Log2_32(Bits / SegmentBits)];
}

} // namespace gemmify
