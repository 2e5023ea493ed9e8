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

namespace {

class Finder {
public:
  Finder(Loop &Root, ArrayRef<RowNumber> Numbers, FormReader &Forms,
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
  bool isCountedBy(const Loop &L, const SCEV *Number) const;
  bool isBeforeAll(const LoadInst &Load, const SCEV *Number) const;
  bool splitNumbers();
  std::optional<TablePath> pathOf(Instruction &Access);
  bool addLevels(Value &Ptr, const BasicBlock &Where, TablePath &Path);

  Loop &Root;
  ArrayRef<RowNumber> Numbers;
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

/// Whether \p V, in front of the nest, is made of \p From.
static bool isMadeOf(const Value *V, const Value *From) {
  constexpr unsigned Most = 64;
  SmallSetVector<const Value *, 16> Parts;
  Parts.insert(V);
  for (unsigned At = 0; At != Parts.size(); ++At) {
    if (Parts[At] == From || At == Most)
      return true;
    if (const auto *I = dyn_cast<Instruction>(Parts[At]); I && !isa<PHINode>(I))
      Parts.insert(I->value_op_begin(), I->value_op_end());
  }
  return false;
}

/// Whether \p L runs as often as \p Number says.
bool Finder::isCountedBy(const Loop &L, const SCEV *Number) const {
  Value *First = cast<SCEVUnknown>(Number)->getValue();
  auto IsOfFirst = [&](const SCEV *S) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(S);
    return Unknown && isMadeOf(Unknown->getValue(), First);
  };
  // A distance is also the difference of what it is made of.
  return SCEVExprContains(SE.getBackedgeTakenCount(&L), [&](const SCEV *S) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(S);
    return IsOfFirst(S) ||
           (Unknown && SCEVExprContains(SE.getSCEV(First), [&](const SCEV *P) {
              const auto *Part = dyn_cast<SCEVUnknown>(P);
              return Part && isMadeOf(Unknown->getValue(), Part->getValue());
            }));
  });
}

/// Whether \p Load comes before all stores of an iteration, and no loop that
/// it is in is counted by \p Number.
bool Finder::isBeforeAll(const LoadInst &Load, const SCEV *Number) const {
  return llvm::is_contained(Way, Load.getParent()) &&
         isBeforeStores(Load, Root, A.DT) &&
         llvm::none_of(Nest.Loops, [&](const Loop *L) {
           return L->contains(&Load) && isCountedBy(*L, Number);
         });
}

/// Says which numbers can be asked for while the result's rows are found. No
/// others may count these rows.
bool Finder::splitNumbers() {
  SmallPtrSet<const Loop *, 4> OfRows, OfResult;
  for (const LoopForm &Level : Nest.Result.Levels)
    for (const auto &Term : Level.Terms) {
      OfResult.insert(Term.first);
      if (&Level != &Nest.Result.Levels.back())
        OfRows.insert(Term.first);
    }
  for (TableNumber &Each : Nest.Numbers) {
    Each.IsOfRows = llvm::all_of(Nest.Loops, [&](const Loop *L) {
      return OfRows.contains(L) || !Each.movesWith(L);
    });
    if (!Each.IsOfRows && llvm::any_of(OfResult, [&](const Loop *L) {
          return isCountedBy(*L, Each.First);
        }))
      return false;
  }
  return true;
}

bool Finder::isNumber(const Instruction &I) const {
  return llvm::any_of(Numbers, [&](const RowNumber &Each) {
    return Each.of() == &I || Each.from() == &I;
  });
}

/// Reads the ways to what counts loops.
bool Finder::findNumbers() {
  for (const RowNumber &Each : Numbers) {
    if (!Each.of() || (Each.IsLength && !Each.from()))
      return false;
    TableNumber Number;
    std::optional<TablePath> Of = pathOf(*Each.of());
    Number.First = SE.getUnknown(Each.First);
    if (!Of || !isBox(*Of) || !isBeforeAll(*Each.of(), Number.First))
      return false;
    Number.Depth = A.LI.getLoopDepth(Each.of()->getParent());
    if (Each.IsLength) {
      const std::optional<TablePath> From = pathOf(*Each.from());
      if (!From || From->Levels.size() != Of->Levels.size() ||
          !isBeforeAll(*Each.from(), Number.First))
        return false;
      TablePath Moved = *Of;
      Moved.Levels.back().Const = From->Levels.back().Const;
      const auto *Away = dyn_cast<SCEVConstant>(
          SE.getMinusSCEV(From->Levels.back().Const, Of->Levels.back().Const));
      if (!Away || !Moved.isSame(*From))
        return false;
      Number.Away = Away->getAPInt().getSExtValue();
    }
    Number.Of = std::move(*Of);
    Nest.Numbers.push_back(std::move(Number));
  }
  llvm::stable_sort(Nest.Numbers,
                    [](const TableNumber &X, const TableNumber &Y) {
                      return X.Depth < Y.Depth;
                    });
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
  return HasTables && splitNumbers();
}

bool mayHaveTables(const Loop &Root) {
  return llvm::any_of(Root.blocks(), [](const BasicBlock *BB) {
    return llvm::any_of(*BB, [](const Instruction &I) {
      return isa<LoadInst>(I) && I.getType()->isPointerTy();
    });
  });
}

std::optional<TableNest> findTableNest(Loop &Root, ArrayRef<RowNumber> Numbers,
                                       FormReader &Forms,
                                       const NestAnalyses &A) {
  return Finder(Root, Numbers, Forms, A).run();
}

} // namespace gemmify
