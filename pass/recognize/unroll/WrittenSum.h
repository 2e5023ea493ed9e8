//===- WrittenSum.h - A sum over k that is written out ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The loop over k of a product may be gone: the programmer has written its
/// steps down, or the compiler has unrolled it before it inlined the function
/// that it stood in. What remains is a chain of steps in the innermost of two
/// loops,
///
///     s1 = s0 + A(i,0) * B(0,j);  s2 = s1 + A(i,1) * B(1,j);  ...
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_UNROLL_WRITTENSUM_H
#define GEMMIFY_PASS_RECOGNIZE_UNROLL_WRITTENSUM_H

#include "pass/recognize/arith/UpdateMatch.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

/// A chain of steps in one block.
struct WrittenSum {
  llvm::SmallVector<Update, 8> Steps;
  /// The product that the chain starts with, which the first step adds to; null
  /// when it starts with another value.
  llvm::Instruction *FirstProduct = nullptr;

  const Update &first() const { return Steps.front(); }
  llvm::Instruction &last() const { return *Steps.back().Result; }
};

/// Where the element that \p Factor is made of lies, when it is loaded in the
/// loop around \p Inner. Null: it is no element.
const llvm::SCEV *addressOfElement(const llvm::Value *Factor,
                                   const llvm::Loop &Inner,
                                   llvm::ScalarEvolution &SE);

/// The chains in \p Inner, which has a loop around it, of three steps or more,
/// each of which multiplies an element that moves with \p Inner alone by one
/// that moves with the loop around it alone.
llvm::SmallVector<WrittenSum, 1> findWrittenSums(llvm::Loop &Inner,
                                                 llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_UNROLL_WRITTENSUM_H
