//===- TrialReader.cpp - Tries the ways to read a nest --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialReader.h"
#include "CheckedNest.h"
#include "LoadedBefore.h"

using namespace llvm;

namespace gemmify {

std::optional<bool> TrialReader::read(Loop &Innermost) {
  std::optional<bool> Rewrote = tryReadings(Innermost, /*Within=*/nullptr);
  return Rewrote ? Rewrote : tryLoadedBefore(Innermost, nullptr, 0);
}

/// Reads the nest in other ways, or one in the copy of \p Within, which has no
/// checks: around that, what stands for its condition is no value.
std::optional<bool> TrialReader::tryReadings(Loop &Innermost,
                                             const TrialNest *Within) {
  bool Refused = false;
  for (Reading Read : readings()) {
    const bool OfChecks = Read == readWithoutChecks;
    if (Within && OfChecks)
      continue;
    std::unique_ptr<TrialNest> Trial = Read(Innermost, A);
    if (!Trial || (Within && !Within->copy().contains(&Trial->root())))
      continue;
    Recognition R = Trial->recognize(Alias());
    if (R.Nest && Trial->contains(*R.Nest->Root)) {
      if (rewriteTrial(*Trial, R))
        return true;
      // It may be too small in one reading and large enough in another, as
      // loopsToKeep assumes.
      Refused = true;
      continue;
    }
    if (OfChecks &&
        (tryReadings(Trial->innermost(), Trial.get()) == true ||
         tryLoadedBefore(Trial->innermost(), Trial.get(), 0) == true)) {
      keep(*Trial);
      return true;
    }
    if (Instruction *Where =
            !Within && R.isNearMiss() ? Trial->find(*R.Where) : nullptr) {
      Miss.Why = R.Why;
      Miss.Where = Where;
    }
  }
  return Refused ? std::optional(false) : std::nullopt;
}

bool TrialReader::rewriteTrial(TrialNest &Trial, Recognition &R) {
  if (!Rewrite(R, Trial.innermost()))
    return false;
  keep(Trial);
  return true;
}

void TrialReader::keep(TrialNest &Trial) {
  Trial.keep();
  for (const Loop *L : Trial.further())
    Further.push_back(L->getHeader());
}

/// Reads the nest as one that has its sizes from before it, which may have to
/// be read in another way then.
std::optional<bool> TrialReader::tryLoadedBefore(Loop &Innermost,
                                                 const TrialNest *Within,
                                                 unsigned Depth) {
  constexpr unsigned Deepest = 4;
  std::unique_ptr<TrialNest> Trial =
      Depth == Deepest ? nullptr : readLoadedBefore(Innermost, A, Depth);
  if (!Trial || (Within && !Within->copy().contains(&Trial->root())))
    return std::nullopt;
  Loop &Copy = Trial->innermost();
  SmallVector<WeakTrackingVH, 4> Others;
  for (Loop *L : Trial->copy().getLoopsInPreorder())
    if (L->isInnermost() && L != &Copy)
      Others.push_back(L->getHeader());
  std::optional<bool> Rewrote = tryLoadedBefore(Copy, Trial.get(), Depth + 1);
  if (!Rewrote) {
    Recognition R = Trial->recognize(Alias());
    Rewrote = R.Nest && Trial->contains(*R.Nest->Root)
                  ? Rewrite(R, Copy)
                  : tryReadings(Copy, Trial.get());
  }
  if (Rewrote && *Rewrote) {
    Trial->keep();
    llvm::append_range(Further, Others);
  }
  return Rewrote;
}

} // namespace gemmify
