//===- NarrowOperand.cpp - An operand before it is widened ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NarrowOperand.h"
#include "Contiguity.h"

using namespace llvm;

namespace gemmify {

/// \p Root without what is added to all elements alike, which is noted
/// in \p P.
static Value *withoutAddend(const GemmNest &Nest, Value *Root,
                            NarrowOperand &P) {
  auto *Op = dyn_cast<BinaryOperator>(Root);
  if (!Op || !Nest.Root->contains(Op) || Op->getType() != Nest.Elem.Ty)
    return Root;
  auto IsFixed = [&](Value *V) {
    auto *I = dyn_cast<Instruction>(Nest.resolve(V));
    return !I || !Nest.Root->contains(I);
  };
  const bool IsAdd = Op->getOpcode() == Instruction::Add;
  if (!IsAdd && Op->getOpcode() != Instruction::Sub)
    return Root;
  Value *Element = Op->getOperand(0), *Other = Op->getOperand(1);
  if (IsAdd && IsFixed(Element))
    std::swap(Element, Other);
  if (!IsFixed(Other))
    return Root;
  P.Added = Nest.resolve(Other);
  P.Subtracts = !IsAdd;
  return Nest.resolve(Element);
}

std::optional<NarrowOperand> NarrowOperand::of(const GemmNest &Nest,
                                               const Slice &Source) {
  if (!Source.Times.empty())
    return std::nullopt;
  NarrowOperand P;
  P.Source = Source;
  Widening By = Source.Widen;
  Value *Root = Nest.resolve(Source.Root);
  if (Source.Widen == Widening::None && Nest.Elem.Ty->isIntegerTy())
    Root = withoutAddend(Nest, Root, P);
  // An extension of an extension is one, except for the sign of what has lost
  // it.
  while (auto *Cast = dyn_cast<CastInst>(Root)) {
    if (!Nest.Root->contains(Cast) || !isa<SExtInst, ZExtInst, FPExtInst>(Cast))
      break;
    if (isa<SExtInst>(Cast) && By == Widening::Unsigned)
      break;
    if (!isa<FPExtInst>(Cast))
      By = isa<SExtInst>(Cast) ? Widening::Signed : Widening::Unsigned;
    Root = Nest.resolve(Cast->getOperand(0));
  }
  P.Source.Root = Root;
  P.Source.Widen = Widening::None;
  P.Ty = Root->getType();
  P.Signed = By != Widening::Unsigned;
  if (P.Ty == Nest.Elem.Ty || !isPacked(P.Ty, Nest.C.Access->getDataLayout()))
    return std::nullopt;
  return P;
}

} // namespace gemmify
