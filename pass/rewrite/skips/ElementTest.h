//===- ElementTest.h - Ifs that elements of an operand decide ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A branch inside a nest on whose one way the product is summed, and which
/// values that the nest loads decide: `if (alpha * A[i][k] != 0)`.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_SKIPS_ELEMENTTEST_H
#define GEMMIFY_PASS_REWRITE_SKIPS_ELEMENTTEST_H

#include "pass/recognize/Recognize.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// The test of one element, or of several at the same indices.
struct ElementTest {
  llvm::BranchInst *Branch = nullptr;
  unsigned Passing = 0; ///< The successor that leads to the product.
  /// What computes the condition, in order; the condition is the last.
  llvm::SmallVector<llvm::Instruction *, 4> Code;
  /// What Code uses: loads of the nest, and values from outside of it.
  llvm::SmallVector<llvm::LoadInst *, 2> Loads;
  llvm::SmallVector<llvm::Value *, 2> Fixed;

  /// Code as text, for keys: the same for tests that do the same to what they
  /// use.
  std::string describe() const;
  /// Emits, for elements \p Of the loads and fixed values, or vectors of \p
  /// Lanes of both, whether they pass: i1, or a vector of it.
  llvm::Value *emit(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> Of,
                    llvm::ArrayRef<llvm::Value *> Values, unsigned Lanes) const;
};

/// All tests in \p Root that decide whether \p Innermost runs. Empty where
/// another condition than one on elements does.
llvm::SmallVector<ElementTest, 1> findElementTests(const llvm::Loop &Root,
                                                   const llvm::Loop &Innermost,
                                                   const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_SKIPS_ELEMENTTEST_H
