//===- TilePermission.cpp - Whether Linux gives us tiles ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePermission.h"
#include "lowering/core/EmitIf.h"
#include "lowering/core/LibraryFunction.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace gemmify {

/// x86-64 Linux: arch_prctl(ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) is 0 where
/// the process may use tiles from now on.
constexpr uint64_t ArchPrctl = 158, RequestPermission = 0x1023, TileData = 18;

/// What we know of the answer.
enum : uint8_t { Unknown = 0, Granted, Refused };

constexpr StringLiteral AnswerName = "gemmify.tiles.answer";

bool mayGetTilePermission(const Module &M) {
  return mayShareVariable(M, AnswerName, Type::getInt8Ty(M.getContext()));
}

/// Unknown at first.
static GlobalVariable *getAnswer(Module &M) {
  return getSharedVariable(M, AnswerName, Type::getInt8Ty(M.getContext()));
}

/// The system call's result, without the C library.
static Value *ask(IRBuilderBase &B) {
  Type *I64 = B.getInt64Ty();
  InlineAsm *Call =
      InlineAsm::get(FunctionType::get(I64, {I64, I64, I64}, false), "syscall",
                     "={ax},{ax},{di},{si},~{rcx},~{r11},~{memory},~{dirflag},~"
                     "{fpsr},~{flags}",
                     /*hasSideEffects=*/true);
  return B.CreateCall(Call,
                      {B.getInt64(ArchPrctl), B.getInt64(RequestPermission),
                       B.getInt64(TileData)});
}

static Value *emitPermitted(IRBuilderBase &B) {
  GlobalVariable *Answer = getAnswer(*B.GetInsertBlock()->getModule());
  LoadInst *Known = B.CreateAlignedLoad(B.getInt8Ty(), Answer, Align(1));
  Known->setAtomic(AtomicOrdering::Monotonic);
  emitIf(B, "ask", B.CreateICmpEQ(Known, B.getInt8(Unknown)), [&] {
    Value *IsGranted = B.CreateIsNull(ask(B));
    StoreInst *Store = B.CreateAlignedStore(
        B.CreateSelect(IsGranted, B.getInt8(Granted), B.getInt8(Refused)),
        Answer, Align(1));
    Store->setAtomic(AtomicOrdering::Monotonic);
  });
  LoadInst *Now = B.CreateAlignedLoad(B.getInt8Ty(), Answer, Align(1));
  Now->setAtomic(AtomicOrdering::Monotonic);
  return B.CreateICmpEQ(Now, B.getInt8(Granted));
}

const SystemPermission TilePermission = {"tiles", emitPermitted};

} // namespace gemmify
