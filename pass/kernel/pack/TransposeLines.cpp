//===- TransposeLines.cpp - Lines in registers to columns -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeLines.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace gemmify {

/// \p Count elements from \p First on of \p Line, followed, if there are more
/// lines than that, by those of the line Count further on.
static Value *joinLines(IRBuilderBase &B, ArrayRef<Value *> Lines,
                        unsigned Line, unsigned First, unsigned Count) {
  auto Elements = [&](unsigned Of) -> Value * {
    Type *Ty = cast<VectorType>(Lines[0]->getType())->getElementType();
    if (Of >= Lines.size())
      return PoisonValue::get(FixedVectorType::get(Ty, Count));
    return B.CreateShuffleVector(Lines[Of],
                                 createSequentialMask(First, Count, 0));
  };
  Value *Low = Elements(Line);
  if (Lines.size() <= Count)
    return Low;
  return concatenateVectors(B, {Low, Elements(Line + Count)});
}

/// One round of the perfect shuffle within each square; log2 rounds transpose.
static void interleave(IRBuilderBase &B, SmallVectorImpl<Value *> &Lines) {
  const unsigned Lanes =
      cast<FixedVectorType>(Lines[0]->getType())->getNumElements();
  const unsigned Part = Lines.size(), Half = Part / 2;
  auto Mix = [&](Value *X, Value *Y, unsigned From) {
    SmallVector<int, 32> Mask;
    for (unsigned Begin = 0; Begin != Lanes; Begin += Part)
      for (unsigned Lane = 0; Lane != Half; ++Lane) {
        Mask.push_back(Begin + From + Lane);
        Mask.push_back(Lanes + Begin + From + Lane);
      }
    return B.CreateShuffleVector(X, Y, Mask);
  };
  SmallVector<Value *, 16> Next;
  for (unsigned Line = 0; Line != Half; ++Line) {
    Next.push_back(Mix(Lines[Line], Lines[Line + Half], 0));
    Next.push_back(Mix(Lines[Line], Lines[Line + Half], Half));
  }
  Lines.assign(Next.begin(), Next.end());
}

void transposeSquares(IRBuilderBase &B, SmallVectorImpl<Value *> &Lines) {
  for (unsigned Distance = Lines.size(); Distance > 1; Distance /= 2)
    interleave(B, Lines);
}

SmallVector<Value *, 16> transposeLines(IRBuilderBase &B,
                                        ArrayRef<Value *> Lines, unsigned First,
                                        unsigned Count) {
  SmallVector<Value *, 16> Columns;
  for (unsigned Line = 0; Line != Count; ++Line)
    Columns.push_back(joinLines(B, Lines, Line, First, Count));
  transposeSquares(B, Columns);
  return Columns;
}

} // namespace gemmify
