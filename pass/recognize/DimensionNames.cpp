//===- DimensionNames.cpp - From positions of loops to i, j and k ---------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DimensionNames.h"

using namespace llvm;

namespace gemmify {

void nameDimensions(GemmNest &N, LoopDim K) {
  unsigned First = K == Outer ? Middle : Outer;
  unsigned Second = K == Inner ? Middle : Inner;
  auto Rename = [&](auto &Of) { Of = {Of[First], Of[Second], Of[K]}; };
  Rename(N.Index);
  if (N.Region)
    Rename(N.Region->Coef);
  // Of the positions, the one that Along stands at.
  if (std::optional<LoopDim> &Along = N.Step.PairedAlong)
    Along = unsigned(*Along) == First ? DimI : DimJ;
  auto RenameRef = [&](AffineRef &R) {
    Rename(R.Stride);
    Rename(R.Row);
    Rename(R.Carry);
    Rename(R.LookupOn);
  };
  RenameRef(N.C);
  for (Slice *S : N.slices()) {
    llvm::for_each(S->Loads, RenameRef);
    for (Counter &C : S->Counters) {
      Rename(C.Step);
      Rename(C.Carry);
    }
  }
  llvm::for_each(N.RowLoads, RenameRef);
  for (RowWrapCheck &W : N.RowWrapChecks) {
    Rename(W.Row);
    Rename(W.Coef);
  }
  llvm::for_each(N.EqualRows, Rename);
  for (WrapCheck &W : N.WrapChecks)
    for (auto *Each : {&W.Coef, &W.TileCoef, &W.Trip})
      Rename(*Each);
}

} // namespace gemmify
