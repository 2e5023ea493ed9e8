//===- TrialReader.cpp - Tries the ways to read a nest --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TrialReader.h"
#include "CheckedNest.h"
#include "ChosenStrides.h"
#include "CollapsedLoop.h"
#include "FixedWays.h"
#include "HeldElements.h"
#include "JoinedParts.h"
#include "KnownExits.h"
#include "LoadedBefore.h"
#include "SplitParts.h"
#include "StoredFirst.h"
#include "StoredRows.h"
#include "SumsInTurn.h"
#include "WindowSteps.h"
#include "pass/recognize/VectorNest.h"
#include "pass/rewrite/pivots/ReadPivots.h"
#include "pass/rewrite/recovery/FoldedProducts.h"
#include "pass/rewrite/staircase/ReadStaircase.h"
#include "pass/rewrite/staircase/ReadSumApart.h"
#include "pass/rewrite/tables/ReadTables.h"

using namespace llvm;

namespace gemmify {

bool TrialReader::isWindow(Loop &Innermost, ScalarEvolution &SE) {
  if (Innermost.getLoopDepth() < NumDims)
    return false;
  const Loop &Root = *TrialNest::rootsAround(Innermost).front();
  const std::optional<WindowSteps> Found = findWindow(Innermost, Root, SE);
  return Found && Found->Sizes.size() > 1;
}

std::optional<bool> TrialReader::read(Loop &Innermost) {
  const Surrounding None;
  std::optional<bool> Rewrote = tryReadings(Innermost, None);
  // What a reading loads in the nest may be what refused it.
  if (Rewrote != true)
    if (std::optional<bool> Loaded = tryLoadedBefore(Innermost, None, 0))
      Rewrote = Loaded;
  return Rewrote ? Rewrote : tryLoadedOnTheWay(Innermost, None, 0);
}

std::optional<bool> TrialReader::readBlocks(Loop &Innermost) {
  if (Innermost.getLoopDepth() < NumDims)
    return std::nullopt;
  for (Reading Read : {readStaircase, readPivots}) {
    std::unique_ptr<TrialNest> Trial = Read(Innermost, A);
    if (!Trial || (Trial->takesWorkspace() && !MayAllocate))
      continue;
    Recognition R = Trial->recognize(Alias());
    if (R.Nest && Trial->contains(*R.Nest->Root) && rewriteTrial(*Trial, R))
      return true;
  }
  return std::nullopt;
}

/// Reads the nest in other ways, or one in a copy: around that, what stands for
/// its condition is no value.
std::optional<bool> TrialReader::tryReadings(Loop &Innermost,
                                             const Surrounding &Around) {
  bool Refused = false;
  for (Reading Read : readings()) {
    const bool OfChecks = Read == readWithoutChecks || Read == readEvenChunks;
    const bool OfSums = Read == readSumApart;
    const bool OfDigits = splitsDigits(Read);
    if ((Around.Within && OfChecks) || (Around.IsSplit && OfDigits) ||
        (OfSums && !Around.mayTakeWorkspace(MayAllocate)))
      continue;
    std::unique_ptr<TrialNest> Trial = Read(Innermost, A);
    if (!Trial || !Around.admits(*Trial) ||
        (Trial->takesWorkspace() &&
         !(Read == readTables ? MayAllocate
                              : Around.mayTakeWorkspace(MayAllocate))) ||
        !Trial->isAllowed(Alias))
      continue;
    if (Read == readJoinedParts) {
      if (rewriteJoined(*Trial, Around))
        return true;
      continue;
    }
    Recognition R = Trial->recognize(Alias());
    if (R.Nest && Trial->contains(*R.Nest->Root)) {
      if (rewriteTrial(*Trial, R))
        return true;
      // It may be too small in one reading and large enough in another, as
      // loopsToKeep assumes.
      Refused = true;
      if (!OfChecks)
        continue;
    }
    const bool IsEqual = Read == readStoredRows || Read == readChosenStrides ||
                         Read == readKnownExits || Read == readFixedWays ||
                         Read == readHeldElements;
    if ((OfChecks || OfDigits || OfSums || IsEqual || Trial->readsAgain()) &&
        rewriteInside(*Trial, Around.IsSplit || OfDigits,
                      IsEqual && Around.isNest())) {
      keep(*Trial);
      return true;
    }
    if (Instruction *Where = !Around.Within && R.isNearMiss()
                                 ? Trial->find(*R.Where)
                                 : nullptr) {
      Miss.Why = R.Why;
      Miss.Where = Where;
    }
  }
  return Refused ? std::optional(false) : std::nullopt;
}

/// Rewrites the copy of \p Trial, which is no nest as it is, in another
/// reading. Whether it did.
bool TrialReader::rewriteInside(const TrialNest &Trial, bool IsSplit,
                                bool IsEqual) {
  const Surrounding Around{&Trial, IsSplit, IsEqual};
  return tryReadings(Trial.innermost(), Around) == true ||
         tryLoadedBefore(Trial.innermost(), Around, 0) == true;
}

/// The same of a copy with vectors of parts, which are split in what stays.
bool TrialReader::rewriteJoined(TrialNest &Trial, const Surrounding &Around) {
  const Surrounding Inside{&Trial, Around.IsSplit,
                           /*IsEqual=*/Around.isNest()};
  if (tryReadings(Trial.innermost(), Inside) != true)
    return false;
  keep(Trial);
  if (unfoldBehind(Trial.start(), A))
    dropFoldedFunctions(*Trial.start().getModule());
  splitPartsBehind(Trial.start(), A.DT);
  A.SE.forgetAllLoops();
  return true;
}

bool TrialReader::rewriteTrial(TrialNest &Trial, Recognition &R) {
  if (!Rewrite(R, Trial.innermost()))
    return false;
  keep(Trial);
  return true;
}

void TrialReader::keep(TrialNest &Trial) {
  Trial.keep();
  Allocates |= Trial.takesWorkspace();
  llvm::append_range(Further, Trial.further());
}

/// Reads the nest as one that has its sizes from before it, which may have to
/// be read in another way then.
std::optional<bool> TrialReader::tryLoadedBefore(Loop &Innermost,
                                                 const Surrounding &Around,
                                                 unsigned Depth) {
  std::unique_ptr<TrialNest> Trial =
      Depth == Deepest ? nullptr : readLoadedBefore(Innermost, A, Depth);
  return Trial ? tryInside(*Trial, Around, Depth) : std::nullopt;
}

/// The same of sizes that the nest comes to in some iterations only.
std::optional<bool> TrialReader::tryLoadedOnTheWay(Loop &Innermost,
                                                   const Surrounding &Around,
                                                   unsigned Depth) {
  std::unique_ptr<TrialNest> Trial =
      Depth == Deepest ? nullptr : readLoadedOnTheWay(Innermost, A);
  return Trial ? tryInside(*Trial, Around, Depth) : std::nullopt;
}

std::optional<bool> TrialReader::tryInside(TrialNest &Trial,
                                           const Surrounding &Around,
                                           unsigned Depth) {
  if (!Around.admits(Trial))
    return std::nullopt;
  const Surrounding Inside{&Trial, Around.IsSplit, false};
  Loop &Copy = Trial.innermost();
  SmallVector<WeakTrackingVH, 4> Others;
  for (Loop *L : Trial.copy().getLoopsInPreorder())
    if (L->isInnermost() && L != &Copy)
      Others.push_back(L->getHeader());
  std::optional<bool> Rewrote = tryLoadedBefore(Copy, Inside, Depth + 1);
  if (!Rewrote) {
    Recognition R = Trial.recognize(Alias());
    Rewrote = R.Nest && Trial.contains(*R.Nest->Root)
                  ? Rewrite(R, Copy)
                  : tryReadings(Copy, Inside);
  }
  if (!Rewrote)
    Rewrote = tryLoadedOnTheWay(Copy, Inside, Depth + 1);
  if (Rewrote && *Rewrote) {
    Trial.keep();
    llvm::append_range(Further, Others);
  }
  return Rewrote;
}

bool TrialReader::rewriteVector(TrialNest &Trial) {
  Recognition R = recognizeVector(Trial.innermost(), A);
  return R.Nest && Trial.contains(*R.Nest->Root) &&
         Trial.admits(*R.Nest, Alias()) && rewriteTrial(Trial, R);
}

bool TrialReader::readVectorInParts(Loop &Innermost) {
  Loop &Root = *Innermost.getParentLoop();
  std::unique_ptr<TrialNest> Trial = Root.getSubLoops().size() == 1
                                         ? readStoredFirstAt(Root, Innermost, A)
                                         : readSumsInTurnAt(Root, Innermost, A);
  return Trial && rewriteVector(*Trial);
}

bool TrialReader::readVector(Loop &Innermost, unsigned Depth) {
  Loop *Root = Innermost.getParentLoop();
  if (!Root || Depth == Deepest)
    return false;
  if (readVectorInParts(Innermost))
    return true;
  if (Depth == 0 && !Root->getParentLoop())
    if (std::unique_ptr<TrialNest> Unchecked =
            readWithoutChecksAt(*Root, Innermost, A);
        Unchecked && rewriteVector(*Unchecked))
      return true;
  std::unique_ptr<TrialNest> Loaded =
      readLoadedBeforeAt(*Root, Innermost, A, /*Again=*/Depth != 0);
  if (!Loaded)
    return false;
  if (rewriteVector(*Loaded))
    return true;
  if (!readVector(Loaded->innermost(), Depth + 1))
    return false;
  keep(*Loaded);
  return true;
}

} // namespace gemmify
