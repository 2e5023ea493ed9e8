//===- TablePath.cpp - Elements found through tables of tables ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TablePath.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

class Finder {
public:
  Finder(Loop &Root, FormReader &Forms, const NestAnalyses &A)
      : Root(Root), Forms(Forms), A(A), SE(A.SE) {}

  std::optional<TableNest> run() {
    if (mayHaveTables() && followLoop(Root) && findElements() && findResult())
      return std::move(Nest);
    return std::nullopt;
  }

private:
  /// Whether some pointer is loaded, before anything is asked of the nest.
  bool mayHaveTables() const {
    return llvm::any_of(Root.blocks(), [](const BasicBlock *BB) {
      return llvm::any_of(*BB, [](const Instruction &I) {
        return isa<LoadInst>(I) && I.getType()->isPointerTy();
      });
    });
  }

  bool followLoop(Loop &L);
  BasicBlock *next(BasicBlock &BB, const Loop *Inner);
  bool findElements();
  bool findResult();
  std::optional<TablePath> pathOf(Instruction &Access);
  bool addLevels(Value &Ptr, const BasicBlock &Where, TablePath &Path);

  Loop &Root;
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
  for (; BB && BB != L.getLoopLatch(); BB = next(*BB, Inner)) {
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

/// Where the way goes on from \p BB: to the loop \p Inner, if that is still
/// ahead. What it takes for that becomes a condition. Null where that cannot be
/// said.
BasicBlock *Finder::next(BasicBlock &BB, const Loop *Inner) {
  if (BasicBlock *Only = BB.getUniqueSuccessor())
    return Only;
  const auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
  if (!Br || !Inner)
    return nullptr;
  const unsigned Taken =
      A.DT.dominates(Br->getSuccessor(0), Inner->getHeader()) ? 0 : 1;
  BasicBlock *To = Br->getSuccessor(Taken);
  if (!To->getSinglePredecessor() || !A.DT.dominates(To, Inner->getHeader()))
    return nullptr;
  if (const auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition())) {
    const SCEV *X = SE.getSCEV(Cmp->getOperand(0)),
               *Y = SE.getSCEV(Cmp->getOperand(1));
    if (!SE.isLoopInvariant(X, &Root) || !SE.isLoopInvariant(Y, &Root))
      return nullptr;
    Nest.Conditions.push_back(
        {Taken == 0 ? Cmp->getPredicate() : Cmp->getInversePredicate(), X, Y});
    return To;
  }
  const SCEV *Test = SE.getSCEV(Br->getCondition());
  if (!SE.isLoopInvariant(Test, &Root))
    return nullptr;
  Nest.Conditions.push_back({Taken == 0 ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ,
                             Test, SE.getZero(Test->getType())});
  return To;
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

/// Reads the ways to all that the nest accesses, on the way that it takes.
bool Finder::findElements() {
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB) {
      if (!I.mayReadOrWriteMemory() || isa<AssumeInst, NoAliasScopeDeclInst>(I))
        continue;
      auto *Load = dyn_cast<LoadInst>(&I);
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!(Load && Load->isSimple()) && !(Store && Store->isSimple()))
        return false;
      std::optional<TablePath> Path = pathOf(I);
      if (!Path || !llvm::is_contained(Way, BB))
        return false;
      if (Store)
        Nest.Store = Store;
      Nest.Elements.push_back({&I, std::move(*Path)});
    }
  llvm::erase_if(Nest.Elements, [&](const auto &Each) {
    return llvm::any_of(Nest.Tables, [&](const auto &Table) {
      return Table.first == Each.first;
    });
  });
  return Nest.Store && !Nest.Tables.empty();
}

/// All that is stored has to be one result, which moves with each loop in one
/// place at most; what is behind tables is numbers without padding.
bool Finder::findResult() {
  const DataLayout &DL = SE.getDataLayout();
  auto Find = [&](const Instruction *I) -> const TablePath & {
    return llvm::find_if(Nest.Elements,
                         [&](const auto &Each) { return Each.first == I; })
        ->second;
  };
  Nest.Result = Find(Nest.Store);
  SmallPtrSet<const Loop *, 4> Moves;
  for (const LoopForm &Level : Nest.Result.Levels)
    for (const auto &Term : Level.Terms)
      if (!Moves.insert(Term.first).second)
        return false;
  bool HasTables = false;
  for (const auto &[Access, Path] : Nest.Elements) {
    if (isa<StoreInst>(Access) && !Nest.isResult(Path))
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

std::optional<TableNest> findTableNest(Loop &Root, FormReader &Forms,
                                       const NestAnalyses &A) {
  return Finder(Root, Forms, A).run();
}

} // namespace gemmify
