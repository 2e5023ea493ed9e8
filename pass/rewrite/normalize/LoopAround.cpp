//===- LoopAround.cpp - A loop around another one -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAround.h"

using namespace llvm;

namespace gemmify {

Loop &makeLoopAround(Loop &Inner, ArrayRef<BasicBlock *> Own, LoopInfo &LI) {
  Loop *New = LI.AllocateLoop(), *Around = Inner.getParentLoop();
  if (Around)
    Around->replaceChildLoopWith(&Inner, New);
  else
    LI.changeTopLevelLoop(&Inner, New);
  New->addChildLoop(&Inner);
  for (BasicBlock *BB : Own) {
    New->addBlockEntry(BB);
    LI.changeLoopFor(BB, New);
  }
  for (BasicBlock *BB : Inner.blocks())
    New->addBlockEntry(BB);
  return *New;
}

} // namespace gemmify
