//===- CopyNest.cpp - A nest a second time --------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyNest.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace gemmify {

Loop *copyNest(Loop &Root, BasicBlock &Before, const Twine &Name,
               ValueToValueMapTy &Map, const NestAnalyses &A) {
  SmallVector<BasicBlock *, 16> Blocks;
  Loop *Copy = cloneLoopWithPreheader(Root.getLoopPreheader(), &Before, &Root,
                                      Map, Name, &A.LI, &A.DT, Blocks);
  remapInstructionsInBlocks(Blocks, Map);
  // An alias scope is about one execution of its declaration. The copies are
  // executed separately.
  SmallVector<MDNode *, 2> Scopes;
  identifyNoAliasScopesToClone(Blocks, Scopes);
  cloneAndAdaptNoAliasScopes(Scopes, Blocks, Copy->getHeader()->getContext(),
                             Name.str());
  return Copy;
}

} // namespace gemmify
