//===- CarriedSums.cpp - Sums that stay in accumulators -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedSums.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace llvm;

namespace gemmify {

/// A product and the value that its sum starts with.
using ResultAndStart = std::pair<const Value *, const Value *>;

/// Puts into one web what is the same sum at different times.
static void joinWebs(ArrayRef<Instruction *> Instructions,
                     ArrayRef<ResultAndStart> Starts,
                     function_ref<bool(const Value *)> MayCarry,
                     EquivalenceClasses<const Value *> &Webs) {
  for (auto [Result, Start] : Starts)
    if (MayCarry(Start))
      Webs.unionSets(Result, Start);
  for (const Instruction *I : Instructions)
    if (auto *Phi = dyn_cast<PHINode>(I); Phi && MayCarry(Phi))
      for (const Value *In : Phi->incoming_values())
        if (MayCarry(In))
          Webs.unionSets(Phi, In);
}

void CarriedSums::find(
    ArrayRef<Instruction *> Instructions, const LayoutMap &Layouts,
    function_ref<std::optional<CarriedSum>(const Product &)> Describe) {
  DenseMap<const Value *, CarriedSum> Products;
  EquivalenceClasses<const Value *> Webs;
  auto MayCarry = [&](const Value *V) {
    auto *Phi = dyn_cast<PHINode>(V);
    return Products.contains(V) || (Phi && Layouts.contains(Phi));
  };
  SmallVector<ResultAndStart> Starts;
  for (Instruction *I : Instructions) {
    std::optional<Product> P;
    if (Layouts.contains(I))
      P = matchProduct(*I);
    std::optional<CarriedSum> Sum;
    if (P)
      Sum = Describe(*P);
    if (!Sum)
      continue;
    Products.insert({I, *Sum});
    Webs.insert(I);
    if (P->Start && !P->NegateStart)
      Starts.push_back({I, P->Start});
  }
  if (Products.empty())
    return;
  joinWebs(Instructions, Starts, MayCarry, Webs);

  // One product says how the sum of its web is computed; all must agree.
  DenseMap<const Value *, const CarriedSum *> OfWeb;
  SmallPtrSet<const Value *, 8> Mixed;
  auto LeaderOf = [&](const Value *V) -> const Value * {
    auto It = Webs.findLeader(V);
    return It == Webs.member_end() ? nullptr : *It;
  };
  for (const Instruction *I : Instructions)
    if (auto It = Products.find(I); It != Products.end()) {
      auto [Known, New] = OfWeb.try_emplace(LeaderOf(I), &It->second);
      if (!New && !(*Known->second == It->second))
        Mixed.insert(LeaderOf(I));
    }
  SmallVector<const Instruction *> Found;
  DenseMap<const Value *, unsigned> Size;
  for (const Instruction *I : Instructions) {
    const Value *Leader = MayCarry(I) ? LeaderOf(I) : nullptr;
    auto Sum = Leader ? OfWeb.find(Leader) : OfWeb.end();
    if (Sum == OfWeb.end())
      continue;
    if (Layouts.lookup(I) != Sum->second->Where.Cut)
      Mixed.insert(Leader);
    Found.push_back(I);
    ++Size[Leader];
  }
  for (const Instruction *I : Found) {
    const Value *Leader = LeaderOf(I);
    if (Size[Leader] > 1 && !Mixed.contains(Leader))
      Members.insert({I, *OfWeb[Leader]});
  }
}

void CarriedSums::dropStates() {
  SmallVector<const Value *> States;
  for (const auto &[V, Sum] : Members)
    if (Sum.Emitter->keepsState())
      States.push_back(V);
  for (const Value *V : States)
    Members.erase(V);
}

} // namespace gemmify
