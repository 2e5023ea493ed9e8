//===- SveMmlaEmitter.h - SVE's products of small blocks --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_ARM_SVEMMLAEMITTER_H
#define GEMMIFY_LOWERING_ARM_SVEMMLAEMITTER_H

#include "MmlaEmitter.h"

namespace gemmify {

/// SMMLA, UMMLA, USMMLA and BFMMLA in every segment of SVE's vectors (Arm ARM,
/// C8.2): as in MmlaEmitter.h, with two rows of A in each segment, and the same
/// two columns of B in all.
const SiteEmitter &sveMmlaEmitter(MmlaForm Form);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_ARM_SVEMMLAEMITTER_H
