//===- TileCopy.cpp - Tiles between C and a buffer ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCopy.h"
#include "PairCopy.h"
#include "RunCopy.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/kernel/emit/CarryTable.h"
#include "pass/kernel/emit/RegionBounds.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

Value *bufferStride(KernelContext &Ctx, Value *Rows) {
  return Ctx.Plan.hasEdgeTiles() ? Ctx.wholeVectors(Rows)
                                 : Ctx.B.getInt64(Ctx.Plan.MR);
}

namespace {

/// Where C lies, in a function that knows nothing else of it. Strides are
/// bytes, i64; that of rows is constant where they follow each other.
struct PlaceOfC {
  Value *Ptr, *RowStride, *ColStride;
};

class Copier {
public:
  /// \p Own: in place of what the nest says; rows and columns count from there.
  Copier(KernelContext &Ctx, const TileBlock &Block, TileCopy What,
         TilePlace Buffer, const PlaceOfC *Own = nullptr)
      : Ctx(Ctx), B(Ctx.B), Nest(Ctx.View.Nest), Block(Block), What(What),
        Buffer(Buffer), Own(Own), MR(Ctx.Plan.MR), Lanes(Ctx.Plan.Lanes),
        First(B.getInt64(0)), End(Block.Rows) {}

  void emit();
  /// The same where the buffer holds other elements after each column.
  void emitPartOfTile() {
    HasMoreRows = true;
    emit();
  }

private:
  bool canCopyColumns() const;
  void emitElements(Value *Col);
  bool canMask() const;
  void emitColumn(Value *Col);
  void clipColumn(Value *Col);
  void emitVectors(Value *Col);
  void emitRest(Value *Row, Value *Col, Value *Count);
  void emitParts(Value *Row, Value *Col, Value *Count);
  void emitMasked(Value *Row, Value *Col, Value *Count);
  void emitPart(Value *Row, Value *Col, unsigned Lanes);
  Value *inBuffer(Value *Row, Value *Col) {
    Value *Column = B.CreateMul(Col, Buffer.Stride);
    return Ctx.elementPtr(Buffer.Ptr, addIndices(B, Column, Row));
  }
  Value *inC(Value *Row, Value *Col) {
    if (!Own)
      return Ctx.Slices.address(Nest.C, at(Row, Col));
    Value *Column = B.CreateMul(Col, Own->ColStride);
    Value *InColumn = B.CreateMul(Row, Own->RowStride);
    return B.CreatePtrAdd(Own->Ptr, addIndices(B, Column, InColumn));
  }
  Indices at(Value *Row, Value *Col) {
    Indices I = {};
    I[Ctx.View.Row] = addIndices(B, Block.Row, Row);
    I[Ctx.View.Col] = addIndices(B, Block.Col, Col);
    return I;
  }

  KernelContext &Ctx;
  IRBuilderBase &B;
  const GemmNest &Nest;
  const TileBlock &Block;
  const TileCopy What;
  const TilePlace Buffer;
  const PlaceOfC *const Own;
  const unsigned MR, Lanes;
  Value *First, *End;       ///< Rows of the column that is copied.
  bool HasMoreRows = false; ///< The buffer has others next to them.
};

} // namespace

/// Whether columns can be moved as vectors.
bool Copier::canCopyColumns() const {
  if (Own)
    return isa<ConstantInt>(Own->RowStride);
  auto IsContiguous = [&](const auto &Of) {
    const LoopDim Row = Ctx.View.Row;
    return isContiguous(Of, Row, Ctx.DL, Ctx.Slices.isInOneRun(Row));
  };
  if (What == TileCopy::StartsFromSlice)
    return IsContiguous(Nest.Start);
  return IsContiguous(Nest.C) &&
         (What != TileCopy::FinalsToC || IsContiguous(Nest.Final));
}

bool Copier::canMask() const {
  const bool Loads = Ctx.hasMaskedLoads(Ctx.ElemBytes),
             Stores = Ctx.hasMaskedStores(Ctx.ElemBytes);
  if (What != TileCopy::SumsFromC && What != TileCopy::SumsToC)
    return false;
  return HasMoreRows ? Loads && Stores
                     : (What == TileCopy::SumsFromC ? Loads : Stores);
}

void Copier::emit() {
  emitLoop(B, "tile.col", B.getInt64(0), Block.Cols, 1, true,
           [&](Value *Col) { emitColumn(Col); });
}

void Copier::emitColumn(Value *Col) {
  if (Nest.Region)
    clipColumn(Col);
  if (!canCopyColumns())
    return Own ? emitElements(Col)
               : emitLoop(B, "tile.row", First, End, 1, !Nest.Region,
                          [&](Value *Row) { emitPart(Row, Col, 0); });
  if (Nest.Region)
    return emitVectors(Col);
  if (What != TileCopy::FinalsToC || Block.Rows == B.getInt64(MR))
    return emitVectors(Col);
  emitIf(
      B, "tile.whole", B.CreateICmpEQ(Block.Rows, B.getInt64(MR)),
      [&] {
        for (unsigned Row = 0; Row != MR; Row += Lanes)
          emitPart(B.getInt64(Row), Col, Lanes);
      },
      [&] { emitVectors(Col); });
}

/// Lets the column have the rows that exist.
void Copier::clipColumn(Value *Col) {
  Value *InC = addIndices(B, Block.Col, Col);
  HasMoreRows = true;
  const auto Exist = RegionBounds(Ctx).rowsOf(
      {Block.Row, B.CreateAdd(Block.Row, Block.Rows)}, InC);
  First = B.CreateSub(Exist.First, Block.Row);
  End = B.CreateSub(Exist.End, Block.Row);
}

/// A few at a time.
void Copier::emitElements(Value *Col) {
  const uint64_t Several = Ctx.Plan.Tune.Copy.ElementsAtOnce;
  Value *Zero = B.getInt64(0);
  Value *Over = B.CreateURem(Block.Rows, B.getInt64(Several));
  Value *Whole = B.CreateSub(Block.Rows, Over);
  emitLoop(B, "tile.rows", Zero, Whole, Several, /*RunsOnce=*/false,
           [&](Value *Row) {
             for (unsigned At = 0; At != Several; ++At)
               emitPart(addIndices(B, Row, B.getInt64(At)), Col, 0);
           });
  emitLoop(B, "tile.row", Whole, Block.Rows, 1, /*RunsOnce=*/false,
           [&](Value *Row) { emitPart(Row, Col, 0); });
}

void Copier::emitVectors(Value *Col) {
  Value *Rows = Nest.Region ? B.CreateSub(End, First) : End;
  Value *Count = B.CreateURem(Rows, B.getInt64(Lanes));
  Value *Whole = B.CreateSub(End, Count);
  emitLoop(B, "tile.vector", First, Whole, Lanes, /*RunsOnce=*/false,
           [&](Value *Row) { emitPart(Row, Col, Lanes); });
  emitIf(B, "tile.some", B.CreateICmpNE(Count, B.getInt64(0)),
         [&] { emitRest(Whole, Col, Count); });
}

/// Copies the last \p Count rows, less than a vector.
void Copier::emitRest(Value *Row, Value *Col, Value *Count) {
  if (canMask())
    return emitMasked(Row, Col, Count);
  if (What == TileCopy::FinalsToC || What == TileCopy::StartsFromSlice ||
      !isPowerOf2_32(Lanes))
    return emitLoop(B, "tile.row", Row, End, 1, true,
                    [&](Value *At) { emitPart(At, Col, 0); });
  emitParts(Row, Col, Count);
}

/// The same by vectors of halves, quarters and so on.
void Copier::emitParts(Value *Row, Value *Col, Value *Count) {
  for (unsigned Part = Lanes / 2; Part; Part /= 2) {
    Value *Some = B.CreateAnd(Count, B.getInt64(Part));
    emitIf(B, "tile.part", B.CreateICmpNE(Some, B.getInt64(0)),
           [&] { emitPart(Row, Col, Part == 1 ? 0 : Part); });
    Row = B.CreateAdd(Row, Some);
  }
}

void Copier::emitMasked(Value *Row, Value *Col, Value *Count) {
  auto *Ty = FixedVectorType::get(Ctx.ElemTy, Lanes);
  Value *AtC = inC(Row, Col), *AtBuffer = inBuffer(Row, Col);
  Value *Valid = Ctx.firstLanes(Count, Lanes);
  auto Load = [&](Value *From, Align A) {
    return B.CreateMaskedLoad(Ty, From, A, Valid, Constant::getNullValue(Ty));
  };
  const Align BufferAlign = Ctx.alignmentOf(1);
  if (What == TileCopy::SumsToC) {
    Value *V = HasMoreRows ? cast<Value>(Load(AtBuffer, BufferAlign))
                           : B.CreateAlignedLoad(Ty, AtBuffer, BufferAlign);
    B.CreateMaskedStore(V, AtC, Nest.C.Alignment, Valid);
    return;
  }
  Value *V = Load(AtC, Nest.C.Alignment);
  if (HasMoreRows)
    B.CreateMaskedStore(V, AtBuffer, BufferAlign, Valid);
  else
    B.CreateAlignedStore(V, AtBuffer, BufferAlign);
}

/// Copies \p Lanes elements of column \p Col from \p Row on; 0: one element.
void Copier::emitPart(Value *Row, Value *Col, unsigned Lanes) {
  auto Typed = [&](Type *T) -> Type * {
    return Lanes ? FixedVectorType::get(T, Lanes) : T;
  };
  const Align BufferAlign = Ctx.alignmentOf(1);
  const Align CAlign = Nest.C.Alignment;
  auto Evaluate = [&](const Slice &S, Value *Sum) {
    return Ctx.Slices.vector(S, at(Row, Col), Ctx.View.Row, Lanes, Sum);
  };
  Value *V;
  switch (What) {
  case TileCopy::SumsFromC:
    V = B.CreateAlignedLoad(Typed(Ctx.ElemTy), inC(Row, Col), CAlign);
    break;
  case TileCopy::StartsFromSlice:
    V = Evaluate(Nest.Start, nullptr);
    break;
  case TileCopy::SumsToC:
  case TileCopy::FinalsToC:
    V = B.CreateAlignedLoad(Typed(Ctx.ElemTy), inBuffer(Row, Col), BufferAlign);
    if (What == TileCopy::FinalsToC)
      V = Evaluate(Nest.Final, V);
    B.CreateAlignedStore(V, inC(Row, Col), CAlign);
    return;
  }
  B.CreateAlignedStore(V, inBuffer(Row, Col), BufferAlign);
}

constexpr StringLiteral CopyFunctionPrefix = "gemmify.copy.";

/// The function's parameters. Strides are bytes in C, elements in the buffer.
enum CopyParam { InC, RowStride, ColStride, Rows, Cols, InBuffer, Stride };

/// Whether one function copies tiles of \p Ctx and of other kernels.
static bool isCopiedByFunction(const KernelContext &Ctx, TileCopy What) {
  const GemmNest &N = Ctx.View.Nest;
  const bool IsSum = What == TileCopy::SumsFromC || What == TileCopy::SumsToC;
  return IsSum && !N.hasKnownTrips() && !N.Region && N.C.ElemTy == Ctx.ElemTy &&
         N.C.isStrided() && isPacked(Ctx.ElemTy, Ctx.DL) &&
         Ctx.Plan.hasEdgeTiles();
}

/// Rows that follow each other in C are told from others at run time.
static void buildCopy(Function &F, const KernelContext &Ctx, TileCopy What) {
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  KernelContext Inner(B, Ctx.View, Ctx.Plan, Ctx.Sig);
  Value *Zero = B.getInt64(0), *Bytes = B.getInt64(Ctx.ElemBytes);
  auto Copy = [&](Value *Step) {
    const PlaceOfC Own = {F.getArg(InC), Step, F.getArg(ColStride)};
    Copier(Inner, {Zero, Zero, F.getArg(Rows), F.getArg(Cols)}, What,
           {F.getArg(InBuffer), F.getArg(Stride)}, &Own)
        .emit();
  };
  emitIf(
      B, "columns", B.CreateICmpEQ(F.getArg(RowStride), Bytes),
      [&] { Copy(Bytes); }, [&] { Copy(F.getArg(RowStride)); });
  B.CreateRetVoid();
  F.addParamAttr(InC, Attribute::NoAlias);
  F.addParamAttr(InBuffer, Attribute::NoAlias);
  F.addParamAttr(What == TileCopy::SumsFromC ? InC : InBuffer,
                 Attribute::ReadOnly);
}

static void emitCopyCall(KernelContext &Ctx, const TileBlock &Block,
                         TileCopy What, TilePlace Buffer) {
  IRBuilderBase &B = Ctx.B;
  const AffineRef &C = Ctx.View.Nest.C;
  std::string Key; // All that the body depends on, but the host's attributes.
  raw_string_ostream(Key) << *Ctx.ElemTy << ";" << C.Alignment.value() << ";"
                          << Ctx.Plan.Lanes << ";" << unsigned(What) << ";"
                          << Ctx.Plan.MaskedLoads << ";"
                          << Ctx.Plan.MaskedStores << ";"
                          << tuningKey(Ctx.Plan.Tune);
  Type *Ptr = B.getPtrTy(), *Int = B.getInt64Ty();
  Function *F = getSharedFunction(
      *B.GetInsertBlock()->getParent(), CopyFunctionPrefix, Key,
      FunctionType::get(B.getVoidTy(), {Ptr, Int, Int, Int, Int, Ptr, Int},
                        false),
      [&](Function &F) { buildCopy(F, Ctx, What); });
  Indices First = {};
  First[Ctx.View.Row] = Block.Row;
  First[Ctx.View.Col] = Block.Col;
  Value *From = Ctx.Slices.address(C, First);
  B.CreateCall(F, {From, Ctx.Sig.get(C.Stride[Ctx.View.Row]),
                   Ctx.Sig.get(C.Stride[Ctx.View.Col]), Block.Rows, Block.Cols,
                   Buffer.Ptr, Buffer.Stride});
}

/// What \p What reads or writes besides the buffer.
static SmallVector<AffineRef, 2> referencesOf(const GemmNest &N,
                                              TileCopy What) {
  SmallVector<AffineRef, 2> Refs;
  if (What != TileCopy::StartsFromSlice)
    Refs.push_back(N.C);
  else
    Refs.append(N.Start.Loads);
  if (What == TileCopy::FinalsToC)
    Refs.append(N.Final.Loads);
  return Refs;
}

/// Where some axes do not fold: a block for each run of columns and of rows.
static void emitCarriedCopy(KernelContext &Ctx, const TileBlock &Block,
                            TileCopy What, TilePlace Buffer) {
  IRBuilderBase &B = Ctx.B;
  const LoopDim Row = Ctx.View.Row, Col = Ctx.View.Col;
  const SmallVector<AffineRef, 2> Refs = referencesOf(Ctx.View.Nest, What);
  forEachRun(Ctx, Refs, Col, {Block.Col, Block.Cols}, [&](IndexRange Cols) {
    forEachRun(Ctx, Refs, Row, {Block.Row, Block.Rows}, [&](IndexRange Rows) {
      Value *Column =
          B.CreateMul(B.CreateSub(Cols.First, Block.Col), Buffer.Stride);
      Value *InColumn = B.CreateSub(Rows.First, Block.Row);
      Value *To = Ctx.elementPtr(Buffer.Ptr, addIndices(B, Column, InColumn));
      const TileBlock Part = {Rows.First, Cols.First, Rows.Count, Cols.Count};
      if (copiesRuns(Ctx, What))
        return emitRunCopy(Ctx, Part, What, {To, Buffer.Stride});
      Copier(Ctx, Part, What, {To, Buffer.Stride}).emitPartOfTile();
    });
  });
}

void emitTileFetch(KernelContext &Ctx, const TileBlock &Block) {
  const AffineRef &C = Ctx.View.Nest.C;
  const LoopDim Row = Ctx.View.Row, Col = Ctx.View.Col;
  forEachRun(Ctx, C, Col, {Block.Col, Block.Cols}, [&](IndexRange Cols) {
    forEachRun(Ctx, C, Row, {Block.Row, Block.Rows}, [&](IndexRange Rows) {
      emitRunFetch(Ctx, {Rows.First, Cols.First, Rows.Count, Cols.Count});
    });
  });
}

void emitTileCopy(KernelContext &Ctx, const TileBlock &Block, TileCopy What,
                  TilePlace Buffer) {
  if (copiesPairs(Ctx, What))
    return emitPairCopy(Ctx, Block, What, Buffer);
  auto IsCarried = [](const AffineRef &R) { return R.isCarried(); };
  if (llvm::any_of(referencesOf(Ctx.View.Nest, What), IsCarried))
    return emitCarriedCopy(Ctx, Block, What, Buffer);
  if (isCopiedByFunction(Ctx, What))
    return emitCopyCall(Ctx, Block, What, Buffer);
  Copier(Ctx, Block, What, Buffer).emit();
}

} // namespace gemmify
