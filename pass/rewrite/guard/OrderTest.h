//===- OrderTest.h - Do two accesses keep their order? ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether an access of the product and one of the rest of its nest do not
/// touch the same bytes in the wrong order. A rest of many statements has many
/// such pairs: the test is a function of the module, the same for all, and the
/// two accesses are described to it in memory.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_GUARD_ORDERTEST_H
#define GEMMIFY_PASS_REWRITE_GUARD_ORDERTEST_H

#include "ColumnTest.h"

namespace gemmify {

/// The ways in which two accesses may keep their order, besides being apart.
struct PairOrder {
  /// Loops around both, the outermost ones, may move both alike: then they may
  /// meet in one iteration of those.
  bool MayMoveAlike = false;
  /// In that iteration they come in the order of the split.
  bool InOrder = false;
  unsigned Common = 0; ///< How many such loops there are; 1 or 2 of them count.
};

/// Fills \p Record (getAccessRecordType()) with \p Block and \p Last, the last
/// index of each dimension: all i64.
void fillAccessRecord(llvm::IRBuilderBase &B, llvm::Value *Record,
                      const StridedBlock &Block,
                      const PerDim<llvm::Value *> &Last);

/// [8 x i64].
llvm::Type *getAccessRecordType(llvm::LLVMContext &C);

/// Emits a call at \p B that says (i1) whether the accesses that the records
/// \p Product and \p Rest describe lie in the address space and keep their
/// order. Computed exactly; the last indices of loops around both are those of
/// \p Product. Has no side effects, whatever the values.
llvm::Value *emitOrderTest(llvm::IRBuilderBase &B, llvm::Value *Product,
                           llvm::Value *Rest, PairOrder Order);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_GUARD_ORDERTEST_H
