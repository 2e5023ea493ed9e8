//===- StepProducts.h - Steps of several products ---------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a step of k adds where that is more than one product.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_STEPPRODUCTS_H
#define GEMMIFY_PASS_RECOGNIZE_STEPPRODUCTS_H

#include "pass/recognize/Slice.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <string>

namespace gemmify {

/// A product that each step of k has besides P * Q.
struct StepProduct {
  Slice P, Q;            ///< As those of the nest.
  bool Subtract = false; ///< From what it is added to otherwise.
  bool Fused = false;    ///< With those before it: fma or fmuladd.
  /// Where products are added to each other first: those from this one on are,
  /// and what they give is added to the sum after what those before it give.
  /// Subtract: whether it is negated.
  bool Begins = false;
};

/// An operand of which every other line is another slice: of a complex element,
/// the real part is made from one product, and the imaginary part from another.
struct PairedOperand {
  /// In odd lines, as the operand itself is in the even ones, at the same
  /// element.
  Slice Odd;
  bool NegatesEven = false, NegatesOdd = false;
};

/// Where the sums of odd lines start and what becomes of them, if the parts of
/// an element start or end in other ways or need each other. The nest's Start,
/// Final and Acc are those of the even line before them, of the same element.
struct OddEnds {
  Slice Start, Final;
  llvm::Value *Acc = nullptr; ///< Stands for the odd sum in all of them.
  /// Loads of C that read the odd part of an element.
  llvm::SmallPtrSet<const llvm::Instruction *, 2> Loads;
};

/// What a step of k consists of besides P * Q.
struct StepProducts {
  llvm::SmallVector<StepProduct, 0> More;
  /// Whether products of a step are added to each other first, from P * Q on,
  /// and what they give is added to the sum. Otherwise each is, in turn.
  bool AddedFirst = false;
  /// Then: whether P * Q is negated.
  bool NegatesFirst = false;

  /// Not null: the index of C that counts its parts, a real and an imaginary
  /// one of each element, and all references with it: every other step of them
  /// is an element.
  std::optional<LoopDim> PairedAlong;
  /// Then, by products from P * Q on: the operand that moves with that index.
  llvm::SmallVector<PairedOperand, 0> Pairs;
  std::optional<OddEnds> Odd;

  bool isOne() const { return More.empty(); }
  unsigned count() const { return 1 + More.size(); }
  /// How many of the products from \p First on are added to each other first.
  unsigned addedWith(unsigned First) const {
    unsigned Count = 1;
    while (First + Count != count() && !More[First + Count - 1].Begins)
      ++Count;
    return Count;
  }
  /// Whether product \p Number, which begins an addend, is negated.
  bool negates(unsigned Number) const {
    return Number ? More[Number - 1].Subtract : NegatesFirst;
  }
  /// How the products are added, as text, for keys.
  std::string signs() const {
    std::string Text(1, NegatesFirst ? '-' : '+');
    for (const StepProduct &Each : More) {
      Text += Each.Begins ? "," : "";
      Text += Each.Subtract ? '-' : '+';
      Text += Each.Fused ? 'f' : 'r';
    }
    return Text;
  }
};

/// Operand P of product \p Number of a step of \p N, a GemmNest, or Q.
template <typename Nest> auto &operandOf(Nest &N, unsigned Number, bool IsP) {
  if (!Number)
    return IsP ? N.P : N.Q;
  auto &Each = N.Step.More[Number - 1];
  return IsP ? Each.P : Each.Q;
}

/// All operands of \p Nest, a GemmNest, product by product.
template <typename Nest> auto operandsOf(Nest &N) {
  llvm::SmallVector<decltype(&N.P), 2> All = {&N.P, &N.Q};
  for (auto &Each : N.Step.More)
    All.append({&Each.P, &Each.Q});
  for (auto &Each : N.Step.Pairs)
    All.push_back(&Each.Odd);
  return All;
}

/// Where the sums of \p Nest start and what becomes of them.
template <typename Nest> auto endsOf(Nest &N) {
  llvm::SmallVector<decltype(&N.Start), 4> All = {&N.Start, &N.Final};
  if (N.Step.Odd)
    All.append({&N.Step.Odd->Start, &N.Step.Odd->Final});
  return All;
}

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_STEPPRODUCTS_H
