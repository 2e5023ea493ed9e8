//===- StepKernel.cpp - Tiles whose steps have several products -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StepKernel.h"
#include "pass/kernel/emit/RingEmitter.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Parameters of the function.
struct StepParam {
  enum Index : unsigned {
    LeftPtr,
    LeftNext, ///< Bytes from one product to the next; RightNext as well.
    RightPtr,
    RightNext,
    Depth,
    FromPtr,
    FromStride,
    ToPtr,
    ToStride,
  };
};

class StepEmitter {
public:
  StepEmitter(IRBuilderBase &B, const KernelContext &Ctx)
      : B(B), Ctx(Ctx), Nest(Ctx.View.Nest), Lanes(Ctx.Plan.Lanes),
        Vectors(Ctx.Plan.MR / Lanes), Cols(Ctx.Plan.NR),
        VectorTy(FixedVectorType::get(Ctx.ElemTy, Lanes)) {}

  void emit(const PackedTile &Tile);

private:
  using Values = SmallVector<Value *, 32>; ///< Of a tile, column by column.

  Value *inTile(TilePlace Place, unsigned Col, unsigned Vector) const;
  Values loadLeft(const TileOperand &Left, Value *Ptr, unsigned Product) const;
  Value *splat(const TileOperand &Right, Value *Ptr, unsigned Product,
               unsigned Col) const;
  Ring ringOf(const StepProduct &Each, bool Fused) const;
  Value *addend(unsigned First, ArrayRef<Value *> Left,
                ArrayRef<Value *> Right) const;
  void addInTurn(Values &Sums, const PackedTile &Tile, Value *LeftPtr,
                 Value *RightPtr) const;
  void addAtOnce(Values &Sums, const PackedTile &Tile, Value *LeftPtr,
                 Value *RightPtr, unsigned First, unsigned Count) const;
  unsigned products() const { return Nest.Step.count(); }

  IRBuilderBase &B;
  const KernelContext &Ctx;
  const GemmNest &Nest;
  const unsigned Lanes, Vectors, Cols;
  Type *const VectorTy;
};

} // namespace

Value *StepEmitter::inTile(TilePlace Place, unsigned Col,
                           unsigned Vector) const {
  Value *Column = B.CreateMul(Place.Stride, B.getInt64(Col));
  return Ctx.elementPtr(Place.Ptr,
                        B.CreateAdd(Column, B.getInt64(Vector * Lanes)));
}

/// The vectors of the left operand of \p Product.
StepEmitter::Values StepEmitter::loadLeft(const TileOperand &Left, Value *Ptr,
                                          unsigned Product) const {
  Values Loaded;
  Value *From =
      B.CreatePtrAdd(Ptr, B.CreateMul(Left.Next, B.getInt64(Product)));
  for (unsigned V = 0; V != Vectors; ++V)
    Loaded.push_back(B.CreateAlignedLoad(
        VectorTy, Ctx.elementPtr(From, B.getInt64(V * Lanes)),
        Ctx.alignmentOf(std::gcd(Lanes, Ctx.Plan.MR))));
  return Loaded;
}

Value *StepEmitter::splat(const TileOperand &Right, Value *Ptr,
                          unsigned Product, unsigned Col) const {
  Value *From =
      B.CreatePtrAdd(Ptr, B.CreateMul(Right.Next, B.getInt64(Product)));
  Value *Element = B.CreateAlignedLoad(
      Ctx.ElemTy, Ctx.elementPtr(From, B.getInt64(Col)), Align(Ctx.ElemBytes));
  return B.CreateVectorSplat(Lanes, Element);
}

/// How \p Each is added to what comes before it.
Ring StepEmitter::ringOf(const StepProduct &Each, bool Fused) const {
  Ring Own = Nest.Elem;
  Own.Subtract = Each.Subtract;
  Own.Fused = Fused;
  return Own;
}

/// The products from \p First on, added to each other.
Value *StepEmitter::addend(unsigned First, ArrayRef<Value *> Left,
                           ArrayRef<Value *> Right) const {
  Value *All = B.CreateFMul(Left[0], Right[0]);
  if (Nest.Step.negates(First))
    All = B.CreateFNeg(All);
  for (unsigned I = 1; I != Left.size(); ++I) {
    const StepProduct &Each = Nest.Step.More[First + I - 1];
    All = emitMultiplyAdd(B, ringOf(Each, Each.Fused), All, Left[I], Right[I]);
  }
  return All;
}

/// \p Sums and all products of a step, one product of all elements after the
/// other: so few registers hold operands.
void StepEmitter::addInTurn(Values &Sums, const PackedTile &Tile,
                            Value *LeftPtr, Value *RightPtr) const {
  for (unsigned Product = 0; Product != products(); ++Product) {
    const Ring Own = Product
                         ? ringOf(Nest.Step.More[Product - 1], Nest.Elem.Fused)
                         : Nest.Elem;
    const Values Left = loadLeft(Tile.Left, LeftPtr, Product);
    for (unsigned Col = 0; Col != Cols; ++Col) {
      Value *Right = splat(Tile.Right, RightPtr, Product, Col);
      for (unsigned V = 0; V != Vectors; ++V) {
        Value *&Sum = Sums[Col * Vectors + V];
        Sum = emitMultiplyAdd(B, Own, Sum, Left[V], Right);
      }
    }
  }
}

/// \p Sums and what \p Count products from \p First on give.
void StepEmitter::addAtOnce(Values &Sums, const PackedTile &Tile,
                            Value *LeftPtr, Value *RightPtr, unsigned First,
                            unsigned Count) const {
  SmallVector<Values, 4> Left;
  for (unsigned Product = First; Product != First + Count; ++Product)
    Left.push_back(loadLeft(Tile.Left, LeftPtr, Product));
  for (unsigned Col = 0; Col != Cols; ++Col) {
    Values Right;
    for (unsigned Product = First; Product != First + Count; ++Product)
      Right.push_back(splat(Tile.Right, RightPtr, Product, Col));
    for (unsigned V = 0; V != Vectors; ++V) {
      Values OfLeft;
      for (const Values &Each : Left)
        OfLeft.push_back(Each[V]);
      Value *All = addend(First, OfLeft, Right);
      Value *&Sum = Sums[Col * Vectors + V];
      Sum = emitAdd(B, Nest.Elem, Sum, All);
    }
  }
}

void StepEmitter::emit(const PackedTile &Tile) {
  IRBuilderBase::FastMathFlagGuard Guard(B);
  B.clearFastMathFlags();
  Values Init;
  for (unsigned Col = 0; Col != Cols; ++Col)
    for (unsigned V = 0; V != Vectors; ++V)
      Init.push_back(B.CreateAlignedLoad(VectorTy, inTile(Tile.From, Col, V),
                                         Align(Ctx.ElemBytes)));
  BasicBlock *Entry = B.GetInsertBlock();
  Function *F = Entry->getParent();
  BasicBlock *Loop = BasicBlock::Create(B.getContext(), "steps", F);
  BasicBlock *Exit = BasicBlock::Create(B.getContext(), "steps.end", F);
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  auto Phi = [&](Value *First) {
    PHINode *New = B.CreatePHI(First->getType(), 2);
    New->addIncoming(First, Entry);
    return New;
  };
  PHINode *K = Phi(B.getInt64(0));
  PHINode *Left = Phi(Tile.Left.Ptr), *Right = Phi(Tile.Right.Ptr);
  SmallVector<PHINode *, 32> Sums(llvm::map_range(Init, Phi));
  Values Next(Sums.begin(), Sums.end());
  if (!Nest.Step.AddedFirst)
    addInTurn(Next, Tile, Left, Right);
  for (unsigned First = 0; Nest.Step.AddedFirst && First != products();) {
    const unsigned Count = Nest.Step.addedWith(First);
    addAtOnce(Next, Tile, Left, Right, First, Count);
    First += Count;
  }
  for (auto [Sum, New] : llvm::zip(Sums, Next))
    Sum->addIncoming(New, Loop);
  Value *Following = B.CreateAdd(K, B.getInt64(1), "", true, true);
  K->addIncoming(Following, Loop);
  Left->addIncoming(B.CreatePtrAdd(Left, Tile.Left.KStride), Loop);
  Right->addIncoming(B.CreatePtrAdd(Right, Tile.Right.KStride), Loop);
  setUnrollCount(
      *B.CreateCondBr(B.CreateICmpSLT(Following, Tile.Depth), Loop, Exit), 1);
  B.SetInsertPoint(Exit);
  for (auto [Index, Sum] : llvm::enumerate(Next))
    B.CreateAlignedStore(Sum, inTile(Tile.To, Index / Vectors, Index % Vectors),
                         Align(Ctx.ElemBytes));
}

static void buildSteps(Function &F, const KernelContext &Ctx) {
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  auto Operand = [&](unsigned Ptr, unsigned Next, uint64_t Bytes) {
    TileOperand Of = {F.getArg(Ptr), B.getInt64(Bytes), B.getInt64(1)};
    Of.Next = F.getArg(Next);
    return Of;
  };
  const PackedTile Tile = {
      Operand(StepParam::LeftPtr, StepParam::LeftNext,
              Ctx.Plan.MR * Ctx.ElemBytes),
      Operand(StepParam::RightPtr, StepParam::RightNext,
              Ctx.Plan.NR * Ctx.ElemBytes),
      F.getArg(StepParam::Depth),
      nullptr,
      {F.getArg(StepParam::FromPtr), F.getArg(StepParam::FromStride)},
      {F.getArg(StepParam::ToPtr), F.getArg(StepParam::ToStride)}};
  const KernelContext Own(B, Ctx.View, Ctx.Plan, Ctx.Sig);
  StepEmitter(B, Own).emit(Tile);
  B.CreateRetVoid();
}

StepKernel::StepKernel(KernelContext &Ctx) : Ctx(Ctx) {
  Type *Ptr = Ctx.B.getPtrTy(), *Int = Ctx.B.getInt64Ty();
  // What decides on the operations of a step, besides the nest's arithmetic.
  const StepProducts &Step = Ctx.View.Nest.Step;
  std::string Kind =
      (Step.AddedFirst ? "steps of sums" : "steps") + Step.signs();
  Fn = getTileFunction(Ctx, Kind, {Ptr, Int, Ptr, Int, Int, Ptr, Int, Ptr, Int},
                       {StepParam::LeftPtr, StepParam::RightPtr},
                       [&](Function &F) { buildSteps(F, Ctx); });
}

void StepKernel::emitCall(const PackedTile &Tile) {
  emitTileCall(Ctx, *Fn,
               {Tile.Left.Ptr, Tile.Left.Next, Tile.Right.Ptr, Tile.Right.Next,
                Tile.Depth, Tile.From.Ptr, Tile.From.Stride, Tile.To.Ptr,
                Tile.To.Stride});
}

} // namespace gemmify
