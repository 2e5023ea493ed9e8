//===- PackingProfitability.h - Which products are not packed ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The run-time choice between tiles that are read in place and packed blocks.
/// It affects speed, not bits; see PackTuning.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_PACKINGPROFITABILITY_H
#define GEMMIFY_PASS_KERNEL_LOOPS_PACKINGPROFITABILITY_H

#include "pass/kernel/build/KernelSignature.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

class PackingProfitability {
public:
  PackingProfitability(llvm::IRBuilderBase &B, const BlockingPlan &Plan,
                       const KernelSignature &Sig)
      : B(B), P(Sig.product()), View(P.Order), Plan(Plan), Tune(Plan.Tune),
        Sig(Sig) {}

  /// i1: whether to use tiles in place for the product, whose sizes are at
  /// least 1.
  llvm::Value *emit();

private:
  llvm::Value *size(LoopDim D) const {
    return Sig.get(View.Nest.Index[D].Trip);
  }
  llvm::Value *isAtMost(LoopDim D, uint64_t Size) {
    return B.CreateICmpSLE(size(D), B.getInt64(Size));
  }
  llvm::Value *emitAny();
  uint64_t elementBytes() const;
  llvm::Value *area();
  llvm::Value *work();
  llvm::Value *isTiny();
  llvm::Value *hasLittleWork();
  llvm::Value *hasShortSide(uint64_t Longest);
  llvm::Value *columnsEvict();
  llvm::Value *crowdsCache();
  llvm::Value *fillsL2();
  bool rightLiesAlongK() const;
  llvm::Value *evicts(const Slice &S, LoopDim D);
  llvm::Value *linesStay();
  llvm::Value *sharesSets();
  llvm::Value *hasSides(llvm::Value *Least);
  llvm::Value *hasWholeVectors();
  llvm::Value *waitsForHalf(llvm::Value *IsLarge);
  llvm::Value *waitsForLines();
  llvm::Value *exceeds(LoopDim D, uint64_t Bytes);
  llvm::Value *leftEvicts();
  llvm::Value *leftStays();
  llvm::Value *hasFewRows();
  llvm::Value *hasFewColumns();

  llvm::IRBuilderBase &B;
  const Product &P;
  const OperandOrder &View;
  const BlockingPlan &Plan;
  const Tuning &Tune;
  const KernelSignature &Sig;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_PACKINGPROFITABILITY_H
