//===- OpenedFunction.h - A function without its accessors ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest that calls accessors is read in a copy of its function, in which
/// these are inlined as far as they return. Where a check fails, the copy calls
/// the accessor itself. It is simplified as LLVM would have done after inlining
/// all of it, and takes the place of the function if there is a product in it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_ACCESSORS_OPENEDFUNCTION_H
#define GEMMIFY_PASS_REWRITE_ACCESSORS_OPENEDFUNCTION_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <memory>

namespace gemmify {

class OpenedFunction {
public:
  /// Null where no loops of \p LI that may be those of a product call an
  /// accessor, or store what only a check that fails looks at.
  static std::unique_ptr<OpenedFunction>
  open(llvm::Function &F, const llvm::LoopInfo &LI,
       llvm::FunctionAnalysisManager &FAM);
  OpenedFunction(const OpenedFunction &) = delete;
  OpenedFunction &operator=(const OpenedFunction &) = delete;
  /// Removes the copy. Nothing is left of it unless it was kept.
  ~OpenedFunction();

  /// Has the name of the function as long as this lives.
  llvm::Function &copy() const { return *Copy; }

  /// Whether an operation on floats has become a constant: LLVM may compute
  /// another one than the target, of a fused operation or in the sign of a NaN.
  bool hasFolded() const;

  /// The function gets the copy's body.
  void keep();

private:
  using Calls = llvm::SmallVector<llvm::CallBase *, 8>;

  OpenedFunction(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
  void copyBody(llvm::ValueToValueMapTy &Map);
  bool inlineAll(Calls Open);
  void noteFloats();

  llvm::Function &F;
  llvm::FunctionAnalysisManager &FAM;
  llvm::Function *Last; ///< Of the module, before the copy.
  llvm::Function *Copy;
  llvm::SmallVector<llvm::WeakTrackingVH, 8> Floats; ///< Of the copy.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_ACCESSORS_OPENEDFUNCTION_H
