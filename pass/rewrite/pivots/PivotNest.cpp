//===- PivotNest.cpp - Elimination that exchanges rows --------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PivotNest.h"
#include "PivotParts.h"
#include "StepProof.h"
#include "pass/rewrite/staircase/BlockOrder.h"

using namespace llvm;

namespace gemmify {

const AsideAccess &PivotNest::find(const Instruction &Access) const {
  return *llvm::find_if(
      Nest.Aside, [&](const AsideAccess &A) { return A.Access == &Access; });
}

const Term &PivotNest::columnIn(unsigned Loop) const {
  const auto *In = llvm::find_if(Nest.Statements, [&](const Statement &S) {
    return S.Target.At[ColumnOf].is(Term::Loop, Loop);
  });
  return In->Target.At[ColumnOf];
}

namespace {
/// Proves that columns may wait.
class PivotProof : StepProof {
public:
  /// \p P has what is known before: rows that are exchanged, or else which of
  /// two terms names a column.
  PivotProof(PivotNest &P, const LoopInfo &LI, const DominatorTree &DT,
             bool FromStep, bool Copies)
      : StepProof(P, LI, DT), FromStep(FromStep), Copies(Copies) {}

  bool run() {
    return findSwap() && findUpdate() && findFactor() && isPlain(P.update()) &&
           (isWhole() || !(P.exchanges() || P.Factor)) &&
           readsWhatIsSwapped() && othersStayInColumn() && swapsWholeRows() &&
           asideStaysInColumn([this](const Instruction &I) {
             return isOfUpdate(I) && P.isWaiting(I);
           }) &&
           leavesBeforeStores() && schedule();
  }

private:
  /// The first of both rows is that of the step.
  bool findSwap() {
    if (!P.exchanges())
      return true;
    for (unsigned L = 0; L != Nest.Loops.size(); ++L)
      if (Nest.Loops[L].L == P.Swap.L)
        P.SwapLoop = L;
    if (!P.find(*P.Swap.Loads[0]).Rows.empty()) {
      std::swap(P.Swap.Loads[0], P.Swap.Loads[1]);
      std::swap(P.Swap.Stores[0], P.Swap.Stores[1]);
    }
    const AsideAccess &Own = P.find(*P.Swap.Loads[0]);
    const AsideAccess &Other = P.find(*P.Swap.Loads[1]);
    P.ColumnOf = 1 - Other.RowOf;
    return Own.Of && Other.Of && Own.Rows.empty() && !Other.Rows.empty() &&
           column(*Own.Of).is(Term::Loop, P.SwapLoop) &&
           column(*Own.Of) == column(*Other.Of) &&
           row(*Own.Of).is(Term::Loop, Root) && !Nest.Loops[P.SwapLoop].Down;
  }

  /// The one statement of three loops; k is the outermost one.
  bool findUpdate() {
    if (!findOnlyUpdate())
      return false;
    const Statement &S = P.update();
    const Element &E = S.Target;
    if (!row(E).isLoop() || !column(E).isLoop())
      return false;
    P.Step.At[P.ColumnOf] =
        loopOf(column(E)).Low + (column(E).Plus - (FromStep ? 0 : 1));
    P.Step.At[1 - P.ColumnOf] = rowOfStep();
    P.Waiting = {P.columnLoop()};
    return column(P.Step).is(Term::Loop, Root) &&
           row(P.Step).is(Term::Loop, Root) && !row(E).is(Term::Loop, Root) &&
           !column(E).is(Term::Loop, Root) && !row(E).hasBaseOf(column(E));
  }

  /// That of the step's element. Rows may begin at the column.
  Term rowOfStep() const {
    if (P.exchanges())
      return row(*P.find(*P.Swap.Loads[0]).Of);
    const Element &E = P.update().Target;
    const Term First = loopOf(row(E)).Low + row(E).Plus;
    return First.hasBaseOf(column(E))
               ? column(P.Step) + (First.Plus - column(E).Plus)
               : First - 1;
  }

  /// A number of each row that is kept, or the element of it that is copied.
  bool findFactor() {
    const Statement &S = P.update();
    for (const ModelRead &R : S.Reads)
      if (Copies && R.Of && R.Load && isFactor(R) && !P.Factor) {
        P.Factor = R.Load;
        P.FactorFrom = R.Address;
      }
    if (P.Factor && P.Factor->getType() != Nest.ElemTy)
      return false;
    return Copies
               ? P.Factor != nullptr
               : !P.Factor || (loopOf(row(S.Target)).L->contains(P.Factor) &&
                               !loopOf(column(S.Target)).L->contains(P.Factor));
  }

  /// It is of the update's row and the step's column.
  bool isFactor(const ModelRead &R) const {
    return row(*R.Of) == row(P.update().Target) &&
           column(*R.Of) == column(P.Step);
  }
  bool keepsFactor() const { return P.Factor && !Copies; }

  /// The update is of all rows behind that of the step, up to one that does not
  /// move, and of all columns.
  bool isWhole() const {
    const Statement &S = P.update();
    SmallVector<AtMost, 12> Known(Nest.Needed.begin(), Nest.Needed.end());
    SmallVector<AtMost, 4> If(S.If.begin(), S.If.end());
    for (unsigned L : Nest.around(S)) {
      const ModelLoop &In = Nest.Loops[L];
      If.append(In.If);
      Known.push_back({In.Low, counter(L)});
      Known.push_back({counter(L), In.High});
    }
    for (const Term *T : {&row(S.Target), &column(S.Target)}) {
      const bool IsRow = T == &row(S.Target);
      const Term First = IsRow      ? row(P.Step) + 1
                         : FromStep ? column(P.Step)
                                    : column(P.Step) + 1;
      if (!(loopOf(*T).Low + T->Plus == First) || loopOf(*T).High.isLoop())
        return false;
    }
    return llvm::all_of(If, [&](const AtMost &C) { return implies(Known, C); });
  }

  /// What the update reads is in its own row, in that of the step, or the same
  /// for all rows, and not from before the exchange. Where there is none, the
  /// schedule's order is all.
  bool readsWhatIsSwapped() const {
    const Statement &S = P.update();
    const unsigned RowLoop = row(S.Target).Index;
    return llvm::all_of(S.Reads, [&](const ModelRead &R) {
      if (!R.Of)
        return !R.Address.by(RowLoop) && !storesElsewhere();
      if (!P.exchanges())
        return true;
      if (R.In == Root && R.Since <= Nest.Loops[P.SwapLoop].Position)
        return false;
      const bool IsInStep = column(*R.Of) == column(P.Step);
      return row(*R.Of) == row(P.Step)
                 ? IsInStep || column(*R.Of) == column(S.Target)
                 : *R.Of == S.Target || (isFactor(R) && !keepsFactor() &&
                                         (!Copies || R.Load == P.Factor));
    });
  }

  bool othersStayInColumn() const {
    const unsigned Columns = P.columnLoop();
    return llvm::all_of(Nest.Statements, [&](const Statement &S) {
      if (&S == &P.update())
        return true;
      return (keepsFactor() ? isUpToStep(S.Loop, S.Target)
                            : column(S.Target) == column(P.Step)) &&
             !llvm::is_contained(Nest.around(S), Columns) &&
             llvm::all_of(S.Reads, [&](const ModelRead &R) {
               return !R.Of || isUpToStep(S.Loop, *R.Of);
             });
    });
  }

  /// All columns that are updated, or that the update reads, are exchanged,
  /// before that, and only rows that are updated or the step's.
  bool swapsWholeRows() {
    if (!P.exchanges())
      return true;
    const Statement &S = P.update();
    const AsideAccess &Own = P.find(*P.Swap.Loads[0]);
    const AsideAccess &Other = P.find(*P.Swap.Loads[1]);
    const ModelLoop &Columns = Nest.Loops[P.SwapLoop];
    const int64_t Plus = column(*Own.Of).Plus;
    const Term Last = loopOf(row(S.Target)).High + row(S.Target).Plus;
    auto IsUpdated = [&](const AsideAccess::Row &R) {
      const SmallVector<AtMost, 12> Known = Nest.domain(R.In);
      return implies(Known, {row(P.Step), R.Is}) &&
             implies(Known, {R.Is, Last});
    };
    const Term Past = loopOf(column(S.Target)).High + column(S.Target).Plus;
    return Columns.Parent == Root &&
           Columns.Position < Nest.position(S, Root) &&
           !Columns.High.isLoop() && beginsBefore(Columns.Low + Plus) &&
           need({Past, Columns.High + Plus}) &&
           llvm::all_of(Other.Rows, IsUpdated);
  }

  /// Exchanges begin with a column up to the first that is updated, or the
  /// first step's, whose factors are exchanged. Factors that are copied are
  /// not.
  bool beginsBefore(const Term &First) {
    if (!P.Factor)
      return need({First, first(column(P.Step))});
    return (!First.isLoop() || First.is(Term::Loop, Root)) &&
           implies(Nest.domain(P.update()),
                   {First, column(P.update().Target)}) &&
           (!Copies || implies(Nest.domain(Root), {column(P.Step), First}));
  }

  /// What \p T, of the step, is in the first one.
  Term first(const Term &T) const { return Nest.Loops[Root].Low + T.Plus; }

  /// \p C, of sizes, is tested where it is not known.
  bool need(const AtMost &C) {
    if (C.Less.isLoop() || C.Greater.isLoop())
      return false;
    if (!implies(Nest.Needed, C))
      P.Nest.Needed.push_back(C);
    return true;
  }

  bool isOfUpdate(const Instruction &Access) const {
    return llvm::any_of(
               P.update().Reads,
               [&](const ModelRead &R) { return R.Load == &Access; }) ||
           P.update().Current.contains(&Access);
  }

  /// All of a block's columns come first, then its rows in the columns behind
  /// it, and then all that is behind both, which is a product.
  bool schedule() {
    const Term K = counter(Root);
    const SmallVector<AtMost, 4> InBlock{{Begin, K}, {K + 1, Behind}};
    SchedulePiece Panel, Rows, Rectangle;
    for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
      SmallVector<AtMost, 4> Where(InBlock);
      if (I == P.Update)
        Where.push_back(isUpTo(column(P.update().Target), column(P.Step)));
      Panel.Parts.push_back({I, Where, {}});
    }
    const Element &E = P.update().Target;
    SmallVector<AtMost, 4> Where(InBlock);
    Where.push_back(isBehind(column(E), column(P.Step)));
    SmallVector<AtMost, 4> Above = Where;
    Above.push_back(isUpTo(row(E), row(P.Step)));
    Where.push_back(isBehind(row(E), row(P.Step)));
    if (!exists(P.update(), Where))
      return false;
    if (exists(P.update(), Above))
      Rows.Parts.push_back({P.Update, Above, {}});
    Rectangle.Parts.push_back({P.Update, Where, {}});
    Rectangle.IsProduct = true;
    BlockSchedule All;
    All.Pieces = {Panel, Rows, Rectangle};
    if (Rows.Parts.empty())
      P.Later.Pieces = {Rectangle};
    else
      P.Later.Pieces = {Rows, Rectangle};
    SmallVector<AtMost, 4> Done{{Begin, K}, {K + 1, Term{Term::Done}}};
    Done.push_back(isBehind(column(E), column(P.Step)));
    P.AtExit.Parts.push_back({P.Update, Done, {}});
    P.FactorRows = {P.ColumnOf, first(row(P.Step)) + 1,
                    loopOf(row(E)).High + row(E).Plus};
    return keepsOrder(Nest, All);
  }

  const bool FromStep; ///< The update begins with the step's own column.
  const bool Copies;   ///< Factors are copied when columns need them.
};
} // namespace

static std::optional<PivotNest> prove(const ModelNest &Nest,
                                      const RowSwap &Swap, Instruction *Factor,
                                      const LoopInfo &LI,
                                      const DominatorTree &DT) {
  for (auto [FromStep, Copies] :
       {std::pair(false, false), std::pair(true, false),
        std::pair(false, true)}) {
    if (Copies && (Factor || !Swap.L))
      continue;
    for (unsigned ColumnOf : {1, 0}) {
      PivotNest P;
      P.Nest = Nest;
      P.Swap = Swap;
      P.ColumnOf = ColumnOf;
      P.Factor = Factor;
      if (PivotProof(P, LI, DT, FromStep, Copies).run())
        return P;
      if (Swap.L)
        break;
    }
  }
  return std::nullopt;
}

static std::optional<PivotNest>
proveSums(const ModelNest &Nest, const LoopInfo &LI, const DominatorTree &DT) {
  for (bool FromStep : {false, true})
    for (unsigned ColumnOf : {0, 1}) {
      PivotNest P;
      P.Nest = Nest;
      P.ColumnOf = ColumnOf;
      if (sumsMayWait(P, LI, DT, FromStep))
        return P;
    }
  return std::nullopt;
}

std::optional<PivotNest> readPivotNest(Loop &Root, ScalarEvolution &SE,
                                       LoopInfo &LI, DominatorTree &DT) {
  RowSwap Swap;
  for (Loop *L : Root)
    if (std::optional<RowSwap> Found = readRowSwap(*L, SE)) {
      if (Swap.L)
        return std::nullopt;
      Swap = *Found;
    }
  if (mayApproximate(Root))
    return std::nullopt;
  AsideParts Aside = findAside(Root, Swap, SE);
  auto Model = [&](bool ReadsStored,
                   Instruction *Factor) -> std::optional<PivotNest> {
    Aside.Kept = Factor;
    std::optional<ModelNest> Nest =
        modelNest(Root, SE, LI, DT, ReadsStored, &Aside);
    if (!Nest)
      return std::nullopt;
    return Aside.ModelsLoops ? proveSums(*Nest, LI, DT)
                             : prove(*Nest, Swap, Factor, LI, DT);
  };
  for (bool ReadsStored : {false, true})
    if (std::optional<PivotNest> P = Model(ReadsStored, nullptr))
      return P;
  if (Instruction *Factor = findFactor(Root))
    if (std::optional<PivotNest> P = Model(/*ReadsStored=*/false, Factor))
      return P;
  if (Swap.L)
    return std::nullopt;
  for (bool ModelsLoops : {false, true}) {
    Aside.ModelsLoops = ModelsLoops;
    if (ModelsLoops && !maySum(Root))
      continue;
    for (auto [ReadsStored, KeepsSteps] :
         {std::pair(false, false), std::pair(true, false),
          std::pair(false, true)}) {
      if (!ModelsLoops && !KeepsSteps)
        continue;
      Aside.KeepsSteps = KeepsSteps;
      if (std::optional<PivotNest> P = Model(ReadsStored, nullptr))
        return P;
    }
  }
  return std::nullopt;
}

} // namespace gemmify
