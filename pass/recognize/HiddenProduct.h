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

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

namespace gemmify {

/// Where \p Innermost, in the loop around it, computes a product in two loops:
/// one counts two indices, or the sum over k is written out. Null when it does
/// not; else \p Why says what it does.
const llvm::Instruction *findHiddenProduct(llvm::Loop &Innermost,
                                           llvm::ScalarEvolution &SE,
                                           std::string &Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_HIDDENPRODUCT_H
