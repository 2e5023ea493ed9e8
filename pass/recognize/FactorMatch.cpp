//===- FactorMatch.cpp - Which factor is A's, which is B's ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorMatch.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

/// P may move with the first free loop and k, Q with k and the second one.
static bool assign(Slice &X, Slice &Y, LoopDim K, GemmNest &N) {
  unsigned First = 1u << (K == DimI ? DimJ : DimI);
  unsigned Second = 1u << (K == DimK ? DimJ : DimK);
  for (auto [P, Q] : {std::pair(&X, &Y), std::pair(&Y, &X)})
    if (!(dimensionsOf(*P) & Second) && !(dimensionsOf(*Q) & First)) {
      N.P = std::move(*P);
      N.Q = std::move(*Q);
      return true;
    }
  return false;
}

static bool matchPair(Value *X, Value *Y, const BasicBlock &Where, LoopDim K,
                      SliceMatch &Slices, GemmNest &N, std::string &Reason) {
  std::optional<Slice> SX = Slices.collect(X, Where, nullptr, Reason);
  if (!SX)
    return false;
  std::optional<Slice> SY = Slices.collect(Y, Where, nullptr, Reason);
  return SY && assign(*SX, *SY, K, N);
}

bool matchFactors(const Update &U, LoopDim K, SliceMatch &Slices, GemmNest &N,
                  std::string &Reason) {
  const BasicBlock &Where = *U.Result->getParent();
  if (matchPair(U.X, U.Y, Where, K, Slices, N, Reason))
    return true;
  // alpha * (a * b): the product of the elements is rounded before alpha.
  for (auto [Alpha, Product] : {std::pair(U.X, U.Y), std::pair(U.Y, U.X)}) {
    auto *Inst = dyn_cast<Instruction>(Alpha);
    Value *X, *Y;
    if (!Reason.empty() || (Inst && N.Root->contains(Inst)) ||
        !match(Product, m_FMul(m_Value(X), m_Value(Y))) ||
        !matchPair(X, Y, Where, K, Slices, N, Reason))
      continue;
    N.Scale = Alpha;
    return true;
  }
  if (Reason.empty())
    Reason = "the product's factors do not split into one that ignores j and "
             "one that ignores i";
  return false;
}

} // namespace gemmify
