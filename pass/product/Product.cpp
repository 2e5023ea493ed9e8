//===- Product.cpp - A recognized nest as a value -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Product.h"
#include "NarrowOperand.h"
#include "lowering/target/TargetFeatures.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

/// See Product::SumsRest.
static bool restsInC(const GemmNest &N) {
  const Slice *const Finals[] = {&N.Final,
                                 N.Step.Odd ? &N.Step.Odd->Final : nullptr};
  return N.C.ElemTy == N.Elem.Ty && llvm::none_of(Finals, [&](const Slice *S) {
           return S && llvm::any_of(S->Loads, [&](const AffineRef &R) {
                    return N.LoadsOfC.contains(R.Access);
                  });
         });
}

static bool onlyPacks(const GemmNest &N) {
  auto IsCarried = [](const AffineRef &R) { return R.isCarried(); };
  return N.Region || !N.Batch.isOne() || IsCarried(N.C) || !N.Step.isOne() ||
         llvm::any_of(N.slices(), [&](const Slice *S) {
           return llvm::any_of(S->Loads, IsCarried);
         });
}

static ProductKind kindOf(const OperandOrder &Order,
                          const std::optional<NarrowOperand> &Left,
                          const std::optional<NarrowOperand> &Right) {
  const GemmNest &Nest = Order.Nest;
  ProductKind Kind = ProductKind::of(Nest.Elem.Ty);
  if (Nest.Elem.isFloat()) {
    // A site that scales its products does not fuse them with anything.
    Kind.Fuse = Nest.Elem.Fused && !Nest.Scale;
    Kind.Reassoc = Nest.Elem.Reassoc;
    Kind.MayFlush =
        mayFlushDenormals(*Nest.C.Access->getFunction(), Nest.Elem.flags());
    Kind.AnyZero = Nest.Elem.flags().noSignedZeros();
  }
  if (!Left || !Right)
    return Kind;
  Kind.Left = Left->Ty;
  Kind.Right = Right->Ty;
  Kind.LeftSigned = Left->Signed;
  Kind.RightSigned = Right->Signed;
  return Kind;
}

Product::Product(const GemmNest &Nest)
    : Order(Nest), SumsRest(restsInC(Nest)), OnlyPacks(onlyPacks(Nest)),
      FitsOneCall(!Nest.Scale && Nest.hasKnownTrips() && !OnlyPacks) {
  // Several products of a step are computed in the type of the sum, and so is a
  // vector, whose operands are copied a little at a time.
  const auto Narrow = [&](const Slice &S) {
    return Nest.Step.isOne() && !Nest.isVector() ? NarrowOperand::of(Nest, S)
                                                 : std::nullopt;
  };
  const auto Left = Narrow(Order.Left), Right = Narrow(Order.Right);
  Kind = kindOf(Order, Left, Right);
  CanTile = (Order.ReadsRight || !Left || !Right) && !OnlyPacks;
}

} // namespace gemmify
