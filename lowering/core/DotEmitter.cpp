//===- DotEmitter.cpp - Dot products of neighbours ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DotEmitter.h"
#include "Bf16Operands.h"
#include "intrinsic/Llvm.h"
#include "lowering/arm/Scalable.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Sums in a vector of NEON, and in a segment of SVE's.
constexpr unsigned NeonLanes = SegmentBits / 32;
/// Bytes that change their sign are off by two to this power.
constexpr unsigned ByteSign = 7;

/// Accumulators are whole vectors, one for each chunk of a column. Where the
/// bytes of an operand change their sign, they are followed by sums of the
/// other operand: one vector for each column or for each chunk. SVE's vectors
/// are scalable, and only their first lanes count.
class DotEmitter final : public SiteEmitter {
public:
  DotEmitter(DotForm Form, unsigned VectorBits)
      : Form(Form), Lanes(VectorBits / 32) {}

  bool readsTransposed() const override { return true; }
  SmallVector<Type *> carriedTypes(LLVMContext &C, const Section &S,
                                   const ProductMath &Math) const override;
  Accumulators begin(IRBuilderBase &B, const Section &S,
                     const ProductMath &Math,
                     ArrayRef<Value *> Start) const override;
  void step(IRBuilderBase &B, const Section &S, const ProductMath &Math,
            Accumulators &Acc, const Matrix &A, const Matrix &Bmat,
            unsigned KBegin, unsigned KEnd) const override;
  SmallVector<Value *> finish(IRBuilderBase &B, const Section &S,
                              const ProductMath &Math,
                              const Accumulators &Acc) const override;

private:
  unsigned rank() const { return dotRank(Form); }
  bool isFloat() const { return Form == DotForm::Bf16Ps; }
  unsigned elementBits() const { return 32 / rank(); }
  bool isSve() const {
    return Lanes > NeonLanes &&
           (Form == DotForm::SDot || Form == DotForm::UDot);
  }
  Type *sumsTy(LLVMContext &C) const {
    Type *Sum = isFloat() ? Type::getFloatTy(C) : Type::getInt32Ty(C);
    return isSve() ? cast<Type>(scalableTy(Sum))
                   : FixedVectorType::get(Sum, Lanes);
  }
  Type *elementsTy(LLVMContext &C) const {
    Type *Element = Type::getIntNTy(C, elementBits());
    return isSve() ? cast<Type>(scalableTy(Element))
                   : FixedVectorType::get(Element, Lanes * rank());
  }
  /// Columns of the right operand that one vector, or each segment of SVE's,
  /// holds: Arm multiplies by a lane of it; x86 loads each column into a vector
  /// of its own.
  unsigned colsPerVector() const {
    return Lanes == NeonLanes || isSve() ? NeonLanes : 1;
  }
  /// Rows change their sign; columns are summed.
  bool movesLeft(const ProductMath &Math) const {
    const ProductKind &Kind = Math.Kind;
    if (Form == DotForm::BusD)
      return Kind.LeftSigned && Kind.RightSigned;
    return Form == DotForm::SDot && !Kind.LeftSigned;
  }
  /// Columns change their sign; rows are summed.
  bool movesRight(const ProductMath &Math) const {
    const ProductKind &Kind = Math.Kind;
    if (Form == DotForm::BusD)
      return !Kind.LeftSigned && !Kind.RightSigned;
    return Form == DotForm::SDot && Kind.LeftSigned && !Kind.RightSigned;
  }
  /// Whether the right operand is the one that the instruction takes unsigned.
  bool rightComesFirst(const ProductMath &Math) const {
    const ProductKind &Kind = Math.Kind;
    if (Form == DotForm::WusD)
      return Kind.LeftSigned || Kind.Left->isIntegerTy(8);
    return Form == DotForm::BusD && Kind.LeftSigned && !Kind.RightSigned;
  }
  unsigned movedSums(const Section &S, const ProductMath &Math) const {
    return movesLeft(Math) ? S.Cut.Cols : movesRight(Math) ? S.Cut.chunks() : 0;
  }
  Value *ones(LLVMContext &C) const {
    return ConstantInt::get(elementsTy(C), 1);
  }
  Value *move(IRBuilderBase &B, Value *V) const {
    return B.CreateXor(
        V, ConstantInt::get(V->getType(), APInt::getSignMask(elementBits())));
  }
  Value *widen(IRBuilderBase &B, Value *V, bool Signed) const;
  void fetch(IRBuilderBase &B, const Section &S, const ProductMath &Math,
             const Matrix &A, const Matrix &Bmat, unsigned KBegin,
             unsigned KEnd, SmallVectorImpl<Value *> &Rows,
             SmallVectorImpl<Value *> &Cols) const;
  Value *dot(IRBuilderBase &B, Value *Acc, Value *X, Value *Y) const;
  Value *dotLane(IRBuilderBase &B, Value *Acc, Value *X, Value *Segments,
                 unsigned Lane) const;
  void multiply(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                Accumulators &Acc, ArrayRef<Value *> Rows,
                ArrayRef<Value *> Cols) const;

  const DotForm Form;
  const unsigned Lanes;
};

SmallVector<Type *> DotEmitter::carriedTypes(LLVMContext &C, const Section &S,
                                             const ProductMath &Math) const {
  const bool AreThePieces = !isSve() && (isFloat() || !Math.Subtract) &&
                            !movedSums(S, Math) && S.Cut.Rows % Lanes == 0;
  if (AreThePieces)
    return {};
  return SmallVector<Type *>(S.Cut.pieces() + movedSums(S, Math), sumsTy(C));
}

Accumulators DotEmitter::begin(IRBuilderBase &B, const Section &S,
                               const ProductMath &Math,
                               ArrayRef<Value *> Start) const {
  Accumulators Acc(S.Cut.pieces() + movedSums(S, Math),
                   emptySum(sumsTy(B.getContext())));
  for (auto [Sum, Piece] : zip(Acc, Start)) {
    Sum = padWithZeros(B, Piece, Lanes);
    if (isSve())
      Sum = toScalable(B, Sum);
    Sum = turnIntegers(B, Math, Sum);
  }
  return Acc;
}

/// Operands narrower than the instruction's elements.
Value *DotEmitter::widen(IRBuilderBase &B, Value *V, bool Signed) const {
  Type *To = V->getType()->getWithNewBitWidth(elementBits());
  return Signed ? B.CreateSExt(V, To) : B.CreateZExt(V, To);
}

/// The instruction of \p Form on vectors of 512 bits or SVE's, or on those of
/// 256 bits or NEON's.
static Intrinsic::ID dotInstruction(DotForm Form, bool Wide) {
  switch (Form) {
  case DotForm::BusD:
    return Wide ? Intrinsic::x86_avx512_vpdpbusd_512
                : Intrinsic::x86_avx512_vpdpbusd_256;
  case DotForm::BssD:
    return Wide ? avx10::Bss : Intrinsic::x86_avx2_vpdpbssd_256;
  case DotForm::BuuD:
    return Wide ? avx10::Buu : Intrinsic::x86_avx2_vpdpbuud_256;
  case DotForm::WssD:
    return Wide ? Intrinsic::x86_avx512_vpdpwssd_512
                : Intrinsic::x86_avx512_vpdpwssd_256;
  case DotForm::WusD:
    return Wide ? avx10::Wus : Intrinsic::x86_avx2_vpdpwusd_256;
  case DotForm::WuuD:
    return Wide ? avx10::Wuu : Intrinsic::x86_avx2_vpdpwuud_256;
  case DotForm::MaddW:
    return Wide ? Intrinsic::x86_avx512_pmaddw_d_512
                : Intrinsic::x86_avx2_pmadd_wd;
  case DotForm::SDot:
    return Wide ? Intrinsic::aarch64_sve_sdot : Intrinsic::aarch64_neon_sdot;
  case DotForm::UDot:
    return Wide ? Intrinsic::aarch64_sve_udot : Intrinsic::aarch64_neon_udot;
  case DotForm::Bf16Ps:
    return Wide ? Intrinsic::x86_avx512bf16_dpbf16ps_512
                : Intrinsic::x86_avx512bf16_dpbf16ps_256;
  }
  llvm_unreachable("all forms are above");
}

/// \p Acc plus the sums of products of \p X and \p Y. Where only one
/// of them is unsigned, X is.
Value *DotEmitter::dot(IRBuilderBase &B, Value *Acc, Value *X, Value *Y) const {
  const Intrinsic::ID ID =
      dotInstruction(Form, /*Wide=*/isSve() || Lanes == 16);
  switch (Form) {
  case DotForm::MaddW:
    return B.CreateAdd(Acc, createIntrinsic(B, ID, {X, Y}));
  case DotForm::SDot:
  case DotForm::UDot:
    if (isSve())
      return B.CreateIntrinsic(ID, {Acc->getType()}, {Acc, X, Y});
    return B.CreateIntrinsic(ID, {Acc->getType(), X->getType()}, {Acc, X, Y});
  case DotForm::Bf16Ps:
    return createIntrinsic(B, ID, {Acc, asBfloats(B, X), asBfloats(B, Y)});
  default:
    return createIntrinsic(B, ID, {Acc, X, Y});
  }
}

/// The same of \p X and 32 bits of each of SVE's \p Segments.
Value *DotEmitter::dotLane(IRBuilderBase &B, Value *Acc, Value *X,
                           Value *Segments, unsigned Lane) const {
  return B.CreateIntrinsic(
      Form == DotForm::SDot ? Intrinsic::aarch64_sve_sdot_lane
                            : Intrinsic::aarch64_sve_udot_lane,
      {Acc->getType()}, {Acc, X, Segments, B.getInt32(Lane)});
}

/// \p Lane of \p Cols in all lanes of a vector of \p Ty.
static Value *copyLane(IRBuilderBase &B, Value *Cols, unsigned PerVector,
                       unsigned Lane, unsigned Lanes, Type *Ty) {
  Value *Words =
      B.CreateBitCast(Cols, FixedVectorType::get(B.getInt32Ty(), PerVector));
  Value *Splat =
      B.CreateShuffleVector(Words, SmallVector<int, 16>(Lanes, int(Lane)));
  return B.CreateBitCast(Splat, Ty);
}

/// One group of steps of k.
void DotEmitter::multiply(IRBuilderBase &B, const Section &S,
                          const ProductMath &Math, Accumulators &Acc,
                          ArrayRef<Value *> Rows,
                          ArrayRef<Value *> Cols) const {
  LLVMContext &C = B.getContext();
  const unsigned Chunks = S.Cut.chunks();
  const bool Swap = rightComesFirst(Math);
  auto MovedSum = [&](unsigned I) -> Value *& {
    return Acc[S.Cut.pieces() + I];
  };
  if (movesRight(Math))
    for (auto [I, Row] : enumerate(Rows))
      MovedSum(I) = dot(B, MovedSum(I), Row, ones(C));
  const unsigned PerVector = colsPerVector();
  for (unsigned Col = 0; Col != S.Cut.Cols; ++Col) {
    const unsigned Lane = Col % PerVector;
    Value *Right = Cols[Col / PerVector];
    if (!isSve())
      Right = copyLane(B, Right, PerVector, Lane, Lanes, elementsTy(C));
    auto Add = [&](Value *&Sum, Value *Left) {
      Sum = isSve() ? dotLane(B, Sum, Left, Right, Lane)
            : Swap  ? dot(B, Sum, Right, Left)
                    : dot(B, Sum, Left, Right);
    };
    if (movesLeft(Math))
      Add(MovedSum(Col), ones(C));
    for (auto [I, Row] : enumerate(Rows))
      Add(Acc[Col * Chunks + I], Row);
  }
}

/// One group of steps of k for all rows and columns, with the signs that the
/// instruction takes.
void DotEmitter::fetch(IRBuilderBase &B, const Section &S,
                       const ProductMath &Math, const Matrix &A,
                       const Matrix &Bmat, unsigned KBegin, unsigned KEnd,
                       SmallVectorImpl<Value *> &Rows,
                       SmallVectorImpl<Value *> &Cols) const {
  auto Group = [&](bool IsLeft, unsigned Lines, unsigned First,
                   unsigned Count) {
    const Matrix &M = IsLeft ? A : Bmat;
    const RankShape Shape = {Lines, rank()};
    if (isFloat())
      return Bf16Operands(B, M, IsLeft, IsLeft && Math.Subtract)
          .group(B, Shape, First, Count, KBegin, KEnd);
    const OperandLines Operand(M, IsLeft);
    Value *V;
    if (isSve() && !IsLeft && Count == Lines && KEnd - KBegin == rank() &&
        Operand.isContiguous(Shape)) {
      V = loadSegment(B, Operand.memory(), Operand.address(B, First, KBegin));
    } else {
      V = Operand.group(B, Shape, First, Count, KBegin, KEnd);
      V = widen(B, V, IsLeft ? Math.Kind.LeftSigned : Math.Kind.RightSigned);
      if (isSve())
        V = IsLeft ? toScalable(B, V) : copySegment(B, V);
    }
    return (IsLeft ? movesLeft(Math) : movesRight(Math)) ? move(B, V) : V;
  };
  for (unsigned I = 0; I != S.Cut.chunks(); ++I)
    Rows.push_back(Group(/*IsLeft=*/true, Lanes, S.Row + S.Cut.chunkRow(I),
                         S.Cut.chunkLen(I)));
  for (unsigned Col = 0; Col < S.Cut.Cols; Col += colsPerVector())
    Cols.push_back(Group(/*IsLeft=*/false, colsPerVector(), S.Col + Col,
                         std::min(colsPerVector(), S.Cut.Cols - Col)));
}

void DotEmitter::step(IRBuilderBase &B, const Section &S,
                      const ProductMath &Math, Accumulators &Acc,
                      const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                      unsigned KEnd) const {
  forEachGroup(KBegin, KEnd, rank(), [&](unsigned K, unsigned End) {
    SmallVector<Value *> Rows, Cols;
    fetch(B, S, Math, A, Bmat, K, End, Rows, Cols);
    multiply(B, S, Math, Acc, Rows, Cols);
  });
}

/// \p Sum, corrected for bytes that were offset upward, or downward where they
/// were unsigned.
static Value *correct(IRBuilderBase &B, Value *Sum, bool WasSigned,
                      Value *Moved) {
  return WasSigned ? B.CreateSub(Sum, Moved) : B.CreateAdd(Sum, Moved);
}

SmallVector<Value *> DotEmitter::finish(IRBuilderBase &B, const Section &S,
                                        const ProductMath &Math,
                                        const Accumulators &Acc) const {
  SmallVector<Value *> Pieces;
  const unsigned Chunks = S.Cut.chunks();
  for (unsigned P = 0; P != S.Cut.pieces(); ++P) {
    Value *Sum = Acc[P];
    auto Moved = [&](unsigned I) {
      return B.CreateShl(Acc[S.Cut.pieces() + I], ByteSign);
    };
    if (movesLeft(Math))
      Sum = correct(B, Sum, Math.Kind.LeftSigned, Moved(P / Chunks));
    else if (movesRight(Math))
      Sum = correct(B, Sum, Math.Kind.RightSigned, Moved(P % Chunks));
    Sum = turnIntegers(B, Math, Sum);
    if (isSve())
      Sum = toFixed(B, Sum, Lanes);
    Pieces.push_back(sliceVector(B, Sum, 0, S.Cut.pieceLen(P)));
  }
  return Pieces;
}

} // namespace

DotForm armDotForm(const ProductKind &Kind) {
  return Kind.LeftSigned || Kind.RightSigned ? DotForm::SDot : DotForm::UDot;
}

ProductKind packedForArmDots(const Function &, const ProductKind &Kind) {
  ProductKind As = Kind;
  if (Kind.LeftSigned != Kind.RightSigned)
    As.LeftSigned = As.RightSigned = true;
  return As;
}

unsigned dotRank(DotForm Form) {
  switch (Form) {
  case DotForm::WssD:
  case DotForm::WusD:
  case DotForm::WuuD:
  case DotForm::MaddW:
  case DotForm::Bf16Ps:
    return 2;
  case DotForm::BusD:
  case DotForm::BssD:
  case DotForm::BuuD:
  case DotForm::SDot:
  case DotForm::UDot:
    return 4;
  }
  llvm_unreachable("all forms are above");
}

const SiteEmitter &dotEmitter(DotForm Form, unsigned VectorBits) {
  static const DotEmitter All[][2] = {
      {{DotForm::BusD, 256}, {DotForm::BusD, 512}},
      {{DotForm::BssD, 256}, {DotForm::BssD, 512}},
      {{DotForm::BuuD, 256}, {DotForm::BuuD, 512}},
      {{DotForm::WssD, 256}, {DotForm::WssD, 512}},
      {{DotForm::WusD, 256}, {DotForm::WusD, 512}},
      {{DotForm::WuuD, 256}, {DotForm::WuuD, 512}},
      {{DotForm::MaddW, 256}, {DotForm::MaddW, 512}},
      {{DotForm::Bf16Ps, 256}, {DotForm::Bf16Ps, 512}},
  };
  static const DotEmitter Arm[][5] = {
      {{DotForm::SDot, 128},
       {DotForm::SDot, 256},
       {DotForm::SDot, 512},
       {DotForm::SDot, 1024},
       {DotForm::SDot, 2048}},
      {{DotForm::UDot, 128},
       {DotForm::UDot, 256},
       {DotForm::UDot, 512},
       {DotForm::UDot, 1024},
       {DotForm::UDot, 2048}},
  };
  if (Form == DotForm::SDot || Form == DotForm::UDot)
    return Arm[Form == DotForm::UDot][Log2_32(VectorBits / SegmentBits)];
  return All[unsigned(Form)][VectorBits == 512];
}

} // namespace gemmify
