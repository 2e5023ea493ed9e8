//===- LoadsBefore.h - What is loaded before a nest -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that is stated of a nest has to be computed before it, from what
/// exists there and from GemmNest::InvariantLoads.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ACCESS_LOADSBEFORE_H
#define GEMMIFY_PASS_RECOGNIZE_ACCESS_LOADSBEFORE_H

#include "pass/recognize/loops/NestShape.h"

namespace gemmify {

/// Fills InvariantLoads and LoadsBeforeWrites of \p N, of which the slices, C,
/// the guards and trip counts are known. False when something of it, or a
/// condition that \p Access has left, needs a load that the nest may not reach.
bool takeInvariantLoads(GemmNest &N, const AffineAccess &Access,
                        const NestShape &Shape,
                        llvm::ArrayRef<llvm::Loop *> Chain,
                        const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ACCESS_LOADSBEFORE_H
