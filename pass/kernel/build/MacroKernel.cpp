//===- MacroKernel.cpp - The macro-kernel as a function -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MacroKernel.h"
#include "EagerLowering.h"
#include "lowering/target/VectorWidth.h"
#include "pass/kernel/emit/DebugLines.h"
#include "pass/kernel/loops/GotoLoops.h"
#include "pass/kernel/loops/IntrinsicStrategy.h"
#include "pass/kernel/loops/PackingProfitability.h"
#include "pass/kernel/loops/SkinnyLoops.h"
#include "pass/kernel/runtime/IndirectCheck.h"
#include "pass/kernel/tile/SkinnyTile.h"
#include "pass/kernel/tile/Tile.h"
#include "pass/kernel/tile/TileFunction.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/ProfileSummary.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace gemmify {

bool vectorizesAlongJ(const GemmNest &N) {
  const DataLayout &DL = N.C.Access->getDataLayout();
  uint64_t Size = DL.getTypeStoreSize(N.C.ElemTy);
  bool AlongI = movesBy(N.C, DimI, Size);
  bool AlongJ = movesBy(N.C, DimJ, Size);
  if (AlongI != AlongJ)
    return AlongJ;
  // Programs run through memory in their inner loops.
  return N.Loops[DimI].back()->contains(N.Loops[DimJ].back());
}

bool canReadLeft(const OperandOrder &View) {
  const DataLayout &DL = View.Nest.C.Access->getDataLayout();
  const AffineRef *Left = View.Left.plain();
  return Left && !Left->hasRows() && isAligned(*Left, DL) &&
         movesBy(*Left, View.Row, DL.getTypeStoreSize(View.Nest.ElemTy));
}

bool canReadRight(const OperandOrder &View) {
  const DataLayout &DL = View.Nest.C.Access->getDataLayout();
  const AffineRef *Right = View.Right.plain();
  return Right && !Right->hasRows() && isAligned(*Right, DL);
}

bool canTile(const GemmNest &N) {
  const OperandOrder View(N, vectorizesAlongJ(N));
  return canReadRight(View) || !PackedOperand::narrow(N, View.Left) ||
         !PackedOperand::narrow(N, View.Right);
}

namespace {

/// Whether tiling is for any number of ks, or for all that there are.
bool tilesAnyDepth(const GemmNest &Nest, const BlockingPlan &Plan) {
  return restsInC(Nest) || hasOneBlockOfK(Nest, Plan.TiledKC);
}

class KernelBuilder {
public:
  KernelBuilder(const OperandOrder &View, ArrayRef<AffineRef> RowsApart,
                const BlockingPlan &Plan, const Options &Opts,
                const KernelSignature &Sig, bool MayAllocate)
      : View(View), RowsApart(RowsApart), Plan(Plan), Opts(Opts), Sig(Sig),
        MayAllocate(MayAllocate) {}

  /// Decisions that the body depends on.
  static PackingLayout layout(const OperandOrder &View,
                              const BlockingPlan &Plan, const Options &Opts,
                              bool MayAllocate) {
    const DataLayout &DL = View.Nest.C.Access->getDataLayout();
    return layOutPacking(View, Plan, DL.getTypeStoreSize(View.Nest.ElemTy),
                         Opts, MayAllocate);
  }

  void build(Function &F);

private:
  Value *isOneTiledBlock(IRBuilderBase &B);
  BlockingPlan oneStepPlan() const;
  void emitThinPath(IRBuilderBase &B);
  void emitSmallPath(IRBuilderBase &B);
  void emitTiling(IRBuilderBase &B);

  const OperandOrder &View;
  ArrayRef<AffineRef> RowsApart;
  const BlockingPlan &Plan;
  const Options &Opts;
  const KernelSignature &Sig;
  const bool MayAllocate;
};

void KernelBuilder::build(Function &F) {
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  if (Plan.Chosen == Strategy::Intrinsic) {
    KernelContext Ctx(B, View, Plan, Sig);
    emitIndirectCheck(Ctx, RowsApart);
    emitIntrinsicProduct(Ctx);
    B.CreateRet(B.getTrue());
    return;
  }
  // Every alloca goes to the entry block; the code goes behind it.
  BasicBlock *Body = BasicBlock::Create(F.getContext(), "body", &F);
  B.CreateBr(Body);
  B.SetInsertPoint(Body);
  KernelContext Checked(B, View, Plan, Sig);
  emitIndirectCheck(Checked, RowsApart);
  if (Plan.Chosen == Strategy::Tiling) {
    emitThinPath(B);
    if (!tilesAnyDepth(View.Nest, Plan))
      emitIf(B, "deep", B.CreateNot(isOneTiledBlock(B)),
             [&] { leaveKernel(B, false); });
    emitTiling(B);
  } else {
    const PackingLayout Layout = layout(View, Plan, Opts, MayAllocate);
    // All would share the stack that one kernel may use.
    if (Layout.Home == WorkspaceHome::Heap) {
      emitThinPath(B);
      emitSmallPath(B);
    }
    KernelContext Ctx(B, View, Plan, Sig);
    Ctx.emitWay([&] { emitGotoLoops(Ctx, Layout); });
  }
  B.CreateRet(B.getTrue());
  EliminateUnreachableBlocks(F);
}

/// i1: whether tiling needs but one block of k.
Value *KernelBuilder::isOneTiledBlock(IRBuilderBase &B) {
  return B.CreateICmpSLE(Sig.get(View.Nest.Trip[DimK]),
                         B.getInt64(Plan.TiledKC));
}

/// Small products are tiled; they need no workspace.
void KernelBuilder::emitSmallPath(IRBuilderBase &B) {
  if (Plan.MinPackWork <= 1)
    return;
  Value *IsSmall = PackingProfitability(B, View, Plan, Sig).emit();
  if (!tilesAnyDepth(View.Nest, Plan))
    IsSmall = B.CreateAnd(IsSmall, isOneTiledBlock(B));
  if (isa<Constant>(IsSmall))
    return;
  emitIf(B, "small", IsSmall, [&] {
    emitTiling(B);
    leaveKernel(B, true);
  });
}

/// The plan for operands that are read k by k, where they lie.
BlockingPlan KernelBuilder::oneStepPlan() const {
  BlockingPlan OneStep = Plan;
  OneStep.KR = OneStep.Depth = 1;
  OneStep.Form = PackedForm();
  return OneStep;
}

void KernelBuilder::emitThinPath(IRBuilderBase &B) {
  const OperandOrder Across(View.Nest, View.Row == DimI);
  const BlockingPlan OneStep = oneStepPlan();
  for (const OperandOrder *V : {&Across, &View}) {
    if (!Plan.MinWork || !canBeSkinny(*V, Plan))
      continue;
    if (V == &View && !SkinnyTile::isFor(*V))
      continue;
    KernelContext Ctx(B, *V, OneStep, Sig);
    Ctx.MayAllocate = MayAllocate;
    // Tiling is as fast with three vectors of C that follow each other.
    Value *IsThin = emitIsSkinny(Ctx);
    if (V == &View)
      IsThin = B.CreateAnd(IsThin,
                           B.CreateICmpSLE(Ctx.size(View.Col), B.getInt64(2)));
    emitIf(B, "thin", IsThin, [&] {
      Ctx.emitWay([&] { emitSkinnyLoops(Ctx); });
      leaveKernel(B, true);
    });
  }
}

void KernelBuilder::emitTiling(IRBuilderBase &B) {
  const BlockingPlan OneStep = oneStepPlan();
  KernelContext Ctx(B, View, OneStep, Sig);
  Ctx.MayAllocate = MayAllocate;
  Ctx.emitWay([&] { emitUnpackedLoops(Ctx); });
}

/// A kernel runs as often as its hosts, if they are profiled by counters: what
/// has no count at all may be taken for code that is not worth its size.
/// Samples say nothing: those of the last build lie in its kernels.
void addEntryCount(Function &Kernel, const Function &Host) {
  Metadata *Summary = Host.getParent()->getProfileSummary(/*IsCS=*/false);
  std::optional<Function::ProfileCount> Count = Host.getEntryCount();
  if (!Summary || !Count)
    return;
  std::unique_ptr<ProfileSummary> Kind(ProfileSummary::getFromMD(Summary));
  if (!Kind || Kind->getKind() != ProfileSummary::PSK_Instr)
    return;
  uint64_t Sum = Count->getCount();
  if (std::optional<Function::ProfileCount> Others = Kernel.getEntryCount())
    Sum = SaturatingAdd(Sum, Others->getCount());
  Kernel.setEntryCount(Sum);
}

} // namespace

MacroKernel getMacroKernel(const GemmNest &Nest, ArrayRef<AffineRef> RowsApart,
                           const BlockingPlan &Plan, const Options &Opts,
                           Function &Host, ScalarEvolution &SE,
                           bool MayAllocate) {
  OperandOrder View(Nest, vectorizesAlongJ(Nest));
  bool OnHeap = Plan.Chosen == Strategy::Packing &&
                KernelBuilder::layout(View, Plan, Opts, MayAllocate).Home ==
                    WorkspaceHome::Heap;
  KernelSignature Sig(View, RowsApart, Plan, Host,
                      MayAllocate ? OnHeap ? "heap" : "workspace" : "stack");
  MacroKernel Kernel;
  Kernel.Args.assign(Sig.args().begin(), Sig.args().end());
  Kernel.RefusesNothing =
      !needsIndirectCheck(Nest, RowsApart) &&
      (Plan.Chosen != Strategy::Tiling || tilesAnyDepth(Nest, Plan));
  Kernel.Fn = Sig.findUntouched();
  if (!Kernel.Fn) {
    Kernel.Fn = Sig.create();
    KernelBuilder(View, RowsApart, Plan, Opts, Sig, MayAllocate)
        .build(*Kernel.Fn);
    // One without control flow becomes part of the host. The buffers of others
    // must not: the host may be recursive.
    if (Kernel.Fn->size() != 1) {
      attachDebugLines(*Kernel.Fn, Nest, Host);
      Kernel.Fn->addFnAttr(Attribute::NoInline);
      if (isBuiltOfVectors(View))
        Kernel.Fn->addFnAttr(VectorsAttribute);
    }
  }
  Kernel.Allocates = takesWorkspace(*Kernel.Fn);
  Kernel.NeedsMemory = OnHeap || (Kernel.Allocates && !restsInC(Nest));
  addEntryCount(*Kernel.Fn, Host);
  for (Function *Callee : findAddedFunctions(*Kernel.Fn))
    addEntryCount(*Callee, Host);
  return Kernel;
}

Value *emitKernelCall(IRBuilderBase &B, const MacroKernel &Kernel,
                      ArrayRef<Value *> Args) {
  CallInst *Call = B.CreateCall(Kernel.Fn, Args);
  Call->setCallingConv(Kernel.Fn->getCallingConv());
  if (Kernel.Fn->hasFnAttribute(Attribute::NoInline))
    return Call;
  InlineFunctionInfo Info;
  Function &Host = *Call->getFunction();
  if (!InlineFunction(*Call, Info).isSuccess())
    return Call;
  keepVectorsWhole(Host, *Kernel.Fn);
  if (Kernel.Fn->use_empty())
    Kernel.Fn->eraseFromParent();
  return B.getTrue(); // A kernel that cannot refuse.
}

} // namespace gemmify
