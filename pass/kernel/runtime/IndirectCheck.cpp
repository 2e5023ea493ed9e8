//===- IndirectCheck.cpp - Whether rows lie apart -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndirectCheck.h"
#include "IndirectBounds.h"
#include "RowSort.h"
#include "SliverRoom.h"

using namespace llvm;

namespace gemmify {

/// Strips are narrower than this, so sums of two widths do not wrap.
constexpr unsigned MaxWidthBits = 62;

namespace {

using State = SmallVector<Value *, 8>;

/// The strips of one reference. All values are i64 unless said otherwise.
struct Strips {
  AffineRef Base;             ///< What the strip's address depends on.
  std::optional<LoopDim> Dim; ///< Counts the strips; none: there is one.
  Value *Count = nullptr;
  Value *Low = nullptr; ///< Lowest byte, relative to the address.
  Value *Width = nullptr;
  Value *Min = nullptr, *Max = nullptr; ///< Of the strips' lowest bytes.
  Value *Ascends = nullptr;   ///< i1: none is before the one before it.
  Value *LeastStep = nullptr; ///< From one to the next, if so.
  Value *MayMeet = nullptr;   ///< i1: that their ranges overlap C's.
};

class IndirectCheck {
public:
  explicit IndirectCheck(KernelContext &Ctx)
      : Ctx(Ctx), B(Ctx.B), Nest(Ctx.View.Nest), Addresses(B, Nest, Ctx.Sig),
        Bounds(Ctx) {}

  void emit(ArrayRef<AffineRef> Others);

private:
  Strips stripsOf(const AffineRef &R, ArrayRef<Strips> Leading = {});
  void checkLeading(const Strips &S, ArrayRef<Strips> Leading);
  void survey(Strips &S);
  Value *lowest(const Strips &S, Value *Index);
  Value *gapOfOwn();
  void checkEach(const Strips &Other);
  void search(ArrayRef<Strips> Others);
  Value *meetOwn(Value *Sorted);
  Value *meet(Value *Sorted, const Strips &Other, Value *SortedOther);
  Value *isCheap(Value *Strips);
  void require(Value *Cond);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const GemmNest &Nest;
  AddressEmitter Addresses;
  IndirectBounds Bounds;
  Strips C;
  Value *Gap = nullptr; ///< Between beginnings of C's strips, at least.
  BasicBlock *Refuse = nullptr;
};

void IndirectCheck::emit(ArrayRef<AffineRef> Others) {
  // Where rows differ, the source may not reach what follows.
  for (const PerDim<const SCEV *> &Rows : Nest.EqualRows)
    require(Bounds.areEqual(Rows));
  for (const RowWrapCheck &W : Nest.RowWrapChecks)
    require(Bounds.staysInRange(W));
  if (!Nest.C.hasRows() && Others.empty())
    return;
  SmallVector<Strips, 2> Leading;
  if (Nest.C.hasRows())
    for (const AffineRef &R : Others)
      if (Nest.leads(*R.Access))
        Leading.push_back(stripsOf(R));
  C = stripsOf(Nest.C, Leading);
  Value *Search = B.getFalse();
  if (C.Dim) {
    Gap = gapOfOwn();
    Search =
        B.CreateNot(B.CreateAnd(C.Ascends, B.CreateICmpUGE(C.LeastStep, Gap)));
  }
  SmallVector<Strips, 4> ToSort;
  for (const AffineRef &R : Others) {
    Strips Other = stripsOf(R);
    Value *Below = B.CreateICmpULE(B.CreateAdd(C.Max, C.Width), Other.Min);
    Value *Above = B.CreateICmpULE(B.CreateAdd(Other.Max, Other.Width), C.Min);
    Other.MayMeet = B.CreateNot(B.CreateOr(Below, Above));
    if (!C.Dim || !Other.Dim) {
      emitIf(B, "rows.mixed", Other.MayMeet, [&] { checkEach(Other); });
      continue;
    }
    Search = B.CreateOr(Search, Other.MayMeet);
    ToSort.push_back(Other);
  }
  if (C.Dim)
    emitIf(B, "rows.search", Search,
           [&] { Ctx.emitWay([&] { search(ToSort); }); });
}

/// Continues if \p Cond holds, otherwise leaves the kernel.
void IndirectCheck::require(Value *Cond) {
  Function *F = B.GetInsertBlock()->getParent();
  if (!Refuse) {
    Refuse = BasicBlock::Create(B.getContext(), "refuse", F);
    ReturnInst::Create(B.getContext(), B.getFalse(), Refuse);
  }
  BasicBlock *Go = BasicBlock::Create(B.getContext(), "go", F);
  B.CreateCondBr(Cond, Go, Refuse);
  B.SetInsertPoint(Go);
}

/// Strips along the dimension whose row is a pointer, or else along the first
/// with a row; the other dimensions widen them. None may overwrite a value \p
/// Leading to the next one.
Strips IndirectCheck::stripsOf(const AffineRef &R, ArrayRef<Strips> Leading) {
  Strips S;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (R.hasRow(D) && (!S.Dim || R.Row[D]->getType()->isPointerTy()))
      S.Dim = D;
  S.Count = S.Dim ? Ctx.size(*S.Dim) : B.getInt64(1);
  S.Base = R;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (D != S.Dim)
      S.Base.Row[D] = nullptr;
  S.Base.Lookup = nullptr;
  S.Base.LookupOn = {};
  Value *Low = ConstantInt::get(B.getInt128Ty(), 0);
  Value *High =
      ConstantInt::get(B.getInt128Ty(), Ctx.DL.getTypeStoreSize(R.ElemTy));
  for (LoopDim D : {DimI, DimJ, DimK})
    if (D != S.Dim &&
        (R.hasRow(D) || R.isCarried(D) || !R.Stride[D]->isZero())) {
      auto [Least, Most] = Bounds.extent(R, D);
      Low = B.CreateAdd(Low, Least);
      High = B.CreateAdd(High, Most);
    }
  if (R.Lookup) {
    auto [Least, Most] = Bounds.extentOfLookup(R);
    Low = B.CreateAdd(Low, Least);
    High = B.CreateAdd(High, Most);
  }
  Value *Width = B.CreateSub(High, Low);
  require(B.CreateICmpSLT(
      Width, ConstantInt::get(B.getInt128Ty(),
                              APInt::getOneBitSet(128, MaxWidthBits))));
  S.Low = B.CreateTrunc(Low, B.getInt64Ty());
  S.Width = B.CreateTrunc(Width, B.getInt64Ty());
  if (!Leading.empty())
    checkLeading(S, Leading);
  survey(S);
  // No strip wraps around the end of the address space.
  require(B.CreateICmpULT(S.Max, B.CreateNeg(S.Width)));
  return S;
}

/// The lowest byte of strip \p Index.
Value *IndirectCheck::lowest(const Strips &S, Value *Index) {
  Indices At = {B.getInt64(0), B.getInt64(0), B.getInt64(0)};
  if (S.Dim)
    At[*S.Dim] = Index;
  Value *Ptr = Addresses.address(S.Base, At);
  return B.CreateAdd(B.CreatePtrToInt(Ptr, B.getInt64Ty()), S.Low);
}

/// Whether intervals from \p X on and from \p Y on overlap. May be a false
/// alarm where their distance wraps.
static Value *overlap(IRBuilderBase &B, Value *X, Value *XWidth, Value *Y,
                      Value *YWidth) {
  Value *One = ConstantInt::get(X->getType(), 1);
  Value *Distance = B.CreateSub(B.CreateAdd(B.CreateSub(Y, X), YWidth), One);
  return B.CreateICmpULT(Distance,
                         B.CreateSub(B.CreateAdd(XWidth, YWidth), One));
}

/// The source may reread an entry of a table or a size after it has written
/// earlier strips, so the search stops at a strip that overwrites one.
void IndirectCheck::checkLeading(const Strips &S, ArrayRef<Strips> Leading) {
  auto Overwrites = [&](Value *Index) {
    Value *Low = lowest(S, Index), *Any = B.getFalse();
    for (const Strips &Other : Leading)
      Any = B.CreateOr(Any, overlap(B, Low, S.Width, Other.Min, Other.Width));
    return Any;
  };
  auto Goes = [&](ArrayRef<Value *> Now) {
    return B.CreateAnd({B.CreateICmpSLT(Now[0], S.Count), B.CreateNot(Now[1])});
  };
  auto Body = [&](ArrayRef<Value *> Now) -> State {
    return {B.CreateAdd(Now[0], B.getInt64(1), "", true, true),
            Overwrites(Now[0])};
  };
  State End = emitWhile(B, "rows.leading",
                        {B.getInt64(1), Overwrites(B.getInt64(0))}, Goes, Body);
  require(B.CreateNot(End[1]));
}

/// One pass over all strips: where they are and whether they are sorted.
void IndirectCheck::survey(Strips &S) {
  Value *First = lowest(S, B.getInt64(0));
  enum { Index, Before, Min, Max, Ascends, LeastStep };
  State Result = {B.getInt64(1), First,       First,
                  First,         B.getTrue(), B.getInt64(-1)};
  auto Goes = [&](ArrayRef<Value *> Now) {
    return B.CreateICmpSLT(Now[Index], S.Count);
  };
  auto Least = [&](Value *X, Value *Y) {
    return B.CreateBinaryIntrinsic(Intrinsic::umin, X, Y);
  };
  auto Body = [&](ArrayRef<Value *> Now) -> State {
    Value *Low = lowest(S, Now[Index]), *Last = Now[Before];
    return {B.CreateAdd(Now[Index], B.getInt64(1), "", true, true),
            Low,
            Least(Now[Min], Low),
            B.CreateBinaryIntrinsic(Intrinsic::umax, Now[Max], Low),
            B.CreateAnd(Now[Ascends], B.CreateICmpULE(Last, Low)),
            Least(Now[LeastStep], B.CreateSub(Low, Last))};
  };
  if (S.Dim)
    Result = emitWhile(B, "rows", Result, Goes, Body);
  S.Min = Result[Min];
  S.Max = Result[Max];
  S.Ascends = Result[Ascends];
  S.LeastStep = Result[LeastStep];
}

/// C(i,j), for each i or j in turn: elements of one strip are apart, and so are
/// strips; or the elements of all strips lie within the stride from one element
/// of a strip to the next. How far apart their beginnings have to be then.
Value *IndirectCheck::gapOfOwn() {
  const LoopDim Along = *C.Dim == DimI ? DimJ : DimI;
  Value *Size = B.getInt64(Ctx.DL.getTypeStoreSize(Nest.C.ElemTy));
  Value *Stride = Ctx.Sig.get(Nest.C.Stride[Along]);
  Value *Distance =
      B.CreateBinaryIntrinsic(Intrinsic::abs, Stride, B.getFalse());
  require(B.CreateOr({B.CreateICmpEQ(Ctx.size(Along), B.getInt64(1)),
                      B.CreateICmpUGE(Distance, Size)}));
  Value *Spread = B.CreateSub(C.Max, C.Min);
  Value *IsMinor =
      B.CreateAnd({B.CreateICmpULT(Spread, Distance),
                   B.CreateICmpULE(Size, B.CreateSub(Distance, Spread))});
  return Ctx.select(IsMinor, Size, C.Width);
}

/// One of both is a single strip.
void IndirectCheck::checkEach(const Strips &Other) {
  const Strips &One = C.Dim ? Other : C, &Each = C.Dim ? C : Other;
  auto Goes = [&](ArrayRef<Value *> Now) {
    return B.CreateICmpSLT(Now[0], Each.Count);
  };
  auto Body = [&](ArrayRef<Value *> Now) -> State {
    Value *Bad =
        overlap(B, One.Min, One.Width, lowest(Each, Now[0]), Each.Width);
    return {B.CreateAdd(Now[0], B.getInt64(1), "", true, true),
            B.CreateOr(Now[1], Bad)};
  };
  State Found =
      emitWhile(B, "rows.each", {B.getInt64(0), B.getFalse()}, Goes, Body);
  require(B.CreateNot(Found[1]));
}

/// Looks for strips of C that meet each other, or one of \p Others, of which
/// several may: all are sorted.
void IndirectCheck::search(ArrayRef<Strips> Others) {
  const RoomTuning &Tune = Ctx.Plan.Tune.Room;
  const uint64_t OnStack = Ctx.MayAllocate ? Tune.MinSlivers : Tune.MaxSlivers;
  auto BytesOf = [&](Value *Count) {
    return B.CreateMul(Count, B.getInt64(8));
  };
  Value *OfOther = B.getInt64(0);
  for (const Strips &Other : Others)
    OfOther = B.CreateBinaryIntrinsic(Intrinsic::umax, OfOther, Other.Count);
  Value *All = B.CreateAdd(C.Count, OfOther);
  require(isCheap(All));
  if (!Ctx.MayAllocate)
    require(B.CreateICmpULE(All, B.getInt64(OnStack / 8)));
  SliverRoom Room(Ctx);
  Room.obtain(BytesOf(All), Ctx.MayAllocate ? UINT64_MAX : OnStack, OnStack);
  require(B.CreateNot(Room.hasFailed()));
  Value *Sorted = Room.ptr();
  Value *SortedOther = B.CreatePtrAdd(Sorted, BytesOf(C.Count));
  emitSorted(B, Sorted, C.Count, C.Ascends,
             [&](Value *Index) { return lowest(C, Index); });
  Value *Meet = meetOwn(Sorted);
  for (Strips Other : Others) {
    Other.Count = B.CreateSelect(Other.MayMeet, Other.Count, B.getInt64(0));
    emitSorted(B, SortedOther, Other.Count, Other.Ascends,
               [&](Value *Index) { return lowest(Other, Index); });
    Meet = B.CreateOr(Meet, meet(Sorted, Other, SortedOther));
  }
  Room.release();
  require(B.CreateNot(Meet));
}

/// i1: whether some of C's strips, \p Sorted, are closer than their gap.
Value *IndirectCheck::meetOwn(Value *Sorted) {
  auto Goes = [&](ArrayRef<Value *> Now) {
    return B.CreateICmpSLT(Now[0], C.Count);
  };
  auto Body = [&](ArrayRef<Value *> Now) -> State {
    Value *Low = loadNumber(B, Sorted, Now[0]);
    Value *IsClose = B.CreateICmpULT(B.CreateSub(Low, Now[1]), Gap);
    return {B.CreateAdd(Now[0], B.getInt64(1), "", true, true), Low,
            B.CreateOr(Now[2], IsClose)};
  };
  Value *First = loadNumber(B, Sorted, B.getInt64(0));
  return emitWhile(B, "rows.own", {B.getInt64(1), First, B.getFalse()}, Goes,
                   Body)[2];
}

/// i1: whether a strip of C meets one of \p Other. Both are sorted: one pass
/// over each, dropping the strip that ends before the other begins.
Value *IndirectCheck::meet(Value *Sorted, const Strips &Other,
                           Value *SortedOther) {
  enum { OfC, OfOther, Overlap };
  auto Goes = [&](ArrayRef<Value *> Now) -> Value * {
    Value *More = B.CreateAnd({B.CreateICmpSLT(Now[OfC], C.Count),
                               B.CreateICmpSLT(Now[OfOther], Other.Count)});
    return B.CreateAnd(More, B.CreateNot(Now[Overlap]));
  };
  auto Body = [&](ArrayRef<Value *> Now) -> State {
    Value *X = loadNumber(B, Sorted, Now[OfC]),
          *Y = loadNumber(B, SortedOther, Now[OfOther]);
    Value *DropC = B.CreateICmpULE(B.CreateAdd(X, C.Width), Y);
    Value *DropOther = B.CreateICmpULE(B.CreateAdd(Y, Other.Width), X);
    auto Advance = [&](Value *V, Value *Cond) {
      return B.CreateAdd(V, B.CreateZExt(Cond, B.getInt64Ty()));
    };
    return {Advance(Now[OfC], DropC), Advance(Now[OfOther], DropOther),
            B.CreateNot(B.CreateOr(DropC, DropOther))};
  };
  return emitWhile(B, "rows.sweep",
                   {B.getInt64(0), B.getInt64(0), B.getFalse()}, Goes,
                   Body)[Overlap];
}

/// Whether sorting \p Strips costs little compared to the product.
Value *IndirectCheck::isCheap(Value *Strips) {
  Type *I128 = B.getInt128Ty();
  Value *Work = ConstantInt::get(I128, 1);
  Value *Bound = B.getInt64(uint64_t(1) << 40); // Its cube fits in i128.
  auto Wide = [&](Value *V) { return B.CreateZExt(V, I128); };
  for (LoopDim D : {DimI, DimJ, DimK})
    Work = B.CreateMul(Work, Wide(Ctx.smaller(Ctx.size(D), Bound)));
  Work = B.CreateLShr(
      Work, ConstantInt::get(I128, Log2_64(Ctx.Plan.Tune.Choice.WorkPerRow)));
  return B.CreateICmpULE(Wide(Strips), Work);
}

} // namespace

bool needsIndirectCheck(const GemmNest &Nest, ArrayRef<AffineRef> Others) {
  return Nest.C.hasRows() || !Others.empty() || !Nest.RowWrapChecks.empty() ||
         !Nest.EqualRows.empty();
}

void emitIndirectCheck(KernelContext &Ctx, ArrayRef<AffineRef> Others) {
  if (needsIndirectCheck(Ctx.View.Nest, Others))
    IndirectCheck(Ctx).emit(Others);
}

} // namespace gemmify
