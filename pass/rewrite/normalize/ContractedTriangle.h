//===- ContractedTriangle.h - Contraction that keeps loops ---- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says whether a triangular nest keeps its loops because the code generator
/// chooses what is fused in it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CONTRACTEDTRIANGLE_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CONTRACTEDTRIANGLE_H

#include "pass/recognize/Recognize.h"

namespace gemmify {

/// Whether the nest around \p Innermost, which is kept, would run in blocks if
/// nothing in it could be fused. Changes nothing.
bool isKeptByContraction(llvm::Loop &Innermost, const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CONTRACTEDTRIANGLE_H
