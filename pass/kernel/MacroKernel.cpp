//===- MacroKernel.cpp - The macro-kernel as a function -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MacroKernel.h"
#include "DebugLines.h"
#include "GotoLoops.h"
#include "IntrinsicStrategy.h"
#include "RowCheck.h"
#include "Tile.h"
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

bool canTile(const GemmNest &N) {
  const DataLayout &DL = N.C.Access->getDataLayout();
  RoleView View(N, vectorizesAlongJ(N));
  const AffineRef *Left = View.Left.plain(), *Right = View.Right.plain();
  return Left && Right && !Left->hasRows() && !Right->hasRows() &&
         movesBy(*Left, View.Row, DL.getTypeStoreSize(N.ElemTy)) &&
         isAligned(*Left, DL) && isAligned(*Right, DL) && restsInC(N);
}

namespace {

class KernelBuilder {
public:
  KernelBuilder(const RoleView &View, ArrayRef<AffineRef> RowsApart,
                const BlockingPlan &Plan, const Options &Opts,
                const KernelSignature &Sig, bool MayAllocate)
      : View(View), RowsApart(RowsApart), Plan(Plan), Opts(Opts), Sig(Sig),
        MayAllocate(MayAllocate) {}

  /// Decisions that the body depends on.
  static PackingLayout layout(const RoleView &View, const BlockingPlan &Plan,
                              const Options &Opts, bool MayAllocate) {
    const DataLayout &DL = View.Nest.C.Access->getDataLayout();
    return layOutPacking(View, Plan, DL.getTypeStoreSize(View.Nest.ElemTy),
                         Opts, MayAllocate);
  }

  void build(Function &F);

private:
  void refuseSlender(IRBuilderBase &B);
  void emitSmallPath(IRBuilderBase &B);
  void emitTiling(IRBuilderBase &B);

  const RoleView &View;
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
    emitRowCheck(Ctx, RowsApart);
    emitIntrinsicProduct(Ctx);
    B.CreateRet(B.getTrue());
    return;
  }
  // Every alloca goes to the entry block; the code goes behind it.
  BasicBlock *Body = BasicBlock::Create(F.getContext(), "body", &F);
  B.CreateBr(Body);
  B.SetInsertPoint(Body);
  if (Plan.MinWork)
    refuseSlender(B);
  KernelContext Checked(B, View, Plan, Sig);
  emitRowCheck(Checked, RowsApart);
  if (Plan.Chosen == Strategy::Tiling) {
    emitTiling(B);
  } else {
    const PackingLayout Layout = layout(View, Plan, Opts, MayAllocate);
    // Both would share the stack that one kernel may use.
    if (Layout.Home == WorkspaceHome::Heap)
      emitSmallPath(B);
    KernelContext Ctx(B, View, Plan, Sig);
    emitGotoLoops(Ctx, Layout);
  }
  B.CreateRet(B.getTrue());
  EliminateUnreachableBlocks(F);
}

/// Whether the source's loops run at the pace of one addition after the other:
/// the inner one sums, in order.
static bool addsOneByOne(const GemmNest &N) {
  return N.Loops[DimK].back()->isInnermost() && N.ElemTy->isFloatingPointTy() &&
         !N.Arith.Reassoc;
}

/// Leaves products to the source's loops whose tiles would mostly be padding
/// (matrix times vector), or that hardly reuse anything.
void KernelBuilder::refuseSlender(IRBuilderBase &B) {
  auto Times = [&](Value *V, uint64_t Factor) {
    return B.CreateMul(V, B.getInt64(Factor));
  };
  auto TilesOf = [&](Value *Size, uint64_t Tile) {
    return B.CreateUDiv(B.CreateAdd(Size, B.getInt64(Tile - 1)),
                        B.getInt64(Tile));
  };
  Value *M = Sig.get(View.Nest.Trip[View.Row]);
  Value *N = Sig.get(View.Nest.Trip[View.Col]);
  Value *K = Sig.get(View.Nest.Trip[DimK]);
  Value *Elements = B.CreateMul(M, N);
  Value *Tiles = B.CreateMul(TilesOf(M, Plan.MR), TilesOf(N, Plan.NR));
  const bool Slow = addsOneByOne(View.Nest);
  Value *Slender =
      B.CreateICmpULT(Times(Elements, Slow ? 1 : 3),
                      Times(Tiles, Slow ? 5 : uint64_t(Plan.MR) * Plan.NR));
  Value *Shallow = B.CreateICmpULT(K, B.getInt64(2));
  emitIf(B, "slender", B.CreateOr(Slender, Shallow), [&] {
    B.CreateRet(B.getFalse());
    B.SetInsertPoint(BasicBlock::Create(B.getContext(), "unreachable",
                                        B.GetInsertBlock()->getParent()));
  });
}

/// Products below MinPackWork are tiled; they need no workspace.
void KernelBuilder::emitSmallPath(IRBuilderBase &B) {
  if (Plan.MinPackWork <= 1 || !canTile(View.Nest))
    return;
  // Each factor is cut at the bound, so that the product cannot wrap.
  Value *Bound = B.getInt64(Plan.MinPackWork);
  Value *Work = B.getInt64(1);
  for (const SCEV *Trip : View.Nest.Trip) {
    Value *Size = Sig.get(Trip);
    Size = B.CreateSelect(B.CreateICmpSLT(Size, Bound), Size, Bound);
    Work = B.CreateMul(Work, Size);
  }
  Value *IsSmall = B.CreateICmpSLT(Work, Bound);
  if (isa<Constant>(IsSmall))
    return;
  emitIf(B, "small", IsSmall, [&] {
    emitTiling(B);
    B.CreateRet(B.getTrue());
    B.SetInsertPoint(BasicBlock::Create(B.getContext(), "unreachable",
                                        B.GetInsertBlock()->getParent()));
  });
}

void KernelBuilder::emitTiling(IRBuilderBase &B) {
  BlockingPlan OneStep = Plan;
  OneStep.KR = OneStep.Depth = 1;
  OneStep.Form = PackedForm();
  KernelContext Ctx(B, View, OneStep, Sig);
  emitTilingLoops(Ctx, Opts.StackBytes);
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
  RoleView View(Nest, vectorizesAlongJ(Nest));
  bool OnHeap = Plan.Chosen == Strategy::Packing &&
                KernelBuilder::layout(View, Plan, Opts, MayAllocate).Home ==
                    WorkspaceHome::Heap;
  KernelSignature Sig(View, RowsApart, Plan, Host, OnHeap ? "heap" : "stack");
  MacroKernel Kernel;
  Kernel.Args.assign(Sig.args().begin(), Sig.args().end());
  Kernel.Allocates = OnHeap;
  Kernel.AlwaysSucceeds =
      !OnHeap && !Plan.MinWork && !needsRowCheck(Nest, RowsApart);
  Kernel.Fn = Sig.findUntouched();
  if (!Kernel.Fn) {
    Kernel.Fn = Sig.create();
    KernelBuilder(View, RowsApart, Plan, Opts, Sig, MayAllocate)
        .build(*Kernel.Fn);
    // One without control flow becomes part of the host.
    if (Kernel.Fn->size() != 1)
      attachDebugLines(*Kernel.Fn, Nest, Host);
  }
  addEntryCount(*Kernel.Fn, Host);
  return Kernel;
}

Value *emitKernelCall(IRBuilderBase &B, const MacroKernel &Kernel,
                      ArrayRef<Value *> Args) {
  CallInst *Call = B.CreateCall(Kernel.Fn, Args);
  Call->setCallingConv(Kernel.Fn->getCallingConv());
  if (Kernel.Fn->size() != 1)
    return Call;
  InlineFunctionInfo Info;
  if (!InlineFunction(*Call, Info).isSuccess())
    return Call;
  if (Kernel.Fn->use_empty())
    Kernel.Fn->eraseFromParent();
  return B.getTrue(); // A kernel that cannot refuse.
}

} // namespace gemmify
