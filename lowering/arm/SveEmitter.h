//===- SveEmitter.h - Sections by elements of SVE's segments ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_ARM_SVEEMITTER_H
#define GEMMIFY_LOWERING_ARM_SVEEMITTER_H

#include "lowering/core/SiteEmitter.h"

namespace gemmify {

/// Floats of 16, 32 and 64 bits by SVE: vectors of A, longer than NEON's, times
/// elements of B, which is loaded by LD1RQ where a segment of it is contiguous,
/// and by LD1R otherwise. Functions need the `vscale_range` that the row
/// describes.
const SiteEmitter &sveEmitter();

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARM_SVEEMITTER_H
