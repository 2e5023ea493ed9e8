//===- IndirectCheck.cpp - Whether rows lie apart -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndirectCheck.h"
#include "IndirectBounds.h"

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
  Value *Ascends = nullptr, *Descends = nullptr; ///< i1: each not before/after
  Value *UpStep = nullptr, *DownStep = nullptr;  ///< The smallest, if so
                                                 ///< ordered.

  Value *isSorted(IRBuilderBase &B) const {
    return B.CreateOr(Ascends, Descends);
  }
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
  Value *inOrder(const Strips &S, Value *Position);
  Value *last(const Strips &S) { return B.CreateSub(S.Count, B.getInt64(1)); }
  void checkOwnRows();
  void checkPairsOfOwn(Value *Gap);
  void checkApart(const Strips &Other);
  void sweep(const Strips &Other);
  void checkPairs(const Strips &Other);
  Value *isCheap(const Strips &X, const Strips &Y);
  void require(Value *Cond);

  KernelContext &Ctx;
  IRBuilderBase &B;
  const GemmNest &Nest;
  AddressEmitter Addresses;
  IndirectBounds Bounds;
  Strips C;
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
  if (Nest.C.hasRows())
    checkOwnRows();
  for (const AffineRef &R : Others)
    checkApart(stripsOf(R));
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
  Value *Never = B.getInt64(-1);
  enum { Index, Before, Min, Max, Ascends, Descends, UpStep, DownStep };
  State Result = {B.getInt64(1), First,       First, First,
                  B.getTrue(),   B.getTrue(), Never, Never};
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
            B.CreateAnd(Now[Descends], B.CreateICmpUGE(Last, Low)),
            Least(Now[UpStep], B.CreateSub(Low, Last)),
            Least(Now[DownStep], B.CreateSub(Last, Low))};
  };
  if (S.Dim)
    Result = emitWhile(B, "rows", Result, Goes, Body);
  S.Min = Result[Min];
  S.Max = Result[Max];
  S.Ascends = Result[Ascends];
  S.Descends = Result[Descends];
  S.UpStep = Result[UpStep];
  S.DownStep = Result[DownStep];
}

/// C(i,j), for each i or j in turn: elements of one strip are apart, and so are
/// strips; or the elements of all strips lie within the stride from one element
/// of a strip to the next.
void IndirectCheck::checkOwnRows() {
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
  Value *Gap = Ctx.select(IsMinor, Size, C.Width);
  Value *Up = B.CreateAnd(C.Ascends, B.CreateICmpUGE(C.UpStep, Gap));
  Value *Down = B.CreateAnd(C.Descends, B.CreateICmpUGE(C.DownStep, Gap));
  emitIf(B, "rows.unsorted", B.CreateNot(B.CreateOr(Up, Down)),
         [&] { checkPairsOfOwn(Gap); });
}

void IndirectCheck::checkPairsOfOwn(Value *Gap) {
  require(isCheap(C, C));
  auto Goes = [&](ArrayRef<Value *> Now) {
    return B.CreateICmpSLT(Now[0], C.Count);
  };
  auto Outer = [&](ArrayRef<Value *> Now) -> State {
    Value *X = lowest(C, Now[0]);
    Value *Next = B.CreateAdd(Now[0], B.getInt64(1), "", true, true);
    auto Inner = [&](ArrayRef<Value *> In) -> State {
      Value *Bad = overlap(B, X, Gap, lowest(C, In[0]), Gap);
      return {B.CreateAdd(In[0], B.getInt64(1), "", true, true),
              B.CreateOr(In[1], Bad)};
    };
    State Found = emitWhile(B, "rows.other", {Next, Now[1]}, Goes, Inner);
    return {Next, Found[1]};
  };
  State Found =
      emitWhile(B, "rows.each", {B.getInt64(0), B.getFalse()}, Goes, Outer);
  require(B.CreateNot(Found[1]));
}

void IndirectCheck::checkApart(const Strips &Other) {
  Value *Below = B.CreateICmpULE(B.CreateAdd(C.Max, C.Width), Other.Min);
  Value *Above = B.CreateICmpULE(B.CreateAdd(Other.Max, Other.Width), C.Min);
  emitIf(B, "rows.mixed", B.CreateNot(B.CreateOr(Below, Above)), [&] {
    emitIf(
        B, "rows.sorted", B.CreateAnd({C.isSorted(B), Other.isSorted(B)}),
        [&] { sweep(Other); }, [&] { checkPairs(Other); });
  });
}

/// The lowest byte of the strip at \p Position in ascending order.
Value *IndirectCheck::inOrder(const Strips &S, Value *Position) {
  if (!S.Dim)
    return S.Min;
  Value *FromEnd = B.CreateSub(last(S), Position);
  return lowest(S, B.CreateSelect(S.Ascends, Position, FromEnd));
}

/// Both sorted: one pass over each, dropping the strip that ends before the
/// other begins.
void IndirectCheck::sweep(const Strips &Other) {
  enum { OfC, OfOther, Overlap };
  auto Goes = [&](ArrayRef<Value *> Now) -> Value * {
    Value *More = B.CreateAnd({B.CreateICmpSLT(Now[OfC], C.Count),
                               B.CreateICmpSLT(Now[OfOther], Other.Count)});
    return B.CreateAnd(More, B.CreateNot(Now[Overlap]));
  };
  auto Body = [&](ArrayRef<Value *> Now) -> State {
    Value *X = inOrder(C, Now[OfC]), *Y = inOrder(Other, Now[OfOther]);
    Value *DropC = B.CreateICmpULE(B.CreateAdd(X, C.Width), Y);
    Value *DropOther = B.CreateICmpULE(B.CreateAdd(Y, Other.Width), X);
    auto Advance = [&](Value *V, Value *Cond) {
      return B.CreateAdd(V, B.CreateZExt(Cond, B.getInt64Ty()));
    };
    return {Advance(Now[OfC], DropC), Advance(Now[OfOther], DropOther),
            B.CreateNot(B.CreateOr(DropC, DropOther))};
  };
  State End =
      emitWhile(B, "rows.sweep", {B.getInt64(0), B.getInt64(0), B.getFalse()},
                Goes, Body);
  require(B.CreateNot(End[Overlap]));
}

void IndirectCheck::checkPairs(const Strips &Other) {
  require(isCheap(C, Other));
  auto Outer = [&](ArrayRef<Value *> Now) -> State {
    Value *X = lowest(C, Now[0]);
    auto Inner = [&](ArrayRef<Value *> In) -> State {
      Value *Bad = overlap(B, X, C.Width, lowest(Other, In[0]), Other.Width);
      return {B.CreateAdd(In[0], B.getInt64(1), "", true, true),
              B.CreateOr(In[1], Bad)};
    };
    auto Goes = [&](ArrayRef<Value *> In) {
      return B.CreateICmpSLT(In[0], Other.Count);
    };
    State Found =
        emitWhile(B, "rows.other", {B.getInt64(0), Now[1]}, Goes, Inner);
    return {B.CreateAdd(Now[0], B.getInt64(1), "", true, true), Found[1]};
  };
  auto Goes = [&](ArrayRef<Value *> Now) {
    return B.CreateICmpSLT(Now[0], C.Count);
  };
  State Found =
      emitWhile(B, "rows.each", {B.getInt64(0), B.getFalse()}, Goes, Outer);
  require(B.CreateNot(Found[1]));
}

/// Whether comparing all pairs, or each strip once, costs little compared to
/// the product.
Value *IndirectCheck::isCheap(const Strips &X, const Strips &Y) {
  Type *I128 = B.getInt128Ty();
  Value *Work = ConstantInt::get(I128, 1);
  Value *Bound = B.getInt64(uint64_t(1) << 40); // Its cube fits in i128.
  auto Wide = [&](Value *V) { return B.CreateZExt(V, I128); };
  for (LoopDim D : {DimI, DimJ, DimK})
    Work = B.CreateMul(Work, Wide(Ctx.smaller(Ctx.size(D), Bound)));
  Work = B.CreateLShr(
      Work,
      ConstantInt::get(I128, Log2_64(Ctx.Plan.Tune.Choice.WorkPerRowPair)));
  Value *OfX = Wide(X.Count);
  Value *Pairs = B.CreateMul(OfX, Wide(Y.Count));
  Value *Once = Wide(B.CreateAdd(X.Count, Y.Count));
  return B.CreateOr(
      {B.CreateICmpULE(Pairs, Once), B.CreateICmpULE(Pairs, Work)});
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
