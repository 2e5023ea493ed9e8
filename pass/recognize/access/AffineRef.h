//===- AffineRef.h - Addresses and numbers of a nest ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the addresses and counters of a nest are as functions of the iteration
/// numbers of its dimensions, and what has to be true for that.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ACCESS_AFFINEREF_H
#define GEMMIFY_PASS_RECOGNIZE_ACCESS_AFFINEREF_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/InstrTypes.h"
#include <array>

namespace gemmify {

/// The three loops of a product. The iteration order of k is the order in
/// which the source adds; i and j are free.
enum LoopDim : unsigned { DimI = 0, DimJ = 1, DimK = 2 };
constexpr unsigned NumDims = 3;
/// The loops by their places in the nest, until it is known which is which.
constexpr LoopDim Outer = DimI, Middle = DimJ, Inner = DimK;

/// One value per loop dimension.
template <typename T> using PerDim = std::array<T, NumDims>;

/// An integer of the nest that counts: Start + sum over d of Step[d] *
/// index[d], modulo 2^bits of its type, and what axes carry, as in AffineRef.
struct Counter {
  llvm::Value *Val = nullptr;
  const llvm::SCEV *Start = nullptr;
  PerDim<const llvm::SCEV *> Step = {}; ///< In Start's type; never null.
  /// See AffineRef::Carry; in Start's type.
  PerDim<llvm::SmallVector<const llvm::SCEV *, 1>> Carry = {};

  bool isCarried(LoopDim D) const { return !Carry[D].empty(); }
  /// Whether the number changes with \p D.
  bool dependsOn(LoopDim D) const { return isCarried(D) || !Step[D]->isZero(); }
};

/// A reference to memory whose byte address is
/// Start + sum over d of (Stride[d] * index[d] + Row[d](index[d])) + Lookup,
/// modulo 2^64, and for an index that several axes play (GemmNest::Axes) also
/// Carry[d][a] * (index[d] / points inside one step of axis a). In each step of
/// a batch, it starts elsewhere.
///
/// A plain reference has no Row. `float **A` has A[i][k] = load A[i] + 4*k:
/// Row[i] is the loaded pointer and Start, which is a pointer elsewhere, an
/// i64. A[idx[i]*lda + k] has Row[i] = 4*lda*(load idx[i]), and table[A[i][k]]
/// has Lookup = 4*(load A[i][k]).
struct AffineRef {
  /// The load or store in the nest, or a memory transfer that reads or writes
  /// a row of such elements.
  llvm::Instruction *Access = nullptr;
  llvm::Value *Pointer = nullptr;         ///< Where Access begins.
  llvm::Align Alignment;                  ///< Of each element.
  llvm::Type *ElemTy = nullptr;           ///< What one access reads or writes.
  const llvm::SCEV *Start = nullptr;      ///< At index (0,0,0), without Row.
  PerDim<const llvm::SCEV *> Stride = {}; ///< In bytes, i64; never null.
  /// Whether Stride is the size of an element although it is no constant: where
  /// a kernel has tested it.
  PerDim<bool> IsUnit = {};
  /// An expression of one index alone, null for none. Its leaves are values
  /// that the nest does not change, GemmNest::RowLoads, and affine recurrences
  /// of loops that count that dimension.
  PerDim<const llvm::SCEV *> Row = {};
  /// By axes but the innermost, as of an odometer: what a step of that axis
  /// moves in bytes, i64, besides what Stride and the axes inside say. Empty
  /// where the axes fold: they are one stride then.
  PerDim<llvm::SmallVector<const llvm::SCEV *, 1>> Carry = {};
  /// By axes of GemmNest::Batch: bytes, i64.
  llvm::SmallVector<const llvm::SCEV *, 0> Batch;
  /// The same as Row of several indices together, i64; null for none.
  const llvm::SCEV *Lookup = nullptr;
  PerDim<bool> LookupOn = {}; ///< Those that Lookup moves with.

  bool hasRow(LoopDim D) const { return Row[D] != nullptr; }
  bool hasRows() const { return Row[DimI] || Row[DimJ] || Row[DimK] || Lookup; }
  /// Whether a part of the address that moves with \p D is looked up.
  bool isLookedUp(LoopDim D) const { return hasRow(D) || LookupOn[D]; }
  /// Whether the axes of \p D do not fold.
  bool isCarried(LoopDim D) const { return !Carry[D].empty(); }
  bool isCarried() const {
    return isCarried(DimI) || isCarried(DimJ) || isCarried(DimK);
  }
  /// Whether the address moves with \p D by Stride alone.
  bool isStrided(LoopDim D) const { return !isLookedUp(D) && !isCarried(D); }
  /// Whether strides say all.
  bool isStrided() const { return !hasRows() && !isCarried(); }
  /// Whether the address moves with \p D.
  bool dependsOn(LoopDim D) const {
    return !isStrided(D) || !Stride[D]->isZero();
  }
  /// Calls \p F(const SCEV *&) on every expression that does not change in the
  /// nest: all but what is looked up.
  template <typename Fn> void forEachExpression(Fn F) {
    F(Start);
    llvm::for_each(Stride, F);
    for (auto &OfDim : Carry)
      llvm::for_each(OfDim, F);
    llvm::for_each(Batch, F);
  }
  /// Whether both have the same addresses.
  bool isAt(const AffineRef &Other) const {
    return Start == Other.Start && Stride == Other.Stride &&
           Carry == Other.Carry && Batch == Other.Batch && hasRowsOf(Other);
  }
  /// Whether both look up the same.
  bool hasRowsOf(const AffineRef &Other) const {
    return Row == Other.Row && Lookup == Other.Lookup;
  }
};

/// Index arithmetic that must not wrap for the addresses to be affine, because
/// it is extended or shifted right afterwards: Start + sum of Coef[d] *
/// index[d], evaluated exactly, has to stay in the value range of its type.
struct WrapCheck {
  const llvm::SCEV *Start = nullptr;
  PerDim<const llvm::SCEV *> Coef = {}; ///< In Start's type; never null.
  /// Null, or of the tile's number, in tiled dimensions; then Coef is of the
  /// point's number in its tile.
  PerDim<const llvm::SCEV *> TileCoef = {};
  /// By axes of a batch, and of dimensions whose axes do not fold: Coef is zero
  /// there.
  struct AxisTerm {
    const llvm::SCEV *Coef = nullptr; ///< In Start's type.
    const llvm::SCEV *Size = nullptr; ///< i64.
    bool operator==(const AxisTerm &Other) const {
      return Coef == Other.Coef && Size == Other.Size;
    }
  };
  llvm::SmallVector<AxisTerm, 0> AxisTerms;
  bool Signed = false; ///< Range and extension: signed or unsigned.
  /// So many low bits of Start and of each Coef have to be zero: the right
  /// shift that follows must lose nothing.
  unsigned ZeroBits = 0;
  /// How often the loops around it run, i64, where that is not Trip: there the
  /// source's loop goes several steps of the index at once. Else null.
  PerDim<const llvm::SCEV *> Trip = {};

  bool operator==(const WrapCheck &Other) const {
    return Start == Other.Start && Coef == Other.Coef &&
           TileCoef == Other.TileCoef && Signed == Other.Signed &&
           ZeroBits == Other.ZeroBits && Trip == Other.Trip &&
           AxisTerms == Other.AxisTerms;
  }

  /// Calls \p F(const SCEV *&) on every expression.
  template <typename Fn> void forEachExpression(Fn F) {
    auto IfAny = [&](const llvm::SCEV *&S) {
      if (S)
        F(S);
    };
    F(Start);
    for (auto *Each : {&Coef, &TileCoef, &Trip})
      llvm::for_each(*Each, IfAny);
    for (AxisTerm &Each : AxisTerms) {
      F(Each.Coef);
      F(Each.Size);
    }
  }
};

/// A comparison of two values that do not change in the nest.
struct Condition {
  llvm::CmpInst::Predicate Pred = llvm::CmpInst::ICMP_EQ;
  const llvm::SCEV *X = nullptr, *Y = nullptr; ///< Of one integer type.

  bool operator==(const Condition &Other) const {
    return Pred == Other.Pred && X == Other.X && Y == Other.Y;
  }
};

/// The same where a part of the index is looked up: for each index of the one
/// dimension that has a Row, in the type of the arithmetic, Row + sum of
/// Coef[d] * index[d] over the others has to stay in the range of that type.
struct RowWrapCheck {
  PerDim<const llvm::SCEV *> Row = {};  ///< Null except for one dimension.
  PerDim<const llvm::SCEV *> Coef = {}; ///< Exact, i64; never null.
  bool Signed = false;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ACCESS_AFFINEREF_H
