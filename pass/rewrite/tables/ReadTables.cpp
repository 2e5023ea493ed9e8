//===- ReadTables.cpp - Nests over tables of tables, on copies ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadTables.h"
#include "NestOnCopies.h"

using namespace llvm;

namespace gemmify {

/// \p Root on copies, if all of it is a product then or \p Again, as it may be
/// one in another reading.
static std::unique_ptr<TrialNest> readAt(Loop &Root, Loop &Innermost,
                                         const NestAnalyses &A, bool Again) {
  if (!mayHaveTables(Root) || !TrialNest::canCopy(Root))
    return nullptr;
  auto Trial = std::make_unique<TrialNest>(Root, ".tables", A);
  Loop &Inner = Trial->copyOf(Innermost);
  const auto Fixed = takeFixedPlaces(*Trial, Inner, A);
  if (!Fixed)
    return nullptr;
  FormReader Forms(Trial->copy(), A.SE, /*ReadsUnsigned=*/true);
  std::optional<TableNest> Nest =
      findTableNest(Trial->copy(), Fixed->Numbers, Forms, A);
  if (!Nest || Nest->Loops.back() != &Inner)
    return nullptr;
  auto On = std::make_shared<NestOnCopies>(*Nest, *Fixed, *Trial, A);
  if (!On->build(Forms))
    return nullptr;
  Trial->takeWorkspace();
  Trial->allowIf([On](AAResults &AA) { return On->isAllowed(AA); });
  Trial->readAt(Inner, [On](IRBuilderBase &B) {
    On->emit();
    return B.getTrue();
  });
  if (Again)
    Trial->readAgain();
  else if (!Trial->recognizeWhole())
    return nullptr;
  return Trial;
}

std::unique_ptr<TrialNest> readTables(Loop &Innermost, const NestAnalyses &A) {
  for (const bool Again : {false, true})
    if (auto Trial = readOutermost(Innermost, [&](Loop &Root) {
          return readAt(Root, Innermost, A, Again);
        }))
      return Trial;
  return nullptr;
}

} // namespace gemmify
