//===- MmaForm.h - Instructions of POWER10's matrix unit --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_POWER_MMAFORM_H
#define GEMMIFY_LOWERING_POWER_MMAFORM_H

#include "lowering/core/ProductKind.h"
#include "llvm/IR/Intrinsics.h"
#include <optional>

namespace gemmify {

/// One instruction of the unit, by what it multiplies.
enum class MmaForm { F64, F32, BF16, F16, I16, I8, I4 };

/// The properties of a form.
struct MmaTraits {
  /// Steps of k that one instruction takes.
  unsigned Rank;
  /// Lines of Y, and lanes of an accumulator's row.
  unsigned YLines;
  llvm::Intrinsic::ID First; ///< Acc = X * Y
  llvm::Intrinsic::ID Add;   ///< Acc += X * Y
  /// Acc = -(X * Y - Acc), a zero of the wrong sign; none for integers.
  llvm::Intrinsic::ID Subtract;
};

const MmaTraits &mmaTraits(MmaForm Form);

/// The form that computes \p Kind with the results that the source asks for, if
/// there is one: floats fused and in order; 16-bit floats, whose products are
/// added in pairs, only where any order is allowed.
std::optional<MmaForm> mmaFormOf(const ProductKind &Kind);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_POWER_MMAFORM_H
