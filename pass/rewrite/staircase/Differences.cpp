//===- Differences.cpp - Systems of difference constraints ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Differences.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace gemmify {

unsigned Differences::node(const Term &T, unsigned Of) {
  if (T.Base == Term::Zero || T.Base == Term::Size)
    Of = 0;
  for (unsigned N = 0; N != Nodes.size(); ++N)
    if (Nodes[N].Base == T.Base && Nodes[N].Index == T.Index &&
        Nodes[N].Of == Of)
      return N;
  Nodes.push_back({T.Base, T.Index, Of});
  return Nodes.size() - 1;
}

void Differences::require(const Term &Less, unsigned OfLess,
                          const Term &Greater, unsigned OfGreater) {
  const unsigned X = node(Less, OfLess), Y = node(Greater, OfGreater);
  Edges.push_back({X, Y, Greater.Plus - Less.Plus});
}

/// Bellman and Ford, from all nodes at once. Constants are small: sums of them
/// along a path do not overflow.
bool Differences::isFeasible() const {
  SmallVector<int64_t, 16> Most(Nodes.size(), 0);
  for (unsigned Round = 0; Round <= Nodes.size(); ++Round) {
    bool Changed = false;
    for (const Edge &E : Edges)
      if (Most[E.Greater] + E.Plus < Most[E.Less]) {
        Most[E.Less] = Most[E.Greater] + E.Plus;
        Changed = true;
      }
    if (!Changed)
      return true;
  }
  return false;
}

/// Fourier and Motzkin: each lower bound is at most each upper one.
void eliminate(SmallVectorImpl<AtMost> &All, unsigned Loop) {
  SmallVector<AtMost, 16> Rest;
  auto Add = [&](const AtMost &C) {
    if (!llvm::is_contained(Rest, C))
      Rest.push_back(C);
  };
  for (const AtMost &C : All)
    if (!C.mentions(Term::Loop, Loop))
      Add(C);
  for (const AtMost &Low : All)
    for (const AtMost &High : All)
      if (Low.Greater.is(Term::Loop, Loop) && High.Less.is(Term::Loop, Loop))
        Add({Low.Less + (High.Less.Plus - Low.Greater.Plus), High.Greater});
  All.assign(Rest.begin(), Rest.end());
}

bool implies(ArrayRef<AtMost> Known, const AtMost &C) {
  Differences Other;
  Other.require(Known);
  Other.require(C.negated());
  return !Other.isFeasible();
}

} // namespace gemmify
