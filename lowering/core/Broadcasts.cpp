//===- Broadcasts.cpp - Elements in all lanes of a vector -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Broadcasts.h"

using namespace llvm;

namespace gemmify {

Value *extendInts(IRBuilderBase &B, Value *V, Type *To, bool IsSigned) {
  Type *Wide = V->getType()->getWithNewType(To);
  return IsSigned ? B.CreateSExt(V, Wide) : B.CreateZExt(V, Wide);
}

Value *Broadcasts::extend(IRBuilderBase &B, Value *V) const {
  return As ? extendInts(B, V, As, IsSigned) : V;
}

Value *Broadcasts::get(IRBuilderBase &B, unsigned K, unsigned Col,
                       unsigned Len) {
  const MatrixMemory *Mem = Bmat.memory();
  if (VectorLanes < 2 || !Mem)
    return extend(B, Bmat.splat(B, K, Col, Len));
  if (Mem->isContiguous(Bmat.rows()))
    return fromVector(B, 0, Col * Bmat.rows() + K, Bmat.lanesTotal(), Len);
  return fromVector(B, Col, K, Bmat.rows(), Len);
}

/// Lane \p Index of the \p Total elements that begin at (0, \p Col).
Value *Broadcasts::fromVector(IRBuilderBase &B, unsigned Col, unsigned Index,
                              unsigned Total, unsigned Len) {
  unsigned First = Index / VectorLanes * VectorLanes;
  unsigned Have = std::min(VectorLanes, Total - First);
  Value *&Vector = Loaded[{Col, First}];
  if (!Vector)
    Vector = extend(B, Bmat.memory()->load(B, First, Col, Have));
  return B.CreateShuffleVector(Vector,
                               SmallVector<int, 16>(Len, int(Index - First)));
}

} // namespace gemmify
