//===- OpenedFunction.cpp - A function without its accessors --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenedFunction.h"
#include "Accessor.h"
#include "FailureVariables.h"
#include "intrinsic/Llvm.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/recognize/GemmNest.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/rewrite/HostGate.h"
#include "pass/rewrite/version/Effects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace gemmify {

/// Of accessors, in one function.
static constexpr unsigned MostCalls = 128;

/// Whether \p Call goes on behind itself.
static bool mayReturn(const CallBase &Call) {
  const auto *Invoke = dyn_cast<InvokeInst>(&Call);
  const BasicBlock *Next = Invoke ? Invoke->getNormalDest() : Call.getParent();
  return !isa<UnreachableInst>(Next->getTerminator());
}

namespace {

/// Calls of accessors.
class AccessorCalls {
public:
  explicit AccessorCalls(const TargetTransformInfo &TTI) : TTI(TTI) {}

  /// The accessor that \p Call may be inlined from, or null.
  Function *opens(const CallBase &Call) {
    Function *Callee = mayReturn(Call) ? callsDirectly(Call) : nullptr;
    return Callee && TTI.areInlineCompatible(Call.getFunction(), Callee) &&
                   isKnown(*Callee)
               ? Callee
               : nullptr;
  }

  void find(const Loop &L, SmallVectorImpl<CallBase *> &Found) {
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (auto *Call = dyn_cast<CallBase>(&I); Call && opens(*Call))
          Found.push_back(Call);
  }

private:
  bool isKnown(const Function &F) {
    auto [Of, IsNew] = Known.try_emplace(&F, false);
    if (IsNew)
      Of->second = isAccessor(F);
    return Of->second;
  }

  const TargetTransformInfo &TTI;
  SmallDenseMap<const Function *, bool, 8> Known;
};

} // namespace

/// Whether \p Root has three loops or more in each other.
static bool isDeep(const Loop &Root) {
  return llvm::any_of(Root.getLoopsInPreorder(), [](const Loop *L) {
    return L->getLoopDepth() >= NumDims;
  });
}

/// Whether \p Root stores to a variable for blocks that never return, or tells
/// when it lives.
static bool usesFailureVariables(const Loop &Root,
                                 ArrayRef<AllocaInst *> Variables) {
  return llvm::any_of(Variables, [&](const AllocaInst *Var) {
    return llvm::any_of(Var->users(), [&](const User *U) {
      return Root.contains(cast<Instruction>(U));
    });
  });
}

/// Whether simplification may change what the code generator fuses.
static bool mayFuseOtherwise(const Function &F) {
  return isContractedElsewhere(F) &&
         llvm::any_of(instructions(F), [](const Instruction &I) {
           return isa<FPMathOperator>(I) && I.isBinaryOp() &&
                  !I.hasAllowReassoc();
         });
}

std::unique_ptr<OpenedFunction>
OpenedFunction::open(Function &F, const LoopInfo &LI,
                     FunctionAnalysisManager &FAM) {
  if (isLeftAlone(F) ||
      llvm::none_of(LI, [](const Loop *L) { return isDeep(*L); }))
    return nullptr;
  Calls Found;
  AccessorCalls Accessors(FAM.getResult<TargetIRAnalysis>(F));
  const SmallVector<AllocaInst *, 4> Variables =
      findFailureVariables(F, findReturning(F));
  bool HasVariables = false;
  for (Loop *Root : LI)
    if (isDeep(*Root)) {
      Accessors.find(*Root, Found);
      HasVariables |= usesFailureVariables(*Root, Variables);
    }
  if ((Found.empty() && !HasVariables) || F.callsFunctionThatReturnsTwice() ||
      mayFuseOtherwise(F) ||
      whyKept(F, *Type::getDoubleTy(F.getContext())) != Reason::None ||
      llvm::any_of(F,
                   [](const BasicBlock &BB) { return BB.hasAddressTaken(); }))
    return nullptr;
  std::unique_ptr<OpenedFunction> Opened(new OpenedFunction(F, FAM));
  ValueToValueMapTy Map;
  Opened->copyBody(Map);
  for (CallBase *&Call : Found)
    Call = cast<CallBase>(Map[Call]);
  if (!Opened->inlineAll(std::move(Found)) || mayFuseOtherwise(Opened->copy()))
    return nullptr;
  splitFailureVariables(Opened->copy());
  Opened->noteFloats();
  return Opened;
}

OpenedFunction::OpenedFunction(Function &F, FunctionAnalysisManager &FAM)
    : F(F), FAM(FAM), Last(&F.getParent()->getFunctionList().back()),
      Copy(Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage,
                            F.getAddressSpace())) {
  F.getParent()->getFunctionList().insert(F.getIterator(), Copy);
  Copy->copyAttributesFrom(&F);
  Copy->setDSOLocal(true);
  Copy->copyMetadata(&F, 0);
  Copy->takeName(&F);
}

/// Debug information is shared: only one of both bodies will stay.
void OpenedFunction::copyBody(ValueToValueMapTy &Map) {
  for (auto [From, To] : llvm::zip_equal(F.args(), Copy->args())) {
    Map[&From] = &To;
    To.setName(From.getName());
  }
  SmallVector<BasicBlock *, 32> Blocks;
  for (BasicBlock &BB : F) {
    Blocks.push_back(CloneBasicBlock(&BB, Map, "", Copy));
    Map[&BB] = Blocks.back();
  }
  remapInstructionsInBlocks(Blocks, Map);
  DenseMap<DIAssignID *, DIAssignID *> Ids;
  for (Instruction &I : instructions(*Copy))
    at::remapAssignID(Ids, I);
}

void OpenedFunction::noteFloats() {
  for (Instruction &I : instructions(*Copy))
    if (I.getType()->isFPOrFPVectorTy() && !isa<PHINode, LoadInst>(I))
      Floats.push_back(&I);
}

bool OpenedFunction::hasFolded() const {
  return llvm::any_of(Floats, [](const WeakTrackingVH &V) {
    const Value *Is = V;
    return Is && isa<Constant>(Is) && !isa<UndefValue>(Is);
  });
}

/// Whether all calls \p Open and those in their accessors were inlined.
bool OpenedFunction::inlineAll(Calls Open) {
  AccessorCalls Accessors(FAM.getResult<TargetIRAnalysis>(*Copy));
  MapVector<Function *, Function *> Shorts;
  bool IsDone = true;
  for (unsigned At = 0; IsDone && At != Open.size(); ++At) {
    Function *Of = Accessors.opens(*Open[At]);
    if (!Of)
      continue;
    Function *&Short = Shorts[Of];
    if (!Short)
      Short = &addShort(*Of);
    Open[At]->setCalledFunction(Short);
    InlineFunctionInfo Info;
    IsDone =
        Open.size() <= MostCalls &&
        InlineFunction(*Open[At], Info, /*MergeAttributes=*/true).isSuccess();
    llvm::append_range(Open, Info.InlinedCallSites);
  }
  if (!IsDone)
    for (auto [Of, Short] : Shorts)
      Short->replaceAllUsesWith(Of);
  for (auto [Of, Short] : Shorts) {
    FAM.clear(*Short, Short->getName());
    Short->eraseFromParent();
  }
  return IsDone;
}

static void dropBody(Function &F) {
  for (BasicBlock &BB : F)
    BB.dropAllReferences();
  while (!F.empty())
    F.begin()->eraseFromParent();
}

void OpenedFunction::keep() {
  dropBody(F);
  F.splice(F.end(), Copy);
  for (auto [From, To] : llvm::zip_equal(Copy->args(), F.args()))
    From.replaceAllUsesWith(&To);
  F.setAttributes(Copy->getAttributes());
  widenEffects(F, /*Allocates=*/true, /*Dispatches=*/true);
}

OpenedFunction::~OpenedFunction() {
  FAM.clear(*Copy, Copy->getName());
  F.takeName(Copy);
  dropBody(*Copy);
  Copy->eraseFromParent();
  dropDeclarationsBehind(*Last);
}

} // namespace gemmify
