//===- Remarks.cpp - What the programmer is told --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

static bool isElementStride(const AffineRef &R, LoopDim D,
                            const DataLayout &DL) {
  const auto *C = dyn_cast<SCEVConstant>(R.Stride[D]);
  return C && C->getAPInt() == DL.getTypeStoreSize(R.ElemTy).getFixedValue();
}

std::string describeLayout(const AffineRef *R, LoopDim Row, LoopDim Col,
                           const DataLayout &DL) {
  if (!R)
    return "an expression";
  if (isElementStride(*R, Col, DL))
    return "row-major";
  if (isElementStride(*R, Row, DL))
    return "column-major";
  return "general strides";
}

static StringRef describeStart(const GemmNest &N) {
  if (N.startsFromC())
    return "C";
  const auto *C = dyn_cast<Constant>(N.Start.Root);
  return C && C->isNullValue() ? "0" : "an expression";
}

std::string describeNest(const GemmNest &N) {
  const DataLayout &DL = N.Root->getHeader()->getModule()->getDataLayout();
  std::string Text;
  raw_string_ostream OS(Text);
  OS << *N.ElemTy << " C(i,j) = " << (N.endsWithSum() ? "" : "f(")
     << describeStart(N) << (N.Arith.Subtract ? " - " : " + ") << "sum "
     << (N.Scale ? "alpha*(" : "") << "A(i,k)*B(k,j)" << (N.Scale ? ")" : "")
     << (N.endsWithSum() ? "" : ")") << ", A "
     << describeLayout(N.P.plain(), DimI, DimK, DL) << ", B "
     << describeLayout(N.Q.plain(), DimK, DimJ, DL) << ", C "
     << describeLayout(&N.C, DimI, DimJ, DL)
     << (N.Arith.Reassoc ? ", any order" : ", in source order")
     << (N.Arith.Fused ? ", fused" : ", not fused");
  return Text;
}

void remarkRewritten(OptimizationRemarkEmitter &ORE, StringRef Form,
                     const DebugLoc &Where, const BasicBlock &Region,
                     const BlockingPlan &Plan, bool DroppedOriginal) {
  ORE.emit([&] {
    return OptimizationRemark("gemmify", "GemmRewritten", Where, &Region)
           << "matrix product rewritten: " << ore::NV("Nest", Form) << "; "
           << ore::NV("Plan", describePlan(Plan))
           << (DroppedOriginal ? "; original loops dropped"
                               : "; original loops kept as fallback");
  });
}

void remarkMissed(OptimizationRemarkEmitter &ORE, const Instruction &Where,
                  StringRef Reason) {
  ORE.emit([&] {
    return OptimizationRemarkMissed("gemmify", "GemmMissed",
                                    Where.getDebugLoc(), Where.getParent())
           << "matrix product not rewritten: " << ore::NV("Reason", Reason);
  });
}

} // namespace gemmify
