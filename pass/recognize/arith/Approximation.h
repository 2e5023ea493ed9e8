//===- Approximation.h - Results that flags leave open ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Divisions and functions whose flags allow an approximation, arcp and afn:
/// the code generator chooses by the shape of the code. On x86, a vector of
/// floats is divided by an estimate of its reciprocal, a single float is not,
/// and two divisions by one number share a reciprocal.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_APPROXIMATION_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_APPROXIMATION_H

#include "pass/recognize/Reasons.h"
#include "llvm/Analysis/LoopInfo.h"

namespace gemmify {

/// Whether all that \p Nest computes has the same bits in code of another
/// shape, or need not have them: reassoc frees those of an instruction. False
/// with a reason in \p Why otherwise.
bool isNowhereApproximated(const llvm::Loop &Nest, Reason &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_APPROXIMATION_H
