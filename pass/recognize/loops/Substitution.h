//===- Substitution.h - Expressions in place of others ----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// ScalarEvolution has each expression once, and believes of it everywhere what
/// it has been told anywhere. So a recurrence with another start or step is not
/// told that it does not wrap: that was known of the one that it stands for.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_SUBSTITUTION_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_SUBSTITUTION_H

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace gemmify {

/// SCEVRewriteVisitor, except for what it says of changed recurrences.
template <typename Derived>
class ExpressionRewriter : public llvm::SCEVRewriteVisitor<Derived> {
public:
  using llvm::SCEVRewriteVisitor<Derived>::SCEVRewriteVisitor;

  const llvm::SCEV *visitAddRecExpr(const llvm::SCEVAddRecExpr *Rec) {
    llvm::SmallVector<const llvm::SCEV *, 2> Ops;
    for (const llvm::SCEV *Op : Rec->operands())
      Ops.push_back(static_cast<Derived *>(this)->visit(Op));
    return llvm::ArrayRef(Ops) == Rec->operands()
               ? Rec
               : this->SE.getAddRecExpr(Ops, Rec->getLoop(),
                                        llvm::SCEV::FlagAnyWrap);
  }
};

/// Puts one expression in place of another.
struct Substitution : ExpressionRewriter<Substitution> {
  Substitution(llvm::ScalarEvolution &SE, const llvm::SCEV *From,
               const llvm::SCEV *To)
      : ExpressionRewriter(SE), From(From), To(To) {}
  const llvm::SCEV *visit(const llvm::SCEV *S) {
    return S == From ? To : SCEVRewriteVisitor::visit(S);
  }
  const llvm::SCEV *From, *To;
};

/// Puts expressions in place of the values that they are given for.
struct ValueSubstitution : ExpressionRewriter<ValueSubstitution> {
  ValueSubstitution(llvm::ScalarEvolution &SE, const llvm::ValueToSCEVMapTy &To)
      : ExpressionRewriter(SE), To(To) {}
  const llvm::SCEV *visitUnknown(const llvm::SCEVUnknown *U) {
    auto It = To.find(U->getValue());
    return It == To.end() ? U : It->second;
  }
  const llvm::ValueToSCEVMapTy &To;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_SUBSTITUTION_H
