//===- MmaEmitter.cpp - Sections by POWER10's matrix unit -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaEmitter.h"
#include "MmaOperands.h"
#include "intrinsic/Llvm.h"
#include "lowering/matrix/Transpose.h"
#include "llvm/IR/IntrinsicsPowerPC.h"
#include "llvm/Support/MathExtras.h"
#include <deque>

using namespace llvm;

namespace gemmify {

namespace {

/// Lines of X, and rows of an accumulator.
constexpr unsigned AccRows = 4;
/// Instructions of one accumulator whose operands are fetched together, so that
/// they can be transposed together.
constexpr unsigned TransposedGroups = 4;
/// Steps that loads run ahead of their use. A load takes six cycles and eight
/// accumulators keep the unit busy for four.
constexpr unsigned LoadsAhead = 2;
/// What is added to signed bytes to make them unsigned.
constexpr unsigned ByteOffset = 128;

class MmaEmitter final : public SiteEmitter {
public:
  explicit MmaEmitter(MmaForm Form) : Form(Form), T(mmaTraits(Form)) {}

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
  static unsigned vAccs(const Section &S) { return S.Cut.chunks(); }
  static unsigned hAccs(const Section &S) {
    return divideCeil(S.Cut.Cols, AccRows);
  }
  /// The index of accumulator (\p V, \p H); sums of bytes follow all of them.
  static unsigned indexOf(const Section &S, unsigned V, unsigned H) {
    return H * vAccs(S) + V;
  }

  // How bytes of either sign are multiplied; see the header.
  bool swaps(const ProductMath &Math) const {
    return Form == MmaForm::I8 && Math.Kind.LeftSigned &&
           !Math.Kind.RightSigned;
  }
  bool sumsX(const ProductMath &Math) const {
    return Form == MmaForm::I8 && Math.Kind.LeftSigned && Math.Kind.RightSigned;
  }
  bool sumsY(const ProductMath &Math) const {
    return Form == MmaForm::I8 && !Math.Kind.LeftSigned &&
           !Math.Kind.RightSigned;
  }
  unsigned byteSums(const Section &S, const ProductMath &Math) const {
    return sumsX(Math) ? hAccs(S) : sumsY(Math) ? vAccs(S) : 0;
  }

  Type *rowTy(const ProductMath &Math) const {
    return FixedVectorType::get(Math.Kind.Sum, T.YLines);
  }
  SmallVector<Value *> transposeIf(bool Swap, IRBuilderBase &B,
                                   ArrayRef<Value *> Rows) const;
  Value *assemble(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                  ArrayRef<Value *> Start, unsigned V, unsigned H) const;
  void negate(IRBuilderBase &B, const ProductMath &Math, MmaFetched &F) const;
  void moveBytes(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                 Accumulators &Acc, MmaFetched &X, MmaFetched &Y) const;
  Value *xOperand(IRBuilderBase &B, const MmaFetched &X, unsigned Group,
                  unsigned I) const;
  void multiply(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                const MmaTraits &By, Accumulators &Acc, const MmaFetched &X,
                const MmaFetched &Y) const;
  void stepAlone(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                 Accumulators &Acc, const Matrix &A, const Matrix &Bmat,
                 unsigned K) const;
  Value *corrected(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                   const Accumulators &Acc, Value *Row, unsigned V,
                   unsigned Col) const;

  const MmaForm Form;
  const MmaTraits &T;
};

SmallVector<Type *> MmaEmitter::carriedTypes(LLVMContext &C, const Section &S,
                                             const ProductMath &Math) const {
  Type *AccTy = FixedVectorType::get(Type::getInt1Ty(C), 512);
  SmallVector<Type *> Types(vAccs(S) * hAccs(S), AccTy);
  Types.append(byteSums(S, Math), rowTy(Math));
  return Types;
}

/// Four rows of an accumulator as columns where \p Swap, and back.
SmallVector<Value *> MmaEmitter::transposeIf(bool Swap, IRBuilderBase &B,
                                             ArrayRef<Value *> Rows) const {
  if (!Swap)
    return SmallVector<Value *>(Rows);
  Layout Square(AccRows, AccRows, AccRows, /*SplitRest=*/false);
  return rowsOf(B, Matrix::pieces(Square, Rows), 0, AccRows, 0, AccRows);
}

/// Accumulator (\p V, \p H): rows are columns of the result.
Value *MmaEmitter::assemble(IRBuilderBase &B, const Section &S,
                            const ProductMath &Math, ArrayRef<Value *> Start,
                            unsigned V, unsigned H) const {
  SmallVector<Value *> Rows(AccRows, Constant::getNullValue(rowTy(Math)));
  for (unsigned R = 0; R != AccRows; ++R) {
    unsigned Col = H * AccRows + R;
    if (Col >= S.Cut.Cols)
      break;
    Rows[R] = padWithZeros(B, Start[Col * vAccs(S) + V], T.YLines);
    Rows[R] = turnIntegers(B, Math, Rows[R]);
  }
  if (areZero(Rows))
    return createIntrinsic(B, Intrinsic::ppc_mma_xxsetaccz, {});
  Rows = transposeIf(swaps(Math), B, Rows);
  for (Value *&Row : Rows)
    Row = B.CreateBitCast(Row, mmaVectorTy(B.getContext()));
  // Little-endian: the first operand is the last row.
  return createIntrinsic(B, Intrinsic::ppc_mma_assemble_acc,
                         {Rows[3], Rows[2], Rows[1], Rows[0]});
}

Accumulators MmaEmitter::begin(IRBuilderBase &B, const Section &S,
                               const ProductMath &Math,
                               ArrayRef<Value *> Start) const {
  Accumulators Acc(vAccs(S) * hAccs(S), nullptr);
  if (Start.empty() && Math.IsFP)
    return Acc;
  for (unsigned H = 0; H != hAccs(S); ++H)
    for (unsigned V = 0; V != vAccs(S); ++V)
      Acc[indexOf(S, V, H)] =
          Start.empty() ? createIntrinsic(B, Intrinsic::ppc_mma_xxsetaccz, {})
                        : assemble(B, S, Math, Start, V, H);
  Acc.append(byteSums(S, Math), Constant::getNullValue(rowTy(Math)));
  return Acc;
}

/// Operand X number \p I: a vector, or a pair of vectors of doubles.
Value *MmaEmitter::xOperand(IRBuilderBase &B, const MmaFetched &X,
                            unsigned Group, unsigned I) const {
  ArrayRef<Value *> Vectors = X.Vectors[Group];
  if (Form != MmaForm::F64)
    return Vectors[I];
  if (Value *Pair = X.Pairs[Group][I])
    return Pair;
  Value *Zero = Constant::getNullValue(mmaVectorTy(B.getContext()));
  Value *Second = 2 * I + 1 < Vectors.size() ? Vectors[2 * I + 1] : Zero;
  return assemblePair(B, Vectors[2 * I], Second);
}

/// Negates all operands of one side.
void MmaEmitter::negate(IRBuilderBase &B, const ProductMath &Math,
                        MmaFetched &F) const {
  Type *ElemTy = Math.Kind.Left;
  Type *Ty = FixedVectorType::get(ElemTy, 128 / ElemTy->getScalarSizeInBits());
  for (auto &Group : F.Vectors)
    for (Value *&V : Group) {
      Type *Bytes = V->getType();
      if (ElemTy->is16bitFPTy()) {
        // The back end splits vectors of these into scalars.
        Type *Bits = FixedVectorType::get(B.getInt16Ty(), 8);
        Value *Sign = ConstantInt::get(Bits, 0x8000);
        V = B.CreateBitCast(B.CreateXor(B.CreateBitCast(V, Bits), Sign), Bytes);
        continue;
      }
      V = B.CreateBitCast(B.CreateFNeg(B.CreateBitCast(V, Ty)), Bytes);
    }
}

/// Gives bytes the signs that the instruction takes and sums the other side.
void MmaEmitter::moveBytes(IRBuilderBase &B, const Section &S,
                           const ProductMath &Math, Accumulators &Acc,
                           MmaFetched &X, MmaFetched &Y) const {
  if (!byteSums(S, Math))
    return;
  MmaFetched &Moved = sumsX(Math) ? Y : X, &Summed = sumsX(Math) ? X : Y;
  Type *Bytes = mmaVectorTy(B.getContext());
  Value *Offset = ConstantInt::get(Bytes, ByteOffset);
  Value *Ones = ConstantInt::get(Bytes, 1);
  for (auto &Group : Moved.Vectors)
    for (Value *&V : Group)
      V = B.CreateXor(V, Offset);
  Intrinsic::ID AddUp = sumsX(Math) ? Intrinsic::ppc_altivec_vmsummbm
                                    : Intrinsic::ppc_altivec_vmsumubm;
  for (auto &Group : Summed.Vectors)
    for (auto [I, V] : enumerate(Group)) {
      Value *&Sum = Acc[vAccs(S) * hAccs(S) + I];
      Sum = createIntrinsic(B, AddUp, {V, Ones, Sum});
    }
}

/// Adds the products of all accumulators' operands.
void MmaEmitter::multiply(IRBuilderBase &B, const Section &S,
                          const ProductMath &Math, const MmaTraits &By,
                          Accumulators &Acc, const MmaFetched &X,
                          const MmaFetched &Y) const {
  const bool Subtract = Math.IsFP && Math.Subtract && Math.Add.noSignedZeros();
  const bool Swap = swaps(Math);
  for (unsigned G = 0; G != Y.Vectors.size(); ++G)
    for (unsigned H = 0; H != hAccs(S); ++H) {
      Value *OfColumns = xOperand(B, X, G, H);
      for (unsigned V = 0; V != vAccs(S); ++V) {
        Value *XOp = OfColumns, *YOp = Y.Vectors[G][V];
        if (Swap)
          std::swap(XOp, YOp);
        Value *&Sum = Acc[indexOf(S, V, H)];
        Sum = Sum ? createIntrinsic(B, Subtract ? By.Subtract : By.Add,
                                    {Sum, XOp, YOp})
                  : createIntrinsic(B, By.First, {XOp, YOp});
      }
    }
}

/// A single last step of k of 16-bit floats, computed in floats.
void MmaEmitter::stepAlone(IRBuilderBase &B, const Section &S,
                           const ProductMath &Math, Accumulators &Acc,
                           const Matrix &A, const Matrix &Bmat,
                           unsigned K) const {
  const RankShape Shape = {4, 1};
  auto Fetch = [&](const Matrix &M, bool IsLeft, unsigned First, unsigned Count,
                   bool Negate) {
    MmaFetched F;
    F.Vectors.resize(1);
    for (unsigned L = 0; L < Count; L += Shape.Lines) {
      unsigned Here = std::min(Shape.Lines, Count - L);
      Value *V =
          OperandLines(M, IsLeft).group(B, Shape, First + L, Here, K, K + 1);
      V = extendToFloat(B, V);
      if (Negate)
        V = B.CreateFNeg(V);
      F.Vectors[0].push_back(B.CreateBitCast(V, mmaVectorTy(B.getContext())));
    }
    return F;
  };
  const bool Negate = Math.Subtract && !Math.Add.noSignedZeros();
  MmaFetched Y = Fetch(A, true, S.Row, S.Cut.Rows, Negate);
  MmaFetched X = Fetch(Bmat, false, S.Col, S.Cut.Cols, false);
  multiply(B, S, Math, mmaTraits(MmaForm::F32), Acc, X, Y);
}

void MmaEmitter::step(IRBuilderBase &B, const Section &S,
                      const ProductMath &Math, Accumulators &Acc,
                      const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                      unsigned KEnd) const {
  const unsigned XLines = Form == MmaForm::F64 ? 2 : AccRows;
  const MmaSide Columns(B, Bmat, /*IsLeft=*/false, {XLines, T.Rank}, S.Col,
                        S.Cut.Cols);
  const MmaSide Rows(B, A, /*IsLeft=*/true, {T.YLines, T.Rank}, S.Row,
                     S.Cut.Rows);
  const bool NegateX = Form != MmaForm::F64 && hAccs(S) <= vAccs(S);
  const bool Negate = Math.IsFP && Math.Subtract && !Math.Add.noSignedZeros();
  const bool InPlace = Columns.isContiguous() && Rows.isContiguous();
  const unsigned Block = T.Rank * (InPlace ? 1 : TransposedGroups);
  // Padding after the last step of k would add zeros to a sum of floats.
  const unsigned Alone = Math.IsFP ? (KEnd - KBegin) % T.Rank : 0;
  const unsigned End = KEnd - Alone;
  std::deque<std::pair<MmaFetched, MmaFetched>> Ready;
  for (unsigned Next = KBegin, K = KBegin; K < End; K += Block) {
    for (; Next < End && Next <= K + (InPlace ? LoadsAhead * Block : 0);
         Next += Block) {
      unsigned To = std::min(Next + Block, End);
      Ready.push_back({Columns.fetch(B, Next, To), Rows.fetch(B, Next, To)});
      auto &[X, Y] = Ready.back();
      if (Negate)
        negate(B, Math, NegateX ? X : Y);
      moveBytes(B, S, Math, Acc, X, Y);
    }
    multiply(B, S, Math, T, Acc, Ready.front().first, Ready.front().second);
    Ready.pop_front();
  }
  for (unsigned K = End; K != KEnd; ++K)
    stepAlone(B, S, Math, Acc, A, Bmat, K);
}

/// A row of accumulator (\p V, column / 4), corrected for offset bytes.
Value *MmaEmitter::corrected(IRBuilderBase &B, const Section &S,
                             const ProductMath &Math, const Accumulators &Acc,
                             Value *Row, unsigned V, unsigned Col) const {
  auto Sums = [&](unsigned I) {
    return B.CreateMul(Acc[vAccs(S) * hAccs(S) + I],
                       ConstantInt::get(rowTy(Math), ByteOffset));
  };
  if (sumsX(Math)) {
    Value *OfColumn = B.CreateShuffleVector(
        Sums(Col / AccRows), SmallVector<int>(T.YLines, int(Col % AccRows)));
    Row = B.CreateSub(Row, OfColumn);
  } else if (sumsY(Math)) {
    Row = B.CreateAdd(Row, Sums(V));
  }
  return turnIntegers(B, Math, Row);
}

SmallVector<Value *> MmaEmitter::finish(IRBuilderBase &B, const Section &S,
                                        const ProductMath &Math,
                                        const Accumulators &Acc) const {
  SmallVector<Value *> Pieces(S.Cut.pieces(), nullptr);
  for (unsigned H = 0; H != hAccs(S); ++H)
    for (unsigned V = 0; V != vAccs(S); ++V) {
      if (!Acc[indexOf(S, V, H)])
        continue;
      Value *All = createIntrinsic(B, Intrinsic::ppc_mma_disassemble_acc,
                                   {Acc[indexOf(S, V, H)]});
      SmallVector<Value *> Rows;
      for (unsigned R = 0; R != AccRows; ++R)
        Rows.push_back(
            B.CreateBitCast(B.CreateExtractValue(All, R), rowTy(Math)));
      Rows = transposeIf(swaps(Math), B, Rows);
      for (unsigned R = 0; R != AccRows; ++R) {
        unsigned Col = H * AccRows + R;
        if (Col >= S.Cut.Cols)
          break;
        Value *Row = corrected(B, S, Math, Acc, Rows[R], V, Col);
        Pieces[Col * vAccs(S) + V] = sliceVector(B, Row, 0, S.Cut.chunkLen(V));
      }
    }
  return Pieces;
}

} // namespace

const SiteEmitter &mmaEmitter(MmaForm Form) {
  static const MmaEmitter All[] = {
      MmaEmitter(MmaForm::F64),  MmaEmitter(MmaForm::F32),
      MmaEmitter(MmaForm::BF16), MmaEmitter(MmaForm::F16),
      MmaEmitter(MmaForm::I16),  MmaEmitter(MmaForm::I8),
      MmaEmitter(MmaForm::I4)};
  return All[unsigned(Form)];
}

} // namespace gemmify
