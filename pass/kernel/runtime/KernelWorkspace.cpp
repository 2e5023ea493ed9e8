//===- KernelWorkspace.cpp - Memory for packed blocks ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWorkspace.h"
#include "WorkspacePool.h"
#include "intrinsic/Llvm.h"
#include "lowering/core/LibraryFunction.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace gemmify {

bool mayAllocate(const Function &F, const TargetLibraryInfo &TLI,
                 const Options &Opts) {
  return Opts.Where != Workspace::Stack && TLI.has(LibFunc_malloc) &&
         TLI.has(LibFunc_free) && mayTakeWorkspace(*F.getParent());
}

WorkspaceHome chooseHome(uint64_t Bytes, const BlockingPlan &Plan,
                         const Options &Opts, bool MayAllocate) {
  if (!MayAllocate)
    return WorkspaceHome::Stack;
  return Opts.Where == Workspace::Auto &&
                 Bytes <= std::min(Plan.StackBytes, Plan.Tune.Room.MaxPacked)
             ? WorkspaceHome::Stack
             : WorkspaceHome::Heap;
}

unsigned KernelWorkspace::add(Value *Bytes) {
  IRBuilderBase &B = Ctx.B;
  Sizes.push_back(
      B.CreateAnd(B.CreateAdd(Bytes, B.getInt64(WorkspaceAlign - 1)),
                  B.getInt64(-WorkspaceAlign)));
  return Sizes.size() - 1;
}

void KernelWorkspace::obtain(WorkspaceHome Home, uint64_t MaxStackBytes) {
  Value *Next;
  if (Home == WorkspaceHome::Stack) {
    uint64_t Bytes = MaxStackBytes + Sizes.size() * WorkspaceAlign;
    Next = Ctx.createBuffer(divideCeil(Bytes, Ctx.ElemBytes), "packed");
  } else {
    Next = allocate(bytes());
  }
  place(Next);
}

void KernelWorkspace::place(Value *Memory) {
  for (Value *Size : Sizes) {
    Buffers.push_back(Memory);
    Memory = Ctx.B.CreatePtrAdd(Memory, Size);
  }
}

Value *KernelWorkspace::bytes() const {
  Value *Bytes = Ctx.B.getInt64(WorkspaceAlign);
  for (Value *Size : Sizes)
    Bytes = Ctx.B.CreateAdd(Bytes, Size);
  return Bytes;
}

/// Whether RealtimeSanitizer watches a function of \p M, which may call any
/// other: it would report allocations.
static bool hasRealtimeFunction(const Module &M) {
  return llvm::any_of(M, [](const Function &F) {
    return F.hasFnAttribute(attribute::SanitizeRealtime);
  });
}

/// A program without an operating system need not have a library.
static bool mayCallMalloc(const Module &M) {
  LLVMContext &C = M.getContext();
  if (Triple(Triple::normalize(tripleOf(M).str())).getOS() == Triple::UnknownOS)
    return false;
  Type *Ptr = PointerType::getUnqual(C), *Void = Type::getVoidTy(C),
       *Size = M.getDataLayout().getIntPtrType(C);
  return mayUseLibraryFunction(M, "malloc",
                               FunctionType::get(Ptr, Size, false)) &&
         mayUseLibraryFunction(M, "free", FunctionType::get(Void, Ptr, false));
}

bool mayTakeWorkspace(const Module &M) {
  return !hasRealtimeFunction(M) &&
         (hasWorkspacePool(M) ? mayUseWorkspacePool(M) : mayCallMalloc(M));
}

static Type *sizeType(IRBuilderBase &B) {
  const Module &M = *B.GetInsertBlock()->getModule();
  return M.getDataLayout().getIntPtrType(B.getContext());
}

static Value *callMalloc(IRBuilderBase &B, Value *Bytes) {
  FunctionCallee Malloc = B.GetInsertBlock()->getModule()->getOrInsertFunction(
      "malloc", B.getPtrTy(), sizeType(B));
  return B.CreateCall(Malloc, B.CreateZExtOrTrunc(Bytes, sizeType(B)),
                      "workspace");
}

CallInst *takeWorkspace(IRBuilderBase &B, Value *Bytes) {
  Function *F = B.GetInsertBlock()->getParent();
  auto *Call = cast<CallInst>(
      hasWorkspacePool(*F->getParent())
          ? B.CreateCall(getTakeWorkspace(*F), Bytes, "workspace")
          : callMalloc(B, Bytes));
  Call->setDoesNotThrow();
  Call->addRetAttr(Attribute::NoAlias);
  return Call;
}

void giveWorkspace(IRBuilderBase &B, Value *Workspace) {
  Function *F = B.GetInsertBlock()->getParent();
  FunctionCallee Give = hasWorkspacePool(*F->getParent())
                            ? FunctionCallee(getGiveWorkspace(*F))
                            : F->getParent()->getOrInsertFunction(
                                  "free", B.getVoidTy(), B.getPtrTy());
  B.CreateCall(Give, Workspace)->setDoesNotThrow();
}

Value *alignWorkspace(IRBuilderBase &B, Value *Workspace) {
  if (hasWorkspacePool(*B.GetInsertBlock()->getModule()))
    return Workspace;
  Value *Address = B.CreatePtrToInt(Workspace, sizeType(B));
  Value *Misalignment =
      B.CreateAnd({B.CreateNeg(Address),
                   ConstantInt::get(sizeType(B), WorkspaceAlign - 1)});
  return B.CreatePtrAdd(Workspace, Misalignment);
}

bool isWorkspace(const Value &V) {
  const auto *Call = dyn_cast<CallInst>(&V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName() == "malloc" ||
                    Callee->getName().starts_with(TakeWorkspacePrefix));
}

bool takesWorkspace(const Function &Kernel) {
  return llvm::any_of(instructions(Kernel), isWorkspace);
}

/// Emits the allocation, the way out when it fails, and the alignment of its
/// result.
Value *KernelWorkspace::allocate(Value *Bytes) {
  IRBuilderBase &B = Ctx.B;
  Function *F = B.GetInsertBlock()->getParent();
  Allocated = takeWorkspace(B, Bytes);
  BasicBlock *Failed = BasicBlock::Create(B.getContext(), "no.workspace", F);
  BasicBlock *Go = BasicBlock::Create(B.getContext(), "go", F);
  B.CreateCondBr(B.CreateIsNull(Allocated), Failed, Go);
  B.SetInsertPoint(Failed);
  B.CreateRet(B.getFalse());
  B.SetInsertPoint(Go);
  return alignWorkspace(B, Allocated);
}

void KernelWorkspace::release() {
  if (Allocated)
    giveWorkspace(Ctx.B, Allocated);
}

} // namespace gemmify
