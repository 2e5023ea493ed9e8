//===- SiteEmitter.h - How a row multiplies one section ---------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of the lowering that differs between instruction families: what
/// happens to one *section* of a product, a sub-matrix of the result whose
/// accumulators fit the register file (Kuzma et al. 2022, section 3.4).
///
///     begin   pieces of the start value  ->  accumulators
///     step    accumulators += columns of A times rows of B
///     finish  accumulators               ->  pieces of the result
///
/// Accumulators need not be vectors: an emitter may name the types in which a
/// loop carries them (carriedTypes); then begin and finish run once, around the
/// loop.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_SITEEMITTER_H
#define GEMMIFY_LOWERING_CORE_SITEEMITTER_H

#include "ProductKind.h"
#include "lowering/matrix/Matrix.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/FMF.h"

namespace gemmify {

/// Arithmetic of a product's sum.
struct ProductMath {
  bool IsFP = true;
  ProductKind Kind;
  /// Whether a product and its addition become one fused operation.
  bool Fuse = false;
  /// Whether products are subtracted from the start value.
  bool Subtract = false;
  llvm::FastMathFlags Mul; ///< On separate products.
  llvm::FastMathFlags Add; ///< On additions and on fused operations.
};

/// Rows [Row, Row + Cut.Rows) and columns [Col, Col + Cut.Cols) of the result.
struct Section {
  unsigned Row = 0;
  unsigned Col = 0;
  Layout Cut;
};

using Accumulators = llvm::SmallVector<llvm::Value *>;

/// One per instruction family; without state.
class SiteEmitter {
public:
  virtual ~SiteEmitter();

  /// Whether step() can efficiently read an operand from memory that holds its
  /// transpose. Otherwise it gets the transpose in registers.
  virtual bool readsTransposed() const;

  /// Whether accumulators are processor state rather than values: a second sum
  /// overwrites the first.
  virtual bool keepsState() const { return false; }

  /// Steps of k that one instruction on a whole accumulator takes, from which
  /// the length of the code is estimated.
  virtual unsigned ksAtOnce() const { return 1; }

  /// The types of the accumulators of \p S where they are not pieces of the
  /// result and are worth keeping from one product to the next, mainly through
  /// the phis of a loop. Empty where the accumulators are the pieces.
  virtual llvm::SmallVector<llvm::Type *>
  carriedTypes(llvm::LLVMContext &C, const Section &S,
               const ProductMath &Math) const;

  /// Accumulators of \p S that start from \p Start, the pieces of the start
  /// value by S.Cut. An empty \p Start means that the sum starts with its
  /// first product, which is not added to anything.
  virtual Accumulators begin(llvm::IRBuilderBase &B, const Section &S,
                             const ProductMath &Math,
                             llvm::ArrayRef<llvm::Value *> Start) const;

  /// The same, from a start value in memory, for accumulators that are loaded
  /// directly; nothing where begin() is to be used.
  virtual std::optional<Accumulators>
  beginInMemory(llvm::IRBuilderBase &B, const Section &S,
                const ProductMath &Math, const MatrixMemory &Start) const;

  /// Adds the products of columns [\p KBegin, \p KEnd) of \p A and the same
  /// rows of \p Bmat, in this order. \p A has at least S.Row + S.Cut.Rows rows,
  /// \p Bmat S.Col + S.Cut.Cols columns; their elements are those of Math.Kind.
  virtual void step(llvm::IRBuilderBase &B, const Section &S,
                    const ProductMath &Math, Accumulators &Acc, const Matrix &A,
                    const Matrix &Bmat, unsigned KBegin,
                    unsigned KEnd) const = 0;

  /// The pieces of the section by S.Cut; null when there was no step.
  virtual llvm::SmallVector<llvm::Value *>
  finish(llvm::IRBuilderBase &B, const Section &S, const ProductMath &Math,
         const Accumulators &Acc) const;

  /// Stores the section to \p To, for accumulators that are stored directly.
  /// False where the pieces of finish() are to be stored instead.
  virtual bool finishInMemory(llvm::IRBuilderBase &B, const Section &S,
                              const ProductMath &Math, const Accumulators &Acc,
                              const MatrixMemory &To) const;
};

// What emitters have in common whose instructions take several steps of k at
// once, and only add.

/// Calls \p Body for each [Begin, End) of \p Rank steps of k in [\p KBegin, \p
/// KEnd), the last of which may be shorter.
inline void
forEachGroup(unsigned KBegin, unsigned KEnd, unsigned Rank,
             llvm::function_ref<void(unsigned Begin, unsigned End)> Body) {
  for (unsigned K = KBegin; K < KEnd; K += Rank)
    Body(K, std::min(K + Rank, KEnd));
}

/// The sum of no products, of type \p Ty: zero, -0 of floats, which changes
/// none that is added.
llvm::Constant *emptySum(llvm::Type *Ty);

/// \p Sum with the other sign where products of integers are subtracted: they
/// are added to it in between. Those of floats are negated themselves.
llvm::Value *turnIntegers(llvm::IRBuilderBase &B, const ProductMath &Math,
                          llvm::Value *Sum);

/// Whether all of \p Pieces are known to be zero, and +0 of floats.
bool areZero(llvm::ArrayRef<llvm::Value *> Pieces);

/// Plain vector instructions: one vector of A times one element of B in every
/// lane. Elements of B are loaded one by one into all lanes (\p LaneBroadcast
/// false; x86 with AVX does that for free), or B is loaded in vectors whose
/// lanes are then copied (true; Arm multiplies by a lane).
const SiteEmitter &vectorEmitter(bool LaneBroadcast);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_SITEEMITTER_H
