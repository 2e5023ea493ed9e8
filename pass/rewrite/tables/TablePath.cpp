//===- TablePath.cpp - Elements found through tables of tables ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TablePath.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

class Finder {
public:
  Finder(Loop &Root, ArrayRef<ToldNumber> Numbers, FormReader &Forms,
         const NestAnalyses &A)
      : Root(Root), Numbers(Numbers), Forms(Forms), A(A), SE(A.SE) {}

  std::optional<TableNest> run() {
    if (followLoop(Root) && findNumbers() && findElements() && findResult())
      return std::move(Nest);
    return std::nullopt;
  }

private:
  bool followLoop(Loop &L);
  bool findNumbers();
  bool findElements();
  bool findResult();
  bool isNumber(const Instruction &I) const;
  bool isOnFirstWay(const LoadInst &Load) const;
  std::optional<TablePath> pathOf(Instruction &Access);
  bool addLevels(Value &Ptr, const BasicBlock &Where, TablePath &Path);

  Loop &Root;
  ArrayRef<ToldNumber> Numbers;
  FormReader &Forms;
  const NestAnalyses &A;
  ScalarEvolution &SE;
  TableNest Nest;
  SmallVector<BasicBlock *, 16> Way; ///< What each iteration comes to.
};

} // namespace

/// Follows an iteration of \p L from its header to its latch.
bool Finder::followLoop(Loop &L) {
  const SCEV *Repeats = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Repeats) ||
      !SE.isLoopInvariant(Repeats, &Root) ||
      SE.getTypeSizeInBits(Repeats->getType()) > 64 ||
      !L.isLoopSimplifyForm() || L.getExitingBlock() != L.getLoopLatch() ||
      !L.getUniqueExitBlock() || L.getSubLoops().size() > 1)
    return false;
  Nest.Loops.push_back(&L);
  Loop *Inner = L.isInnermost() ? nullptr : L.getSubLoops().front();
  BasicBlock *BB = L.getHeader();
  for (; BB && BB != L.getLoopLatch(); BB = BB->getUniqueSuccessor()) {
    Way.push_back(BB);
    if (!Inner || BB != Inner->getLoopPreheader())
      continue;
    if (!followLoop(*Inner))
      return false;
    BB = std::exchange(Inner, nullptr)->getUniqueExitBlock();
    Way.push_back(BB);
    if (BB == L.getLoopLatch())
      return true;
  }
  if (BB)
    Way.push_back(BB);
  return BB && !Inner;
}

/// Adds to \p Path how \p Ptr, which is used in \p Where, moves, behind what it
/// is found with. Behind a loop, neither is what it was in some iteration.
bool Finder::addLevels(Value &Ptr, const BasicBlock &Where, TablePath &Path) {
  if (Ptr.getType()->getPointerAddressSpace() != 0 ||
      !SE.isSCEVable(Ptr.getType()) ||
      SE.getDataLayout().getIndexTypeSizeInBits(Ptr.getType()) != 64)
    return false;
  const SCEV *Address = SE.getSCEV(&Ptr);
  const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(Address));
  if (!Base || !Base->getType()->isPointerTy())
    return false;
  if (SE.isLoopInvariant(Base, &Root)) {
    Path.Base = Base;
  } else {
    auto *Load = dyn_cast<LoadInst>(Base->getValue());
    const Loop *Around = Load ? A.LI.getLoopFor(Load->getParent()) : nullptr;
    if (!Around || !Around->contains(&Where) || !Load->isSimple() ||
        !addLevels(*Load->getPointerOperand(), *Load->getParent(), Path))
      return false;
    auto IsLoad = [&](const auto &Each) { return Each.first == Load; };
    if (llvm::none_of(Nest.Tables, IsLoad))
      Nest.Tables.push_back({Load, Path});
  }
  std::optional<LoopForm> Offset = Forms.read(SE.removePointerBase(Address));
  if (!Offset || llvm::any_of(Offset->Terms, [&](const auto &Term) {
        return !Term.first->contains(&Where);
      }))
    return false;
  Path.Levels.push_back(std::move(*Offset));
  return true;
}

std::optional<TablePath> Finder::pathOf(Instruction &Access) {
  TablePath Path;
  Path.ElemTy = getLoadStoreType(&Access);
  if (!addLevels(*getLoadStorePointerOperand(&Access), *Access.getParent(),
                 Path))
    return std::nullopt;
  return Path;
}

/// Whether the nest comes to \p Load in the first iteration of all loops, on
/// the way to the innermost one, and before all stores.
bool Finder::isOnFirstWay(const LoadInst &Load) const {
  return llvm::is_contained(Way, Load.getParent()) &&
         comesFirst(Load, *Nest.Loops.back(), A.DT) &&
         isBeforeStores(Load, Root, A.DT);
}

bool Finder::isNumber(const Instruction &I) const {
  return llvm::any_of(Numbers, [&](const ToldNumber &Each) {
    return Each.of() == &I || Each.from() == &I;
  });
}

/// Whether \p X and \p Y are two members of one object.
static bool isBeside(const TablePath &X, const TablePath &Y) {
  TablePath Moved = X;
  Moved.Levels.back().Const = Y.Levels.back().Const;
  return Moved.isSame(Y);
}

/// Reads the ways to what counts loops, and in which order the nest comes
/// there.
bool Finder::findNumbers() {
  SmallVector<std::pair<const LoadInst *, TableNumber>, 2> Found;
  for (const ToldNumber &Each : Numbers) {
    const LoadInst *Last = nullptr;
    TableNumber &Number = Found.emplace_back().second;
    for (LoadInst *Load : Each.loads()) {
      std::optional<TablePath> Path;
      if (!Load || !isOnFirstWay(*Load) || !(Path = pathOf(*Load)))
        return false;
      if (!Last || A.DT.dominates(Last, Load))
        Last = Load;
      if (Load == Each.of())
        Number.Of = std::move(*Path);
      else
        Number.From = std::move(*Path);
    }
    if (llvm::none_of(Nest.Loops,
                      [&](const Loop *L) { return Number.movesWith(L); }) ||
        (Number.From && !isBeside(*Number.From, Number.Of)))
      return false;
    Number.First = SE.getUnknown(Each.First);
    Number.Depth = Nest.depth(A.LI.getLoopFor(Last->getParent()));
    Found.back().first = Last;
  }
  // All dominate the latch of the innermost loop.
  llvm::sort(Found, [&](const auto &X, const auto &Y) {
    return X.first != Y.first && A.DT.dominates(X.first, Y.first);
  });
  for (auto &[Last, Number] : Found)
    Nest.Numbers.push_back(std::move(Number));
  return true;
}

/// Reads the ways to all that the nest accesses, on the way that it takes.
bool Finder::findElements() {
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB) {
      if (!I.mayReadOrWriteMemory() || isa<AssumeInst, NoAliasScopeDeclInst>(I))
        continue;
      // What is known of the first row is not loaded any more.
      if (I.use_empty() && isNumber(I))
        continue;
      auto *Load = dyn_cast<LoadInst>(&I);
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!(Load && Load->isSimple()) && !(Store && Store->isSimple()))
        return false;
      std::optional<TablePath> Path = pathOf(I);
      if (!Path || !llvm::is_contained(Way, BB))
        return false;
      if (Store) {
        Nest.Store = Store;
        Nest.StoreDepth =
            std::max(Nest.StoreDepth, 1 + Nest.depth(A.LI.getLoopFor(BB)));
      }
      Nest.Elements.push_back({&I, std::move(*Path)});
    }
  llvm::erase_if(Nest.Elements, [&](const auto &Each) {
    return llvm::any_of(Nest.Tables, [&](const auto &Table) {
      return Table.first == Each.first;
    });
  });
  return Nest.Store && !Nest.Tables.empty();
}

/// Whether each loop moves \p Path in one place at most, so that the nest comes
/// to all places of one level from each of the other.
static bool isBox(const TablePath &Path) {
  SmallPtrSet<const Loop *, 4> Moves;
  return llvm::all_of(Path.Levels, [&](const LoopForm &Level) {
    return llvm::all_of(Level.Terms, [&](const auto &Term) {
      return Moves.insert(Term.first).second;
    });
  });
}

/// All that is stored has to be one result, none of whose places two loops move
/// in the same way; what is behind tables
/// is numbers without padding.
bool Finder::findResult() {
  const DataLayout &DL = SE.getDataLayout();
  auto Find = [&](const Instruction *I) -> const TablePath & {
    return llvm::find_if(Nest.Elements,
                         [&](const auto &Each) { return Each.first == I; })
        ->second;
  };
  Nest.Result = Find(Nest.Store);
  for (const LoopForm &Level : Nest.Result.Levels) {
    SmallPtrSet<const SCEV *, 4> Steps;
    for (const auto &Term : Level.Terms)
      if (!Steps.insert(Term.second).second)
        return false;
  }
  bool HasTables = false;
  for (const auto &[Access, Path] : Nest.Elements) {
    if ((isa<StoreInst>(Access) && !Nest.isResult(Path)) || !isBox(Path))
      return false;
    if (!Path.hasTables())
      continue;
    HasTables = true;
    const TypeSize Bits = DL.getTypeSizeInBits(Path.ElemTy);
    if (!(Path.ElemTy->isIntegerTy() || Path.ElemTy->isFloatingPointTy()) ||
        Bits > 64 || Bits < 8 || !isPowerOf2_64(Bits.getFixedValue()))
      return false;
  }
  return HasTables;
}

SmallVector<const Loop *, 6> TableNest::loopsOfRows(bool AroundStore) const {
  SmallVector<const Loop *, 6> Found;
  auto MovesTable = [&](const Loop *L) {
    return llvm::any_of(
        llvm::drop_end(Result.Levels),
        [&](const LoopForm &Level) { return Level.coefficient(L) != nullptr; });
  };
  auto MovesNumber = [&](const Loop *L) {
    return llvm::any_of(
        Numbers, [&](const TableNumber &Each) { return Each.movesWith(L); });
  };
  for (const auto &[Depth, L] : enumerate(Loops))
    if ((Depth < StoreDepth) == AroundStore &&
        (MovesTable(L) || MovesNumber(L)))
      Found.push_back(L);
  return Found;
}

bool isPlainStore(const Instruction &I) {
  return isPlainWrite(I) && !isa<MemTransferInst>(I);
}

bool mayHaveTables(const Loop &Root) {
  bool LoadsPointer = false;
  for (const BasicBlock *BB : Root.blocks())
    for (const Instruction &I : *BB) {
      LoadsPointer |= isa<LoadInst>(I) && I.getType()->isPointerTy();
      if (I.mayHaveSideEffects() && !isPlainStore(I) && !isHint(I))
        return false;
    }
  return LoadsPointer;
}

std::optional<TableNest> findTableNest(Loop &Root, ArrayRef<ToldNumber> Numbers,
                                       FormReader &Forms,
                                       const NestAnalyses &A) {
  return Finder(Root, Numbers, Forms, A).run();
}

} // namespace gemmify
