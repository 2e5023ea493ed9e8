//===- PackFunction.cpp - Packing shared by kernels -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackFunction.h"
#include "Packer.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/product/Contiguity.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

constexpr StringLiteral PackFunctionPrefix = "gemmify.pack.";

/// The function's parameters. Strides are bytes between lines and between steps
/// of k, Count is the number of lines, all i64.
enum PackParam { From, LineStride, KStride, To, Count, Depth };
constexpr StringLiteral ParamNames[] = {"from", "line.stride", "k.stride",
                                        "to",   "count",       "depth"};

bool isPackedByFunction(const KernelContext &Ctx, const PackedBlock &Block) {
  const PackedOperand &Op = Block.Operand;
  const AffineRef *R = Op.Source.plain();
  // Where products are packed from 8x8x8 on, calls would cost too much.
  if (Ctx.Plan.hasPartTiles())
    return false;
  return R && R->dependsOn(Block.Dim) && R->dependsOn(DimK) && R->isStrided() &&
         R->ElemTy == Op.Ty && Op.Group == 1 && Op.FillsUpTo == 1 &&
         !Op.Flipped && !Op.Added && !Op.SumTy &&
         !Ctx.View.Nest.hasKnownTrips();
}

namespace {

/// One function, for all blocks like \p Block.
class PackFunction {
public:
  PackFunction(const KernelContext &Ctx, const PackedBlock &Block)
      : Ctx(Ctx), Block(Block), R(*Block.Operand.Source.plain()),
        IsAlongLines(isContiguous(Block.Operand.Source, Block.Dim, Ctx.DL)),
        IsAlongK(isContiguous(Block.Operand.Source, DimK, Ctx.DL)),
        IsSliver(Block.Count == Ctx.B.getInt64(Block.Width)) {}

  std::string key() const;
  void build(Function &F) const;

private:
  const KernelContext &Ctx;
  const PackedBlock &Block;
  const AffineRef &R;
  const bool IsAlongLines, IsAlongK; ///< Elements are contiguous.
  const bool IsSliver;               ///< A single sliver, known to be whole.
};

} // namespace

/// Everything that the body depends on, except the host's attributes.
std::string PackFunction::key() const {
  const BlockingPlan &P = Ctx.Plan;
  std::string Key;
  raw_string_ostream OS(Key);
  OS << *Block.Operand.Ty << ";" << R.Alignment.value() << ";" << Block.Width
     << ";" << IsAlongLines << IsAlongK << IsSliver << P.LoadsPairs
     << P.hasEdgeTiles() << P.hasPartTiles() << ";" << P.TransposeBits << ";"
     << P.MaskedLoads << ";" << tuningKey(P.Tune);
  return Key;
}

void PackFunction::build(Function &F) const {
  for (auto [Arg, Name] : zip(F.args(), ParamNames))
    Arg.setName(Name);
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  KernelContext Inner(B, Ctx.View, Ctx.Plan, Ctx.Sig);
  Value *Zero = B.getInt64(0), *Bytes = B.getInt64(Block.Operand.Bytes);
  const PackedLines Strides = {F.getArg(From),
                               IsAlongLines ? Bytes : F.getArg(LineStride),
                               IsAlongK ? Bytes : F.getArg(KStride)};
  Value *Lines = IsSliver ? Block.Count : F.getArg(Count);
  const PackedBlock Own = {Block.Operand, Block.Dim, Block.Width,    Zero,
                           Lines,         Zero,      F.getArg(Depth)};
  Packer(Inner, Own, &Strides).emit(F.getArg(To));
  B.CreateRetVoid();
}

void emitPackCall(KernelContext &Ctx, const PackedBlock &Block, Value *Dest) {
  IRBuilderBase &B = Ctx.B;
  const PackFunction Body(Ctx, Block);
  Type *Ptr = B.getPtrTy(), *Int = B.getInt64Ty();
  Function *F = getSharedFunction(
      *B.GetInsertBlock()->getParent(), PackFunctionPrefix, Body.key(),
      FunctionType::get(B.getVoidTy(), {Ptr, Int, Int, Ptr, Int, Int}, false),
      [&](Function &F) {
        for (unsigned Pointer : {From, To})
          F.addParamAttr(Pointer, Attribute::NoAlias);
        F.addParamAttr(From, Attribute::ReadOnly);
        Body.build(F);
      });
  const AffineRef &R = *Block.Operand.Source.plain();
  Indices First = {};
  First[Block.Dim] = Block.First;
  First[DimK] = Block.K;
  B.CreateCall(F,
               {Ctx.Slices.address(R, First), Ctx.Sig.get(R.Stride[Block.Dim]),
                Ctx.Sig.get(R.Stride[DimK]), Dest, Block.Count, Block.Depth});
}

} // namespace gemmify
