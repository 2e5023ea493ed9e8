//===- ReuseProfitability.h - Products that reuse little --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which products are large enough for a kernel but faster in the source's
/// loops: because vectors or tiles would be mostly empty, or because the
/// compiler vectorizes these loops equally well. This is tested before
/// everything that a kernel needs. It affects speed, not bits; see ReuseTuning.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_VERSION_REUSEPROFITABILITY_H
#define GEMMIFY_PASS_REWRITE_VERSION_REUSEPROFITABILITY_H

#include "pass/plan/BlockingPlan.h"
#include "pass/product/OperandOrder.h"
#include "pass/rewrite/guard/Guard.h"

namespace gemmify {

class ReuseProfitability {
public:
  ReuseProfitability(const OperandOrder &Order, const BlockingPlan &Plan,
                     GuardEmitter &Guard, llvm::ScalarEvolution &SE);

  /// Whether comparing one size excludes most products.
  bool isForShortRows() const;
  /// i1: that comparison.
  llvm::Value *emitMayBe(llvm::IRBuilderBase &B);
  /// i1: whether a product is slender, with short rows if it is for those.
  llvm::Value *emit(llvm::IRBuilderBase &B);

private:
  llvm::Value *size(llvm::IRBuilderBase &B, LoopDim D);
  llvm::Value *isShorter(llvm::IRBuilderBase &B, LoopDim D, uint64_t Bound);
  const llvm::DataLayout &dataLayout() const;
  llvm::Value *hasShortRows(llvm::IRBuilderBase &B);
  llvm::Value *isThin(llvm::IRBuilderBase &B, llvm::Value *Work);
  llvm::Value *wastesTiles(llvm::IRBuilderBase &B, llvm::Value *Work);
  llvm::Value *isVectorizedAlongRows(llvm::IRBuilderBase &B);
  /// Whether the innermost loop counts \p D and is unrolled late, after which
  /// the loops are vectorized along rows.
  bool isUnrolled(LoopDim D) const;
  llvm::Value *isUnrolledAlongRows(llvm::IRBuilderBase &B);
  llvm::Value *isUnrolledAlongK(llvm::IRBuilderBase &B);
  llvm::Value *usesConditionsRarely(llvm::IRBuilderBase &B);
  llvm::Value *isTooSmallForVectors(llvm::IRBuilderBase &B);
  llvm::Value *emitBySizes(llvm::IRBuilderBase &B);
  llvm::Value *isVectorizedAlongBatch(llvm::IRBuilderBase &B, unsigned Axis);

  const OperandOrder &View;
  const BlockingPlan &Plan;
  const ReuseTuning &Tune;
  GuardEmitter &Guard;
  llvm::ScalarEvolution &SE;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_REUSEPROFITABILITY_H
