//===- NestAccess.h - One access of any loop in a nest ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The product's own references count i, j and k. Other statements of a nest
/// have loops of their own; here each access counts the loops that are around
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_NESTACCESS_H
#define GEMMIFY_PASS_REWRITE_GUARD_NESTACCESS_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// What one instruction of a nest touches through one pointer. Dimensions are
/// the loops around it, outermost first; a memory intrinsic counts bytes along
/// the last dimension.
struct NestAccess {
  AffineRef Ref;
  bool Writes = false;
  unsigned Depth = 0; ///< How many loops are around it, up to NumDims.
  PerDim<const llvm::Loop *> Loops = {};
  PerDim<const llvm::SCEV *> Trip = {}; ///< i64; 1 where there is no loop.
  llvm::SmallVector<WrapCheck, 2> WrapChecks;

  /// Calls \p F(const SCEV *&) on every expression.
  template <typename Fn> void forEachExpression(Fn F) {
    Ref.forEachExpression(F);
    llvm::for_each(Trip, F);
    for (WrapCheck &W : WrapChecks)
      W.forEachExpression(F);
  }

  /// How many loops are around both accesses.
  unsigned commonLoops(const NestAccess &Other) const;
};

/// A pointer that an instruction of a nest reads or writes through.
struct AccessedPointer {
  llvm::Instruction *Access = nullptr;
  llvm::Value *Ptr = nullptr;
  bool Writes = false;
};

/// The pointers of \p Access: a load, a store or a memory intrinsic.
llvm::SmallVector<AccessedPointer, 2> pointersOf(llvm::Instruction &Access);

/// Describes \p P, which runs in \p N. Empty when its address or a bound of the
/// loops around it is not affine or cannot be computed before the nest.
std::optional<NestAccess> describeAccess(const AccessedPointer &P,
                                         const GemmNest &N,
                                         const NestAnalyses &A);

/// Whether \p X and \p Y, whatever the iterations, never touch one byte: all
/// steps of both are multiples of a power of two within which each has bytes of
/// its own, as the parts of complex elements.
bool takeTurns(const NestAccess &X, const NestAccess &Y,
               llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_NESTACCESS_H
