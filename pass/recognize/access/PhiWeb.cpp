//===- PhiWeb.cpp - Phis that copy each other -----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhiWeb.h"

using namespace llvm;

namespace gemmify {

bool PhiWeb::add(Use &In, const Loop &Root) {
  auto *I = dyn_cast<Instruction>(In.get());
  if (!I || !Root.contains(I))
    Outside.push_back(&In);
  else if (auto *Phi = dyn_cast<PHINode>(I))
    Phis.insert(Phi);
  else if (auto *Load = dyn_cast<LoadInst>(I))
    Loads.insert(Load);
  else
    return false;
  return true;
}

bool PhiWeb::follow(const Loop &Root) {
  constexpr unsigned MostPhis = 16;
  for (; Followed != Phis.size(); ++Followed)
    for (Use &In : Phis[Followed]->incoming_values())
      if (!add(In, Root) || Phis.size() > MostPhis)
        return false;
  return true;
}

} // namespace gemmify
