//===- MmaEmitter.cpp - Sections by POWER10's matrix unit -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaEmitter.h"
#include "OperandLines.h"
#include "llvm/IR/IntrinsicsPowerPC.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Lines of X, and rows of an accumulator.
constexpr unsigned AccRows = 4;
/// ks whose operands are fetched together, for the sake of transposes.
constexpr unsigned BlockOfKs = 4;

struct FormTraits {
  unsigned Rank;
  unsigned YLines;        ///< Lines of Y, and lanes of an accumulator's row.
  Intrinsic::ID First;    ///< Acc = X * Y
  Intrinsic::ID Add;      ///< Acc += X * Y
  Intrinsic::ID Subtract; ///< Acc = -(X * Y - Acc), a zero of the wrong sign
};

const FormTraits &traitsOf(MmaForm Form) {
  static const FormTraits Traits[] = {
      {1, 2, Intrinsic::ppc_mma_xvf64ger, Intrinsic::ppc_mma_xvf64gerpp,
       Intrinsic::ppc_mma_xvf64gernp},
      {1, 4, Intrinsic::ppc_mma_xvf32ger, Intrinsic::ppc_mma_xvf32gerpp,
       Intrinsic::ppc_mma_xvf32gernp},
  };
  return Traits[unsigned(Form)];
}

Type *bytesTy(LLVMContext &C) {
  return FixedVectorType::get(Type::getInt8Ty(C), 16);
}

Type *accTy(LLVMContext &C) {
  return FixedVectorType::get(Type::getInt1Ty(C), 512);
}

/// The operands of one side for a block of ks.
struct Fetched {
  /// [group of ks][vector], 16 bytes each.
  SmallVector<SmallVector<Value *, 8>, 4> Vectors;
  /// [group of ks][pair of vectors]; null where it was not loaded as a pair.
  SmallVector<SmallVector<Value *, 4>, 4> Pairs;
};

class MmaEmitter final : public SiteEmitter {
public:
  explicit MmaEmitter(MmaForm Form) : Form(Form), T(traitsOf(Form)) {}

  SmallVector<Type *> carriedTypes(LLVMContext &C, const Section &S,
                                   const ProductMath &Math) const override {
    return SmallVector<Type *>(accumulators(S), accTy(C));
  }
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
  static unsigned accumulators(const Section &S) { return vAccs(S) * hAccs(S); }

  Value *assemble(IRBuilderBase &B, const Section &S, ArrayRef<Value *> Start,
                  unsigned V, unsigned H) const;
  Fetched fetch(IRBuilderBase &B, const OperandLines &Lines,
                const MatrixMemory *Mem, unsigned LinesPerVector,
                unsigned First, unsigned Count, unsigned KBegin,
                unsigned KEnd) const;
  void negate(IRBuilderBase &B, const ProductMath &Math, Fetched &F) const;
  Value *xOperand(IRBuilderBase &B, const Fetched &X, unsigned Group,
                  unsigned H) const;

  const MmaForm Form;
  const FormTraits &T;
};

/// Accumulator (\p V, \p H): rows are columns of the result.
Value *MmaEmitter::assemble(IRBuilderBase &B, const Section &S,
                            ArrayRef<Value *> Start, unsigned V,
                            unsigned H) const {
  Type *Bytes = bytesTy(B.getContext());
  SmallVector<Value *, 4> Rows;
  for (unsigned R = 0; R != AccRows; ++R) {
    unsigned Col = H * AccRows + R;
    Rows.push_back(
        Col < S.Cut.Cols
            ? B.CreateBitCast(
                  padWithZeros(B, Start[Col * vAccs(S) + V], T.YLines), Bytes)
            : Constant::getNullValue(Bytes));
  }
  auto IsZero = [](Value *V) {
    auto *C = dyn_cast<Constant>(V);
    return C && C->isNullValue();
  };
  if (all_of(Rows, IsZero))
    return B.CreateIntrinsic(Intrinsic::ppc_mma_xxsetaccz, {});
  // Little-endian: the first operand is the last row.
  return B.CreateIntrinsic(Intrinsic::ppc_mma_assemble_acc,
                           {Rows[3], Rows[2], Rows[1], Rows[0]});
}

Accumulators MmaEmitter::begin(IRBuilderBase &B, const Section &S,
                               const ProductMath &Math,
                               ArrayRef<Value *> Start) const {
  Accumulators Acc(accumulators(S), nullptr);
  if (Start.empty())
    return Acc;
  for (unsigned H = 0; H != hAccs(S); ++H)
    for (unsigned V = 0; V != vAccs(S); ++V)
      Acc[H * vAccs(S) + V] = assemble(B, S, Start, V, H);
  return Acc;
}

/// Vectors of \p LinesPerVector lines. Two that lie one behind the other in
/// memory are loaded by one instruction.
Fetched MmaEmitter::fetch(IRBuilderBase &B, const OperandLines &Lines,
                          const MatrixMemory *Mem, unsigned LinesPerVector,
                          unsigned First, unsigned Count, unsigned KBegin,
                          unsigned KEnd) const {
  Type *Bytes = bytesTy(B.getContext());
  const RankShape Shape = {LinesPerVector, T.Rank};
  const unsigned Groups = divideCeil(KEnd - KBegin, T.Rank);
  Fetched F;
  F.Vectors.resize(Groups);
  F.Pairs.resize(Groups);
  for (unsigned L = 0; L < Count;) {
    bool Two = L + 2 * LinesPerVector <= Count;
    if (Two && F.Vectors[0].size() % 2 == 0 &&
        Lines.contiguous(B, Shape, First + L, 2 * LinesPerVector, KBegin)) {
      for (unsigned G = 0; G != Groups; ++G) {
        Value *Ptr = Lines.contiguous(B, Shape, First + L, 2 * LinesPerVector,
                                      KBegin + G * T.Rank);
        CallInst *Pair = B.CreateIntrinsic(Intrinsic::ppc_vsx_lxvp, {Ptr});
        Pair->setAAMetadata(Mem->AA);
        Value *Both =
            B.CreateIntrinsic(Intrinsic::ppc_vsx_disassemble_pair, {Pair});
        F.Pairs[G].push_back(Pair);
        for (unsigned I : {0u, 1u})
          F.Vectors[G].push_back(B.CreateExtractValue(Both, I));
      }
      L += 2 * LinesPerVector;
      continue;
    }
    unsigned Here = std::min(LinesPerVector, Count - L);
    SmallVector<Value *> Found =
        Lines.groups(B, Shape, First + L, Here, KBegin, KEnd);
    for (unsigned G = 0; G != Groups; ++G) {
      if (F.Vectors[G].size() % 2 == 0)
        F.Pairs[G].push_back(nullptr);
      F.Vectors[G].push_back(B.CreateBitCast(Found[G], Bytes));
    }
    L += LinesPerVector;
  }
  return F;
}

/// Operand X of the accumulators in column \p H: a vector, or a pair of vectors
/// of doubles.
Value *MmaEmitter::xOperand(IRBuilderBase &B, const Fetched &X, unsigned Group,
                            unsigned H) const {
  ArrayRef<Value *> Vectors = X.Vectors[Group];
  if (Form != MmaForm::F64)
    return Vectors[H];
  if (Value *Pair = X.Pairs[Group][H])
    return Pair;
  Value *Zero = Constant::getNullValue(bytesTy(B.getContext()));
  Value *Second = 2 * H + 1 < Vectors.size() ? Vectors[2 * H + 1] : Zero;
  // Little-endian, as in assemble().
  return B.CreateIntrinsic(Intrinsic::ppc_vsx_assemble_pair,
                           {Second, Vectors[2 * H]});
}

/// Negates all operands of one side.
void MmaEmitter::negate(IRBuilderBase &B, const ProductMath &Math,
                        Fetched &F) const {
  Type *Ty = FixedVectorType::get(Math.Kind.Sum, T.YLines);
  for (auto &Group : F.Vectors)
    for (Value *&V : Group)
      V = B.CreateBitCast(B.CreateFNeg(B.CreateBitCast(V, Ty)), V->getType());
}

void MmaEmitter::step(IRBuilderBase &B, const Section &S,
                      const ProductMath &Math, Accumulators &Acc,
                      const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                      unsigned KEnd) const {
  const OperandLines Columns(Bmat, /*IsLeft=*/false), Rows(A, /*IsLeft=*/true);
  const unsigned XLines = Form == MmaForm::F64 ? 2 : AccRows;
  const bool Subtract = Math.Subtract && Math.Add.noSignedZeros();
  const bool Negate = Math.Subtract && !Subtract;
  for (unsigned K = KBegin; K < KEnd; K += BlockOfKs * T.Rank) {
    unsigned End = std::min(K + BlockOfKs * T.Rank, KEnd);
    Fetched Y = fetch(B, Rows, A.memory(), T.YLines, S.Row, S.Cut.Rows, K, End);
    Fetched X =
        fetch(B, Columns, Bmat.memory(), XLines, S.Col, S.Cut.Cols, K, End);
    if (Negate)
      negate(B, Math, Form != MmaForm::F64 && hAccs(S) <= vAccs(S) ? X : Y);
    for (unsigned G = 0; G != Y.Vectors.size(); ++G)
      for (unsigned H = 0; H != hAccs(S); ++H) {
        Value *XOp = xOperand(B, X, G, H);
        for (unsigned V = 0; V != vAccs(S); ++V) {
          Value *&Sum = Acc[H * vAccs(S) + V];
          if (!Sum) {
            Sum = B.CreateIntrinsic(T.First, {XOp, Y.Vectors[G][V]});
            continue;
          }
          Sum = B.CreateIntrinsic(Subtract ? T.Subtract : T.Add,
                                  {Sum, XOp, Y.Vectors[G][V]});
        }
      }
  }
}

SmallVector<Value *> MmaEmitter::finish(IRBuilderBase &B, const Section &S,
                                        const ProductMath &Math,
                                        const Accumulators &Acc) const {
  SmallVector<Value *> Pieces(S.Cut.pieces(), nullptr);
  Type *RowTy = FixedVectorType::get(Math.Kind.Sum, T.YLines);
  for (unsigned H = 0; H != hAccs(S); ++H)
    for (unsigned V = 0; V != vAccs(S); ++V) {
      if (!Acc[H * vAccs(S) + V])
        continue;
      Value *All = B.CreateIntrinsic(Intrinsic::ppc_mma_disassemble_acc,
                                     {Acc[H * vAccs(S) + V]});
      for (unsigned R = 0; R != AccRows; ++R) {
        unsigned Col = H * AccRows + R;
        if (Col >= S.Cut.Cols)
          break;
        Value *Row = B.CreateBitCast(B.CreateExtractValue(All, R), RowTy);
        Pieces[Col * vAccs(S) + V] = sliceVector(B, Row, 0, S.Cut.chunkLen(V));
      }
    }
  return Pieces;
}

} // namespace

std::optional<MmaForm> mmaFormOf(const ProductKind &Kind) {
  if (!Kind.Fuse || Kind.isNarrow())
    return std::nullopt;
  if (Kind.Sum->isDoubleTy())
    return MmaForm::F64;
  if (Kind.Sum->isFloatTy())
    return MmaForm::F32;
  return std::nullopt;
}

unsigned mmaRank(MmaForm Form) { return traitsOf(Form).Rank; }

const SiteEmitter &mmaEmitter(MmaForm Form) {
  static const MmaEmitter F64(MmaForm::F64), F32(MmaForm::F32);
  switch (Form) {
  case MmaForm::F64:
    return F64;
  case MmaForm::F32:
    return F32;
  }
  llvm_unreachable("no such form");
}

} // namespace gemmify
