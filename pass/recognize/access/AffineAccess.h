//===- AffineAccess.h - Addresses as affine functions -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Splits the SCEV of an address into a start and, per loop dimension, a byte
/// stride and an expression of that index (row pointers, gathered rows). Works
/// on SCEV alone, never on the shape of GEPs.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ACCESS_AFFINEACCESS_H
#define GEMMIFY_PASS_RECOGNIZE_ACCESS_AFFINEACCESS_H

#include "pass/recognize/GemmNest.h"
#include "pass/recognize/Reasons.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include <optional>

namespace gemmify {

struct LoopGroups;
struct Triangle;
class RegionPhis;
struct NestShape;

/// In bits; `index & 31` is meant to wrap around.
constexpr unsigned NarrowestIndex = 8;

/// The counter of \p L, Start + iteration * Step, must not wrap before L ends:
/// its trip count relies on that.
struct CounterCheck {
  const llvm::Loop *L = nullptr;
  const llvm::SCEV *Start = nullptr;
  const llvm::SCEV *Step = nullptr;
  bool Signed = false;
};

/// Splits addresses of one nest. Collects the conditions under which the splits
/// are right.
class AffineAccess {
public:
  /// \p Chain are loops of the nest, outermost first.
  AffineAccess(llvm::ArrayRef<llvm::Loop *> Chain, llvm::ScalarEvolution &SE);

  /// The stride of \p Access, a load or store, with each loop of the chain; not
  /// computed where a loop moves a row. Empty when its address is not affine.
  std::optional<llvm::SmallVector<const llvm::SCEV *, 6>>
  strides(llvm::Instruction &Access);

  /// Says which loops count one index together. Before references are split.
  void setGroups(const LoopGroups &G);

  /// Says that each loop of a chain of up to three counts an index of its own.
  void setGroups();

  /// Where the nest is a triangle: whether \p Cond, which is asked in an
  /// iteration of \p Where, is \p Expected just where the iteration of the
  /// outer loop has some of the inner one. See Triangle.h.
  /// \p ToProduct: the product is done only then.
  bool testsRow(const llvm::Value &Cond, bool Expected, const llvm::Loop &Where,
                bool ToProduct);
  /// Whether a test of rows is one only if the guard holds.
  bool testsOnCondition() const { return TestsOnCondition; }
  /// What holds just where some row has an element.
  llvm::SmallVector<Condition, 2> someRowExists() const;
  /// Requires, where nothing tests it, that no iteration is without one.
  void requireRows();
  /// Restates \p To, where rows of a triangle begin, as where column 0 of the
  /// box would be, if it moves with them as \p C does along \p Columns.
  bool beginsInColumnZero(AffineRef &To, const AffineRef &C,
                          LoopDim Columns) const;
  bool isTriangle() const { return Clipped; }
  /// Whether \p L is one of the two loops of a triangle.
  bool isClipped(const llvm::Loop &L) const;

  /// Whether \p L counts an index alone: there are no tiles, whose loops move
  /// the bounds of points.
  bool countsAlone(const llvm::Loop &L) const {
    return NumLoops == NumDims && PositionOf.contains(&L);
  }

  /// How often the innermost loop of \p Dim runs, i64; may move with the loops
  /// around it.
  const llvm::SCEV *countOf(LoopDim Dim) const {
    return CountOf[Groups[Dim].Point];
  }

  /// From now on, values are followed along \p Values.
  void follow(RegionPhis &Values) { Path = &Values; }

  /// How often \p L is repeated after its exit test has been visited first;
  /// null when it is not known, or no loop that counts an index.
  const llvm::SCEV *repeatsOf(const llvm::Loop &L) const;

  /// What \p V is in an iteration of \p Where (null: outside of all loops).
  const llvm::SCEV *valueOf(llvm::Value &V, const llvm::Loop *Where) {
    return normalize(SE.getSCEVAtScope(&V, Where));
  }

  /// States signed divisions by fixed values inside the nest as unsigned ones,
  /// which ScalarEvolution knows, and what is reloaded by what it was before.
  const llvm::SCEV *normalize(const llvm::SCEV *S);

  /// What \p Phi of the nest is in all iterations, provided that the loads in
  /// the nest that it may come from find the value with which it begins. Null
  /// where it comes from something else. LLVM leaves such phis of values that a
  /// store to the result might change.
  const llvm::SCEV *reloaded(const llvm::PHINode &Phi);

  /// What \p Load of the nest finds, if it is fixed, as what another load of
  /// the same place finds: the first one of the nest, or, provided that it is
  /// the same, one from before that the nest uses, too. LLVM loads there what
  /// no write in front of its use may change. Null where there is no other, and
  /// outside of addresses: what a test compares, a count, or where something
  /// fixed is loaded from, says whether the source has overwritten it before.
  const llvm::SCEV *loadedElsewhere(llvm::LoadInst &Load);

  /// \p Test, which is made in an iteration of \p Where, as a comparison of
  /// fixed values.
  std::optional<Condition> compare(const llvm::Value &Test,
                                   const llvm::Loop *Where);

  /// Whether \p Test, in the loop \p Where, asks if a row has any elements, and
  /// \p Length, of all of them, has one value if rows are equally long, which
  /// they have to be then.
  bool hasEqualEnds(const llvm::Value &Test, const llvm::Loop *Where,
                    const llvm::SCEV *Length);

  /// Lets \p L count \p Dim as well, for what it contains: it runs as often
  /// as the innermost loop of that dimension.
  void countAs(const llvm::Loop &L, LoopDim Dim) {
    PositionOf[&L] = Groups[Dim].Point;
    Siblings.insert(&L);
  }
  void countsNothing(const llvm::Loop &L) {
    PositionOf.erase(&L);
    Siblings.erase(&L);
  }

  /// Lets \p Phi stand for \p Value: it has no other one on the nest's path.
  void know(const llvm::PHINode &Phi, const llvm::SCEV *Value) {
    Known[&Phi] = Value;
  }

  /// \p S as it is in the nest, in terms of what is known.
  const llvm::SCEV *resolve(const llvm::SCEV *S);

  /// The reference made by \p Access, a load or store of the nest. Empty with a
  /// reason in \p Why when its address is not affine.
  std::optional<AffineRef> reference(llvm::Instruction &Access, Reason &Why);

  /// The same for any pointer \p Ptr that is used in \p Where.
  std::optional<AffineRef> pointer(llvm::Value &Ptr,
                                   const llvm::BasicBlock &Where, Reason &Why);

  /// What \p V, an integer that is used in \p Where, counts. Empty when it
  /// does not move by fixed steps.
  std::optional<Counter> counter(llvm::Value &V, const llvm::BasicBlock &Where);

  /// The innermost loop of the nest around \p BB.
  const llvm::Loop &loopAround(const llvm::BasicBlock &BB) const;

  /// Whether \p S has one value throughout the nest, provided that the
  /// fixedLoads that it needs have.
  bool isFixed(const llvm::SCEV *S);

  /// The same for an integer that is computed from what each iteration of one
  /// loop loads: it has to be the same in all of them. See
  /// GemmNest::EqualRows.
  bool isFixedOrEqual(const llvm::SCEV *S);
  /// Whether \p S is an integer of which isFixedOrEqual has said so.
  bool isEqualRow(const llvm::SCEV *S);
  bool hasEqualRows() const { return !EqualRows.empty(); }
  /// Whether \p S has none of them that moves with the loop at \p Position of
  /// the chain or one inside it: iterations that depend on it may not run.
  bool isEqualOutside(const llvm::SCEV *S, unsigned Position) const;
  /// Enters these integers into \p N, and what they are computed from, in the
  /// order of the path: one may decide whether the next is reached. False when
  /// that cannot be done.
  bool takeEqualRows(GemmNest &N, const NestShape &Shape);

  /// Whether \p Load reads the same place in each iteration. Whether something
  /// else is written there meanwhile is for Legality to find out.
  bool isFixedLoad(llvm::LoadInst &Load);

  /// Loads of the nest that have been taken for fixed. See
  /// GemmNest::InvariantLoads.
  llvm::ArrayRef<AffineRef> fixedLoads() const { return Fixed; }
  /// Forgets all but the first \p Count of them: the others are not needed.
  void keepFixedLoads(unsigned Count) {
    Fixed.truncate(Count);
    FirstLoad.clear();
  }

  /// Loads that the Rows of all references so far are made of. Two that read
  /// the same place stand for each other: only the first occurs.
  llvm::ArrayRef<AffineRef> rowLoads() const { return RowLoads; }

  /// Conditions that all splits so far rely on.
  llvm::ArrayRef<WrapCheck> wrapChecks() const { return Checks; }
  llvm::ArrayRef<RowWrapCheck> rowWrapChecks() const { return RowChecks; }
  llvm::ArrayRef<Condition> conditions() const { return Required; }

  /// Adds a condition.
  void require(const CounterCheck &Check);
  void require(const Condition &C);
  void require(const WrapCheck &Check);

private:
  const llvm::SCEV *distance(const llvm::ICmpInst &Cmp,
                             const llvm::Loop *Where);
  /// A term that is looked up; see AffineRef::Row.
  struct RowTerm {
    const llvm::SCEV *Expr;
    unsigned Loops; ///< Bit p: moves with the loop at position p of the chain.
  };
  struct Split {
    const llvm::SCEV *Start;
    llvm::SmallVector<const llvm::SCEV *, 6> Coef; ///< Per loop of the chain.
    llvm::SmallVector<RowTerm, 1> Rows;
  };
  /// A group of loops by their positions in the chain.
  struct Group {
    unsigned Point = 0;
    std::optional<unsigned> Tile;
    const llvm::SCEV *TileSize = nullptr;
    /// Where several axes play the index: their positions, outermost first,
    /// Point last, and their sizes.
    llvm::SmallVector<unsigned, 0> Axes;
    llvm::SmallVector<const llvm::SCEV *, 0> Sizes;
  };
  std::optional<Split> splitValue(llvm::Value &V,
                                  const llvm::BasicBlock &Where);
  const llvm::SCEV *timesSize(const llvm::SCEV *Size, const llvm::SCEV *Stride);
  const llvm::SCEV *tileStride(const Group &G, const llvm::SCEV *Stride);
  bool agrees(const Group &G, const Split &S);
  std::optional<PerDim<const llvm::SCEV *>> fold(const Split &S);
  std::optional<Split> split(const llvm::SCEV *S);
  std::optional<Split> splitAffine(const llvm::SCEV *S);
  std::optional<Split> splitRow(const llvm::SCEV *S);
  std::optional<Split> extendRows(const llvm::SCEVCastExpr *Ext, Split In);
  bool requireOfRows(const Split &Wide, const llvm::SCEV *Narrow, bool Signed);
  static unsigned loopsOf(const Group &G) {
    unsigned Loops = 1u << G.Point | (G.Tile ? 1u << *G.Tile : 0);
    for (unsigned Axis : G.Axes)
      Loops |= 1u << Axis;
    return Loops;
  }
  bool hasAxes() const {
    return !Batch.empty() ||
           llvm::any_of(Groups, [](const Group &G) { return !G.Axes.empty(); });
  }
  void foldAxes(const Group &G, Split &S);
  llvm::SmallVector<const llvm::SCEV *, 1> carry(const Group &G,
                                                 const Split &S);
  std::optional<unsigned> loopsOf(const llvm::SCEV *Row);
  std::optional<unsigned> loopsOf(llvm::LoadInst &Load);
  std::optional<unsigned> findLoopsOf(const llvm::SCEV *Row);
  bool countsIn(const llvm::SCEV *Row);
  std::optional<PerDim<const llvm::SCEV *>>
  foldRows(llvm::ArrayRef<RowTerm> Rows);
  bool takeLookups(Split &S, AffineRef &Ref);
  std::optional<LoopDim> dimensionOf(const RowTerm &Term);
  bool canBeLookedUp(const RowTerm &Term);
  const llvm::Instruction *takeFirstLoads(const llvm::SCEV *Row, GemmNest &N,
                                          const NestShape &Shape);
  bool noteRowLoads(const llvm::SCEV *Row);
  bool noteRowLoad(llvm::LoadInst &Load);
  std::optional<Split> splitSum(const llvm::SCEVAddExpr *Add);
  std::optional<Split> splitProduct(const llvm::SCEVMulExpr *Mul);
  std::optional<Split> splitRecurrence(const llvm::SCEVAddRecExpr *Rec);
  std::optional<Split> splitExtension(const llvm::SCEVCastExpr *Ext);
  std::optional<Split> splitShifted(const llvm::SCEV *S,
                                    const llvm::SCEV *&Scale);
  std::optional<Split> splitMasked(const llvm::SCEV *S,
                                   const llvm::SCEV *&Scale);
  void require(const Split &S, bool Signed, unsigned ZeroBits = 0);
  void requireInTriangle(const CounterCheck &Check);
  void setTriangle(const Triangle &T);
  llvm::LoadInst *firstOf(llvm::LoadInst &Load) const;
  std::optional<Split> splitPhi(const llvm::SCEVUnknown *U);
  std::optional<Split> splitDelayed(llvm::PHINode &Phi);
  void advance(Split &S, unsigned Position, const llvm::SCEV *Step);
  Split invariant(const llvm::SCEV *S);

  llvm::Loop &Root;
  const llvm::Loop &Innermost;
  llvm::ScalarEvolution &SE;
  const llvm::Loop *Scope = nullptr; ///< Of the split in progress.
  /// Whose next value is being split.
  llvm::SmallPtrSet<const llvm::PHINode *, 2> Delayed;
  /// What loopsOf has found since it was asked from outside.
  llvm::DenseMap<std::pair<const llvm::SCEV *, const llvm::Loop *>,
                 std::optional<unsigned>>
      LoopsOfPart;
  llvm::DenseMap<const llvm::Loop *, unsigned> PositionOf;
  llvm::SmallPtrSet<const llvm::Loop *, 2> Siblings; ///< See countAs.
  unsigned NumLoops;
  PerDim<Group> Groups;
  /// Positions and sizes of the axes of a batch.
  llvm::SmallVector<std::pair<unsigned, const llvm::SCEV *>, 0> Batch;
  bool Grouped = false;
  llvm::ValueToSCEVMapTy Known;
  llvm::DenseMap<const llvm::PHINode *, const llvm::SCEV *> Reloaded;
  llvm::DenseMap<const llvm::LoadInst *, const llvm::SCEV *> FirstLoad;
  bool MayJoinLoads = true, JoinsLoads = false; ///< See loadedElsewhere.
  RegionPhis *Path = nullptr;
  const Triangle *Clipped = nullptr;
  bool TestsRows = false;        ///< Rows without an iteration are passed by.
  bool TestsOnCondition = false; ///< The guard says that they are just these.
  llvm::SmallVector<const llvm::SCEV *, 6> CountOf; ///< Per loop of the chain.
  llvm::SmallVector<CounterCheck, 2> Counters;
  llvm::SmallVector<WrapCheck, 2> Checks;
  llvm::SmallVector<RowWrapCheck, 1> RowChecks;
  llvm::SmallVector<Condition, 2> Required;
  llvm::SmallVector<AffineRef, 2> Fixed;
  llvm::SmallVector<AffineRef, 2> RowLoads;
  llvm::SmallVector<RowTerm, 1> EqualRows;
  /// The row load that stands for each load of the nest, as an expression.
  llvm::DenseMap<const llvm::Value *, const llvm::SCEV *> RowLoadOf;
};

/// Extends a coefficient of a WrapCheck as its exact value is meant: signed, or
/// unsigned, negated where it is the negative of something (a loop that counts
/// down).
const llvm::SCEV *extendCoefficient(llvm::ScalarEvolution &SE,
                                    const llvm::SCEV *Coef, bool Signed,
                                    llvm::Type *Wide);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ACCESS_AFFINEACCESS_H
