//===- StaircaseGuard.cpp - The test before blocks of rows ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaircaseGuard.h"
#include "SavedElements.h"
#include "intrinsic/Tuning.h"

using namespace llvm;

namespace gemmify {

/// Sizes and strides have at most so many bits: sums and products of them, and
/// of constants that are smaller, are exact.
static constexpr unsigned SizeBits = 40;

bool StaircaseGuard::canEmit(const Instruction &Entry) const {
  auto Expands = [&](const SCEV *S) { return Numbers.canExpand(S, Entry); };
  auto AddressExpands = [&](const ModelAddress &A) {
    return Expands(Numbers.evolution().removePointerBase(A.Base)) &&
           llvm::all_of(A.By,
                        [&](const auto &By) { return Expands(By.second); });
  };
  return canEmitIndices(Entry) && Expands(Nest.Stride[0]) &&
         Expands(Nest.Stride[1]) && Numbers.canGive(Entry) &&
         llvm::all_of(Nest.Statements,
                      [&](const Statement &S) {
                        return AddressExpands(S.Address) &&
                               llvm::all_of(S.Reads, [&](const ModelRead &R) {
                                 return AddressExpands(R.Address);
                               });
                      }) &&
         llvm::all_of(Nest.Aside, [&](const AsideAccess &A) {
           return AddressExpands(A.Address);
         });
}

bool StaircaseGuard::canEmitIndices(const Instruction &Entry) const {
  auto Expands = [&](const SCEV *S) { return Numbers.canExpand(S, Entry); };
  auto FormExpands = [&](const LoopForm &Form) {
    return Expands(Form.Const) && llvm::all_of(Form.Terms, [&](const auto &T) {
             return Expands(T.second);
           });
  };
  return llvm::all_of(Nest.Narrow, FormExpands) &&
         llvm::all_of(Nest.NotNegative, FormExpands) &&
         llvm::all_of(Nest.Same,
                      [&](const auto &Two) {
                        return Expands(Two.first) && Expands(Two.second);
                      }) &&
         llvm::all_of(Nest.Sizes, Expands);
}

/// The least or the largest number that \p T is, of 128 bits.
Value *StaircaseGuard::size(IRBuilderBase &B, const Term &T, bool IsLow) {
  Term Fixed = T;
  while (Fixed.isLoop()) {
    const ModelLoop &L = Nest.Loops[Fixed.Index];
    Fixed = (IsLow ? L.Low : L.High) + Fixed.Plus;
  }
  Value *Plus = ConstantInt::get(B.getInt128Ty(), Fixed.Plus, true);
  if (Fixed.Base == Term::Zero)
    return Plus;
  return B.CreateAdd(Numbers.wide(B, Nest.Sizes[Fixed.Index]), Plus);
}

static Value *least(IRBuilderBase &B, Value *X, Value *Y) {
  return B.CreateSelect(B.CreateICmpSLT(X, Y), X, Y);
}
static Value *most(IRBuilderBase &B, Value *X, Value *Y) {
  return B.CreateSelect(B.CreateICmpSLT(X, Y), Y, X);
}

/// A loop that never runs may have its bounds the other way round.
StaircaseGuard::Range StaircaseGuard::rangeOf(IRBuilderBase &B, const Term &T) {
  Value *Low = size(B, T, true), *High = size(B, T, false);
  Value *Least = least(B, Low, High);
  return {Least, most(B, Low, High)};
}

/// All rows, or columns for \p D = 1, of the matrix.
StaircaseGuard::Range StaircaseGuard::rangeOf(IRBuilderBase &B, unsigned D) {
  Range All{nullptr, nullptr};
  SmallVector<Term, 8> Seen;
  forEachElement([&](const Element &E) {
    if (llvm::is_contained(Seen, E.At[D]))
      return;
    Seen.push_back(E.At[D]);
    const Range R = rangeOf(B, E.At[D]);
    All.Low = All.Low ? least(B, All.Low, R.Low) : R.Low;
    All.High = All.High ? most(B, All.High, R.High) : R.High;
  });
  return All;
}

static Value *isWithin(IRBuilderBase &B, Value *V, const APInt &Min,
                       const APInt &Max) {
  Value *NotLess = B.CreateICmpSGE(V, ConstantInt::get(V->getType(), Min));
  return B.CreateAnd(NotLess,
                     B.CreateICmpSLE(V, ConstantInt::get(V->getType(), Max)));
}

static Value *magnitude(IRBuilderBase &B, Value *V) {
  return most(B, V, B.CreateNeg(V));
}

/// Steps of one kind stay within one step of the other kind.
Value *StaircaseGuard::elementsAreApart(IRBuilderBase &B) {
  Type *I128 = B.getInt128Ty();
  const unsigned Bytes = Nest.elementBytes();
  const APInt Most = APInt::getOneBitSet(128, SizeBits);
  Value *Stride[2], *Span[2], *All = B.getTrue();
  for (unsigned D : {0, 1}) {
    Stride[D] = magnitude(B, Numbers.wide(B, Nest.Stride[D]));
    All = B.CreateAnd(All, isWithin(B, Stride[D], APInt(128, Bytes), Most));
    const Range R = rangeOf(B, D);
    Value *Count = B.CreateSub(R.High, R.Low);
    Span[D] =
        B.CreateMul(B.CreateAdd(Count, ConstantInt::get(I128, 1)), Stride[D]);
  }
  Value *RowsFit = B.CreateICmpSLE(Span[0], Stride[1]);
  Value *ColumnsFit = B.CreateICmpSLE(Span[1], Stride[0]);
  return B.CreateAnd(All, B.CreateOr(RowsFit, ColumnsFit));
}

StaircaseGuard::Range StaircaseGuard::start(IRBuilderBase &B,
                                            const SCEV *Pointer) {
  ScalarEvolution &SE = Numbers.evolution();
  const auto *Base = cast<SCEVUnknown>(SE.getPointerBase(Pointer));
  Value *Address =
      B.CreatePtrToInt(B.CreateFreeze(Base->getValue()), B.getInt64Ty());
  Value *V = B.CreateAdd(B.CreateZExt(Address, B.getInt128Ty()),
                         Numbers.wide(B, SE.removePointerBase(Pointer)));
  return {V, V};
}

static void stretch(IRBuilderBase &B, Value *&Low, Value *&High, Value *X,
                    Value *Y) {
  Value *Least = least(B, X, Y);
  Low = B.CreateAdd(Low, Least);
  High = B.CreateAdd(High, most(B, X, Y));
}

/// What of memory the matrix takes.
StaircaseGuard::Range StaircaseGuard::window(IRBuilderBase &B) {
  Range All = start(B, Nest.Base);
  for (unsigned D : {0, 1}) {
    Value *Stride = Numbers.wide(B, Nest.Stride[D]);
    const Range R = rangeOf(B, D);
    Value *First = B.CreateMul(Stride, R.Low);
    stretch(B, All.Low, All.High, First, B.CreateMul(Stride, R.High));
  }
  All.High = B.CreateAdd(
      All.High, ConstantInt::get(B.getInt128Ty(), Nest.elementBytes()));
  return All;
}

StaircaseGuard::Range StaircaseGuard::window(IRBuilderBase &B,
                                             const ModelAddress &A, Type *Ty) {
  Range All = start(B, A.Base);
  for (const auto &[L, By] : A.By) {
    Value *Stride = Numbers.wide(B, By);
    const Range R = rangeOf(B, {Term::Loop, L});
    Value *First = B.CreateMul(Stride, R.Low);
    stretch(B, All.Low, All.High, First, B.CreateMul(Stride, R.High));
  }
  const unsigned Bytes = Ty->getPrimitiveSizeInBits() / 8;
  All.High = B.CreateAdd(All.High, ConstantInt::get(B.getInt128Ty(), Bytes));
  return All;
}

static Value *isInSpace(IRBuilderBase &B, Value *Low, Value *High) {
  const APInt Space = APInt::getOneBitSet(128, 64);
  Value *Starts = isWithin(B, Low, APInt(128, 0), Space);
  return B.CreateAnd(Starts, isWithin(B, High, APInt(128, 0), Space));
}

Value *StaircaseGuard::isApart(IRBuilderBase &B, const Range &Matrix,
                               const ModelAddress &A, Type *Ty) {
  Value *All = B.getTrue();
  const APInt Most = APInt::getOneBitSet(128, SizeBits);
  for (const auto &[L, By] : A.By)
    All = B.CreateAnd(All, isWithin(B, Numbers.wide(B, By), -Most, Most));
  const Range R = window(B, A, Ty);
  Value *IsBelow = B.CreateICmpSLE(R.High, Matrix.Low);
  Value *IsAbove = B.CreateICmpSLE(Matrix.High, R.Low);
  Value *Fits = isInSpace(B, R.Low, R.High);
  return B.CreateAnd({All, Fits, B.CreateOr(IsBelow, IsAbove)});
}

/// What is accessed, but is not of the matrix, is apart from it; and no address
/// wraps.
Value *StaircaseGuard::isApart(IRBuilderBase &B) {
  const Range Matrix = window(B);
  Value *All = isInSpace(B, Matrix.Low, Matrix.High);
  SmallVector<std::pair<const ModelAddress *, Type *>, 8> Seen;
  auto Test = [&](const ModelAddress &A, Type *Ty) {
    if (llvm::any_of(Seen, [&](const auto &Known) {
          return *Known.first == A && Known.second == Ty;
        }))
      return;
    Seen.push_back({&A, Ty});
    All = B.CreateAnd(All, isApart(B, Matrix, A, Ty));
  };
  for (const Statement &S : Nest.Statements)
    for (const ModelRead &Read : S.Reads)
      if (!Read.Of)
        Test(Read.Address, Read.Load->getType());
  for (const AsideAccess &A : Nest.Aside)
    if (!A.Of)
      Test(A.Address, getLoadStoreType(A.Access));
  return All;
}

/// Iterations are numbered from 0.
Value *StaircaseGuard::staysInRange(IRBuilderBase &B, const LoopForm &Form,
                                    bool IsUnsigned) {
  const unsigned Bits = Form.type()->getIntegerBitWidth();
  Range All{Numbers.wide(B, Form.Const), nullptr};
  All.High = All.Low;
  for (const auto &[L, Coef] : Form.Terms) {
    const auto *Of = llvm::find_if(
        Nest.Loops, [L = L](const ModelLoop &Each) { return Each.L == L; });
    const Range R = rangeOf(B, {Term::Loop, unsigned(Of - Nest.Loops.begin())});
    Value *Last = B.CreateSub(R.High, R.Low);
    stretch(B, All.Low, All.High, ConstantInt::get(B.getInt128Ty(), 0),
            B.CreateMul(Numbers.wide(B, Coef), Last));
  }
  const APInt Min =
      IsUnsigned ? APInt(128, 0) : APInt::getSignedMinValue(Bits).sext(128);
  const APInt Max = APInt::getSignedMaxValue(Bits).sext(128);
  Value *NotLess = isWithin(B, All.Low, Min, Max);
  return B.CreateAnd(NotLess, isWithin(B, All.High, Min, Max));
}

/// Whether LLVM may vectorize the source's product: not along the sum, and
/// nothing that it loads there stays the same. That takes more to be worth it.
bool StaircaseGuard::isVectorized() const {
  const Statement &S = Nest.Statements[Product];
  const Loop *In = Nest.Loops[S.Loop].L;
  return !S.isUpdate() && llvm::all_of(S.Reads, [&](const ModelRead &R) {
    return !R.Load || !In->contains(R.Load) || R.Address.by(S.Loop);
  });
}

/// Whether the source's sums may be formed in any order: LLVM vectorizes them.
bool StaircaseGuard::isFree() const {
  return llvm::any_of(Nest.Statements[Product].Seen, [](const Value *V) {
    const auto *I = dyn_cast<FPMathOperator>(V);
    return I && I->hasAllowReassoc();
  });
}

/// How many times more steps it takes to be worth it than where LLVM does not
/// vectorize the source's loops.
int64_t StaircaseGuard::gainOfLoops() const {
  if (isVectorized())
    return SharedTuning::VectorStaircase;
  const Statement &S = Nest.Statements[Product];
  const Element &C = S.Target;
  const auto Domain = Nest.domain(S);
  bool IsRow = false;
  for (unsigned D : {0, 1})
    IsRow |=
        C.At[D].is(Term::Loop, S.Loop) && isa<SCEVConstant>(Nest.Stride[D]);
  // LLVM asks first whether the row is apart from what the loop reads again.
  const bool IsTriangle = implies(Domain, {C.At[0], C.At[1]}) ||
                          implies(Domain, {C.At[1], C.At[0]});
  const ModelLoop &L = Nest.Loops[S.Loop];
  const int64_t Least = isFree() ? SharedTuning::FreeStaircase : 1;
  if (!IsRow || (!IsTriangle && (L.Low.isLoop() || L.High.isLoop())))
    return Least;
  if (Nest.ElemTy->getPrimitiveSizeInBits() <= 32)
    return SharedTuning::VectorStaircase;
  return IsTriangle ? SharedTuning::TriangleStaircase : Least;
}

Value *StaircaseGuard::emitIsLarge(IRBuilderBase &B, int64_t Times) {
  Numbers.give(B);
  Type *I128 = B.getInt128Ty();
  auto IsAtLeast = [&](Value *V, int64_t Least) {
    return B.CreateICmpSGE(V, ConstantInt::get(I128, Least));
  };
  Value *Work = ConstantInt::get(I128, 1), *AreWide = B.getTrue();
  Value *AreSmall = sizesAreSmall(B);
  for (unsigned L : Nest.around(Nest.Statements[Product])) {
    const Range R = rangeOf(B, {Term::Loop, L});
    Value *Rows = B.CreateSub(R.High, R.Low);
    Work = B.CreateMul(Work, Rows);
    AreWide =
        B.CreateAnd(AreWide, IsAtLeast(Rows, SharedTuning::MinStepColumns - 1));
  }
  if (IsWhole) {
    const int64_t Gain = gainOfLoops() == 1 ? 1 : SharedTuning::VectorWhole;
    return B.CreateAnd(
        AreSmall,
        IsAtLeast(Work, Times * Gain * SharedTuning::MinWholeStaircase));
  }
  Value *IsLarge =
      IsAtLeast(Work, Times * gainOfLoops() * SharedTuning::MinStaircase);
  if (InSteps && !isFree())
    IsLarge = B.CreateOr(
        IsLarge,
        B.CreateAnd(AreWide, IsAtLeast(Work, SharedTuning::MinStaircaseSteps)));
  return B.CreateAnd(AreSmall, IsLarge);
}

Value *StaircaseGuard::emitFits(IRBuilderBase &B, const SavedRows &Rows) {
  Value *Last = size(B, Rows.Last, false);
  Value *Number = B.CreateSub(Last, size(B, Rows.First, true));
  if (!Rows.All) {
    const uint64_t Most = SharedTuning::MaxExpanded / bytesOfColumn(Nest) - 1;
    return isWithin(B, Number, APInt(128, 0), APInt(128, Most));
  }
  Value *Row = B.CreateSub(size(B, Rows.All->second, false),
                           size(B, Rows.All->first, true));
  const APInt Zero(128, 0),
      Most(128, SharedTuning::MaxExpanded / Nest.elementBytes() - 1);
  Value *One = ConstantInt::get(B.getInt128Ty(), 1);
  Value *Elements =
      B.CreateMul(B.CreateAdd(Row, One), B.CreateAdd(Number, One));
  return B.CreateAnd(B.CreateAnd(isWithin(B, Row, Zero, Most),
                                 isWithin(B, Number, Zero, Most)),
                     isWithin(B, Elements, Zero, Most));
}

Value *StaircaseGuard::sizesAreSmall(IRBuilderBase &B) {
  Value *All = B.getTrue();
  const APInt Most = APInt::getOneBitSet(128, SizeBits);
  for (const SCEV *Size : Nest.Sizes)
    All = B.CreateAnd(All, isWithin(B, Numbers.wide(B, Size), -Most, Most));
  return All;
}

/// What is computed of sizes and counters is what the model takes it for.
Value *StaircaseGuard::indicesAreExact(IRBuilderBase &B) {
  Value *All = B.getTrue();
  for (const AtMost &C : Nest.Needed) {
    Value *Less = size(B, C.Less, true);
    All = B.CreateAnd(All, B.CreateICmpSLE(Less, size(B, C.Greater, true)));
  }
  for (const LoopForm &Form : Nest.Narrow)
    All = B.CreateAnd(All, staysInRange(B, Form, /*IsUnsigned=*/false));
  for (const LoopForm &Form : Nest.NotNegative)
    All = B.CreateAnd(All, staysInRange(B, Form, /*IsUnsigned=*/true));
  for (const auto &[X, Y] : Nest.Same) {
    Value *Of = Numbers.wide(B, X);
    All = B.CreateAnd(All, B.CreateICmpEQ(Of, Numbers.wide(B, Y)));
  }
  return All;
}

Value *StaircaseGuard::emitIndices(IRBuilderBase &B) {
  Value *All = sizesAreSmall(B);
  return B.CreateFreeze(B.CreateAnd(All, indicesAreExact(B)));
}

Value *StaircaseGuard::emit(IRBuilderBase &B) {
  Value *All = indicesAreExact(B);
  Value *Apart = elementsAreApart(B);
  All = B.CreateAnd({All, Apart, isApart(B)});
  return B.CreateFreeze(All);
}

} // namespace gemmify
