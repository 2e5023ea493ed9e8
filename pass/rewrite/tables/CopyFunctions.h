//===- CopyFunctions.h - Copies of what is behind tables --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two functions that the host calls around a nest which works on copies: one
/// asks whether the result is apart from all that is read, and then fills the
/// copies; the other one writes the result back.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_COPYFUNCTIONS_H
#define GEMMIFY_PASS_REWRITE_TABLES_COPYFUNCTIONS_H

#include "TableWalk.h"
#include "llvm/ADT/SetVector.h"

namespace gemmify {

/// The copies of a nest's operands, side by side in one piece of workspace, and
/// behind them the addresses of the result's rows.
class OperandCopies {
public:
  OperandCopies(const TableNest &Nest, llvm::ScalarEvolution &SE);

  llvm::MutableArrayRef<TabledOperand> operands() { return Operands; }
  llvm::ArrayRef<TabledOperand> operands() const { return Operands; }
  const TabledOperand &result() const;
  /// The number of the operand that is found on \p Path, or of all.
  unsigned indexOf(const TablePath &Path) const;
  /// How often \p L runs, i64.
  const llvm::SCEV *countOf(const llvm::Loop *L) const {
    return Counts.lookup(L);
  }
  const TableNest &nest() const { return Nest; }
  /// Bytes at an address that the nest depends on.
  struct FixedBytes {
    const llvm::SCEV *Address;
    uint64_t Size;
  };
  /// The result must not be there.
  void addFixed(const llvm::SCEV *Address, uint64_t Size) {
    addNumber(Address);
    Fixed.push_back({Address, Size});
  }
  llvm::ArrayRef<FixedBytes> fixed() const { return Fixed; }

  /// Where a copy begins, in bytes, and how it lies there.
  struct Place {
    llvm::Value *Offset = nullptr;
    llvm::SmallVector<llvm::Value *, 6> Strides; ///< Of its axes, and its size.
  };
  /// Those of all operands; of those that are not copied, nothing. The last
  /// one is behind them.
  llvm::SmallVector<Place, 5> places(llvm::IRBuilderBase &B,
                                     const TableWalk::Count &CountOf) const;
  /// How many rows \p Of has, and by how many each axis goes on.
  llvm::SmallVector<llvm::Value *, 6>
  rowStrides(llvm::IRBuilderBase &B, const TabledOperand &Of,
             const TableWalk::Count &CountOf) const;

  /// All that the functions are told, in this order, behind the workspace: what
  /// is no constant.
  llvm::ArrayRef<const llvm::SCEV *> numbers() const {
    return Numbers.getArrayRef();
  }
  /// `i1 (ptr workspace, numbers…)`: false where the nest cannot have copies.
  llvm::Function &fill(llvm::Function &Host) const;
  /// `void (ptr workspace, numbers…)`.
  llvm::Function &writeBack(llvm::Function &Host) const;

private:
  void addNumber(const llvm::SCEV *S);
  std::string describe() const;
  llvm::FunctionType *typeOf(llvm::Type *Result) const;

  TableNest Nest;
  llvm::SmallVector<TabledOperand, 5> Operands;
  llvm::SmallVector<FixedBytes, 2> Fixed;
  llvm::SmallDenseMap<const llvm::Loop *, const llvm::SCEV *> Counts;
  llvm::SmallSetVector<const llvm::SCEV *, 16> Numbers;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_COPYFUNCTIONS_H
