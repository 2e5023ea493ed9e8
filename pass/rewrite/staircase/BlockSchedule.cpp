//===- BlockSchedule.cpp - A nest in blocks of rows -----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSchedule.h"
#include "BlockOrder.h"
#include "InnerBlocks.h"
#include "SavedElements.h"
#include "llvm/ADT/BitVector.h"

using namespace llvm;

namespace gemmify {

namespace {
AtMost isIn(const Term &T) { return {Begin, T}; }
AtMost isBefore(const Term &T) { return {T + 1, Begin}; }
AtMost isUpTo(const Term &T) { return {T + 1, Behind}; }
AtMost isBehind(const Term &T) { return {Behind, T}; }

class Scheduler {
public:
  explicit Scheduler(const ModelNest &Nest) : Nest(Nest) {}

  std::optional<BlockSchedule> run() {
    for (const Statement &S : Nest.Statements)
      if (isProduct(S))
        Product = &S;
    if (!Product)
      return std::nullopt;
    SmallVector<unsigned, 4> Alone;
    for (unsigned I = 0; I != Nest.Statements.size(); ++I)
      if (!sumOf(Nest.Statements[I]))
        Alone.push_back(I);
    for (bool Down : {false, true})
      for (unsigned Late = 0;
           Late != (Alone.size() > MostOthers ? 1 : 1u << Alone.size()); ++Late)
        if (cutSums(Down, Alone, Late))
          return std::move(Found);
    if (cutRows())
      return std::move(Found);
    // Without others, recognition takes it as it is, or has a reason.
    if (llvm::any_of(
            Nest.Statements,
            [&](const Statement &S) { return S.IsCopy || isOnDiagonal(S); }) &&
        cutPhases())
      return std::move(Found);
    // Workspace is for what cannot do without.
    Saves = true;
    if (cutRows())
      return std::move(Found);
    return std::nullopt;
  }

private:
  /// Three loops, of which the innermost bounds differ with one of the others.
  bool isProduct(const Statement &S) const {
    return Nest.around(S).size() == 3 && !S.Current.empty() &&
           S.Target.At[0].isLoop() && S.Target.At[1].isLoop() &&
           !S.Target.At[0].hasBaseOf(S.Target.At[1]) && sumOf(S);
  }

  /// Whether \p S stores to the diagonal, and the product to one side of it.
  bool isOnDiagonal(const Statement &S) const {
    const auto &[Row, Column] = S.Target.At;
    const auto &[X, Y] = Product->Target.At;
    const auto Known = Nest.domain(*Product);
    return Row.isLoop() && Column.isLoop() && Row.hasBaseOf(Column) &&
           (implies(Known, {X, Y}) || implies(Known, {Y, X}));
  }

  /// The counter that \p S, an update, sums over, as rows are numbered.
  std::optional<Term> sumOf(const Statement &S) const {
    for (unsigned L : Nest.around(S))
      if (!S.Target.At[0].is(Term::Loop, L) &&
          !S.Target.At[1].is(Term::Loop, L))
        return asRead(S, L);
    return std::nullopt;
  }

  /// The row or column that \p S reads in an iteration of \p L, or the counter
  /// of that. If no row is read, plus what lets it begin or end at the row that
  /// \p S writes, if it moves with that.
  Term asRead(const Statement &S, unsigned L) const {
    for (const ModelRead &R : S.Reads)
      for (unsigned D : {0, 1})
        if (R.Of && R.Of->At[D].is(Term::Loop, L))
          return R.Of->At[D];
    const Term K{Term::Loop, L};
    for (const AtMost &C : Nest.domain(S))
      for (const Term &Row : S.Target.At) {
        const bool IsUpper = C.Less.hasBaseOf(K) && C.Greater.hasBaseOf(Row);
        const bool IsLower = C.Greater.hasBaseOf(K) && C.Less.hasBaseOf(Row);
        if (!Row.isLoop() || IsUpper == IsLower)
          continue;
        // How far K may be behind the row, or has to be.
        const int64_t Far = IsUpper ? C.Greater.Plus - C.Less.Plus - Row.Plus
                                    : C.Less.Plus - C.Greater.Plus - Row.Plus;
        const int64_t Least = IsUpper ? -1 : 0;
        return K + (std::clamp<int64_t>(Far, Least, Least + 1) - Far);
      }
    return K;
  }

  bool accept(BlockSchedule &&Blocks) {
    llvm::erase_if(Blocks.Pieces,
                   [](const SchedulePiece &P) { return P.Parts.empty(); });
    if (!keepsOrder(Nest, Blocks) || !findKept(Nest, Blocks))
      return false;
    addInnerBlocks(Nest, Blocks);
    Found = std::move(Blocks);
    return true;
  }

  /// Puts \p S into \p P, unless there is no instance of it there.
  bool add(SchedulePiece &P, const Statement &S, ArrayRef<AtMost> Where) const {
    Differences All;
    All.require(Nest.domain(S));
    All.require(Where);
    All.require({Begin + 1, Behind});
    if (!All.isFeasible())
      return false;
    P.Parts.push_back({unsigned(&S - Nest.Statements.begin()),
                       SmallVector<AtMost, 4>(Where),
                       {}});
    return true;
  }

  /// Whether the bit of \p S, one \p Of these, is set in \p Bits.
  bool isChosen(const Statement &S, ArrayRef<unsigned> Of,
                unsigned Bits) const {
    const auto *At = llvm::find(Of, unsigned(&S - Nest.Statements.begin()));
    return At != Of.end() && Bits >> (At - Of.begin()) & 1;
  }

  /// Each block holds steps of k, and what is final before the next: the rows
  /// and columns of the block. Those behind them are updated by a product. \p
  /// Late has a bit for each of \p Alone: whether it comes after that.
  bool cutSums(bool Down, ArrayRef<unsigned> Alone, unsigned Late) {
    const std::optional<Term> K = sumOf(*Product);
    bool Bounds[2];
    for (unsigned D : {0, 1})
      Bounds[D] = implies(Nest.domain(*Product),
                          Down ? AtMost{Product->Target.At[D] + 1, *K}
                               : AtMost{*K + 1, Product->Target.At[D]});
    if (!Bounds[0] && !Bounds[1])
      return false;
    auto IsLater = [&](const Term &T) {
      return Down ? isBefore(T) : isBehind(T);
    };
    auto IsSoon = [&](const Term &T) { return Down ? isIn(T) : isUpTo(T); };
    auto IsNow = [&](const Term &T) { return Down ? isUpTo(T) : isIn(T); };
    BlockSchedule Blocks;
    Blocks.Down = Down;
    SchedulePiece First, Second, Rest, Rectangle, Last;
    First.IsDiagonal = Second.IsDiagonal = Rectangle.IsProduct = true;
    for (const Statement &S : Nest.Statements) {
      const std::optional<Term> Sum = sumOf(S);
      SmallVector<AtMost, 4> InBlock;
      if (Sum)
        InBlock = {isIn(*Sum), isUpTo(*Sum)};
      SmallVector<Term, 2> Level;
      for (unsigned D : {0, 1})
        if (Bounds[D]) {
          const Term &Row = S.Target.At[D];
          Level.push_back(Row);
          if (Sum && !implies(Nest.domain(S), Down ? AtMost{Row + 1, *Sum}
                                                   : AtMost{*Sum + 1, Row}))
            return false;
        }
      Blocks.Rows.append(Level);
      if (Sum)
        Blocks.Rows.push_back(*Sum);
      auto With = [&](std::initializer_list<AtMost> More) {
        SmallVector<AtMost, 4> All(InBlock);
        All.append(More);
        return All;
      };
      SmallVector<AtMost, 4> Later = InBlock;
      for (const Term &T : Level)
        Later.push_back(IsLater(T));
      const bool IsOne = Level.size() == 1 || Level[0] == Level[1];
      if (!IsOne && isChosen(S, Alone, Late))
        return false;
      add(isChosen(S, Alone, Late) ? Last : First, S,
          IsOne ? With({IsNow(Level[0]), IsSoon(Level[0])})
                : With({IsNow(Level[0]), IsSoon(Level[0]), IsNow(Level[1])}));
      if (!IsOne)
        add(Second, S,
            With({IsLater(Level[0]), IsNow(Level[1]), IsSoon(Level[1])}));
      if (Sum && isProduct(S))
        add(Rectangle, S, Later);
      else if (Sum)
        add(Rest, S, Later);
    }
    Blocks.Pieces = {First, Second, Rectangle, Rest, Last};
    return accept(std::move(Blocks));
  }

  /// Whether \p S sums over what is \p Above its row, or below.
  bool isBeside(const Statement &S, unsigned D, bool Above) const {
    const Term &Row = S.Target.At[D];
    const Term K = *sumOf(S);
    return implies(Nest.domain(S), Above ? AtMost{Row, K} : AtMost{K, Row});
  }

  bool cutRows() {
    for (unsigned D : {0, 1})
      for (bool Down : {false, true})
        for (bool Above : {false, true})
          for (bool ProductFirst : {false, true})
            if (cutRows(D, Down, Above, ProductFirst))
              return true;
    return false;
  }

  /// Has the last part of \p P read rows of its block as they were before it,
  /// those of \p D.
  void save(BlockSchedule &Blocks, SchedulePiece &P, unsigned D) const {
    SchedulePiece::Part &Of = P.Parts.back();
    const Statement &S = Nest.Statements[Of.Of];
    for (unsigned R = 0; R != S.Reads.size(); ++R) {
      std::optional<SavedElements> Box = findSaved(Nest, Of, R, D);
      if (!Box || (Blocks.Saved && !(*Blocks.Saved == Box->Rows)))
        continue;
      Blocks.Saved = Box->Rows;
      Of.Saved.push_back(R);
    }
  }

  /// Each block holds rows (columns for \p D = 1) of the result, and all steps
  /// of k: those beside the block make up a product, or two, one on each side.
  bool cutRows(unsigned D, bool Down, bool Above, bool ProductFirst) {
    SmallVector<unsigned, 4> Others;
    bool IsBeside = false;
    for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
      const Statement &S = Nest.Statements[I];
      if (!isProduct(S))
        Others.push_back(I);
      else if (isBeside(S, D, Above))
        IsBeside = true;
      else if (!isBeside(S, D, !Above))
        return false;
    }
    if (!IsBeside)
      return false;
    constexpr unsigned Places = 3;
    if (Others.size() > MostOthers)
      return false;
    unsigned Ways = 1;
    for (unsigned I = 0; I != Others.size(); ++I)
      Ways *= Places;
    for (unsigned Way = 0; Way != Ways; ++Way)
      if (cutRows(D, Down, Above, ProductFirst, Others, Way))
        return true;
    return false;
  }

  /// \p Way has a digit for each of \p Others: which piece it goes to.
  bool cutRows(unsigned D, bool Down, bool Above, bool ProductFirst,
               ArrayRef<unsigned> Others, unsigned Way) {
    BlockSchedule Blocks;
    Blocks.Down = Down;
    SchedulePiece Before, Diagonal, Rectangle, Opposite, After;
    Diagonal.IsDiagonal = Rectangle.IsProduct = Opposite.IsProduct = true;
    for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
      const Statement &S = Nest.Statements[I];
      const Term &Row = S.Target.At[D];
      Blocks.Rows.push_back(Row);
      if (llvm::is_contained(Others, I)) {
        SchedulePiece &To = *std::array{&Diagonal, &Before, &After}[Way % 3];
        Way /= 3;
        if (add(To, S, {isIn(Row), isUpTo(Row)}) && Saves &&
            llvm::any_of(S.Reads, [](auto &R) { return R.Early; }))
          save(Blocks, To, D);
        continue;
      }
      const Term K = *sumOf(S);
      const bool IsBeside = isBeside(S, D, Above), IsAbove = IsBeside == Above;
      add(IsBeside ? Rectangle : Opposite, S,
          {isIn(Row), isUpTo(Row), IsAbove ? isBehind(K) : isBefore(K)});
      if (add(Diagonal, S,
              {isIn(Row), isUpTo(Row), IsAbove ? isUpTo(K) : isIn(K)}) &&
          Saves)
        save(Blocks, Diagonal, D);
    }
    if (Saves && !Blocks.Saved)
      return false;
    if (!ProductFirst)
      std::swap(Rectangle, Opposite);
    Blocks.Pieces = {Before, Rectangle, Diagonal, Opposite, After};
    return accept(std::move(Blocks));
  }

  /// All products, and what else there is before or after them: before, unless
  /// that puts it in front of something it comes after.
  bool cutPhases() {
    SmallVector<unsigned, 8> Others;
    for (unsigned I = 0; I != Nest.Statements.size(); ++I)
      if (!isProduct(Nest.Statements[I]))
        Others.push_back(I);
    BitVector IsAfter(Nest.Statements.size());
    for (unsigned I : Others)
      if (!keepsOrder(Nest, phases(IsAfter, {I})))
        IsAfter.set(I);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (unsigned Late : Others)
        for (unsigned I : Others)
          if (IsAfter[Late] && !IsAfter[I] &&
              !keepsOrder(Nest, phases(IsAfter, {I, Late}))) {
            IsAfter.set(I);
            Changed = true;
          }
    }
    return accept(phases(IsAfter, Others));
  }

  /// The products, and \p Others before them, or after them where \p IsAfter.
  BlockSchedule phases(const BitVector &IsAfter,
                       ArrayRef<unsigned> Others) const {
    SchedulePiece Before, Products, After;
    Products.IsProduct = true;
    for (unsigned I = 0; I != Nest.Statements.size(); ++I) {
      const Statement &S = Nest.Statements[I];
      if (isProduct(S))
        add(Products, S, {});
      else if (llvm::is_contained(Others, I))
        add(IsAfter[I] ? After : Before, S, {});
    }
    BlockSchedule Blocks;
    Blocks.IsWhole = true;
    Blocks.Pieces = {Before, Products, After};
    return Blocks;
  }

  static constexpr unsigned MostOthers = 4;
  const ModelNest &Nest;
  const Statement *Product = nullptr;
  bool Saves = false; ///< Blocks keep what their rows were.
  std::optional<BlockSchedule> Found;
};
} // namespace

std::optional<BlockSchedule> scheduleBlocks(const ModelNest &Nest) {
  return Scheduler(Nest).run();
}

} // namespace gemmify
