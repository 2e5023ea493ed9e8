//===- Broadcasts.h - Elements in all lanes of a vector ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_BROADCASTS_H
#define GEMMIFY_LOWERING_CORE_BROADCASTS_H

#include "lowering/matrix/Matrix.h"
#include "llvm/ADT/DenseMap.h"

namespace gemmify {

/// Elements of a right operand in all lanes of a vector, for the steps of one
/// section.
class Broadcasts {
public:
  /// Elements of \p Bmat are loaded one by one into all lanes, or
  /// \p VectorLanes at once if that is not 0, so that multiplications take a
  /// lane of them.
  Broadcasts(const Matrix &Bmat, unsigned VectorLanes)
      : Bmat(Bmat), VectorLanes(VectorLanes) {}

  /// The same, for integers that are first extended to \p As.
  Broadcasts(const Matrix &Bmat, unsigned VectorLanes, llvm::Type *As,
             bool IsSigned)
      : Bmat(Bmat), VectorLanes(VectorLanes), As(As), IsSigned(IsSigned) {}

  /// Element (\p K, \p Col) in \p Len lanes.
  llvm::Value *get(llvm::IRBuilderBase &B, unsigned K, unsigned Col,
                   unsigned Len);

private:
  llvm::Value *fromVector(llvm::IRBuilderBase &B, unsigned Col, unsigned Index,
                          unsigned Total, unsigned Len);
  llvm::Value *extend(llvm::IRBuilderBase &B, llvm::Value *V) const;

  const Matrix &Bmat;
  unsigned VectorLanes;
  llvm::Type *As = nullptr;
  bool IsSigned = true;
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::Value *> Loaded;
};

/// \p V, a vector of integers, extended to \p To.
llvm::Value *extendInts(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Type *To,
                        bool IsSigned);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_BROADCASTS_H
