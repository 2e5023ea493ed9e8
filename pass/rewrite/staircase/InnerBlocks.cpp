//===- InnerBlocks.cpp - Blocks of blocks ---------------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InnerBlocks.h"

using namespace llvm;

namespace gemmify {

SmallVector<AtMost, 3> isInOuter() {
  return {{OuterBegin, Begin}, {Begin + 1, Behind}, {Behind, OuterBehind}};
}

namespace {
using Part = SchedulePiece::Part;

class InnerBlocks {
public:
  InnerBlocks(const ModelNest &Nest, const BlockSchedule &Blocks)
      : Nest(Nest), Blocks(Blocks) {}

  SmallVector<SchedulePiece, 4> run() const {
    SmallVector<SchedulePiece, 4> All;
    bool HasProducts = false;
    for (const SchedulePiece &P : Blocks.Pieces) {
      SchedulePiece New;
      New.IsProduct = P.IsProduct;
      for (const Part &Of : P.Parts)
        addParts(New, Of);
      if (New.Parts.empty())
        continue;
      HasProducts |= New.IsProduct;
      All.push_back(std::move(New));
    }
    if (!HasProducts)
      All.clear();
    return All;
  }

private:
  static void restate(Term &T) {
    if (T.Base == Term::Begin)
      T.Base = Term::OuterBegin;
    else if (T.Base == Term::Behind)
      T.Base = Term::OuterBehind;
  }

  /// Calls \p F with what each part of the larger block's diagonal pieces, or
  /// of its other ones, is made of, if it is of the statement of \p Of.
  void forEachOuter(const Part &Of, bool IsDiagonal,
                    function_ref<void(ArrayRef<AtMost>)> F) const {
    for (const SchedulePiece &P : Blocks.Pieces)
      for (const Part &Outer : P.Parts) {
        if (Outer.Of != Of.Of || P.IsDiagonal != IsDiagonal)
          continue;
        SmallVector<AtMost, 4> Where(Outer.Where);
        for (AtMost &C : Where) {
          restate(C.Less);
          restate(C.Greater);
        }
        F(Where);
      }
  }

  SmallVector<AtMost, 16> known(const Part &Of) const {
    const auto Domain = Nest.domain(Nest.Statements[Of.Of]);
    SmallVector<AtMost, 16> All(Domain.begin(), Domain.end());
    All.append(Of.Where);
    All.append(isInOuter());
    return All;
  }

  static bool meet(ArrayRef<AtMost> X, ArrayRef<AtMost> Y) {
    Differences Both;
    Both.require(X);
    Both.require(Y);
    return Both.isFeasible();
  }

  /// What of \p Of is in the larger block's diagonal: all of it, or a part for
  /// each piece that has some.
  void addParts(SchedulePiece &P, const Part &Of) const {
    const SmallVector<AtMost, 16> Known = known(Of);
    bool IsWhole = true;
    forEachOuter(Of, /*IsDiagonal=*/false, [&](ArrayRef<AtMost> Outer) {
      IsWhole &= !meet(Known, Outer);
    });
    if (IsWhole) {
      P.Parts.push_back(Of);
      return;
    }
    forEachOuter(Of, /*IsDiagonal=*/true, [&](ArrayRef<AtMost> Outer) {
      if (!meet(Known, Outer))
        return;
      Part New = Of;
      for (const AtMost &C : Outer)
        if (!implies(Known, C))
          New.Where.push_back(C);
      P.Parts.push_back(New);
    });
  }

  const ModelNest &Nest;
  const BlockSchedule &Blocks;
};
} // namespace

void addInnerBlocks(const ModelNest &Nest, BlockSchedule &Blocks) {
  const bool OfBlock = Blocks.Saved && !Blocks.Saved->All;
  if (!Blocks.IsWhole && !OfBlock)
    Blocks.Inner = InnerBlocks(Nest, Blocks).run();
}

} // namespace gemmify
