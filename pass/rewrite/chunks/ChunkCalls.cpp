//===- ChunkCalls.cpp - Asking OpenMP's runtime for chunks ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkCalls.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace gemmify {

/// Whether \p Call is one of the runtime's functions \p Prefix, for iterations
/// of 32 or 64 bits, with or without a sign.
static bool callsRuntime(const CallBase &Call, StringRef Prefix) {
  const Function *F = Call.getCalledFunction();
  StringRef Name = F && F->isDeclaration() ? F->getName() : StringRef();
  return isa<CallInst>(Call) && Name.consume_front(Prefix) &&
         (Name == "4" || Name == "4u" || Name == "8" || Name == "8u");
}

/// The type of the iterations that such a function counts.
static Type *counterOf(const CallBase &Call) {
  LLVMContext &C = Call.getContext();
  return Call.getCalledFunction()->getName().contains("_8")
             ? Type::getInt64Ty(C)
             : Type::getInt32Ty(C);
}

static bool hasType(const CallBase &Call, Type *Result,
                    ArrayRef<Type *> Params) {
  return Call.getFunctionType() ==
         FunctionType::get(Result, Params, /*isVarArg=*/false);
}

bool asksForChunk(const CallBase &Call) {
  Type *Int = Type::getInt32Ty(Call.getContext());
  Type *Ptr = PointerType::getUnqual(Call.getContext());
  return callsRuntime(Call, "__kmpc_dispatch_next_") &&
         hasType(Call, Int, {Ptr, Int, Ptr, Ptr, Ptr, Ptr});
}

static bool startsChunks(const CallBase &Call) {
  if (!callsRuntime(Call, "__kmpc_dispatch_init_"))
    return false;
  Type *Int = Type::getInt32Ty(Call.getContext()), *Own = counterOf(Call);
  Type *Ptr = PointerType::getUnqual(Call.getContext());
  return hasType(Call, Type::getVoidTy(Call.getContext()),
                 {Ptr, Int, Int, Own, Own, Own, Own});
}

/// Whether no pointer but \p Var itself points to it: the runtime keeps none.
static bool isOnlyForChunks(const AllocaInst &Var) {
  return llvm::all_of(Var.uses(), [&](const Use &U) {
    if (const auto *Store = dyn_cast<StoreInst>(U.getUser()))
      return Store->getPointerOperand() == &Var &&
             Store->getValueOperand() != &Var;
    const auto *Call = dyn_cast<CallBase>(U.getUser());
    return isa<LoadInst>(U.getUser()) ||
           (Call && (Call->isLifetimeStartOrEnd() || asksForChunk(*Call)));
  });
}

bool chunkMayWrite(const CallBase &Call, const MemoryLocation &Where,
                   AAResults &AA) {
  // The first one points to a constant of the compiler.
  return llvm::any_of(llvm::drop_begin(Call.args()), [&](const Use &Arg) {
    if (!Arg->getType()->isPointerTy())
      return false;
    const auto *Var = dyn_cast<AllocaInst>(Arg);
    if (Var && Var != Where.Ptr && isOnlyForChunks(*Var))
      return false;
    return !AA.isNoAlias(MemoryLocation::getBeforeOrAfter(Arg), Where);
  });
}

static bool hasChunks(const Loop &L) {
  return llvm::any_of(L.blocks(), [](const BasicBlock *BB) {
    return llvm::any_of(*BB, [](const Instruction &I) {
      const auto *Call = dyn_cast<CallBase>(&I);
      return Call && asksForChunk(*Call);
    });
  });
}

/// In what runs right before the loop, whose first question may come before it,
/// too.
CallInst *findChunkStart(const Loop &Around) {
  if (!hasChunks(Around))
    return nullptr;
  for (BasicBlock *BB = Around.getLoopPredecessor(); BB;
       BB = BB->getSinglePredecessor())
    for (Instruction &I : llvm::reverse(*BB)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (Call && startsChunks(*Call))
        return Call;
      if (Call && !isa<IntrinsicInst>(Call) && !asksForChunk(*Call))
        return nullptr;
    }
  return nullptr;
}

} // namespace gemmify
