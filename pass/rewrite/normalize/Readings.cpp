//===- Readings.cpp - The ways in which a nest can be read ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseBranches.h"
#include "CheckedNest.h"
#include "ChosenElements.h"
#include "ChosenStrides.h"
#include "CollapsedLoop.h"
#include "FixedWays.h"
#include "HeldElements.h"
#include "JoinedParts.h"
#include "KnownExits.h"
#include "RestoredCounter.h"
#include "RolledWindow.h"
#include "SplitParts.h"
#include "StoredFirst.h"
#include "StoredRows.h"
#include "SumsInTurn.h"
#include "SwitchedLoop.h"
#include "TwoBounds.h"
#include "pass/rewrite/groups/ReadGroups.h"
#include "pass/rewrite/padding/ReadPadding.h"
#include "pass/rewrite/pivots/ReadPivots.h"
#include "pass/rewrite/recovery/ReadWithoutRecovery.h"
#include "pass/rewrite/skips/ReadWithoutSkips.h"
#include "pass/rewrite/staircase/ReadStaircase.h"
#include "pass/rewrite/staircase/ReadSumApart.h"
#include "pass/rewrite/tables/ReadTables.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopIterator.h"

using namespace llvm;

namespace gemmify {

ArrayRef<Reading> readings() {
  static constexpr Reading All[] = {
      readWithoutChecks,   readBounds,       readRestored,
      readKnownExits,      readClipped,      readCollapsed,
      readCollapsedInside, readEvenChunks,   readPadding,
      readSwitched,        readWithoutSkips, readWithoutRecovery,
      readParts,           readCases,        readChosenStrides,
      readChosen,          readRolled,       readGroups,
      readFixedWays,       readStaircase,    readPivots,
      readSumApart,        readStoredRows,   readHeldElements,
      readJoinedParts,     readSumsInTurn,   readStoredFirst,
      readTables};
  return All;
}

bool canBeRead(Loop &Innermost, const LoopInfo &LI) {
  LoopBlocksRPO Blocks(Innermost.getOutermostLoop());
  Blocks.perform(&LI);
  return !containsIrreducibleCFG<const BasicBlock *>(Blocks, LI);
}

} // namespace gemmify
