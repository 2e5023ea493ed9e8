//===- PlanCheck.h - Whether plan overrides can work ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Merges what the user fixed into the target's record and refuses what cannot
/// work on it, with a sentence that names the option and the accepted values.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_PLANCHECK_H
#define GEMMIFY_PASS_PLAN_PLANCHECK_H

#include "BlockingPlan.h"

namespace gemmify {

/// The largest mc, kc or nc that an option accepts.
constexpr uint64_t MaxBlock = 1 << 20;
/// The largest mr or nr, and the largest kr, that an option accepts.
constexpr unsigned MaxTile = 4096;
constexpr unsigned MaxKR = 64;
/// The largest cache size that an option accepts.
constexpr uint64_t MaxCacheBytes = uint64_t(1) << 40;

/// Tile and caches after the overrides. Every cache can hold the tiles that the
/// constraints put into it for kc = kr, mc = mr, nc = nr.
struct Machine {
  TileShape Tile;
  CacheSizes Caches;
};

/// The machine that \p R is planned for under \p O. A cache size that neither
/// the user nor the target gives has a common value: 32 KiB, 256 KiB, 4·L2.
llvm::Expected<Machine> checkOverrides(const PlanRequest &R,
                                       const PlanOverrides &O);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_PLANCHECK_H
