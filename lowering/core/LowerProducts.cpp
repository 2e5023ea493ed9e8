//===- LowerProducts.cpp - Products and what takes them in ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of FunctionLowering that cuts products into sections.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "intrinsic/Llvm.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

/// The most vector multiply-adds for which a product is written out in full: if
/// it is one section, and if it is several. Written out, sections would share
/// loads, which would then be spilled. Loops keep the loads apart, which is
/// faster from 8×8×8 doubles on AVX2 up.
static constexpr uint64_t MaxUnrolled = 512;
static constexpr uint64_t MaxUnrolledSections = 96;

/// Whether \p Store, which is not volatile, writes \p Stored, a matrix of
/// layout \p Cut, and could write it in pieces.
static bool storesWhole(const Instruction &Store, const Instruction &Stored,
                        Layout Cut) {
  if (!isPacked(Store.getDataLayout(), Stored.getType()->getScalarType()))
    return false;
  if (const auto *S = dyn_cast<StoreInst>(&Store))
    return S->isSimple() && S->getValueOperand() == &Stored;
  const auto *Call = dyn_cast<IntrinsicInst>(&Store);
  if (!Call || Call->getIntrinsicID() != Intrinsic::matrix_column_major_store)
    return false;
  auto Arg = [&](unsigned I) {
    return cast<ConstantInt>(Call->getArgOperand(I))->getZExtValue();
  };
  return Arg(3) == 0 && Arg(4) == Cut.Rows && Arg(5) == Cut.Cols;
}

/// Whether the product \p I is computed where its only user is.
bool FunctionLowering::isDelayed(Instruction &I) {
  if (!I.hasOneUse())
    return false;
  auto *User = cast<Instruction>(*I.user_begin());
  if (User->getParent() != I.getParent())
    return getMultiplyShape(I) && Layouts.contains(User) &&
           User->hasMetadata(SeededMetadata) && matchProduct(*User).has_value();
  if (storesWhole(*User, I, Layouts.lookup(&I)))
    return true;
  if (!getMultiplyShape(I) || !Layouts.contains(User))
    return false;
  std::optional<Product> P = matchProduct(*User);
  return P && P->Multiply == &I;
}

void FunctionLowering::lowerProduct(const Product &P) {
  Dead.insert(P.Result);
  if (!isDelayed(*P.Result))
    emitProduct(P, P.Result, nullptr);
}

/// Lowers the product \p Stored at the store that is its only user. Returns
/// false when it is not a delayed product.
bool FunctionLowering::lowerStoredProduct(Instruction &Store,
                                          const MatrixMemory &Dest,
                                          Value *Stored) {
  auto *I = dyn_cast<Instruction>(Stored);
  if (!I || !Layouts.contains(I) || Lowered.contains(I) || Sums.of(I) ||
      !Dead.contains(I))
    return false;
  std::optional<Product> P = matchProduct(*I);
  if (!P || !isDelayed(*I))
    return false;
  emitProduct(*P, &Store, &Dest);
  return true;
}

/// Rows and columns of a full section: as many accumulators as the tile has,
/// in sections of about equal size. An accumulator takes several chunks where
/// the row's vectors are longer than those that sums of the type are cut into.
static Layout sectionOf(Layout Cut, const KindTarget &Target) {
  const TileShape &Tile = Target.Record.Tile;
  unsigned TileChunks = std::max(1u, Tile.MR / Target.Lanes);
  unsigned Budget = TileChunks * std::max(1u, Tile.NR);
  unsigned AccRows = Cut.Chunk;
  if (!Cut.SplitRest)
    AccRows = std::max(AccRows, std::min(Target.Lanes, Cut.Rows));
  unsigned Rows = std::min(Cut.Rows, TileChunks * AccRows);
  unsigned Chunks =
      Cut.SplitRest ? Cut.part(Rows, 1).chunks() : divideCeil(Rows, AccRows);
  unsigned Step = Target.Record.AccCols;
  unsigned Cols = std::max(Step, Budget / Chunks);
  Cols -= Cols % Step;
  unsigned Even = divideCeil(Cut.Cols, divideCeil(Cut.Cols, Cols));
  return Cut.part(Rows, std::min<unsigned>(Cut.Cols, alignTo(Even, Step)));
}

static bool wantsLoops(const Product &P, const KindTarget &Target, Layout Cut,
                       Layout Section) {
  uint64_t Steps = uint64_t(Cut.pieces()) *
                   divideCeil(P.Shape.K, Target.Emitter->ksAtOnce());
  bool OneSection = Section.Rows == Cut.Rows && Section.Cols == Cut.Cols;
  if (OneSection || P.Shape.K < 4)
    return Steps > MaxUnrolled;
  return Steps > MaxUnrolledSections;
}

/// Computes \p P before \p At; into \p Dest when that is not null.
void FunctionLowering::emitProduct(const Product &P, Instruction *At,
                                   const MatrixMemory *Dest) {
  const Layout Cut = Layouts.lookup(P.Result);
  const KindTarget &Target = targetOf(P);
  if (wantsLoops(P, Target, Cut, sectionOf(Cut, Target)))
    emitLooped(P, At, Dest);
  else
    emitUnrolled(P, At, Dest);
}

const KindTarget &FunctionLowering::targetOf(const Product &P) {
  return targetFor(P.Math.Kind);
}

/// The arithmetic of \p P on operands in the types that \p Target reads.
static ProductMath mathFor(const Product &P, const KindTarget &Target) {
  ProductMath Math = P.Math;
  Math.Kind = Target.Kind;
  return Math;
}

/// How \p P would be carried, when it is one section of a loop's body.
std::optional<CarriedSum> FunctionLowering::carriedBy(const Product &P) {
  const KindTarget &Target = targetOf(P);
  const Layout Cut = Layouts.lookup(P.Result);
  Layout Section = sectionOf(Cut, Target);
  if (Section != Cut || wantsLoops(P, Target, Cut, Section) || !P.Shape.K)
    return std::nullopt;
  CarriedSum Sum;
  Sum.Emitter = Target.Emitter;
  Sum.Where = {0, 0, Cut};
  Sum.Math = mathFor(P, Target);
  Sum.Types = Target.Emitter->carriedTypes(F.getContext(), Sum.Where, Sum.Math);
  if (Sum.Types.empty())
    return std::nullopt;
  return Sum;
}

/// Whether \p I is a product that is not carried and whose sum occupies
/// processor state while it is computed.
bool FunctionLowering::usesState(Instruction &I) {
  if (Sums.of(&I) || !Layouts.contains(&I))
    return false;
  std::optional<Product> P = matchProduct(I);
  if (!P || !targetOf(*P).Emitter->keepsState())
    return false;
  return !isDelayed(I) || !Sums.of(*I.user_begin());
}

/// The operands of \p P as they can be read right before \p At, in the types
/// that its row multiplies.
std::pair<Matrix, Matrix> FunctionLowering::operandsAt(const Product &P,
                                                       Instruction *At) {
  const KindTarget &Target = targetOf(P);
  bool Transposed = Target.Emitter->readsTransposed();
  return {
      operandAt(P.left(Target.Kind), P.Shape.M, P.Shape.K, At, Transposed),
      operandAt(P.right(Target.Kind), P.Shape.K, P.Shape.N, At, Transposed)};
}

/// The start value of \p P, negated where the product subtracts it.
Matrix FunctionLowering::startAt(const Product &P, Instruction *At) {
  Matrix Start = matrixAt(P.Start, P.Shape.M, P.Shape.N, At);
  if (!P.NegateStart)
    return Start;
  Layout Cut = Layouts.lookup(P.Result);
  IRBuilder<> B(At);
  SmallVector<Value *> Pieces = Start.cut(B, Cut);
  for (Value *&Piece : Pieces)
    Piece = P.Math.IsFP ? B.CreateFNeg(Piece) : B.CreateNeg(Piece);
  return Matrix::pieces(Cut, Pieces);
}

/// Whether writing one section of the result to \p Dest leaves the operands of
/// the others unchanged. The start value may be in the same memory.
bool FunctionLowering::mayStoreSections(const MatrixMemory &Dest,
                                        Instruction *At, const Matrix &A,
                                        const Matrix &B, const Matrix *Start) {
  const DataLayout &DL = F.getDataLayout();
  const Matrix &Shape = A;
  MemoryLocation To = locationOf(Dest, Shape.rows(), B.cols(), DL);
  auto Apart = [&](const Matrix &M) {
    return !M.memory() ||
           Order.noAlias(To, locationOf(*M.memory(), M.rows(), M.cols(), DL));
  };
  if (!Apart(A) || !Apart(B))
    return false;
  if (!Start || Apart(*Start))
    return true;
  const MatrixMemory &From = *Start->memory();
  return From.Ptr == Dest.Ptr && From.Stride == Dest.Stride;
}

namespace {

/// Computes the sections of one product that is written out in full.
struct Unroller {
  const KindTarget &Target;
  const ProductMath Math;
  const Product &P;
  const Matrix &A, &B;
  const Matrix *Start;

  SmallVector<Value *> section(IRBuilderBase &Builder, const Section &S) const {
    SmallVector<Value *> Initial;
    if (Start)
      for (unsigned C = 0; C != S.Cut.Cols; ++C)
        for (unsigned I = 0; I != S.Cut.chunks(); ++I)
          Initial.push_back(Start->lanes(Builder, S.Row + S.Cut.chunkRow(I),
                                         S.Col + C, S.Cut.chunkLen(I)));
    Accumulators Acc = Target.Emitter->begin(Builder, S, Math, Initial);
    Target.Emitter->step(Builder, S, Math, Acc, A, B, 0, P.Shape.K);
    SmallVector<Value *> Result = Target.Emitter->finish(Builder, S, Math, Acc);
    Type *ElemTy = Math.Kind.Sum;
    for (unsigned I = 0; I != Result.size(); ++I)
      if (!Result[I]) // K is zero: an empty sum.
        Result[I] = Constant::getNullValue(
            FixedVectorType::get(ElemTy, S.Cut.pieceLen(I)));
    return Result;
  }
};

} // namespace

void FunctionLowering::emitUnrolled(const Product &P, Instruction *At,
                                    const MatrixMemory *Dest) {
  const KindTarget &Target = targetOf(P);
  const Layout Cut = Layouts.lookup(P.Result);
  auto [A, B] = operandsAt(P, At);
  std::optional<Matrix> Start;
  if (P.Start)
    Start = startAt(P, At);
  Unroller Emit{Target, mathFor(P, Target), P, A, B, Start ? &*Start : nullptr};
  bool StoreEach = Dest && mayStoreSections(*Dest, At, A, B, Emit.Start);

  IRBuilder<> Builder(At);
  Layout Full = sectionOf(Cut, Target);
  SmallVector<Value *> Pieces(Cut.pieces());
  for (unsigned Col = 0; Col < Cut.Cols; Col += Full.Cols)
    for (unsigned Row = 0; Row < Cut.Rows; Row += Full.Rows) {
      unsigned Rows = std::min(Full.Rows, Cut.Rows - Row);
      unsigned Cols = std::min(Full.Cols, Cut.Cols - Col);
      Section S{Row, Col, Cut.part(Rows, Cols)};
      SmallVector<Value *> Part = Emit.section(Builder, S);
      if (StoreEach)
        storePieces(Builder, *Dest, S.Cut, Part, Row, Col);
      for (unsigned I = 0; I != Part.size(); ++I)
        Pieces[(Col + S.Cut.pieceCol(I)) * Cut.chunks() + Cut.chunkOf(Row) +
               I % S.Cut.chunks()] = Part[I];
    }
  if (!Dest)
    setPieces(*P.Result, Pieces);
  else if (!StoreEach)
    storePieces(Builder, *Dest, Cut, Pieces);
}

/// The matrix in memory right before \p At: where it was loaded from if that is
/// unchanged, otherwise a copy on the stack.
MatrixMemory FunctionLowering::memoryAt(Value *V, unsigned Rows, unsigned Cols,
                                        Instruction *At) {
  const DataLayout &DL = F.getDataLayout();
  auto *Load = dyn_cast<LoadInst>(V);
  bool Plain =
      Load && Load->isSimple() && isPacked(DL, V->getType()->getScalarType()) &&
      cast<FixedVectorType>(V->getType())->getNumElements() == Rows * Cols;
  if (Plain && !Order.sameAt(MemoryLocation::get(Load), Load, At)) {
    auto Copy = Copies.find(Load);
    if (Copy == Copies.end()) {
      MatrixMemory Buffer =
          createBuffer(F, V->getType()->getScalarType(), Rows, Cols);
      IRBuilder<>(Load).CreateMemCpy(
          Buffer.Ptr, Buffer.Alignment, Load->getPointerOperand(),
          Load->getAlign(), DL.getTypeStoreSize(V->getType()));
      Copy = Copies.insert({Load, Buffer}).first;
    }
    MatrixMemory Result = Copy->second;
    Result.Stride = ConstantInt::get(Result.Stride->getType(), Rows);
    return Result;
  }
  Matrix M = matrixAt(V, Rows, Cols, At);
  if (M.memory())
    return *M.memory();
  Type *ElemTy = V->getType()->getScalarType();
  MatrixMemory Buffer = createBuffer(F, ElemTy, Rows, Cols);
  Layout Cut = cutFor(ElemTy, Rows, Cols);
  IRBuilder<> B(At);
  storePieces(B, Buffer, Cut, M.cut(B, Cut));
  return Buffer;
}

void FunctionLowering::emitLooped(const Product &P, Instruction *At,
                                  const MatrixMemory *Dest) {
  const KindTarget &Target = targetOf(P);
  const Layout Cut = Layouts.lookup(P.Result);
  MultiplyShape Shape = P.Shape;
  LoopedProduct Loop;
  Loop.A = memoryAt(P.left(Target.Kind), Shape.M, Shape.K, At);
  Loop.B = memoryAt(P.right(Target.Kind), Shape.K, Shape.N, At);
  std::optional<Matrix> Start;
  if (P.Start)
    Start = startAt(P, At);
  bool Direct = Dest && mayStoreSections(
                            *Dest, At, Matrix::memory(Loop.A, Shape.M, Shape.K),
                            Matrix::memory(Loop.B, Shape.K, Shape.N),
                            Start ? &*Start : nullptr);
  Loop.R = Direct ? *Dest : createBuffer(F, Target.Kind.Sum, Shape.M, Shape.N);
  IRBuilder<> B(At);
  bool InPlace = Direct && Start && Start->memory() &&
                 Start->memory()->Ptr == Dest->Ptr &&
                 Start->memory()->Stride == Dest->Stride;
  if (Start && !InPlace)
    storePieces(B, Loop.R, Cut, Start->cut(B, Cut));
  Loop.StartsFromR = Start.has_value();
  Loop.Shape = Shape;
  Loop.Section = sectionOf(Cut, Target);
  Loop.Math = mathFor(P, Target);
  Loop.Emitter = Target.Emitter;
  Loop.Marker = createIntrinsic(B, Intrinsic::donothing, {});
  Loops.push_back(Loop);
  Matrix Result = Matrix::memory(Loop.R, Shape.M, Shape.N);
  if (!Dest)
    Lowered.insert({P.Result, Result});
  else if (!Direct)
    storePieces(B, *Dest, Cut, Result.cut(B, Cut));
}

} // namespace gemmify
