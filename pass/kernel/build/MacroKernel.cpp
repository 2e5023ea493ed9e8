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
#include "pass/kernel/loops/TeamLoops.h"
#include "pass/kernel/loops/Variant.h"
#include "pass/kernel/runtime/IndirectCheck.h"
#include "pass/kernel/runtime/Team.h"
#include "pass/kernel/tile/Tile.h"
#include "pass/kernel/tile/TileFunction.h"
#include "pass/product/Product.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/ProfileSummary.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace gemmify {

namespace {

void build(Function &F, const KernelRequest &Request,
           const KernelSignature &Sig, ArrayRef<AffineRef> RowsApart) {
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  // Every alloca goes to the entry block; the code goes after it.
  if (Request.Plan.Chosen != Strategy::Intrinsic) {
    BasicBlock *Body = BasicBlock::Create(F.getContext(), "body", &F);
    B.CreateBr(Body);
    B.SetInsertPoint(Body);
  }
  KernelContext Checked(B, Request.order(), Request.Plan, Sig);
  Checked.MayAllocate = Request.MayAllocate;
  emitIndirectCheck(Checked, RowsApart);
  emitVariants({B, Request, Sig});
  if (Request.Plan.Chosen != Strategy::Intrinsic)
    EliminateUnreachableBlocks(F);
}

/// If its hosts are profiled by counters, a kernel gets the sum of their
/// counts, because a function without a count may be treated as cold. Sample
/// profiles say nothing: samples of the last build are in its kernels.
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

MacroKernel getMacroKernel(const Product &P, ArrayRef<AffineRef> RowsApart,
                           const BlockingPlan &Plan, const Options &Opts,
                           Function &Host, ScalarEvolution &SE,
                           bool MayAllocate) {
  const KernelRequest Request{P, Plan, Opts, MayAllocate};
  const bool OnHeap = Plan.Chosen == Strategy::Packing &&
                      Request.layout().Home == WorkspaceHome::Heap;
  const StringRef Home = MayAllocate ? OnHeap ? "heap" : "workspace" : "stack";
  const std::string Choices =
      (Home + (Opts.Threads > 1 ? ";threads" + Twine(Opts.Threads) : "")).str();
  KernelSignature Sig(P, RowsApart, Plan, Host, Choices);
  MacroKernel Kernel;
  Kernel.Args.assign(Sig.args().begin(), Sig.args().end());
  Kernel.RefusesNothing =
      !needsIndirectCheck(P.nest(), RowsApart) && !P.nest().isVector() &&
      (Plan.Chosen != Strategy::Tiling || Request.tilesAnyDepth());
  Kernel.Fn = Sig.findUntouched();
  if (!Kernel.Fn) {
    Kernel.Fn = Sig.create();
    build(*Kernel.Fn, Request, Sig, RowsApart);
    // A kernel without control flow is inlined into the host. The buffers of
    // others must not be: the host may be recursive.
    if (Kernel.Fn->size() != 1) {
      for (Function *Part : functionsOf(*Kernel.Fn))
        attachDebugLines(*Part, P.nest(), Host);
      Kernel.Fn->addFnAttr(Attribute::NoInline);
      if (isBuiltOfVectors(P.Order))
        Kernel.Fn->addFnAttr(VectorsAttribute);
    }
  }
  Kernel.Allocates = takesWorkspace(*Kernel.Fn);
  if (mayHaveTeam(*Host.getParent()) && fitsTeam(Request))
    Kernel.Threads = Opts.Threads;
  Kernel.NeedsMemory = OnHeap || (Kernel.Allocates && !P.SumsRest);
  addEntryCount(*Kernel.Fn, Host);
  for (Function *Part : functionsOf(*Kernel.Fn))
    for (Function *Callee : findAddedFunctions(*Part))
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
  return B.getTrue(); // Such a kernel cannot refuse.
}

} // namespace gemmify
