//===- RecoveryCode.h - What a product with recovery is made of -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The blocks of a complex product that may be recovered from NaN, and the real
/// products that it adds.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_RECOVERY_RECOVERYCODE_H
#define GEMMIFY_PASS_REWRITE_RECOVERY_RECOVERYCODE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace gemmify {

/// A product of two numbers, and its sign.
struct SignedProduct {
  bool IsNegative = false;
  llvm::Value *X = nullptr, *Y = nullptr;
};

/// The products whose sum is \p Part, 0 or 1, of that of \p Args, (a, b) and
/// (c, d).
std::pair<SignedProduct, SignedProduct>
productsOf(llvm::ArrayRef<llvm::Value *> Args, unsigned Part);

/// The instructions that take both parts of what \p Call, of the library,
/// returns. False where something else is used of it.
bool takeParts(const llvm::CallInst &Call, llvm::Instruction *(&Parts)[2]);

/// The code of a product that may be recovered:
///
///     Top:     Plain = …; if (Plain[0] is NaN) …
///     Between: … if (Plain[1] is NaN) Call
///     Join:    Result = phi of Plain and what Call returns
struct RecoveryCode {
  llvm::CallInst *Call = nullptr;
  llvm::BasicBlock *Top = nullptr, *Join = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 2> Between; ///< With that of the call.
  llvm::Instruction *Plain[2] = {}; ///< The parts without recovery.
  llvm::PHINode *Result[2] = {};

  /// Whether \p Of is the call of such a product, and it does nothing else.
  bool find(llvm::CallInst &Of);

private:
  bool findResults();
  bool findTests();
  bool takeTest(llvm::Value *Condition, bool IsTaken, bool (&Tested)[2]) const;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_RECOVERY_RECOVERYCODE_H
