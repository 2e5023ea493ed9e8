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

/// Multiplies \p S by \p T. An empty slice becomes \p T.
static void multiply(Slice &S, const Slice &T) {
  if (S.Root)
    S.Times.push_back({T.Root, T.Widen});
  else
    std::tie(S.Root, S.Widen) = std::pair(T.Root, T.Widen);
  for (const AffineRef &R : T.Loads)
    if (!S.find(R.Access))
      S.Loads.push_back(R);
  for (const BasicBlock *BB : T.Beside)
    if (!S.isWay(BB))
      S.Beside.push_back(BB);
  for (const BasicBlock *BB : T.Forks)
    if (!S.isWay(BB))
      S.Forks.push_back(BB);
  for (const Counter &C : T.Counters)
    if (llvm::none_of(S.Counters,
                      [&](const Counter &Have) { return Have.Val == C.Val; }))
      S.Counters.push_back(C);
}

namespace {

/// Deals the factors of one product to P and Q.
class Dealer {
public:
  Dealer(const Update &U, LoopDim K, SliceMatch &Slices, GemmNest &N,
         Reason &Why)
      : Where(*U.Result->getParent()), First(1u << (K == DimI ? DimJ : DimI)),
        Second(1u << (K == DimK ? DimJ : DimK)), Slices(Slices), N(N),
        Why(Why) {}

  /// False when they do not split; then nothing has changed but \p Why,
  /// perhaps.
  bool deal(ArrayRef<Factor> Factors);

private:
  std::optional<Slice> collect(const Factor &F) {
    std::optional<Slice> S = Slices.collect(F.Root, Where, nullptr, Why);
    if (S)
      S->Widen = F.Widen;
    return S;
  }

  const BasicBlock &Where;
  const unsigned First, Second; ///< Bits of the loops besides k.
  SliceMatch &Slices;
  GemmNest &N;
  Reason &Why;
};

/// P may move with the first free loop and k, Q with k and the second one. What
/// moves with neither goes where there is nothing yet, else to P.
bool Dealer::deal(ArrayRef<Factor> Factors) {
  Slice P, Q;
  SmallVector<Slice, 2> Either;
  for (const Factor &F : Factors) {
    std::optional<Slice> S = collect(F);
    if (!S)
      return false;
    unsigned Dims = dimensionsOf(*S);
    if ((Dims & First) && (Dims & Second))
      return false;
    if (Dims & (First | Second))
      multiply(Dims & First ? P : Q, *S);
    else
      Either.push_back(std::move(*S));
  }
  for (const Slice &S : Either)
    multiply(P.Root && !Q.Root ? Q : P, S);
  if (!P.Root || !Q.Root)
    return false;
  N.P = std::move(P);
  N.Q = std::move(Q);
  return true;
}

} // namespace

/// alpha * (a * b): the product of the elements is rounded before alpha.
static bool dealScaled(const Update &U, Dealer &Cards, GemmNest &N,
                       Reason &Why) {
  for (auto [Alpha, Product] :
       {std::pair(U.X.Root, U.Y.Root), std::pair(U.Y.Root, U.X.Root)}) {
    auto *Inst = dyn_cast<Instruction>(Alpha);
    Value *X, *Y;
    if (Why != Reason::None || (Inst && N.Root->contains(Inst)) ||
        !match(Product, m_FMul(m_Value(X), m_Value(Y))) ||
        !Cards.deal({{X}, {Y}}))
      continue;
    N.Scale = Alpha;
    return true;
  }
  return false;
}

/// Takes the product apart as far as its order is free.
static bool dealFlattened(const Update &U, Dealer &Cards, GemmNest &N) {
  bool Negated = false;
  FastMathFlags Flags = FastMathFlags::getFast();
  SmallVector<Factor, 4> Factors =
      flattenProduct(U.X, U.Y, U.Elem.Reassoc, Negated, Flags);
  if (!Cards.deal(Factors))
    return false;
  N.P.Flags = N.Q.Flags = Flags & U.Elem.Flags;
  N.Elem.Subtract ^= Negated;
  return true;
}

bool matchFactors(const Update &U, LoopDim K, SliceMatch &Slices, GemmNest &N,
                  Reason &Why) {
  Dealer Cards(U, K, Slices, N, Why);
  if (Cards.deal({U.X, U.Y}) ||
      (Why == Reason::None && dealFlattened(U, Cards, N)) ||
      (Why == Reason::None && dealScaled(U, Cards, N, Why)))
    return true;
  if (Why == Reason::None)
    Why = U.X.Root == U.Y.Root ? Reason::Squares : Reason::NoFactors;
  return false;
}

} // namespace gemmify
