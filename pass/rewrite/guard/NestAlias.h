//===- NestAlias.h - Arrays that can never overlap --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What alias analysis knows about whole arrays of a nest, whichever iteration
/// touches them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_NESTALIAS_H
#define GEMMIFY_PASS_REWRITE_GUARD_NESTALIAS_H

#include "pass/recognize/GemmNest.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include <optional>

namespace gemmify {

/// Asks about the objects, not the addresses, so that the answer holds for all
/// iterations.
class NestAlias {
public:
  NestAlias(const GemmNest &N, llvm::AAResults &AA);

  /// Whether nothing that \p X touches through \p PtrX is what \p Y touches
  /// through \p PtrY.
  bool neverAliases(const llvm::Instruction &X, const llvm::Value &PtrX,
                    const llvm::Instruction &Y, const llvm::Value &PtrY);

private:
  std::optional<llvm::MemoryLocation> objectOf(const llvm::Instruction &Access,
                                               const llvm::Value &Ptr);

  const GemmNest &N;
  llvm::AAResults &AA;
  bool ScopesEndInside = false;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_NESTALIAS_H
