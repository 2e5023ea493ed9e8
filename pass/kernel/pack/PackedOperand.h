//===- PackedOperand.h - How an operand lies in packed blocks ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An operand that only extends narrower values may be packed before it is
/// extended, with several steps of k of one row or column together, as
/// instructions that multiply pairs or quadruples take them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACKEDOPERAND_H
#define GEMMIFY_PASS_KERNEL_PACK_PACKEDOPERAND_H

#include "intrinsic/PackedForm.h"
#include "pass/kernel/build/KernelSignature.h"
#include "pass/plan/BlockingPlan.h"
#include "pass/product/NarrowOperand.h"
#include "pass/product/OperandOrder.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

struct PackedOperand {
  Slice Source;             ///< What is packed.
  llvm::Type *Ty = nullptr; ///< The type as which it is packed.
  unsigned Bytes = 0;       ///< Of a packed element.
  bool Signed = true;       ///< How integers of Source are extended.
  unsigned Group = 1;       ///< Steps of k that are stored together.
  /// The depth is padded with zeros to a multiple of this.
  unsigned FillsUpTo = 1;
  bool Flipped = false; ///< Packed with the other sign than Source has.
  /// What the nest adds to all elements of Source, a value that it does not
  /// change; null: nothing.
  llvm::Value *Added = nullptr;
  bool Subtracts = false; ///< Or subtracts.
  /// The type in which the sum of each line is kept; null: it is not.
  llvm::Type *SumTy = nullptr;

  /// \p Source packed unchanged, in the type of the sum.
  static PackedOperand whole(const GemmNest &Nest, const Slice &Source);
  /// Both operands of \p View, packed as \p Plan says.
  static std::pair<PackedOperand, PackedOperand> both(const OperandOrder &View,
                                                      const BlockingPlan &Plan);

  /// Both operands of \p Product, one of several of a step, as \p View says.
  static std::pair<PackedOperand, PackedOperand>
  bothOf(const OperandOrder &View, const StepProduct &Product);

  /// Whether a group is longer than the integers that shuffles move.
  bool hasLongGroups() const { return Group * Bytes > 8; }
  /// Whether packed integers are signed.
  bool isSigned() const;
  /// The operand's elements minus the packed ones, as a value of \p Ty; null:
  /// zero.
  llvm::Value *offset(llvm::IRBuilderBase &B, const KernelSignature &Sig,
                      llvm::Type *Ty) const;
  /// The same where \p Added is what Added stands for, or null.
  llvm::Value *offset(llvm::IRBuilderBase &B, llvm::Value *Added,
                      llvm::Type *Ty) const;
  /// \p V, elements of Source, in packed form.
  llvm::Value *convert(llvm::IRBuilderBase &B, llvm::Value *V) const;

  /// What the steps of k after the last one are packed as, of type \p Ty, in
  /// the left operand of \p Nest if \p IsLeft: zeros.
  llvm::Constant *filler(llvm::Type *Ty, bool IsLeft,
                         const GemmNest &Nest) const;

  /// Steps of k for which a block of \p Depth steps (i64) takes memory.
  llvm::Value *packedDepth(llvm::IRBuilderBase &B, llvm::Value *Depth) const;
  /// Bytes of \p Depth steps of k of one line, with its sum.
  llvm::Value *lineBytes(llvm::IRBuilderBase &B, llvm::Value *Depth) const;
  /// \p V, a vector of Ty, in the type \p SumTy of the sum.
  llvm::Value *extend(llvm::IRBuilderBase &B, llvm::Value *V,
                      llvm::Type *SumTy) const;
};

/// One sliver of a packed block.
struct PackedSliver {
  llvm::Value *Ptr;
  llvm::Value *Sums = nullptr; ///< Of its lines, if they are kept.

  /// The sliver of \p Width lines whose first is line \p Offset (i64) of the
  /// block at \p Block with \p Depth steps of k.
  PackedSliver(llvm::IRBuilderBase &B, const PackedOperand &Operand,
               llvm::Value *Block, llvm::Value *Offset, unsigned Width,
               llvm::Value *Depth);
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACKEDOPERAND_H
