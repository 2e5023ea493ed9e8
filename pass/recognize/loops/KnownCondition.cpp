//===- KnownCondition.cpp - Conditions that always hold -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownCondition.h"
#include "Substitution.h"

using namespace llvm;

namespace gemmify {

bool isKnownAt(CmpInst::Predicate Pred, const SCEV *X, const SCEV *Y,
               const Instruction &At, ScalarEvolution &SE, unsigned Depth) {
  if (SE.isKnownPredicateAt(Pred, X, Y, &At))
    return true;
  const SCEVMinMaxExpr *Choice = nullptr;
  SCEVExprContains(X, [&](const SCEV *S) {
    Choice = dyn_cast<SCEVMinMaxExpr>(S);
    return Choice != nullptr;
  });
  constexpr unsigned MostChoices = 3;
  return Choice && Depth != MostChoices &&
         llvm::all_of(Choice->operands(), [&](const SCEV *Op) {
           return isKnownAt(Pred, Substitution(SE, Choice, Op).visit(X), Y, At,
                            SE, Depth + 1);
         });
}

} // namespace gemmify
