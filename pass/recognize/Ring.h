//===- Ring.h - How elements multiply and add -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ring that a product is over: integers modulo 2^n, or floats with the
/// rounding that the source asks for. Complex elements are pairs over it, see
/// StepProducts.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_RING_H
#define GEMMIFY_PASS_RECOGNIZE_RING_H

#include "llvm/IR/FMF.h"
#include "llvm/IR/Type.h"
#include "llvm/Support/raw_ostream.h"

namespace gemmify {

/// How an element of C becomes Sum ± X * Y.
struct Ring {
  llvm::Type *Ty = nullptr;  ///< Of the products, the sum and C.
  bool Fused = false;        ///< fma, fmuladd, or contract on both operations.
  bool Always = false;       ///< fma: fused on every target.
  bool ByFlags = false;      ///< Fused because of contract, not by fmuladd.
  bool Subtract = false;     ///< The products are subtracted.
  bool Reassoc = false;      ///< Any order of addition is allowed.
  llvm::FastMathFlags Flags; ///< Common flags of multiply and add.

  bool isFloat() const { return Ty->isFloatingPointTy(); }
  bool addsInAnyOrder() const { return !isFloat() || Reassoc; }

  /// Whether both round in the same places; one may add what the other
  /// subtracts.
  bool roundsAs(const Ring &Other) const {
    return Fused == Other.Fused && Always == Other.Always &&
           ByFlags == Other.ByFlags && Reassoc == Other.Reassoc &&
           !(Flags != Other.Flags);
  }

  /// The flags that multiplications and additions may have in a kernel.
  llvm::FastMathFlags flags() const {
    llvm::FastMathFlags All = Flags;
    All.setAllowContract(Fused);
    All.setAllowReassoc(Reassoc);
    return All;
  }

  /// What code depends on besides the type, for keys.
  void describe(llvm::raw_ostream &OS) const {
    OS << Fused << Always << Subtract << Reassoc << Flags;
  }
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_RING_H
