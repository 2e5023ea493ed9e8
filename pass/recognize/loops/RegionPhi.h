//===- RegionPhi.h - Values along the path of a nest ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A pointer that an outer loop carries and an inner loop advances,
///
///     for (i …) for (j …) { …; *C++ = sum; }
///
/// is no recurrence to ScalarEvolution: the inner loop might not run, and then
/// another value comes back to the outer one. Along the path of the nest,
/// where all loops run and their trip counts are known, it is.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_REGIONPHI_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_REGIONPHI_H

#include "NestShape.h"

namespace gemmify {

/// Values of one nest while its guards hold and its loops run as often as they
/// do in GemmNest::Trip.
class RegionPhis {
public:
  RegionPhis(const NestShape &Shape, AffineAccess &Access,
             llvm::ScalarEvolution &SE)
      : Shape(Shape), Access(Access), SE(SE) {}

  /// A value that is Start when \p L is entered and Step more in each further
  /// iteration.
  struct Recurrence {
    const llvm::Loop *L;
    const llvm::SCEV *Start; ///< In terms of the loops around L.
    const llvm::SCEV *Step;  ///< Fixed.
  };

  /// How \p Phi, in the header of one of the nest's loops, goes on from
  /// iteration to iteration; empty when not by a fixed amount.
  std::optional<Recurrence> recurrence(const llvm::PHINode &Phi);

  /// What \p S is in an iteration of \p Scope, once the path has come past all
  /// loops and merges that \p S was computed in.
  const llvm::SCEV *in(const llvm::SCEV *S, const llvm::Loop *Scope);

private:
  const llvm::SCEV *value(llvm::Value &V, const llvm::Loop *Scope);
  bool staysNarrow(const llvm::Loop &L, const llvm::SCEV *Start,
                   const llvm::SCEV *Step, const llvm::SCEVCastExpr &Ext);

  const NestShape &Shape;
  AffineAccess &Access;
  llvm::ScalarEvolution &SE;
  friend class PathRewriter;
};

/// Whether \p Phi, in the header of \p L, goes on from where a loop inside has
/// come to, on one way at least.
bool goesOnFromInside(const llvm::PHINode &Phi, const llvm::Loop &L,
                      const AffineAccess &Access);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_REGIONPHI_H
