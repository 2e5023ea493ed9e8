//===- InterleaveColumns.cpp - Lanes of several vectors in turn -----------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterleaveColumns.h"

using namespace llvm;

namespace gemmify {

SmallVector<Value *, 8> interleaveColumns(IRBuilderBase &B,
                                          ArrayRef<Value *> Columns) {
  const int Lanes =
      cast<FixedVectorType>(Columns.front()->getType())->getNumElements();
  SmallVector<int, 16> Low, High;
  for (int Lane = 0; Lane != Lanes; ++Lane) {
    Low.push_back(Lane / 2 + Lane % 2 * Lanes);
    High.push_back(Low.back() + Lanes / 2);
  }
  // Each round makes lanes adjacent that are half of the columns apart.
  SmallVector<Value *, 8> Parts(Columns);
  const unsigned Half = Columns.size() / 2;
  for (unsigned Round = Columns.size(); Round > 1; Round /= 2) {
    SmallVector<Value *, 8> Next;
    for (unsigned I = 0; I != Half; ++I)
      for (ArrayRef<int> Mask : {ArrayRef(Low), ArrayRef(High)})
        Next.push_back(B.CreateShuffleVector(Parts[I], Parts[I + Half], Mask));
    Parts = Next;
  }
  return Parts;
}

} // namespace gemmify
