//===- Dispatch.cpp - The best kernel that the processor runs -------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "AddedFunction.h"
#include "EagerLowering.h"
#include "TilePermission.h"
#include "lowering/arm/ArmMachine.h"
#include "pass/kernel/emit/DebugLines.h"
#include "pass/kernel/emit/EmitLoop.h"
#include "pass/kernel/runtime/LibraryFunction.h"
#include "pass/kernel/tile/FewTiles.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsAArch64.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace llvm;

namespace gemmify {

constexpr StringLiteral DispatchPrefix = "gemmify.dispatch.";

namespace {

/// A kernel and the level that it needs, with the level's plan; null: none but
/// the host's.
struct Way {
  Function *Kernel;
  const TargetVersion *Level = nullptr;
  const BlockingPlan *Plan = nullptr;
  /// Whether the host is for other x86-64 processors than the level's as well.
  bool AsksModel = false;

  bool isOpen() const { return !Level; }
  bool asksForTiles() const { return Level && Level->HasTiles; }
  /// Whether what the kernel refuses is left to the next way.
  bool streams() const { return Level && Level->streams(); }
  /// Whether tiles are so large that products may be too small for them.
  bool hasLargeTiles() const {
    return Plan && Plan->MinWork && !Plan->hasEdgeTiles();
  }
};

StructType *modelType(LLVMContext &C) {
  Type *Int = Type::getInt32Ty(C);
  return StructType::get(Int, Int, Int, ArrayType::get(Int, 1));
}

ArrayType *featuresType(LLVMContext &C) {
  return ArrayType::get(Type::getInt32Ty(C), 3);
}

/// Emits questions to the CPU model of the compiler runtime:
///
///     struct { int vendor, type, subtype, features[1]; } __cpu_model;
///     int __cpu_features2[3];
class CpuModel {
public:
  explicit CpuModel(IRBuilderBase &B)
      : B(B), M(*B.GetInsertBlock()->getModule()) {}

  /// The model is filled in when the program starts, but for code that runs
  /// before that.
  void init() {
    FunctionCallee Init =
        M.getOrInsertFunction("__cpu_indicator_init", B.getVoidTy());
    cast<GlobalValue>(Init.getCallee())->setDSOLocal(true);
    emitIf(B, "no.model", B.CreateIsNull(load(model(), 0)), [&] {
      CallInst *Call = B.CreateCall(Init);
      Call->setDoesNotThrow();
      Call->addFnAttr(Attribute::Cold);
    });
  }

  /// i1: whether processor and system have all of \p Features.
  Value *has(ArrayRef<StringRef> Features) {
    Value *All = B.getTrue();
    for (auto [Index, Mask] : enumerate(X86::getCpuSupportsMask(Features))) {
      if (!Mask)
        continue;
      Value *Bits = B.CreateAnd(word(Index), B.getInt32(Mask));
      All = B.CreateAnd(All, B.CreateICmpEQ(Bits, B.getInt32(Mask)));
    }
    return All;
  }

private:
  Value *word(unsigned Index) {
    Value *&Word = Words[Index];
    if (!Word)
      Word = Index == 0 ? load(model(), 3) : load(moreFeatures(), Index - 1);
    return Word;
  }
  Value *load(Constant *Ints, unsigned Index) {
    return B.CreateAlignedLoad(
        B.getInt32Ty(),
        B.CreateConstInBoundsGEP1_32(B.getInt32Ty(), Ints, Index), Align(4));
  }
  Constant *model() { return global("__cpu_model", modelType(M.getContext())); }
  Constant *moreFeatures() {
    return global("__cpu_features2", featuresType(M.getContext()));
  }
  Constant *global(StringRef Name, Type *Ty) {
    Constant *G = M.getOrInsertGlobal(Name, Ty);
    cast<GlobalValue>(G)->setDSOLocal(true);
    return G;
  }

  IRBuilderBase &B;
  Module &M;
  Value *Words[4] = {};
};

} // namespace

bool mayAskCpuModel(const Module &M) {
  LLVMContext &C = M.getContext();
  return mayUseLibraryFunction(M, "__cpu_indicator_init",
                               FunctionType::get(Type::getVoidTy(C), false)) &&
         mayUseLibraryVariable(M, "__cpu_model", modelType(C)) &&
         mayUseLibraryVariable(M, "__cpu_features2", featuresType(C));
}

/// i1: whether SVE's vectors have \p Least times 128 bits or more.
static Value *hasVScale(IRBuilderBase &B, unsigned Least) {
  Value *VScale = B.CreateIntrinsic(Intrinsic::vscale, {B.getInt64Ty()}, {});
  return B.CreateICmpUGE(VScale, B.getInt64(Least));
}

/// i1: whether streaming mode's vectors have \p Bits; longer ones than the rows
/// use count as the longest. A kernel for shorter ones is no choice where one
/// for longer ones refuses a product.
static Value *hasStreamingBits(IRBuilderBase &B, unsigned Bits) {
  Value *Doubles = B.CreateIntrinsic(Intrinsic::aarch64_sme_cntsd, {});
  return B.CreateICmp(Bits == MaxStreamingBits ? CmpInst::ICMP_UGE
                                               : CmpInst::ICMP_EQ,
                      Doubles, B.getInt64(Bits / 64));
}

/// Goes on where \p Cond holds, elsewhere to \p Otherwise.
static void goOnIf(IRBuilderBase &B, Value *Cond, BasicBlock *Otherwise) {
  auto *Then = BasicBlock::Create(B.getContext(), "go", Otherwise->getParent(),
                                  Otherwise);
  B.CreateCondBr(Cond, Then, Otherwise);
  B.SetInsertPoint(Then);
}

/// i1 for each of \p Ways: whether the processor can go it; null: all can.
static SmallVector<Value *, 6> askCpu(IRBuilderBase &B, ArrayRef<Way> Ways) {
  SmallVector<Value *, 6> Can(Ways.size(), nullptr);
  CpuModel Cpu(B);
  if (llvm::any_of(Ways, [](const Way &W) { return W.AsksModel; }))
    Cpu.init();
  for (auto [W, Has] : zip(Ways, Can))
    if (W.AsksModel)
      Has = Cpu.has(W.Level->features());
    else if (W.Level && W.Level->VectorBits)
      Has = hasVScale(B, W.Level->vscale());
    else if (W.streams())
      Has = hasStreamingBits(B, W.Level->StreamingBits);
  return Can;
}

/// Returns true where \p Done holds, elsewhere goes on to \p Otherwise.
static void returnIf(IRBuilderBase &B, Value *Done, BasicBlock *Otherwise) {
  auto *End = BasicBlock::Create(B.getContext(), "done", Otherwise->getParent(),
                                 Otherwise);
  B.CreateCondBr(Done, End, Otherwise);
  B.SetInsertPoint(End);
  B.CreateRet(B.getTrue());
}

/// Calls the first of \p Ways that can be gone and has tiles that a product of
/// \p Size fills.
static void build(Function &F, ArrayRef<Way> Ways, const OperandOrder &View,
                  SizeEmitter Size) {
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "entry", &F));
  SmallVector<Value *, 16> Args;
  for (Argument &Arg : F.args())
    Args.push_back(&Arg);
  const SmallVector<Value *, 6> Can = askCpu(B, Ways);
  for (auto [W, Has] : zip(Ways, Can)) {
    BasicBlock *Otherwise =
        W.isOpen() ? nullptr
                   : BasicBlock::Create(F.getContext(), "otherwise", &F);
    if (Has)
      goOnIf(B, Has, Otherwise);
    if (W.hasLargeTiles())
      goOnIf(B, B.CreateNot(emitFillsFewTiles(B, View, *W.Plan, Size)),
             Otherwise);
    if (W.asksForTiles())
      goOnIf(B, B.CreateCall(getTilePermission(F)), Otherwise);
    CallInst *Call = B.CreateCall(W.Kernel, Args);
    Call->setCallingConv(W.Kernel->getCallingConv());
    if (W.streams()) {
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
  if (const auto *Known = dyn_cast<SCEVConstant>(Nest.Trip[D]))
    return Known->getValue();
  for (auto [Index, Arg] : enumerate(Kernel.Args))
    if (Arg.Expr == Nest.Trip[D])
      return F.getArg(Index);
  llvm_unreachable("kernels are told all sizes");
}

/// The choice between \p Ways, the last of which is always open. One that is
/// there already has gone through no pass, as its kernels have not.
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
  build(*F, Ways, Order, [&](IRBuilderBase &B, LoopDim D) {
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
    const bool AsksModel =
        !L.Level->VectorBits && !L.Level->streams() && !L.Level->isIn(Host);
    VersionScope Scope(Host, *L.Level);
    MacroKernel Other =
        getMacroKernel(P, RowsApart, L.Plan, Opts, Host, SE, MayAllocate);
    Kernel.RefusesNothing &= Other.RefusesNothing;
    Kernel.Allocates |= Other.Allocates;
    Kernel.NeedsMemory |= Other.NeedsMemory;
    // Elsewhere its tiles would be configured before they are asked for, or its
    // vectors be shorter.
    if (L.Level->HasTiles || L.Level->VectorBits || L.Level->streams())
      Other.Fn->addFnAttr(Attribute::NoInline);
    Ways.push_back({Other.Fn, L.Level, &L.Plan, AsksModel});
  }
  Ways.push_back({Kernel.Fn});
  Function *Choice = getChoice(Ways, Kernel, P.Order, Host);
  if (std::optional<Function::ProfileCount> Count = Kernel.Fn->getEntryCount())
    Choice->setEntryCount(*Count);
  Kernel.Fn = Choice;
  Kernel.Dispatches = llvm::any_of(Ways, [](const Way &W) {
    return W.AsksModel || W.asksForTiles() || W.streams();
  });
}

} // namespace gemmify
