//===- AmxEmitter.cpp - Sections by AMX's tiles ---------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AmxEmitter.h"
#include "intrinsic/Llvm.h"
#include "lowering/core/OperandLines.h"
#include "lowering/core/TileGrid.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Bytes of a tile's row, and of a sum.
constexpr unsigned RowBytes = 64, SumBytes = 4;

class AmxEmitter final : public SiteEmitter {
public:
  explicit AmxEmitter(bool Bfloats) : Bfloats(Bfloats) {}

  bool readsTransposed() const override { return true; }
  unsigned ksAtOnce() const override { return rank(); }
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
  unsigned elementBytes() const { return Bfloats ? 2 : 1; }
  unsigned rank() const { return RowBytes / elementBytes(); }
  /// Adjacent steps of k in a row of A.
  unsigned group() const { return SumBytes / elementBytes(); }
  Type *elementTy(LLVMContext &C) const {
    return Type::getIntNTy(C, 8 * elementBytes());
  }

  static TileGrid grid(const Section &S) { return {S, AmxLines}; }
  /// Lines of tile \p I out of \p Total.
  static unsigned linesOf(unsigned Total, unsigned I) {
    return std::min(AmxLines, Total - I * AmxLines);
  }
  Accumulators zeros(IRBuilderBase &B, const Section &S) const;
  Accumulators load(IRBuilderBase &B, const Section &S,
                    const MatrixMemory &From) const;
  void store(IRBuilderBase &B, const Section &S, const Accumulators &Acc,
             const MatrixMemory &To) const;
  Value *rowsTile(IRBuilderBase &B, const Section &S, const Matrix &A,
                  unsigned V, unsigned KBegin, unsigned KEnd) const;
  Value *colsTile(IRBuilderBase &B, const Section &S, const Matrix &Bmat,
                  unsigned H, unsigned KBegin, unsigned KEnd) const;
  Value *loadBuffered(IRBuilderBase &B, SmallVectorImpl<Value *> &Rows) const;
  void multiply(IRBuilderBase &B, const Section &S, const ProductMath &Math,
                Accumulators &Acc, const Matrix &A, const Matrix &Bmat,
                unsigned KBegin, unsigned KEnd) const;

  const bool Bfloats;
};

/// All tiles have one shape: the code generator gives each of its registers a
/// shape for good.
Value *loadTile(IRBuilderBase &B, Value *Ptr, Value *Stride) {
  return createIntrinsic(
      B, Intrinsic::x86_tileloadd64_internal,
      {B.getInt16(AmxLines), B.getInt16(RowBytes), Ptr, Stride});
}

/// Bytes between the columns of \p M, i64.
Value *strideOf(IRBuilderBase &B, const MatrixMemory &M) {
  const uint64_t Bytes = M.ElemTy->getScalarSizeInBits() / 8;
  return B.CreateMul(B.CreateZExtOrTrunc(M.Stride, B.getInt64Ty()),
                     B.getInt64(Bytes));
}

Function &functionOf(IRBuilderBase &B) {
  return *B.GetInsertBlock()->getParent();
}

Intrinsic::ID bytesInstruction(bool Left, bool Right) {
  if (Left)
    return Right ? Intrinsic::x86_tdpbssd_internal
                 : Intrinsic::x86_tdpbsud_internal;
  return Right ? Intrinsic::x86_tdpbusd_internal
               : Intrinsic::x86_tdpbuud_internal;
}

/// A buffer for sums on their way between tiles and vectors. Its contents are
/// loaded right after they are stored, so all sections of a shape share it.
MatrixMemory sumsBuffer(IRBuilderBase &B, const Section &S,
                        const ProductMath &Math) {
  Function &F = functionOf(B);
  MatrixMemory New =
      createBuffer(F, Math.Kind.Sum, alignTo(S.Cut.Rows, AmxLines),
                   alignTo(S.Cut.Cols, AmxLines));
  auto *Buffer = cast<AllocaInst>(New.Ptr);
  constexpr StringLiteral Name = "amx.sums";
  for (Instruction &I : F.getEntryBlock())
    if (auto *Known = dyn_cast<AllocaInst>(&I);
        Known && Known != Buffer && Known->getName().starts_with(Name) &&
        Known->getAllocatedType() == Buffer->getAllocatedType()) {
      Buffer->eraseFromParent();
      New.Ptr = Known;
      return New;
    }
  Buffer->setName(Name);
  return New;
}

/// Products are added only: what they are to be subtracted from is negated
/// before and after.
Value *negateIf(bool Negate, IRBuilderBase &B, Value *V) {
  if (!Negate)
    return V;
  return V->getType()->isFPOrFPVectorTy() ? B.CreateFNeg(V) : B.CreateNeg(V);
}

SmallVector<Type *> AmxEmitter::carriedTypes(LLVMContext &C, const Section &S,
                                             const ProductMath &) const {
  return SmallVector<Type *>(grid(S).tiles(), Type::getX86_AMXTy(C));
}

Accumulators AmxEmitter::load(IRBuilderBase &B, const Section &S,
                              const MatrixMemory &From) const {
  Accumulators Acc(grid(S).tiles());
  Value *Stride = strideOf(B, From);
  grid(S).forEach([&](unsigned V, unsigned H) {
    Acc[grid(S).index(V, H)] =
        loadTile(B, From.address(B, V * AmxLines, H * AmxLines), Stride);
  });
  return Acc;
}

void AmxEmitter::store(IRBuilderBase &B, const Section &S,
                       const Accumulators &Acc, const MatrixMemory &To) const {
  Value *Stride = strideOf(B, To);
  grid(S).forEach([&](unsigned V, unsigned H) {
    createIntrinsic(B, Intrinsic::x86_tilestored64_internal,
                    {B.getInt16(AmxLines), B.getInt16(RowBytes),
                     To.address(B, V * AmxLines, H * AmxLines), Stride,
                     Acc[grid(S).index(V, H)]});
  });
}

Accumulators AmxEmitter::zeros(IRBuilderBase &B, const Section &S) const {
  Accumulators Acc(grid(S).tiles());
  for (Value *&Tile : Acc)
    Tile = createIntrinsic(B, Intrinsic::x86_tilezero_internal,
                           {B.getInt16(AmxLines), B.getInt16(RowBytes)});
  return Acc;
}

Accumulators AmxEmitter::begin(IRBuilderBase &B, const Section &S,
                               const ProductMath &Math,
                               ArrayRef<Value *> Start) const {
  if (areZero(Start))
    return zeros(B, S);
  const MatrixMemory Sums = sumsBuffer(B, S, Math);
  for (auto [I, Piece] : enumerate(Start))
    Sums.store(B, negateIf(Math.Subtract, B, Piece), S.Cut.pieceRow(I),
               S.Cut.pieceCol(I));
  return load(B, S, Sums);
}

std::optional<Accumulators>
AmxEmitter::beginInMemory(IRBuilderBase &B, const Section &S,
                          const ProductMath &Math,
                          const MatrixMemory &Start) const {
  if (Math.Subtract || Start.Volatile || !grid(S).IsWhole)
    return std::nullopt;
  return load(B, S, Start);
}

/// A tile of \p Rows, vectors of 64 bytes each, padded with rows of zeros.
Value *AmxEmitter::loadBuffered(IRBuilderBase &B,
                                SmallVectorImpl<Value *> &Rows) const {
  auto *Ty = FixedVectorType::get(elementTy(B.getContext()), rank());
  const MatrixMemory Buffer =
      createBuffer(functionOf(B), Ty->getElementType(), rank(), AmxLines);
  Rows.resize(AmxLines, Constant::getNullValue(Ty));
  for (auto [I, Row] : enumerate(Rows))
    Buffer.store(B, B.CreateBitCast(Row, Ty), 0, I);
  return loadTile(B, Buffer.Ptr, B.getInt64(RowBytes));
}

/// Sixteen rows of A: each row of the tile holds one group of steps of k of all
/// of them.
Value *AmxEmitter::rowsTile(IRBuilderBase &B, const Section &S, const Matrix &A,
                            unsigned V, unsigned KBegin, unsigned KEnd) const {
  const unsigned First = S.Row + V * AmxLines;
  const unsigned Count = linesOf(S.Cut.Rows, V);
  const MatrixMemory *Grouped = A.groupedMemory(group());
  if (Grouped && Count == AmxLines && KEnd - KBegin == rank() &&
      KBegin % group() == 0) {
    const unsigned Column = KBegin / group() * A.rows() + First;
    return loadTile(B, Grouped->address(B, 0, Column),
                    B.getInt64(uint64_t(SumBytes) * A.rows()));
  }
  SmallVector<Value *> Groups =
      OperandLines(A.withBitsOfHalves(B), /*IsLeft=*/true)
          .groups(B, {AmxLines, group()}, First, Count, KBegin, KEnd);
  return loadBuffered(B, Groups);
}

/// Sixteen columns of B, one in each row of the tile.
Value *AmxEmitter::colsTile(IRBuilderBase &B, const Section &S,
                            const Matrix &Bmat, unsigned H, unsigned KBegin,
                            unsigned KEnd) const {
  const unsigned First = S.Col + H * AmxLines;
  const unsigned Count = linesOf(S.Cut.Cols, H);
  if (const MatrixMemory *Columns = Bmat.memory();
      Columns && !Columns->Volatile && Count == AmxLines &&
      KEnd - KBegin == rank()) {
    Value *Place = Columns->address(B, KBegin, First);
    return loadTile(B, Place, strideOf(B, *Columns));
  }
  SmallVector<Value *> Lines;
  const OperandLines Operand(Bmat.withBitsOfHalves(B), /*IsLeft=*/false);
  for (unsigned Line = 0; Line != Count; ++Line)
    Lines.push_back(
        Operand.group(B, {1, rank()}, First + Line, 1, KBegin, KEnd));
  return loadBuffered(B, Lines);
}

/// One instruction for each accumulator. The tiles of the shorter side are
/// loaded first, one of the longer side at a time: seven registers at most.
void AmxEmitter::multiply(IRBuilderBase &B, const Section &S,
                          const ProductMath &Math, Accumulators &Acc,
                          const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                          unsigned KEnd) const {
  const ProductKind &Kind = Math.Kind;
  const Intrinsic::ID ID = Bfloats
                               ? Intrinsic::x86_tdpbf16ps_internal
                               : bytesInstruction(/*Left=*/Kind.RightSigned,
                                                  /*Right=*/Kind.LeftSigned);
  const TileGrid Grid = grid(S);
  SmallVector<Value *> Rows(Grid.Rows), Cols(Grid.Cols);
  auto Add = [&](unsigned V, unsigned H) {
    if (!Rows[V])
      Rows[V] = rowsTile(B, S, A, V, KBegin, KEnd);
    if (!Cols[H])
      Cols[H] = colsTile(B, S, Bmat, H, KBegin, KEnd);
    Value *&Sum = Acc[Grid.index(V, H)];
    Sum = createIntrinsic(B, ID,
                          {B.getInt16(AmxLines), B.getInt16(RowBytes),
                           B.getInt16(RowBytes), Sum, Cols[H], Rows[V]});
  };
  if (Grid.Rows <= Grid.Cols)
    return Grid.forEach(Add);
  for (unsigned V = 0; V != Grid.Rows; ++V)
    for (unsigned H = 0; H != Grid.Cols; ++H)
      Add(V, H);
}

void AmxEmitter::step(IRBuilderBase &B, const Section &S,
                      const ProductMath &Math, Accumulators &Acc,
                      const Matrix &A, const Matrix &Bmat, unsigned KBegin,
                      unsigned KEnd) const {
  forEachGroup(KBegin, KEnd, rank(), [&](unsigned K, unsigned End) {
    multiply(B, S, Math, Acc, A, Bmat, K, End);
  });
}

SmallVector<Value *> AmxEmitter::finish(IRBuilderBase &B, const Section &S,
                                        const ProductMath &Math,
                                        const Accumulators &Acc) const {
  const MatrixMemory Sums = sumsBuffer(B, S, Math);
  store(B, S, Acc, Sums);
  SmallVector<Value *> Pieces;
  for (unsigned I = 0; I != S.Cut.pieces(); ++I)
    Pieces.push_back(negateIf(
        Math.Subtract, B,
        Sums.load(B, S.Cut.pieceRow(I), S.Cut.pieceCol(I), S.Cut.pieceLen(I))));
  return Pieces;
}

bool AmxEmitter::finishInMemory(IRBuilderBase &B, const Section &S,
                                const ProductMath &Math,
                                const Accumulators &Acc,
                                const MatrixMemory &To) const {
  if (Math.Subtract || To.Volatile || !grid(S).IsWhole)
    return false;
  store(B, S, Acc, To);
  return true;
}

} // namespace

unsigned amxRank(const Type *ElemTy) {
  return 8 * RowBytes / ElemTy->getScalarSizeInBits();
}

const SiteEmitter &amxEmitter(bool Bfloats) {
  static const AmxEmitter OfBytes(/*Bfloats=*/false), OfBfloats(true);
  return Bfloats ? OfBfloats : OfBytes;
}

} // namespace gemmify
