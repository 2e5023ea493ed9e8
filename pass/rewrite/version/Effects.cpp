//===- Effects.cpp - Keeping inferred attributes true ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "intrinsic/Llvm.h"
#include "pass/kernel/runtime/WorkspacePool.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace gemmify {

/// The effects that a kernel adds to those of the loops that it replaces.
enum class Addition { Reads, Malloc, Globals };

static MemoryEffects widen(MemoryEffects ME, Addition What) {
  for (IRMemLocation Loc : MemoryEffects::locations())
    if (isModSet(ME.getModRef(Loc)))
      ME = ME.getWithModRef(Loc, ModRefInfo::ModRef);
  if (What == Addition::Malloc)
    ME |=
        MemoryEffects::inaccessibleMemOnly(ModRefInfo::ModRef) | errnoEffects();
  return What == Addition::Globals ? MemoryEffects::unknown() : ME;
}

/// Works on functions and on calls, which have the same attribute interface.
template <typename T>
static void widenOn(T &FnOrCall, MemoryEffects Own, Addition What) {
  FnOrCall.setMemoryEffects(widen(Own, What));
  if (What == Addition::Reads)
    return;
  // Workspace is shared with other threads, and one product may unmap what
  // another has mapped. Library functions do not call back (norecurse) and
  // return.
  for (Attribute::AttrKind Kind :
       {Attribute::NoSync, Attribute::NoFree, Attribute::Speculatable})
    FnOrCall.removeFnAttr(Kind);
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

void widenEffects(Function &F, bool Allocates, bool Dispatches) {
  const bool UsesPool = Allocates && hasWorkspacePool(*F.getParent());
  const Addition What = UsesPool || Dispatches ? Addition::Globals
                        : Allocates            ? Addition::Malloc
                                               : Addition::Reads;
  SetVector<Function *> Worklist;
  Worklist.insert(&F);
  for (unsigned I = 0; I != Worklist.size(); ++I) {
    Function &Callee = *Worklist[I];
    widenOn(Callee, Callee.getMemoryEffects(), What);
    dropOnArguments(Callee);
    for (User *U : Callee.users()) {
      auto *Call = dyn_cast<CallBase>(U);
      if (!Call || Call->getCalledOperand() != &Callee)
        continue;
      widenOn(*Call, Call->getAttributes().getMemoryEffects(), What);
      dropOnArguments(*Call);
      Worklist.insert(Call->getFunction());
    }
  }
}

} // namespace gemmify
