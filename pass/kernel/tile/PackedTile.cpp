//===- PackedTile.cpp - One tile of packed slivers ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedTile.h"
#include "intrinsic/MatrixCall.h"
#include "pass/kernel/emit/RingEmitter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

namespace {

/// One tile, in whatever function it is.
class PackedTileEmitter {
public:
  PackedTileEmitter(IRBuilderBase &B, const KernelContext &Ctx, EdgeShape Shape)
      : B(B), Ctx(Ctx), Shape(Shape) {}

  void emit(PackedTile Tile, unsigned Unroll);

private:
  Value *load(const PackedOperand &Operand, unsigned Width, unsigned Lines,
              Value *Ptr, unsigned Steps);
  Value *loadLeft(Value *Ptr, unsigned Steps);
  Value *loadGroups(Value *Ptr, unsigned Steps);
  Value *loadRight(Value *Ptr, unsigned Steps);
  Value *addZeroPointSums(const PackedTile &Tile, Value *Init);

  IRBuilderBase &B;
  const KernelContext &Ctx;
  const EdgeShape Shape;
};

} // namespace

void PackedTileEmitter::emit(PackedTile Tile, unsigned Unroll) {
  auto Left = [this](Value *Ptr, unsigned Ks) { return loadLeft(Ptr, Ks); };
  auto Right = [this](Value *Ptr, unsigned Ks) { return loadRight(Ptr, Ks); };
  Tile.Left.Load = Left;
  Tile.Right.Load = Right;
  MicroKernel Micro(B, Ctx.View.Nest, Ctx.Plan, Shape.Rows, Shape.Cols, Unroll,
                    Tile.Scale);
  const bool FilledUp = Ctx.Plan.Form.FillsUp;
  Value *Depth = FilledUp ? Ctx.Left.packedDepth(B, Tile.Depth) : Tile.Depth;
  Value *Init = createColumnLoad(B, Ctx.ElemTy, Tile.From.Ptr, Tile.From.Stride,
                                 Shape.Rows, Shape.Cols);
  Value *Sums = Micro.emit(Tile.Left, Tile.Right, Depth, FilledUp,
                           addZeroPointSums(Tile, Init));
  createColumnStore(B, Sums, Tile.To.Ptr, Tile.To.Stride, Shape.Rows,
                    Shape.Cols);
}

/// \p Steps steps of k of the first \p Lines rows or columns of a sliver of \p
/// Width from \p Ptr on, not extended. Lines of single steps lie Width apart.
Value *PackedTileEmitter::load(const PackedOperand &Operand, unsigned Width,
                               unsigned Lines, Value *Ptr, unsigned Steps) {
  if (Lines != Width && Operand.Group == 1 && Steps > 1)
    return createColumnLoad(B, Operand.Ty, Ptr, B.getInt64(Width), Lines,
                            Steps);
  return B.CreateAlignedLoad(FixedVectorType::get(Operand.Ty, Lines * Steps),
                             Ptr, Ctx.packedAlign(Operand, Width));
}

/// Slivers hold mr×k, one k after the other, or groups of k×mr.
Value *PackedTileEmitter::loadLeft(Value *Ptr, unsigned Steps) {
  if (Ctx.Left.Group > 1 && Ctx.Left.Group < Steps)
    return Ctx.Left.extend(B, loadGroups(Ptr, Steps), Ctx.ElemTy);
  Value *V = load(Ctx.Left, Ctx.Plan.MR, Shape.Rows, Ptr, Steps);
  if (Ctx.Left.Group > 1 && Steps > 1)
    V = createTranspose(B, V, Steps, Shape.Rows);
  return Ctx.Left.extend(B, V, Ctx.ElemTy);
}

/// Several groups of all rows of the left operand.
Value *PackedTileEmitter::loadGroups(Value *Ptr, unsigned Steps) {
  const PackedOperand &Left = Ctx.Left;
  const unsigned Rows = Ctx.Plan.MR;
  Type *Word = B.getIntNTy(Left.Group * 8 * Left.Bytes);
  Value *Words =
      B.CreateAlignedLoad(FixedVectorType::get(Word, Rows * Steps / Left.Group),
                          Ptr, Ctx.packedAlign(Left, Rows));
  return createGrouped(B, Words, Left.Ty, Rows, Steps);
}

/// Slivers hold nr×k, one k after the other, or groups of k×nr; the site wants
/// k×nr.
Value *PackedTileEmitter::loadRight(Value *Ptr, unsigned Steps) {
  Value *V = load(Ctx.Right, Ctx.Plan.NR, Shape.Cols, Ptr, Steps);
  if (Ctx.Right.Group == 1 && Steps > 1)
    V = createTranspose(B, V, Shape.Cols, Steps);
  return Ctx.Right.extend(B, V, Ctx.ElemTy);
}

/// The sums of lines that are kept of an operand count in all of its columns or
/// rows of the tile: outer products with ones.
Value *PackedTileEmitter::addZeroPointSums(const PackedTile &Tile,
                                           Value *Init) {
  const auto [Rows, Cols] = Shape;
  auto Load = [&](Value *Ptr, unsigned Lines) {
    return B.CreateAlignedLoad(FixedVectorType::get(Ctx.ElemTy, Lines), Ptr,
                               Ctx.alignmentOf(1));
  };
  auto Ones = [&](unsigned Lines) {
    return ConstantInt::get(FixedVectorType::get(Ctx.ElemTy, Lines), 1);
  };
  if (Tile.Left.Sums)
    Init = emitAdd(B, Ctx.View.Nest.Elem, Init,
                   createMultiply(B, Load(Tile.Left.Sums, Rows), Ones(Cols),
                                  {Rows, 1, Cols}));
  if (Tile.Right.Sums)
    Init = emitAdd(B, Ctx.View.Nest.Elem, Init,
                   createMultiply(B, Ones(Rows), Load(Tile.Right.Sums, Cols),
                                  {Rows, 1, Cols}));
  return Init;
}

std::string describeSlivers(const KernelContext &Ctx) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << ";" << Ctx.Plan.KR << ";" << Ctx.Plan.Depth;
  for (const PackedOperand *P : {&Ctx.Left, &Ctx.Right})
    OS << ";" << *P->Ty << P->isSigned() << P->Group << (P->SumTy != nullptr);
  return Text;
}

void emitPackedTile(IRBuilderBase &B, const KernelContext &Ctx,
                    const PackedTile &Tile, EdgeShape Shape, unsigned Unroll) {
  PackedTileEmitter(B, Ctx, Shape).emit(Tile, Unroll);
}

} // namespace gemmify
