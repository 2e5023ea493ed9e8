//===- Dispatch.cpp - The best kernel that the processor runs -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "AddedFunction.h"
#include "EagerLowering.h"
#include "Permission.h"
#include "pass/kernel/emit/DebugLines.h"
#include "pass/kernel/tile/FewTiles.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace gemmify {

namespace {

/// A kernel and the level that it needs, with the level's plan; null: the
/// host's own target.
struct Way {
  Function *Kernel;
  const TargetVersion *Level = nullptr;
  const BlockingPlan *Plan = nullptr;

  bool isOpen() const { return !Level; }
  const SystemPermission *permission() const {
    return Level ? Level->Kind.Permission : nullptr;
  }
  /// Whether products that the kernel refuses go to the next choice.
  bool mayRefuse() const { return Level && Level->Kind.HasMode; }
  /// Whether the tiles are so large that products may be too small for them.
  bool hasLargeTiles() const {
    return Plan && Plan->MinWork && !Plan->hasEdgeTiles();
  }
};

} // namespace

/// Continues if \p Cond holds, otherwise branches to \p Otherwise.
static void goOnIf(IRBuilderBase &B, Value *Cond, BasicBlock *Otherwise) {
  auto *Then = BasicBlock::Create(B.getContext(), "go", Otherwise->getParent(),
                                  Otherwise);
  B.CreateCondBr(Cond, Then, Otherwise);
  B.SetInsertPoint(Then);
}

/// An i1 for each of \p Ways: whether the processor can run it; null: all
/// processors of \p Host's target can.
static SmallVector<Value *, 6> askCpu(IRBuilderBase &B, ArrayRef<Way> Ways,
                                      const Function &Host) {
  SmallVector<const TargetVersion *, 6> Asked;
  for (const Way &W : Ways)
    Asked.push_back(W.Level);
  return versionTable(Host)->EmitTests(B, Host, Asked);
}

/// Returns true if \p Done holds, otherwise branches to \p Otherwise.
static void returnIf(IRBuilderBase &B, Value *Done, BasicBlock *Otherwise) {
  auto *End = BasicBlock::Create(B.getContext(), "done", Otherwise->getParent(),
                                 Otherwise);
  B.CreateCondBr(Done, End, Otherwise);
  B.SetInsertPoint(End);
  B.CreateRet(B.getTrue());
}

/// Calls the first of \p Ways that the processor can run and whose tiles a
/// product of \p Size fills.
static void build(Function &F, ArrayRef<Way> Ways, const OperandOrder &View,
                  const Function &Host, SizeEmitter Size) {
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  SmallVector<Value *, 16> Args;
  for (Argument &Arg : F.args())
    Args.push_back(&Arg);
  const SmallVector<Value *, 6> Can = askCpu(B, Ways, Host);
  for (auto [W, Has] : zip(Ways, Can)) {
    BasicBlock *Otherwise =
        W.isOpen() ? nullptr
                   : BasicBlock::Create(F.getContext(), "otherwise", &F);
    if (Has)
      goOnIf(B, Has, Otherwise);
    if (W.hasLargeTiles())
      goOnIf(B, B.CreateNot(emitFillsFewTiles(B, View, *W.Plan, Size)),
             Otherwise);
    if (const SystemPermission *Asked = W.permission())
      goOnIf(B, B.CreateCall(getPermission(F, *Asked)), Otherwise);
    CallInst *Call = B.CreateCall(W.Kernel, Args);
    Call->setCallingConv(W.Kernel->getCallingConv());
    if (W.mayRefuse()) {
      returnIf(B, Call, Otherwise);
    } else {
      Call->setTailCallKind(CallInst::TCK_MustTail);
      B.CreateRet(Call);
    }
    if (Otherwise)
      B.SetInsertPoint(Otherwise);
  }
}

/// Whether \p F calls the kernels of \p Ways, and no others.
static bool chooses(const Function &F, ArrayRef<Way> Ways) {
  unsigned Calls = 0;
  for (const Instruction &I : instructions(F))
    if (const auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() &&
        Call->getCalledFunction()->getName().starts_with(KernelPrefix)) {
      if (Calls == Ways.size() ||
          Call->getCalledFunction() != Ways[Calls].Kernel)
        return false;
      ++Calls;
    }
  return Calls == Ways.size();
}

/// The size \p D of \p Nest in \p F, which has the parameters of \p Kernel.
static Value *sizeIn(Function &F, const MacroKernel &Kernel,
                     const GemmNest &Nest, LoopDim D) {
  if (const auto *Known = dyn_cast<SCEVConstant>(Nest.Index[D].Trip))
    return Known->getValue();
  for (auto [Index, Arg] : enumerate(Kernel.Args))
    if (Arg.Expr == Nest.Index[D].Trip)
      return F.getArg(Index);
  llvm_unreachable("kernels are told all sizes");
}

/// The choice between \p Ways, the last of which can always be taken. A
/// function that already exists has gone through no pass, because its kernels
/// have not.
static Function *getChoice(ArrayRef<Way> Ways, const MacroKernel &Kernel,
                           const OperandOrder &Order, const Function &Host) {
  const GemmNest &Nest = Order.Nest;
  const Function &Own = *Kernel.Fn;
  std::string Key = Nest.sumsInside() ? "" : "outside";
  for (const Way &W : Ways)
    Key += W.Kernel->getName();
  const std::string Name = nameByKey(DispatchPrefix, Key);
  Module &M = *Ways.back().Kernel->getParent();
  if (Function *Known = M.getFunction(Name); Known && chooses(*Known, Ways))
    return Known;
  Function *F =
      Function::Create(Own.getFunctionType(), GlobalValue::InternalLinkage,
                       Own.getAddressSpace(), Name, &M);
  F->copyAttributesFrom(&Own);
  F->removeFnAttr(VectorsAttribute);
  build(*F, Ways, Order, Host, [&](IRBuilderBase &B, LoopDim D) {
    return sizeIn(*F, Kernel, Nest, D);
  });
  attachDebugLines(*F, Nest, Host);
  return F;
}

void addLevels(MacroKernel &Kernel, ArrayRef<VersionPlan> Levels,
               const Product &P, ArrayRef<AffineRef> RowsApart,
               const Options &Opts, Function &Host, ScalarEvolution &SE,
               bool MayAllocate) {
  if (Levels.empty())
    return;
  SmallVector<Way, 6> Ways;
  for (const VersionPlan &L : reverse(Levels)) {
    VersionScope Scope(Host, *L.Level);
    MacroKernel Other =
        getMacroKernel(P, RowsApart, L.Plan, Opts, Host, SE, MayAllocate);
    Kernel.RefusesNothing &= Other.RefusesNothing;
    Kernel.Allocates |= Other.Allocates;
    Kernel.NeedsMemory |= Other.NeedsMemory;
    if (L.Level->Kind.StaysApart)
      Other.Fn->addFnAttr(Attribute::NoInline);
    Ways.push_back({Other.Fn, L.Level, &L.Plan});
  }
  Ways.push_back({Kernel.Fn});
  Function *Choice = getChoice(Ways, Kernel, P.Order, Host);
  if (std::optional<Function::ProfileCount> Count = Kernel.Fn->getEntryCount())
    Choice->setEntryCount(*Count);
  Kernel.Fn = Choice;
  Kernel.Dispatches = llvm::any_of(
      Ways, [](const Way &W) { return W.Level && W.Level->Kind.AsksAround; });
}

} // namespace gemmify
