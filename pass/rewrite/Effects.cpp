//===- Effects.cpp - Keeping inferred attributes true ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace gemmify {

static MemoryEffects widen(MemoryEffects ME, bool Allocates) {
  for (IRMemLocation Loc : MemoryEffects::locations())
    if (isModSet(ME.getModRef(Loc)))
      ME = ME.getWithModRef(Loc, ModRefInfo::ModRef);
  if (Allocates)
    ME |= MemoryEffects::inaccessibleMemOnly(ModRefInfo::ModRef) |
          MemoryEffects::errnoMemOnly(ModRefInfo::ModRef);
  return ME;
}

/// Works on functions and on calls, which have the same attribute interface.
template <typename T> static void widenOn(T &FnOrCall, bool Allocates) {
  FnOrCall.setMemoryEffects(widen(FnOrCall.getMemoryEffects(), Allocates));
}

static void dropOnArguments(Function &F) {
  for (Argument &Arg : F.args()) {
    Arg.removeAttr(Attribute::WriteOnly);
    Arg.removeAttr(Attribute::Initializes);
  }
}

static void dropOnArguments(CallBase &Call) {
  for (unsigned I = 0, E = Call.arg_size(); I != E; ++I) {
    Call.removeParamAttr(I, Attribute::WriteOnly);
    Call.removeParamAttr(I, Attribute::Initializes);
  }
}

void widenEffects(Function &F, bool Allocates) {
  SetVector<Function *> Worklist;
  Worklist.insert(&F);
  for (unsigned I = 0; I != Worklist.size(); ++I) {
    Function &Callee = *Worklist[I];
    widenOn(Callee, Allocates);
    dropOnArguments(Callee);
    for (User *U : Callee.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledFunction() != &Callee)
        continue;
      MemoryEffects Own = Call->getAttributes().getMemoryEffects();
      Call->setMemoryEffects(widen(Own, Allocates));
      dropOnArguments(*Call);
      Worklist.insert(Call->getFunction());
    }
  }
}

} // namespace gemmify
