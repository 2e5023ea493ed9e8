//===- HiddenProduct.h - Products that are no nests of three ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A product whose loops are written in another way than one loop per index is
/// not recognized. Its user is told so.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_HIDDENPRODUCT_H
#define GEMMIFY_PASS_RECOGNIZE_HIDDENPRODUCT_H

#include "pass/recognize/Reasons.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

namespace gemmify {

/// A product in two loops: one counts two indices, or the sum over k or the
/// loop over another index is written out. Or one in three, of which some
/// iterations of the innermost loop add nothing.
struct HiddenProduct {
  const llvm::Instruction *Where = nullptr; ///< Null: there is none.
  Reason Why = Reason::None;                ///< Which of them it is.
};

/// What \p Innermost computes in the loop around it.
HiddenProduct findHiddenProduct(llvm::Loop &Innermost,
                                llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_HIDDENPRODUCT_H
