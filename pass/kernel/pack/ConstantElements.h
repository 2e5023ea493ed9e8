//===- ConstantElements.h - An operand whose elements are known -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements of an operand that reads constant arrays of the module, as
/// numbers. Nothing is assumed of an array that may be another one when the
/// program runs.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_CONSTANTELEMENTS_H
#define GEMMIFY_PASS_KERNEL_PACK_CONSTANTELEMENTS_H

#include "pass/recognize/GemmNest.h"

namespace gemmify {

class ConstantElements {
public:
  /// Those of \p S, an operand of \p Nest whose lines are along \p Dim. Empty
  /// where it reads anything but constants at constant distances.
  static std::optional<ConstantElements> of(const GemmNest &Nest,
                                            const Slice &S, LoopDim Dim,
                                            llvm::ScalarEvolution &SE);

  /// The element of \p Line at \p K, exactly what the source computes: a
  /// ConstantInt or a ConstantFP. Null where that is not known for sure.
  llvm::Constant *at(uint64_t Line, uint64_t K) const;

private:
  /// A load of the expression: bytes from the array's begin.
  struct Place {
    const llvm::Instruction *Load;
    llvm::Type *Ty;
    llvm::GlobalVariable *Array;
    int64_t Start, LineStride, KStride;
  };

  ConstantElements(const GemmNest &Nest, const Slice &S) : Nest(Nest), S(S) {}
  bool findPlaces(LoopDim Dim, llvm::ScalarEvolution &SE);
  llvm::Constant *load(const Place &At, uint64_t Line, uint64_t K) const;
  llvm::Constant *fold(llvm::Value *V, uint64_t Line, uint64_t K) const;
  llvm::Constant *foldOperation(llvm::Instruction &I, uint64_t Line,
                                uint64_t K) const;

  const GemmNest &Nest;
  const Slice &S;
  llvm::SmallVector<Place, 2> Places;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_CONSTANTELEMENTS_H
