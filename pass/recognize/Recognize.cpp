//===- Recognize.cpp - Is this nest a matrix product? ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// While a nest is being recognized, the dimensions DimI, DimJ, DimK stand for
/// the *positions* outer, middle and inner; the last step renames them to what
/// they are in the product.
///
//===----------------------------------------------------------------------===//

#include "Recognize.h"
#include "DimensionNames.h"
#include "NearMiss.h"
#include "pass/recognize/access/Divisors.h"
#include "pass/recognize/access/LoadsBefore.h"
#include "pass/recognize/arith/AddedStart.h"
#include "pass/recognize/arith/Approximation.h"
#include "pass/recognize/arith/Contraction.h"
#include "pass/recognize/arith/PartialSums.h"
#include "pass/recognize/arith/ProductMatch.h"
#include "pass/recognize/effects/ResidualMatch.h"
#include "pass/recognize/loops/EmptyRows.h"
#include "pass/recognize/loops/LoopGroups.h"
#include "pass/recognize/loops/RegionPhi.h"
#include "pass/recognize/loops/TripCount.h"
#include "pass/recognize/unroll/RemainderLoop.h"

using namespace llvm;

namespace gemmify {

namespace {

/// How a nest is looked at.
struct View {
  std::optional<unsigned> Only = std::nullopt; ///< The product's sum, or all.
  bool PreferAxes = false, Alone = false; ///< Alone: no loop goes on with it.
};

class Recognizer {
public:
  Recognizer(Loop &Innermost, unsigned Depth, PathChoices &Choices,
             const NestAnalyses &A, View How)
      : L(Innermost), A(A), Choices(Choices), How(How) {
    for (Loop *Around = &L; Chain.size() != Depth;
         Around = Around->getParentLoop())
      Chain.insert(Chain.begin(), Around);
  }
  Recognition run();

  /// After run: how many sums are not of one product.
  unsigned unrelatedSums() const { return !How.Only && Unrelated ? Found : 0; }
  bool hasRemainder() const { return Rest.has_value(); }
  /// After run: whether other loops than PreferAxes wants were folded.
  bool tiledByStrides() const { return Groups.TiledByStrides; }

private:
  bool recognize();
  bool follow();
  bool findSteps();
  bool matchProduct(ProductMatch &Product);
  bool findResidual();
  bool fitsRegion() const;
  bool groupTheLoops();
  bool continuesOverTiles();
  bool isUnrolled() const {
    return K == Inner && !N.Step.AddedFirst &&
           llvm::any_of(Sums, [](auto &S) { return S.Steps.size() > 1; });
  }
  bool appendRest(ProductMatch &Product);
  /// So that the number of steps does not wrap.
  void bound(const SCEV *Count) {
    const SCEV *Most =
        A.SE.getConstant(Count->getType(), UINT64_MAX / (2 * MostCopies));
    if (!A.SE.isKnownPredicate(CmpInst::ICMP_ULE, Count, Most))
      N.Conditions.push_back({CmpInst::ICMP_ULE, Count, Most});
  }
  bool noteUnrolled(const PerDim<const SCEV *> &Counted);
  bool fail(Reason Because) {
    if (Why == Reason::None)
      Why = Because;
    return false;
  }

  Loop &L;
  const NestAnalyses &A;
  PathChoices &Choices;
  const View How;
  bool Unrelated = false;
  unsigned Found = 0;           ///< Sums in the innermost loop.
  SmallVector<Loop *, 6> Chain; ///< Outermost first.
  Reason Why = Reason::None;
  SmallVector<SumChain, 1> Sums;
  LoopDim K = Inner;
  GemmNest N;
  LoopGroups Groups;
  std::optional<NestShape> Shape;
  std::optional<RemainderLoop> Rest;
  std::optional<AffineAccess> Access;
  std::optional<RegionPhis> Path;
  std::optional<SliceMatch> Slices;
  std::optional<NestWrites> Writes;
};

Recognition Recognizer::run() {
  Recognition R;
  Sums = findSums(L, A.SE);
  Found = Sums.size();
  if (How.Only)
    Sums = {Sums[*How.Only]};
  if (Sums.empty()) {
    const NearMiss Near = findNearMiss(L, A.SE);
    R.Where = Near.Where;
    R.Why = Near.Why;
    return R;
  }
  if (isRemainder(L, Sums, A.LI, A.SE))
    return R;
  if (recognize())
    R.Nest = std::move(N);
  R.Why = R.Nest ? Reason::None : Groups.Clipped ? Reason::Triangular : Why;
  R.Why = plainerReason(R.Why, Sums.front(), L);
  Unrelated = llvm::is_contained(
      ArrayRef({Reason::WritesMore, Reason::CombinedSums, Reason::LastValue}),
      R.Why);
  R.Where = Sums.front().Steps.back().Result;
  return R;
}

bool Recognizer::recognize() {
  const Update &U = Sums.front().Steps.front();
  N.Root = Chain.front();
  N.Elem = U.Elem;
  if (!N.Root->isLoopSimplifyForm() || !N.Root->getUniqueExitBlock())
    return fail(whyManyExits(*N.Root, Reason::OutermostManyExits));
  Access.emplace(Chain, A.SE);
  if (!groupTheLoops() || !follow() || !findSteps())
    return false;
  PerDim<const SCEV *> Counted = N.trips();
  ProductMatch Product(N, Sums, *Shape, *Access, *Slices, *Writes, A.SE, Why);
  if (!matchProduct(Product) || !findResidual() || (N.Region && !fitsRegion()))
    return false;
  N.Guards = Shape->Guards;
  N.RegionPhi = Slices->resolved();
  if (Access->hasEqualRows() &&
      (Rest || !N.Besides.empty() || Chain.size() != NumDims ||
       !Access->takeEqualRows(N, *Shape)))
    return fail(Reason::Triangular);
  if (!N.Step.isOne() && !Access->rowLoads().empty())
    return fail(Reason::SeveralProducts);
  Access->requireRows();
  if (!takeInvariantLoads(N, *Access, *Shape, Chain, A) ||
      (Access->testsOnCondition() && !N.InvariantLoads.empty()))
    return fail(Reason::NotKnownBefore);
  llvm::append_range(N.RowLoads, Access->rowLoads());
  llvm::append_range(N.WrapChecks, Access->wrapChecks());
  llvm::append_range(N.RowWrapChecks, Access->rowWrapChecks());
  if ((Rest && !appendRest(Product)) || !noteUnrolled(Counted))
    return false;
  llvm::append_range(N.Conditions, Access->conditions());
  requireDivisors(N, A.SE);
  nameDimensions(N, K);
  return true;
}

/// The path through the nest, on which all sums run.
bool Recognizer::follow() {
  Shape = computeShape(*N.Root, L, *Access, A, Choices, Why);
  if (!Shape)
    return false;
  for (const SumChain &Sum : Sums)
    for (const Update &Step : Sum.Steps)
      if (!Shape->runsAlways(*Step.Result->getParent()))
        return fail(Reason::Conditional);
  Path.emplace(*Shape, *Access, A.SE);
  Access->follow(*Path);
  Slices.emplace(*Shape, *Access);
  Writes.emplace(*Shape, N, *Access, A);
  return Writes->collect(Why);
}

/// What an iteration of the innermost loop, and one after it, adds.
bool Recognizer::findSteps() {
  const Update &U = Sums.front().Steps.front();
  if (Writes->runsBeforeExitTest(*U.Result->getParent()))
    return fail(Reason::AddsBeforeExitTest);
  if (!How.Alone)
    Rest = findRemainder(L, Sums, *Shape, A.SE);
  if (Rest)
    N.Rest = Rest->L;
  else
    joinPartialSums(L, Sums, *Shape);
  if (N.hasAxes() && (Rest || Sums.size() != 1 || isUnrolled()))
    return fail(Reason::SumOfSeveralLoops);
  return true;
}

bool Recognizer::matchProduct(ProductMatch &Product) {
  std::optional<LoopDim> Position = Product.run();
  if (!Position || (N.isVector() && *Position != Inner))
    return false;
  K = *Position;
  return continuesOverTiles() && fusesPredictably(N, K, isUnrolled(), Why) &&
         isNowhereApproximated(*N.Root, Why);
}

/// What else the nest does.
bool Recognizer::findResidual() {
  std::optional<NestResidual> Besides =
      ResidualMatch(*Shape, N, Sums, Writes->all(), K == Inner, A, Why).run();
  if (!Besides)
    return false;
  N.Besides = std::move(*Besides);
  auto IsConditional = [](const Slice *S) { return !S->Forks.empty(); };
  if (!N.Besides.empty() && llvm::any_of(N.slices(), IsConditional))
    return fail(Reason::Conditional);
  // The product of one tile may still be one among other statements.
  if (!N.Besides.empty() && Chain.size() != NumDims && !N.isVector())
    return false;
  return N.Besides.empty() || !Rest || fail(Reason::UnrolledBesideOthers);
}

/// Whether the nest has nothing else than a plain product in its triangle, and
/// writes nothing in rows without elements.
bool Recognizer::fitsRegion() const {
  return !Access->hasEqualRows() && !Rest &&
         (Sums.size() == 1 || N.Step.PairedAlong) &&
         (!isUnrolled() || !N.Step.isOne()) && !N.Region->Coef[K] &&
         N.Besides.empty() && Shape->Forks.empty() &&
         Access->rowLoads().empty() &&
         passesEmptyRowsBy(*Shape, *Access, *Groups.Clipped, Writes->all());
}

bool Recognizer::groupTheLoops() {
  std::optional<LoopGroups> Found =
      groupLoops(Chain, *Access, A.SE, How.PreferAxes, Why);
  if (!Found)
    return false;
  Groups = std::move(*Found);
  Access->setGroups(Groups);
  N.Index = Groups.Index;
  N.Batch = Groups.Batch;
  if (Groups.Clipped)
    N.Region = Groups.Clipped->plane(A.SE);
  return true;
}

/// The next tile of k goes on from the sum that the one before has stored.
bool Recognizer::continuesOverTiles() {
  if (!N.Index[K].Tiled)
    return true;
  startFromAddedC(N, *Slices);
  return N.startsFromC() && N.endsWithSum();
}

/// What a second loop goes on with, once everything else is known.
bool Recognizer::appendRest(ProductMatch &Product) {
  assert(K == Inner && "C does not move with the first loop");
  if (N.Index[K].Tiled)
    return fail(Reason::NoCopies);
  for (Instruction *W : Writes->all())
    if (Rest->L->contains(W) &&
        llvm::none_of(Rest->Sums,
                      [&](const SumChain &Sum) { return Sum.stores(W); }))
      return fail(Reason::NoCopies);
  std::unique_ptr<AffineAccess> Own =
      accessOfRest(*Rest, Chain, Groups, *Shape, A.SE);
  const SCEV *Count = countRemainder(*Rest, *Own, A.SE, N.Conditions, Why);
  SliceMatch OwnSlices(*Shape, *Own);
  if (!Count || !Product.append(Rest->Sums, OwnSlices, Count))
    return false;
  for (const AffineRef &R : Own->fixedLoads())
    if (!N.isFixedLoad(R.Access))
      return fail(Reason::NotKnownBefore);
  if (!Own->rowLoads().empty() || Own->hasEqualRows())
    return fail(Reason::NoCopies);
  bound(Count);
  llvm::append_range(N.Conditions, Own->conditions());
  const SCEV *AtLeastOne =
      A.SE.getUMaxExpr(Count, A.SE.getOne(Count->getType()));
  for (WrapCheck W : Own->wrapChecks()) {
    W.Trip[K] = AtLeastOne;
    N.WrapChecks.push_back(W);
  }
  return true;
}

/// Where an iteration of the source does several steps of an index, index
/// arithmetic still counts in iterations: \p Counted ones.
bool Recognizer::noteUnrolled(const PerDim<const SCEV *> &Counted) {
  for (unsigned D = 0; D != NumDims; ++D) {
    if (N.Index[D].Trip == Counted[D])
      continue;
    for (WrapCheck &W : N.WrapChecks)
      if (!W.Trip[D])
        W.Trip[D] = Counted[D];
    bound(Counted[D]);
    for (const AffineRef &R : N.RowLoads)
      if (R.dependsOn(LoopDim(D)))
        return fail(Reason::NoCopies);
  }
  return true;
}

} // namespace

/// Sums that are not parts of one product are each other's rest, as are those
/// of two loops. One that starts in a tile of k may go on in the next over
/// axes.
Recognition recognizeAt(unsigned Depth, Loop &Innermost, PathChoices &Choices,
                        const NestAnalyses &A, std::optional<unsigned> Only) {
  Recognizer All(Innermost, Depth, Choices, A, {Only});
  Recognition R = All.run();
  auto Try = [&](View How, bool IsReason = false) {
    Recognition Of = Recognizer(Innermost, Depth, Choices, A, How).run();
    R = Of.Nest || IsReason ? std::move(Of) : std::move(R);
  };
  for (unsigned Each = 0; Each != All.unrelatedSums() && !R.Nest; ++Each)
    Try({Each}, !Each && R.Why == Reason::WritesMore);
  if (!R.Nest && All.tiledByStrides())
    Try({std::nullopt, /*PreferAxes=*/true});
  if (!R.Nest && All.hasRemainder())
    Try({Only, /*PreferAxes=*/false, /*Alone=*/true});
  if (R.Nest && Choices.Wanted)
    R.Choice = {Depth, Choices, {}};
  return R;
}

/// Sets the choices that follow: false after true, as in counting. False when
/// there are none.
static bool advance(PathChoices &Choices) {
  SmallVectorImpl<bool> &Ways = Choices.Ways;
  while (!Ways.empty() && !Ways.back())
    Ways.pop_back();
  if (Ways.empty())
    return false;
  Ways.back() = false;
  return true;
}

/// The first nest with \p Choices or ones that follow; without one, why there
/// is none with the last of them.
static Recognition recognizeFrom(unsigned Depth, Loop &Innermost,
                                 PathChoices &Choices, const NestAnalyses &A) {
  Recognition R;
  Reason Passed = Reason::None;
  do {
    if (Passed == Reason::None)
      Passed = R.Why;
    R = recognizeAt(Depth, Innermost, Choices, A);
  } while (!R.Nest && advance(Choices));
  if (R.Nest)
    R.Choice->Passed = Passed;
  return R;
}

Recognition recognizeGemm(Loop &Innermost, const NestAnalyses &A,
                          bool OneForm) {
  unsigned Depth = Innermost.getLoopDepth();
  if (Depth < NumDims || !Innermost.isInnermost())
    return Recognition();
  auto At = [&](unsigned Depth) {
    PathChoices Choices;
    Recognition R = recognizeAt(Depth, Innermost, Choices, A);
    if (R.Nest ? OneForm || !Choices.Excludes : !Choices.Possible)
      return R;
    Choices.Wanted = R.Nest ? PathChoices::Writing : PathChoices::Everywhere;
    Recognition Chosen = recognizeFrom(Depth, Innermost, Choices, A);
    return Chosen.Nest ? std::move(Chosen) : std::move(R);
  };
  Recognition R = At(Depth = std::min(Depth, MostLoops));
  const Reason OfAll = R.Why;
  // A larger nest that is none may have one inside.
  while (Depth-- != NumDims && !R.Nest && R.Where) {
    Recognition Inside = At(Depth);
    // In a tile, bounds change with the loop over the tiles.
    if (Inside.Nest || R.Why == Reason::None ||
        (Inside.Why != Reason::Triangular && !isAboutContraction(R.Why) &&
         !llvm::is_contained({R.Why, Inside.Why}, Reason::BatchOfVectors)))
      R = std::move(Inside);
  }
  // Some of the loops may be no contraction where all of them nearly are one.
  if (R.Why == Reason::SumOfSeveralLoops &&
      llvm::is_contained({Reason::NoFixedStride, Reason::Triangular}, OfAll))
    R.Why = OfAll;
  return R;
}

Recognition recognizeOther(Loop &Innermost, const NestChoice &Choice,
                           const NestAnalyses &A) {
  PathChoices Choices = Choice.Path;
  return advance(Choices) ? recognizeFrom(Choice.Depth, Innermost, Choices, A)
                          : Recognition();
}

} // namespace gemmify
