//===- DebugLines.cpp - A kernel shows the lines of its nest --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugLines.h"
#include "intrinsic/Llvm.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace gemmify {

/// The statement that multiplies, whose operands are read in the innermost loop
/// if that is the loop over k; otherwise the store of the result.
static DILocation *lineOfProduct(const GemmNest &N) {
  const Loop *Innermost = N.Index[DimK].innermost();
  for (LoopDim D : {DimI, DimJ})
    if (N.Index[D].hasLoop() && Innermost->contains(N.Index[D].innermost()))
      Innermost = N.Index[D].innermost();
  for (const Slice *S : N.operands())
    for (const AffineRef &R : S->Loads)
      if (DILocation *At = R.Access->getDebugLoc();
          At && At->getLine() && Innermost->contains(R.Access))
        return At;
  return N.C.Access->getDebugLoc();
}

DebugLoc callLocation(const GemmNest &N, const Function &Host) {
  if (const DILocation *At = N.C.Access->getDebugLoc())
    return withoutAtom(At);
  DISubprogram *SP = Host.getSubprogram();
  return SP ? DILocation::get(Host.getContext(), 0, 0, SP) : nullptr;
}

void attachDebugLines(Function &Kernel, const GemmNest &N,
                      const Function &Host) {
  DISubprogram *SP = Host.getSubprogram();
  if (!SP || !SP->getUnit())
    return;
  DILocation *At = lineOfProduct(N);
  DIFile *File = At ? At->getFile() : SP->getFile();
  unsigned Line = At ? At->getLine() : SP->getLine();
  DIBuilder DIB(*Kernel.getParent(), /*AllowUnresolved=*/false, SP->getUnit());
  DISubprogram *Own = DIB.createFunction(
      File, Kernel.getName(), /*LinkageName=*/"", File, Line,
      DIB.createSubroutineType(DIB.getOrCreateTypeArray({})), Line,
      DINode::FlagArtificial,
      DISubprogram::SPFlagDefinition | DISubprogram::SPFlagLocalToUnit |
          DISubprogram::SPFlagOptimized);
  DIB.finalizeSubprogram(Own);
  Kernel.setSubprogram(Own);
  DILocation *Here =
      DILocation::get(Kernel.getContext(), Line, At ? At->getColumn() : 0, Own);
  for (Instruction &I : instructions(Kernel))
    I.setDebugLoc(Here);
}

} // namespace gemmify
