//===- Matrix.cpp - A matrix value, wherever it lives ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matrix.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

static unsigned length(const Value *V) {
  return cast<FixedVectorType>(V->getType())->getNumElements();
}

Value *sliceVector(IRBuilderBase &B, Value *V, unsigned First, unsigned Len) {
  unsigned Have = length(V);
  if (First == 0 && Len == Have)
    return V;
  if (Len == 1) {
    // Back ends crash on some shuffles to one lane.
    Type *ElemTy = V->getType()->getScalarType();
    Value *Element = First < Have ? B.CreateExtractElement(V, uint64_t(First))
                                  : PoisonValue::get(ElemTy);
    return B.CreateInsertElement(
        PoisonValue::get(FixedVectorType::get(ElemTy, 1)), Element,
        uint64_t(0));
  }
  SmallVector<int, 16> Mask;
  for (unsigned I = First; I != First + Len; ++I)
    Mask.push_back(I < Have ? int(I) : PoisonMaskElem);
  return B.CreateShuffleVector(V, Mask);
}

static Value *joinTwo(IRBuilderBase &B, Value *L, Value *R) {
  unsigned Left = length(L), Right = length(R);
  if (Left < Right) {
    SmallVector<int, 16> Mask = createSequentialMask(0, Left, Right - Left);
    L = B.CreateShuffleVector(L, Mask);
  } else if (Right < Left) {
    SmallVector<int, 16> Mask = createSequentialMask(0, Right, Left - Right);
    R = B.CreateShuffleVector(R, Mask);
  }
  unsigned Second = std::max(Left, Right);
  SmallVector<int, 16> Mask;
  for (unsigned I = 0; I != Left + Right; ++I)
    Mask.push_back(I < Left ? I : Second + I - Left);
  return B.CreateShuffleVector(L, R, Mask);
}

Value *joinVectors(IRBuilderBase &B, ArrayRef<Value *> Parts) {
  SmallVector<Value *, 16> Level(Parts);
  while (Level.size() > 1) {
    SmallVector<Value *, 16> Next;
    for (unsigned I = 0; I + 1 < Level.size(); I += 2)
      Next.push_back(joinTwo(B, Level[I], Level[I + 1]));
    if (Level.size() % 2)
      Next.push_back(Level.back());
    Level = std::move(Next);
  }
  return Level.front();
}

Matrix Matrix::withBitsOfHalves(IRBuilderBase &B) const {
  Matrix M = *this;
  if (Mem && Mem->ElemTy->is16bitFPTy())
    M.Mem->ElemTy = B.getInt16Ty();
  if (Flat && Flat->getType()->getScalarType()->is16bitFPTy())
    M.Flat = B.CreateBitCast(
        Flat, FixedVectorType::get(B.getInt16Ty(), length(Flat)));
  return M;
}

Value *extendToFloat(IRBuilderBase &B, Value *V) {
  Type *FloatTy = FixedVectorType::get(B.getFloatTy(), length(V));
  if (!V->getType()->getScalarType()->isBFloatTy())
    return B.CreateFPExt(V, FloatTy);
  Type *Halves = FixedVectorType::get(B.getInt16Ty(), length(V));
  Type *Words = FixedVectorType::get(B.getInt32Ty(), length(V));
  Value *Bits = B.CreateZExt(B.CreateBitCast(V, Halves), Words);
  return B.CreateBitCast(B.CreateShl(Bits, 16), FloatTy);
}

void storePieces(IRBuilderBase &B, const MatrixMemory &To, const Layout &Cut,
                 ArrayRef<Value *> Pieces, unsigned Row, unsigned Col) {
  for (auto [I, Piece] : enumerate(Pieces))
    To.store(B, Piece, Row + Cut.pieceRow(I), Col + Cut.pieceCol(I));
}

Value *flatten(IRBuilderBase &B, Layout Cut, ArrayRef<Value *> Pieces) {
  SmallVector<Value *, 16> Columns;
  for (unsigned C = 0; C != Cut.Cols; ++C)
    Columns.push_back(
        joinVectors(B, Pieces.slice(C * Cut.chunks(), Cut.chunks())));
  return joinVectors(B, Columns);
}

Matrix Matrix::flat(Value *V, unsigned Rows, unsigned Cols) {
  Matrix M(Rows, Cols);
  M.Flat = V;
  return M;
}

Matrix Matrix::pieces(Layout Cut, ArrayRef<Value *> Pieces) {
  Matrix M(Cut.Rows, Cut.Cols);
  M.Cut = Cut;
  M.Pieces.assign(Pieces.begin(), Pieces.end());
  return M;
}

Matrix Matrix::memory(const MatrixMemory &Mem, unsigned Rows, unsigned Cols) {
  Matrix M(Rows, Cols);
  M.Mem = Mem;
  return M;
}

Matrix Matrix::transposed(const MatrixMemory &Mem, unsigned Rows,
                          unsigned Cols) {
  Matrix M = memory(Mem, Rows, Cols);
  M.ByRows = true;
  return M;
}

Matrix Matrix::grouped(const MatrixMemory &Mem, unsigned Rows, unsigned Cols,
                       unsigned Group) {
  Matrix M = memory(Mem, Rows, Cols);
  M.Mem->Stride = ConstantInt::get(Mem.Stride->getType(), Group);
  M.Group = Group;
  return M;
}

/// Element (\p Row, \p Col) of a matrix in memory.
Value *Matrix::loadElement(IRBuilderBase &B, unsigned Row, unsigned Col) const {
  if (Group > 1)
    return Mem->loadElement(B, Col % Group, Col / Group * Rows + Row);
  return ByRows ? Mem->loadElement(B, Col, Row) : Mem->loadElement(B, Row, Col);
}

/// The splat of \p V's only element to \p Len lanes, if it has but one.
static Value *resplat(IRBuilderBase &B, Value *V, unsigned Len) {
  Value *Scalar = getSplatValue(V);
  return Scalar ? B.CreateVectorSplat(Len, Scalar) : nullptr;
}

/// Extracts an element and copies it, as LLVM's own lowering does. Back ends
/// handle that well, but have crashed on splats of parts of vectors that they
/// have to split.
static Value *splatLane(IRBuilderBase &B, Value *V, unsigned Lane,
                        unsigned Len) {
  if (Value *Splat = resplat(B, V, Len))
    return Splat;
  if (Len == 1)
    return sliceVector(B, V, Lane, 1);
  if (Lane >= length(V))
    return PoisonValue::get(
        FixedVectorType::get(V->getType()->getScalarType(), Len));
  return B.CreateVectorSplat(Len, B.CreateExtractElement(V, uint64_t(Lane)));
}

Value *Matrix::fromPieces(IRBuilderBase &B, unsigned Row, unsigned Col,
                          unsigned Len) const {
  SmallVector<Value *, 4> Parts;
  for (unsigned R = Row; R != Row + Len;) {
    unsigned Chunk = Cut.chunkOf(R), Inside = R - Cut.chunkRow(Chunk);
    unsigned Take = std::min(Cut.chunkLen(Chunk) - Inside, Row + Len - R);
    Value *Piece = Pieces[Col * Cut.chunks() + Chunk];
    Parts.push_back(sliceVector(B, Piece, Inside, Take));
    R += Take;
  }
  return joinVectors(B, Parts);
}

Value *Matrix::lanes(IRBuilderBase &B, unsigned Row, unsigned Col,
                     unsigned Len) const {
  if (Mem && !memory()) {
    Value *V = PoisonValue::get(FixedVectorType::get(Mem->ElemTy, Len));
    for (unsigned L = 0; L != Len; ++L)
      V = B.CreateInsertElement(V, loadElement(B, Row + L, Col), uint64_t(L));
    return V;
  }
  if (Mem)
    return Mem->load(B, Row, Col, Len);
  if (!Flat)
    return fromPieces(B, Row, Col, Len);
  if (Value *Splat = resplat(B, Flat, Len))
    return Splat;
  return sliceVector(B, Flat, Col * Rows + Row, Len);
}

Value *Matrix::element(IRBuilderBase &B, unsigned Row, unsigned Col) const {
  if (Mem)
    return loadElement(B, Row, Col);
  return B.CreateExtractElement(lanes(B, Row, Col, 1), uint64_t(0));
}

Value *Matrix::splat(IRBuilderBase &B, unsigned Row, unsigned Col,
                     unsigned Len) const {
  if (Mem)
    return Len == 1 ? lanes(B, Row, Col, 1)
                    : B.CreateVectorSplat(Len, element(B, Row, Col));
  if (Flat)
    return splatLane(B, Flat, Col * Rows + Row, Len);
  unsigned Chunk = Cut.chunkOf(Row);
  Value *Piece = Pieces[Col * Cut.chunks() + Chunk];
  return splatLane(B, Piece, Row - Cut.chunkRow(Chunk), Len);
}

SmallVector<Value *> Matrix::cut(IRBuilderBase &B, Layout Wanted) const {
  if (!Pieces.empty() && Cut == Wanted)
    return Pieces;
  SmallVector<Value *> Result;
  for (unsigned C = 0; C != Wanted.Cols; ++C)
    for (unsigned I = 0; I != Wanted.chunks(); ++I)
      Result.push_back(lanes(B, Wanted.chunkRow(I), C, Wanted.chunkLen(I)));
  return Result;
}

} // namespace gemmify
