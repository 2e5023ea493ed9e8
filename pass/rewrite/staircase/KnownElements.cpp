//===- KnownElements.cpp - Elements in registers --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KnownElements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"

using namespace llvm;

namespace gemmify {

/// Whether \p X and \p Y may be one element: not where a row or column is as
/// far from the same number as another one is not.
static bool mayBeEqual(const Element &X, const Element &Y) {
  return llvm::none_of(ArrayRef<unsigned>{0, 1}, [&](unsigned D) {
    return X.At[D].hasBaseOf(Y.At[D]) && X.At[D].Plus != Y.At[D].Plus;
  });
}

void KnownElements::store(IRBuilderBase &B, Entry &E) {
  if (std::exchange(E.IsStored, true))
    return;
  B.CreateAlignedStore(E.Is, E.Place, Nest.Align)->setDebugLoc(E.Where);
}

void KnownElements::storeAll(IRBuilderBase &B) {
  for (Entry &E : Known)
    store(B, E);
}

void KnownElements::finish(IRBuilderBase &B) {
  storeAll(B);
  Known.clear();
  AreKept = false;
}

Value *KnownElements::find(IRBuilderBase &B, const Element &E) {
  for (Entry &Each : Known)
    if (Each.Of == E)
      return Each.Is;
    else if (mayBeEqual(Each.Of, E))
      store(B, Each);
  return nullptr;
}

void KnownElements::loaded(const Element &E, Value *Place, Value *V) {
  Known.push_back({E, Place, V, /*IsStored=*/true, DebugLoc()});
}

void KnownElements::stored(IRBuilderBase &B, const Element &E, Value *Place,
                           Value *V) {
  // What it was is overwritten.
  for (Entry &Each : Known)
    Each.IsStored |= Each.Of == E;
  forget(B, E);
  Known.push_back(
      {E, Place, V, /*IsStored=*/false, B.getCurrentDebugLocation()});
}

void KnownElements::forget(IRBuilderBase &B, const Element &E) {
  for (Entry &Each : Known)
    if (mayBeEqual(Each.Of, E))
      store(B, Each);
  llvm::erase_if(Known,
                 [&](const Entry &Each) { return mayBeEqual(Each.Of, E); });
}

void KnownElements::branch(Instruction &At, Instruction &Inside) {
  if (AreKept)
    Open.push_back({&At, &Inside, Known});
}

void KnownElements::join(unsigned Most) {
  while (Open.size() > Most)
    joinLast();
}

void KnownElements::joinLast() {
  Branch Last = Open.pop_back_val();
  BasicBlock *Joined = Last.At->getParent(), *End = Last.Inside->getParent();
  BasicBlock *Before = nullptr;
  for (BasicBlock *BB : predecessors(Joined))
    if (BB != End)
      Before = BB;
  auto Find = [](Entries &In, const Element &E) {
    return llvm::find_if(In, [&](const Entry &Each) { return Each.Of == E; });
  };
  IRBuilder<> Inside(Last.Inside);
  for (Entry &E : Known)
    if (Find(Last.Before, E.Of) == Last.Before.end())
      store(Inside, E);
  Entries Both;
  for (Entry &E : Last.Before) {
    auto *Now = Find(Known, E.Of);
    // Something else has been stored, perhaps to it.
    if (Now == Known.end()) {
      IRBuilder<> B(Before->getTerminator());
      store(B, E);
      continue;
    }
    // What is stored in some cases alone is stored there.
    if (E.IsStored)
      store(Inside, *Now);
    Both.push_back(E);
    if (Now->Is == E.Is)
      continue;
    auto *Phi =
        PHINode::Create(E.Is->getType(), 2, "gemmify.known", Joined->begin());
    Phi->addIncoming(Now->Is, End);
    Phi->addIncoming(E.Is, Before);
    Both.back() = {E.Of, E.Place, Phi, E.IsStored, Now->Where};
  }
  Known = std::move(Both);
}

} // namespace gemmify
