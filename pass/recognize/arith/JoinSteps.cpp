//===- JoinSteps.cpp - Several products are one step of k -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinSteps.h"

using namespace llvm;

namespace gemmify {

bool areOfOtherArrays(ArrayRef<GemmNest> Steps, ScalarEvolution &SE) {
  const GemmNest &First = Steps.front();
  auto HasRows = [](const AffineRef &R) { return R.hasRows(); };
  auto IsOther = [&](const Slice &S, const Slice &Same) {
    return llvm::any_of(S.Loads, [&](const AffineRef &R) {
      return llvm::none_of(Same.Loads, [&](const AffineRef &Other) {
        return SE.getPointerBase(Other.Start) == SE.getPointerBase(R.Start);
      });
    });
  };
  // Rows of one array have bases of their own.
  for (const GemmNest &Step : Steps)
    if (llvm::any_of(Step.P.Loads, HasRows) ||
        llvm::any_of(Step.Q.Loads, HasRows))
      return false;
  return llvm::any_of(Steps.drop_front(), [&](const GemmNest &Step) {
    return IsOther(Step.P, First.P) || IsOther(Step.Q, First.Q);
  });
}

std::optional<GemmNest> joinSteps(ArrayRef<GemmNest> Steps,
                                  ArrayRef<Update> Updates, Reason &Why) {
  constexpr unsigned MostProducts = 4;
  const Ring &First = Updates.front().Elem;
  const bool AddedFirst = Updates.front().AddedFirst;
  const bool Fits =
      Steps.size() <= MostProducts &&
      (First.Ty->isIntegerTy() || First.Ty->isFloatTy() ||
       First.Ty->isDoubleTy()) &&
      llvm::all_of(llvm::zip(Steps, Updates), [&](auto Both) {
        const auto &[S, U] = Both;
        return !S.Scale && U.AddedFirst == AddedFirst &&
               (!AddedFirst || U.Elem.Subtract == First.Subtract) &&
               U.Elem.roundsAs(First);
      });
  if (!Fits) {
    Why = Reason::SeveralProducts;
    return std::nullopt;
  }
  GemmNest N = Steps.front();
  N.Step.AddedFirst = AddedFirst;
  // Flattening a product may have found another sign in it.
  auto IsNegated = [&](const GemmNest &S, const Update &U) {
    const bool Flipped = S.Elem.Subtract != U.Elem.Subtract;
    return AddedFirst ? U.Negated != Flipped : S.Elem.Subtract;
  };
  if (AddedFirst) {
    N.Step.NegatesFirst = IsNegated(Steps.front(), Updates.front());
    N.Elem.Subtract = First.Subtract;
  }
  const Instruction *Before = Updates.front().Result;
  for (auto [S, U] : llvm::drop_begin(llvm::zip(Steps, Updates))) {
    const bool Begins =
        AddedFirst && std::exchange(Before, U.Result) != U.Result;
    N.Step.More.push_back({S.P, S.Q, IsNegated(S, U), U.Onto, Begins});
  }
  return N;
}

} // namespace gemmify
