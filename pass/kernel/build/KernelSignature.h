//===- KernelSignature.h - Parameters and name of a kernel ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which values of a nest become parameters of its macro-kernel and
/// which are embedded in it: constants are embedded, everything else is passed.
/// The key of the kernel's name is a hash of everything that its body depends
/// on, so nests of equal form share one function.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_KERNELSIGNATURE_H
#define GEMMIFY_PASS_KERNEL_BUILD_KERNELSIGNATURE_H

#include "MacroKernel.h"
#include "pass/product/Product.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace gemmify {

class KernelSignature {
public:
  /// \p Choices is text for decisions that the kernel's body depends on
  /// besides the nest, what it must test to be apart from C, the plan and the
  /// host's target.
  KernelSignature(const Product &P, llvm::ArrayRef<AffineRef> RowsApart,
                  const BlockingPlan &Plan, llvm::Function &Host,
                  llvm::StringRef Choices);

  /// What the kernel computes.
  const Product &product() const { return P; }

  /// What to pass, in the order of the parameters.
  llvm::ArrayRef<KernelArg> args() const { return Args; }

  /// A kernel of this signature that is still as getMacroKernel built it; null
  /// when there is none.
  llvm::Function *findUntouched() const;
  /// Adds the function, without a body, at the end of the module and binds it.
  llvm::Function *create();

  /// The same signature in \p F, whose first parameters are the kernel's.
  KernelSignature boundTo(llvm::Function &F) const;

  /// The constant or, in the function created last, the parameter of \p S.
  llvm::Value *get(const llvm::SCEV *S) const;
  /// The same for a value that the nest does not change.
  llvm::Value *get(llvm::Value *Invariant) const;
  /// The parameter for \p Packed of the product.
  llvm::Value *get(const PackedConstant &Packed) const;
  /// The start of \p R: a pointer, or bytes to be added to a row. C and the
  /// loads that read C share the one pointer that is not read-only.
  llvm::Value *pointer(const AffineRef &R) const;

private:
  void note(const llvm::SCEV *S);
  void note(llvm::Value *V);
  void note(const AffineRef &R);
  void noteAddress(const AffineRef &R);
  void noteRow(const llvm::SCEV *S);
  void noteCarry(const PerDim<llvm::SmallVector<const llvm::SCEV *, 1>> &Carry);
  void note(const Slice &S);
  void noteStep(const StepProducts &Step);
  void notePacked();
  void note(const Factor &F);
  void noteExpression(llvm::Value *V);
  void noteBlock(const llvm::BasicBlock &BB);
  void noteWay(const llvm::BasicBlock &From, const llvm::BasicBlock &To);
  void noteInstruction(llvm::Instruction &I);
  unsigned addParam(KernelArg Arg, llvm::Type *Ty);
  std::string name() const;
  void setAttributes(llvm::Function &F) const;
  bool isC(const AffineRef &R) const;

  const Product &P;
  const OperandOrder &View;
  llvm::Function &Host;
  llvm::AttributeSet TargetAttrs;
  llvm::SmallVector<KernelArg, 16> Args;
  llvm::SmallVector<llvm::Type *, 16> Types;
  llvm::DenseMap<const llvm::SCEV *, unsigned> OfSCEV;
  llvm::DenseMap<llvm::Value *, unsigned> OfValue;
  /// Parts of lookups, in the order in which they are recorded.
  llvm::DenseMap<const llvm::SCEV *, unsigned> NumberedRows;
  /// The numbers of instructions in Key, and of blocks.
  llvm::DenseMap<const llvm::Value *, unsigned> Numbered;
  const Slice *Noted = nullptr; ///< In progress.
  std::string Key;
  llvm::Function *Bound = nullptr;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_KERNELSIGNATURE_H
