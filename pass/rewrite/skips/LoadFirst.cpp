//===- LoadFirst.cpp - What a nest loads, before it -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadFirst.h"
#include "pass/recognize/loops/Substitution.h"

using namespace llvm;

namespace gemmify {

void loadFirst(IRBuilderBase &B, GemmNest &N, Legality &Legal,
               ArrayRef<AffineRef *> More,
               function_ref<bool(const AffineRef &)> Wanted,
               SCEVExpander &Expander, ScalarEvolution &SE) {
  ValueToSCEVMapTy To;
  for (const AffineRef &R : N.InvariantLoads) {
    if (!Wanted(R))
      continue;
    Value *Ptr =
        Expander.expandCodeFor(R.Start, B.getPtrTy(), B.GetInsertPoint());
    Value *V = B.CreateAlignedLoad(R.ElemTy, Ptr, R.Alignment);
    N.LoadedBefore[R.Access] = V;
    if (SE.isSCEVable(R.ElemTy))
      To[R.Access] = SE.getSCEV(V);
  }
  if (N.LoadedBefore.empty())
    return;
  ValueSubstitution Restate(SE, To);
  auto Replace = [&](const SCEV *&S) { S = Restate.visit(S); };
  N.forEachExpression(Replace);
  Legal.forEachExpression(Replace);
  for (AffineRef *R : More)
    R->forEachExpression(Replace);
}

} // namespace gemmify
