//===- SiteEmitter.cpp - How a row multiplies one section -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SiteEmitter.h"
#include "llvm/IR/Constants.h"

using namespace llvm;

namespace gemmify {

SiteEmitter::~SiteEmitter() = default;

bool SiteEmitter::readsTransposed() const { return false; }

SmallVector<Type *> SiteEmitter::carriedTypes(LLVMContext &, const Section &,
                                              const ProductMath &) const {
  return {};
}

Accumulators SiteEmitter::begin(IRBuilderBase &B, const Section &S,
                                const ProductMath &Math,
                                ArrayRef<Value *> Start) const {
  if (Start.empty())
    return Accumulators(S.Cut.pieces(), nullptr);
  return Accumulators(Start);
}

std::optional<Accumulators>
SiteEmitter::beginInMemory(IRBuilderBase &, const Section &,
                           const ProductMath &, const MatrixMemory &) const {
  return std::nullopt;
}

bool SiteEmitter::finishInMemory(IRBuilderBase &, const Section &,
                                 const ProductMath &, const Accumulators &,
                                 const MatrixMemory &) const {
  return false;
}

SmallVector<Value *> SiteEmitter::finish(IRBuilderBase &B, const Section &S,
                                         const ProductMath &Math,
                                         const Accumulators &Acc) const {
  return Acc;
}

Constant *emptySum(Type *Ty) {
  return Ty->isFPOrFPVectorTy() ? ConstantFP::getNegativeZero(Ty)
                                : Constant::getNullValue(Ty);
}

Value *turnIntegers(IRBuilderBase &B, const ProductMath &Math, Value *Sum) {
  return Math.Subtract && !Math.IsFP ? B.CreateNeg(Sum) : Sum;
}

bool areZero(ArrayRef<Value *> Pieces) {
  return all_of(Pieces, [](const Value *V) {
    auto *C = dyn_cast<Constant>(V);
    return C && C->isNullValue();
  });
}

} // namespace gemmify
