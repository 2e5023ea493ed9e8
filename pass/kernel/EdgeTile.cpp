//===- EdgeTile.cpp - Tiles of other shapes than mr x nr ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EdgeTile.h"
#include "../../intrinsic/MatrixCall.h"
#include "../plan/EdgeShapes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

bool EdgeTile::suits(const KernelContext &Ctx) {
  auto IsAsInMemory = [&](const PackedOperand &P) {
    return P.Ty == Ctx.ElemTy && P.Group == 1;
  };
  return Ctx.Plan.Depth == 1 && IsAsInMemory(Ctx.Left) &&
         IsAsInMemory(Ctx.Right);
}

namespace {

enum Param {
  LeftPtr,
  LeftStep,
  RightPtr,
  RightStep,
  Across,
  Depth,
  FromPtr,
  FromStride,
  ToPtr,
  ToStride,
  Shape,
  Keep,  ///< First rows that are not stored.
  Scale, ///< Only when products are scaled.
};

/// The function's body.
class Builder {
public:
  Builder(Function &F, const KernelContext &Ctx)
      : F(F), B(F.getContext()), Ctx(Ctx) {}

  void build();

private:
  void emitShape(EdgeShape S);
  Value *keepFirst(Value *Sums, EdgeShape S);

  Function &F;
  IRBuilder<> B;
  const KernelContext &Ctx;
};

} // namespace

/// The number by which a shape is chosen: of vectors and of columns.
static uint64_t shapeNumber(const BlockingPlan &Plan, EdgeShape S) {
  return uint64_t(S.Rows / Plan.Lanes - 1) * wideCols(Plan) + S.Cols - 1;
}

void Builder::build() {
  auto *Entry = BasicBlock::Create(F.getContext(), "entry", &F);
  auto *None = BasicBlock::Create(F.getContext(), "none", &F);
  B.SetInsertPoint(None);
  B.CreateUnreachable();
  SmallVector<EdgeShape, 64> Shapes = edgeShapes(Ctx.Plan);
  B.SetInsertPoint(Entry);
  SwitchInst *Choice = B.CreateSwitch(F.getArg(Shape), None, Shapes.size());
  for (EdgeShape S : Shapes) {
    auto *Case = BasicBlock::Create(F.getContext(), "shape", &F);
    Choice->addCase(B.getInt64(shapeNumber(Ctx.Plan, S)), Case);
    B.SetInsertPoint(Case);
    emitShape(S);
    B.CreateRetVoid();
  }
}

void Builder::emitShape(EdgeShape S) {
  TileOperand Left{F.getArg(LeftPtr), F.getArg(LeftStep), B.getInt64(1), {}};
  TileOperand Right{
      F.getArg(RightPtr), F.getArg(RightStep), F.getArg(Across), {}};
  auto LoadLeft = [&](Value *Ptr, unsigned) -> Value * {
    return B.CreateAlignedLoad(FixedVectorType::get(Ctx.ElemTy, S.Rows), Ptr,
                               Ctx.alignmentOf(1));
  };
  auto LoadRight = [&](Value *Ptr, unsigned) -> Value * {
    return createColumnLoad(B, Ctx.ElemTy, Ptr, Right.Across, 1, S.Cols);
  };
  Left.Load = LoadLeft;
  Right.Load = LoadRight;
  // A loop's own instructions are few beside eight multiply-adds and more.
  const unsigned Unroll = S.Rows / Ctx.Plan.Lanes * S.Cols < 8 ? 2 : 1;
  MicroKernel Micro(B, Ctx.View.Nest, Ctx.Plan, S.Rows, S.Cols, Unroll,
                    Ctx.View.Nest.Scale ? F.getArg(Scale) : nullptr);
  Value *Init = createColumnLoad(B, Ctx.ElemTy, F.getArg(FromPtr),
                                 F.getArg(FromStride), S.Rows, S.Cols);
  Value *Sums = Micro.emit(Left, Right, F.getArg(Depth), false, Init);
  auto Store = [&](Value *V) {
    createColumnStore(B, V, F.getArg(ToPtr), F.getArg(ToStride), S.Rows,
                      S.Cols);
  };
  emitIf(
      B, "all", B.CreateICmpEQ(F.getArg(Keep), B.getInt64(0)),
      [&] { Store(Sums); }, [&] { Store(keepFirst(Sums, S)); });
}

/// \p Sums, but in the rows to be kept what is at their place.
Value *Builder::keepFirst(Value *Sums, EdgeShape S) {
  Value *Old = createColumnLoad(B, Ctx.ElemTy, F.getArg(ToPtr),
                                F.getArg(ToStride), S.Rows, S.Cols);
  Type *RowTy = B.getIntNTy(8 * Ctx.ElemBytes);
  SmallVector<Constant *, 128> Rows;
  for (unsigned Lane = 0; Lane != S.Rows * S.Cols; ++Lane)
    Rows.push_back(ConstantInt::get(RowTy, Lane % S.Rows));
  Value *Kept = B.CreateVectorSplat(Rows.size(),
                                    B.CreateZExtOrTrunc(F.getArg(Keep), RowTy));
  return B.CreateSelect(B.CreateICmpULT(ConstantVector::get(Rows), Kept), Old,
                        Sums);
}

/// All that the function's body depends on.
static std::string nameOf(const KernelContext &Ctx, const Function &Kernel) {
  std::string Key;
  raw_string_ostream OS(Key);
  const AttrBuilder Target = targetAttributesOf(Kernel);
  for (const Attribute &A : Target.attrs())
    OS << A.getAsString() << ",";
  const GemmNest &N = Ctx.View.Nest;
  OS << *Ctx.ElemTy << ";" << Ctx.Plan.MR << ";" << Ctx.Plan.NR << ";"
     << Ctx.Plan.Lanes << ";" << N.Arith.Fused << N.Arith.Subtract
     << N.Arith.Reassoc << N.Arith.Flags << (N.Scale ? ";scaled" : "");
  return (EdgeTilePrefix +
          utohexstr(MD5Hash(Key), /*LowerCase=*/true, /*Width=*/16))
      .str();
}

EdgeTile::EdgeTile(KernelContext &Ctx) : Ctx(Ctx), B(Ctx.B) {
  Function &Kernel = *B.GetInsertBlock()->getParent();
  Type *Ptr = B.getPtrTy(), *Int = B.getInt64Ty();
  SmallVector<Type *, 16> Types = {Ptr, Int, Ptr, Int, Int, Int,
                                   Ptr, Int, Ptr, Int, Int, Int};
  if (Ctx.View.Nest.Scale)
    Types.push_back(Ctx.ElemTy);
  auto *Ty = FunctionType::get(B.getVoidTy(), Types, false);
  Module &M = *Kernel.getParent();
  const std::string Name = nameOf(Ctx, Kernel);
  Fn = findUntouched(M, Name, Ty);
  if (Fn)
    return;
  Fn = Function::Create(Ty, GlobalValue::InternalLinkage,
                        Kernel.getAddressSpace(), Name, &M);
  Fn->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Fn->setDSOLocal(true);
  Fn->addFnAttrs(targetAttributesOf(Kernel));
  Fn->setDoesNotThrow();
  for (unsigned Index : {LeftPtr, RightPtr}) {
    Fn->addParamAttr(Index, Attribute::NoAlias);
    Fn->addParamAttr(Index, Attribute::ReadOnly);
  }
  Builder(*Fn, Ctx).build();
}

Function *findEdgeTile(const Function &Kernel) {
  for (const Instruction &I : instructions(Kernel))
    if (const auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction();
          Callee && Callee->getName().starts_with(EdgeTilePrefix))
        return Callee;
  return nullptr;
}

void EdgeTile::emitCall(const TileOperand &Left, const TileOperand &Right,
                        Value *Depth, TilePlace From, TilePlace To, Value *Rows,
                        Value *Cols, Value *Keep) {
  const BlockingPlan &P = Ctx.Plan;
  Value *Vectors = B.CreateUDiv(B.CreateAdd(Rows, B.getInt64(P.Lanes - 1)),
                                B.getInt64(P.Lanes));
  Value *One = B.getInt64(1);
  Value *Number = B.CreateAdd(
      B.CreateMul(B.CreateSub(Vectors, One), B.getInt64(wideCols(P))),
      B.CreateSub(Cols, One));
  SmallVector<Value *, 16> Args = {
      Left.Ptr, Left.KStride, Right.Ptr, Right.KStride, Right.Across, Depth,
      From.Ptr, From.Stride,  To.Ptr,    To.Stride,     Number,       Keep};
  if (Ctx.View.Nest.Scale)
    Args.push_back(Ctx.Sig.get(Ctx.View.Nest.Scale));
  B.CreateCall(Fn, Args);
}

} // namespace gemmify
