//===- LowerValues.cpp - Matrix values other than products ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of FunctionLowering that finds operands and lowers loads, stores,
/// phis, transposes and elementwise operations.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "lowering/matrix/Transpose.h"
#include "lowering/target/TargetFeatures.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

static unsigned lanesOf(const Value *V) {
  const auto *T = dyn_cast<FixedVectorType>(V->getType());
  return T ? T->getNumElements() : 0;
}

static IntrinsicInst *asColumnLoad(Value *V) {
  auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call && Call->getIntrinsicID() == Intrinsic::matrix_column_major_load
             ? Call
             : nullptr;
}

MemoryLocation locationOf(const MatrixMemory &M, unsigned Rows, unsigned Cols,
                          const DataLayout &DL) {
  std::optional<uint64_t> Stride = M.constantStride();
  if (!Stride || *Stride > UINT32_MAX)
    return MemoryLocation::getBeforeOrAfter(M.Ptr, M.AA);
  uint64_t Elements = *Stride * (Cols - 1) + Rows;
  uint64_t Bytes = Elements * DL.getTypeAllocSize(M.ElemTy);
  return MemoryLocation(M.Ptr, LocationSize::precise(Bytes), M.AA);
}

Layout FunctionLowering::cutFor(Type *ElemTy, unsigned Rows, unsigned Cols) {
  bool SplitRest = F.getDataLayout().getTypeSizeInBits(ElemTy) < 32;
  return Layout(Rows, Cols, targetFor(ProductKind::of(ElemTy)).Lanes,
                SplitRest);
}

/// The matrix \p V as it can be read right before \p At, an instruction of the
/// original function. A \p V of another size is read lane by lane.
Matrix FunctionLowering::matrixAt(Value *V, unsigned Rows, unsigned Cols,
                                  Instruction *At) {
  lowerOperandForm(V);
  const DataLayout &DL = F.getDataLayout();
  auto *Load = dyn_cast<LoadInst>(V);
  if (Load && Load->isSimple() && lanesOf(V) == Rows * Cols &&
      isPacked(DL, V->getType()->getScalarType())) {
    if (Order.sameAt(MemoryLocation::get(Load), Load, At))
      return Matrix::memory(memoryOf(*Load, Rows), Rows, Cols);
    return loadedPieces(*Load, Rows, Cols);
  }
  IntrinsicInst *ColumnLoad = asColumnLoad(V);
  if (ColumnLoad && !Lowered.contains(V)) {
    MatrixMemory M = memoryOfColumnAccess(*ColumnLoad);
    Layout Cut = Layouts.lookup(ColumnLoad);
    bool SameShape = Cut.Rows == Rows && Cut.Cols == Cols;
    if (SameShape && isPacked(DL, M.ElemTy) &&
        Order.sameAt(locationOf(M, Rows, Cols, DL), ColumnLoad, At))
      return Matrix::memory(M, Rows, Cols);
    lowerColumnLoad(*ColumnLoad);
  }
  if (const CarriedSum *Sum = Sums.of(V))
    if (Sum->Where.Cut.Rows == Rows && Sum->Where.Cut.Cols == Cols)
      return finishedIn(V, At->getParent());
  auto Known = Lowered.find(V);
  if (Known != Lowered.end() && Known->second.rows() == Rows &&
      Known->second.cols() == Cols)
    return Known->second;
  return Matrix::flat(flatValue(V), Rows, Cols);
}

static bool isTranspose(const Value *V) {
  const auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call && Call->getIntrinsicID() == Intrinsic::matrix_transpose;
}

/// Whether \p I only converts an operand of a product, which may be able to
/// read the original: an extension, a transpose, or a cast between two
/// transposes.
bool FunctionLowering::isOperandForm(const Instruction &I) const {
  const bool Transposes = isTranspose(&I);
  const bool Casts = isa<BitCastInst>(I) && isTranspose(I.getOperand(0));
  if (!Transposes && !Casts &&
      !(isa<SExtInst, ZExtInst, FPExtInst>(I) && Layouts.contains(&I)))
    return false;
  return any_of(I.users(), [&](const User *U) {
    auto *By = cast<Instruction>(U);
    if (Casts)
      return isTranspose(By) && isOperandForm(*By);
    return getMultiplyShape(*By) || (Transposes && isOperandForm(*By));
  });
}

/// Lowers the extension, transpose or cast \p V, which was delayed.
void FunctionLowering::lowerOperandForm(Value *V) {
  if (!OperandForms.erase(V))
    return;
  if (auto *Call = dyn_cast<IntrinsicInst>(V))
    return lowerTranspose(*Call);
  if (auto *Cast = dyn_cast<BitCastInst>(V)) {
    Value *Words = flatValue(Cast->getOperand(0));
    Value *Flat = IRBuilder<>(Cast).CreateBitCast(Words, Cast->getType());
    Lowered.insert({V, Matrix::flat(Flat, lanesOf(V), 1)});
    Flattened[V] = Flat;
    return;
  }
  lowerElementwise(*cast<Instruction>(V));
}

/// A matrix that createGrouped() made of a vector that can be read from memory,
/// its columns without gaps.
std::optional<Matrix> FunctionLowering::groupedAt(Value *V, unsigned Rows,
                                                  unsigned Cols,
                                                  Instruction *At) {
  std::optional<GroupedWords> Grouped = matchGrouped(V);
  if (!Grouped || OperandForms.contains(Grouped->Words))
    return std::nullopt;
  Matrix Words = matrixAt(Grouped->Words, Rows, Cols / Grouped->Group, At);
  if (!Words.memory() || Words.memory()->Volatile ||
      !Words.memory()->isContiguous(Rows))
    return std::nullopt;
  MatrixMemory Memory = *Words.memory();
  Memory.ElemTy = V->getType()->getScalarType();
  return Matrix::grouped(Memory, Rows, Cols, Grouped->Group);
}

/// The operand \p V of a product right before \p At. A transpose of what can
/// be read from memory is not put into registers when \p MayBeTransposed.
Matrix FunctionLowering::operandAt(Value *V, unsigned Rows, unsigned Cols,
                                   Instruction *At, bool MayBeTransposed) {
  if (MayBeTransposed && OperandForms.contains(V) && isa<IntrinsicInst>(V)) {
    if (std::optional<Matrix> Grouped = groupedAt(V, Rows, Cols, At))
      return *Grouped;
    Value *Source = cast<IntrinsicInst>(V)->getArgOperand(0);
    if (!OperandForms.contains(Source)) {
      Matrix M = matrixAt(Source, Cols, Rows, At);
      if (M.memory())
        return Matrix::transposed(*M.memory(), Rows, Cols);
    }
  }
  return matrixAt(V, Rows, Cols, At);
}

/// The flattened matrix \p V for users that need it whole.
Value *FunctionLowering::flatValue(Value *V) {
  if (IntrinsicInst *ColumnLoad = asColumnLoad(V))
    if (!Lowered.contains(V))
      lowerColumnLoad(*ColumnLoad);
  lowerOperandForm(V);
  if (Sums.of(V))
    return flatCarried(V, cast<Instruction>(V)->getParent());
  auto Known = Lowered.find(V);
  if (Known == Lowered.end())
    return V;
  Value *&Flat = Flattened[V];
  if (Flat)
    return Flat;
  auto *I = cast<Instruction>(V);
  IRBuilder<> B(I);
  if (isa<PHINode>(I))
    B.SetInsertPoint(I->getParent(), I->getParent()->getFirstInsertionPt());
  Layout Cut = Layouts.lookup(I);
  return Flat = flatten(B, Cut, Known->second.cut(B, Cut));
}

/// The flattened matrix \p I at the beginning of \p BB, which it dominates.
Value *FunctionLowering::flattenIn(Instruction &I, BasicBlock &BB) {
  lowerOperandForm(&I);
  if (Sums.of(&I))
    return flatCarried(&I, &BB);
  auto Known = Lowered.find(&I);
  if (Known == Lowered.end())
    return flatValue(&I);
  IRBuilder<> B(&BB, BB.getFirstInsertionPt());
  Layout Cut = Layouts.lookup(&I);
  return flatten(B, Cut, Known->second.cut(B, Cut));
}

void FunctionLowering::setPieces(Instruction &I, ArrayRef<Value *> Pieces) {
  Lowered.insert({&I, Matrix::pieces(Layouts.lookup(&I), Pieces)});
  Dead.insert(&I);
}

/// Loads the pieces of a plain load where it is, because its memory changes
/// later.
Matrix FunctionLowering::loadedPieces(LoadInst &Load, unsigned Rows,
                                      unsigned Cols) {
  IRBuilder<> B(&Load);
  Layout Cut = cutFor(Load.getType()->getScalarType(), Rows, Cols);
  Matrix Source = Matrix::memory(memoryOf(Load, Rows), Rows, Cols);
  return Matrix::pieces(Cut, Source.cut(B, Cut));
}

Matrix FunctionLowering::lowerColumnLoad(IntrinsicInst &Call) {
  IRBuilder<> B(&Call);
  MatrixMemory M = memoryOfColumnAccess(Call);
  Layout Cut = Layouts.lookup(&Call);
  SmallVector<Value *> Pieces;
  for (unsigned C = 0; C != Cut.Cols; ++C) {
    // Elements within a column are packed bit by bit: read it whole.
    Value *Whole = isPacked(F.getDataLayout(), M.ElemTy)
                       ? nullptr
                       : M.load(B, 0, C, Cut.Rows);
    for (unsigned I = 0; I != Cut.chunks(); ++I) {
      unsigned Row = Cut.chunkRow(I), Len = Cut.chunkLen(I);
      Pieces.push_back(Whole ? sliceVector(B, Whole, Row, Len)
                             : M.load(B, Row, C, Len));
    }
  }
  setPieces(Call, Pieces);
  return Matrix::pieces(Cut, Pieces);
}

void FunctionLowering::lowerColumnStore(IntrinsicInst &Call) {
  Dead.insert(&Call);
  MatrixMemory M = memoryOfColumnAccess(Call);
  Value *Stored = Call.getArgOperand(0);
  if (lowerStoredProduct(Call, M, Stored) || storeCarried(Stored, M, Call))
    return;
  IRBuilder<> B(&Call);
  auto Dim = [&](unsigned I) {
    return unsigned(cast<ConstantInt>(Call.getArgOperand(I))->getZExtValue());
  };
  Matrix Source = matrixAt(Stored, Dim(4), Dim(5), &Call);
  Layout Cut = cutFor(M.ElemTy, Dim(4), Dim(5));
  SmallVector<Value *> Pieces = Source.cut(B, Cut);
  for (unsigned C = 0; C != Cut.Cols; ++C) {
    ArrayRef<Value *> Column =
        ArrayRef(Pieces).slice(C * Cut.chunks(), Cut.chunks());
    if (!isPacked(F.getDataLayout(), M.ElemTy)) {
      M.store(B, joinVectors(B, Column), 0, C);
      continue;
    }
    for (unsigned I = 0; I != Cut.chunks(); ++I)
      M.store(B, Column[I], Cut.chunkRow(I), C);
  }
}

/// Stores a matrix in pieces; other stores are left alone.
void FunctionLowering::lowerStore(StoreInst &Store) {
  auto *Stored = dyn_cast<Instruction>(Store.getValueOperand());
  if (!Stored || !Layouts.contains(Stored) || !Store.isSimple() ||
      !isPacked(F.getDataLayout(), Stored->getType()->getScalarType()))
    return;
  Layout Cut = Layouts.lookup(Stored);
  MatrixMemory M = memoryOf(Store, Cut.Rows);
  if (lowerStoredProduct(Store, M, Stored)) {
    Dead.insert(&Store);
    return;
  }
  if (!Lowered.contains(Stored) && !Sums.of(Stored) && !asColumnLoad(Stored))
    return;
  Dead.insert(&Store);
  IRBuilder<> B(&Store);
  SmallVector<Value *> Pieces =
      matrixAt(Stored, Cut.Rows, Cut.Cols, &Store).cut(B, Cut);
  storePieces(B, M, Cut, Pieces);
}

void FunctionLowering::lowerTranspose(IntrinsicInst &Call) {
  IRBuilder<> B(&Call);
  Layout Cut = Layouts.lookup(&Call);
  Matrix Source = matrixAt(Call.getArgOperand(0), Cut.Cols, Cut.Rows, &Call);
  setPieces(Call, transpose(B, Source, Cut));
}

/// One phi per piece; completePhis fills in the incoming values.
void FunctionLowering::lowerPhi(PHINode &Phi) {
  IRBuilder<> B(&Phi);
  Layout Cut = Layouts.lookup(&Phi);
  SmallVector<Value *> Pieces;
  for (unsigned I = 0; I != Cut.pieces(); ++I)
    Pieces.push_back(B.CreatePHI(
        FixedVectorType::get(Phi.getType()->getScalarType(), Cut.pieceLen(I)),
        Phi.getNumIncomingValues()));
  setPieces(Phi, Pieces);
  Phis.push_back(&Phi);
}

static Value *elementwisePiece(IRBuilderBase &B, Instruction &I, Type *PieceTy,
                               ArrayRef<Value *> Operands) {
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    return B.CreateIntrinsic(Call->getIntrinsicID(), {PieceTy}, Operands,
                             isa<FPMathOperator>(I) ? &I : nullptr);
  }
  Instruction *Piece = I.clone();
  for (unsigned Op = 0; Op != Operands.size(); ++Op)
    Piece->setOperand(Op, Operands[Op]);
  Piece->mutateType(PieceTy);
  Piece->setMetadata(SeededMetadata, nullptr);
  return B.Insert(Piece);
}

void FunctionLowering::lowerElementwise(Instruction &I) {
  IRBuilder<> B(&I);
  Layout Cut = Layouts.lookup(&I);
  unsigned NumOperands =
      isa<CallInst>(I) ? cast<CallInst>(I).arg_size() : I.getNumOperands();
  SmallVector<SmallVector<Value *>, 3> Operands(NumOperands);
  for (unsigned Op = 0; Op != NumOperands; ++Op) {
    Value *V = I.getOperand(Op);
    if (lanesOf(V))
      Operands[Op] = matrixAt(V, Cut.Rows, Cut.Cols, &I).cut(B, Cut);
    else
      Operands[Op].assign(Cut.pieces(), V);
  }
  bool ByBits = isa<FPExtInst>(I) && tripleOf(F).isPPC64() &&
                I.getType()->getScalarType()->isFloatTy();
  SmallVector<Value *> Pieces, Args(NumOperands);
  for (unsigned P = 0; P != Cut.pieces(); ++P) {
    for (unsigned Op = 0; Op != NumOperands; ++Op)
      Args[Op] = Operands[Op][P];
    Type *PieceTy =
        FixedVectorType::get(I.getType()->getScalarType(), Cut.pieceLen(P));
    if (ByBits)
      Pieces.push_back(extendToFloat(B, Args[0]));
    else
      Pieces.push_back(elementwisePiece(B, I, PieceTy, Args));
  }
  setPieces(I, Pieces);
}

} // namespace gemmify
