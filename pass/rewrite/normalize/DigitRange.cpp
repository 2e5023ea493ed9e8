//===- DigitRange.cpp - The rows in a collapsed loop's range --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DigitRange.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;

namespace gemmify {

namespace {

/// How often \p L runs when it is entered, i64.
const SCEV *tripCount(const Loop &L, ScalarEvolution &SE) {
  const SCEV *Repeats = SE.getBackedgeTakenCount(&L);
  if (isa<SCEVCouldNotCompute>(Repeats) ||
      SE.getTypeSizeInBits(Repeats->getType()) > 64)
    return nullptr;
  return SE.getTripCountFromExitCount(Repeats,
                                      Type::getInt64Ty(SE.getContext()), &L);
}

class Emitter {
public:
  Emitter(const CounterDigits &Digits, const Loop &Root, IRBuilderBase &B,
          SCEVExpander &Expander, const NestAnalyses &A)
      : Digits(Digits), Root(Root), B(B), Expander(Expander), A(A) {
    R.Holds = B.getTrue();
  }

  DigitRange run(DigitRows Rows) {
    emitWeights();
    if (!Digits.takesEach())
      emitStride();
    emitSizes();
    emitStart();
    if (Rows == DigitRows::Whole || isWhole())
      emitWhole();
    else
      emitParts(Rows == DigitRows::Clipped);
    return std::move(R);
  }

private:
  void require(Value *Condition) { R.Holds = B.CreateAnd(R.Holds, Condition); }
  void requirePositive(Value *V) { require(B.CreateICmpSGT(V, B.getInt64(0))); }
  /// Of a value that may be poison, one that all uses agree on.
  Value *fixed(Value *V) {
    Value *&Known = Fixed[V];
    if (!Known)
      Known = isGuaranteedNotToBeUndefOrPoison(V, nullptr, &*B.GetInsertPoint(),
                                               &A.DT)
                  ? V
                  : B.CreateFreeze(V);
    return Known;
  }
  Value *expand(const SCEV *S) {
    return fixed(Expander.expandCodeFor(S, S->getType(), B.GetInsertPoint()));
  }
  Value *extend(Value *V, bool Signed) {
    return Signed ? B.CreateSExt(V, B.getInt64Ty())
                  : B.CreateZExt(V, B.getInt64Ty());
  }
  Value *atLeastOne(Value *V) {
    return isa<ConstantInt>(V)
               ? V
               : B.CreateBinaryIntrinsic(Intrinsic::umax, V, B.getInt64(1));
  }

  Value *number(SignedValue V);
  Value *multiply(Value *X, Value *Y);
  Value *divide(const Weight *What, Value *Of, unsigned By);
  const SCEV *lengthAsProduct() const;
  void emitWeights();
  void emitStride();
  void emitSizes();
  void emitStart();
  void emitStridedLength();
  bool isWhole() const;
  void emitWhole();
  void emitParts(bool Clip);

  const CounterDigits &Digits;
  const Loop &Root;
  IRBuilderBase &B;
  SCEVExpander &Expander;
  const NestAnalyses &A;
  DigitRange R;
  SmallDenseMap<Value *, Value *, 4> Fixed;
  Value *First = nullptr;  ///< What the counter starts at.
  Value *Length = nullptr; ///< How many values it takes.
};

} // namespace

/// A divisor, which has to be positive.
Value *Emitter::number(SignedValue V) {
  Value *N = extend(isDivisor(*V.Val, Root) ? V.Val : fixed(V.Val), V.Signed);
  requirePositive(N);
  return N;
}

/// The product of positive numbers, which must not wrap.
Value *Emitter::multiply(Value *X, Value *Y) {
  Value *Product = B.CreateMul(X, Y);
  if (isa<Constant>(Product))
    return Product; // CounterDigits has no constants that are too large.
  Value *Checked = B.CreateBinaryIntrinsic(Intrinsic::smul_with_overflow, X, Y);
  require(B.CreateNot(B.CreateExtractValue(Checked, 1)));
  return Product;
}

void Emitter::emitWeights() {
  R.Weights.push_back(B.getInt64(1));
  for (const Weight &W : ArrayRef(Digits.Weights).drop_front()) {
    Value *Number = nullptr;
    for (const Weight::Spelling &S : W.Spellings) {
      Value *By = number(S.By);
      Value *Each = S.Of == 0 ? By : multiply(R.Weights[S.Of], By);
      if (Number)
        require(B.CreateICmpEQ(Number, Each));
      else
        Number = Each;
    }
    requirePositive(Number);
    R.Weights.push_back(Number);
  }
}

/// The step of the counter, which has to divide all weights: they become
/// numbers of steps.
void Emitter::emitStride() {
  for (const CounterDigits::Start &S : Digits.Starts) {
    Value *Each = extend(expand(S.Step), S.Signed);
    if (!R.Stride)
      R.Stride = Each;
    else
      require(B.CreateICmpEQ(R.Stride, Each));
  }
  requirePositive(R.Stride);
  Value *Safe = atLeastOne(R.Stride);
  for (Value *&W : MutableArrayRef(R.Weights).drop_front()) {
    require(B.CreateICmpEQ(B.CreateURem(W, Safe), B.getInt64(0)));
    W = B.CreateUDiv(W, Safe);
  }
}

/// \p Of, which \p What says if it is known, divided by a weight: it has to be
/// a multiple.
Value *Emitter::divide(const Weight *What, Value *Of, unsigned By) {
  Value *Quotient = nullptr;
  std::optional<Weight> Left;
  if (What)
    Left = What->divide(Digits.Weights[By]);
  if (Left && Left->Factors.size() <= 1) {
    Quotient = B.getInt64(Left->Times);
    for (const SCEV *S : Left->Factors)
      if (Expander.isSafeToExpandAt(S, &*B.GetInsertPoint()))
        Quotient =
            multiply(Quotient, B.CreateSExtOrTrunc(expand(S), B.getInt64Ty()));
      else
        Quotient = nullptr; // There is one factor.
  }
  if (!Quotient)
    Quotient = B.CreateUDiv(Of, atLeastOne(R.Weights[By]));
  requirePositive(Quotient);
  require(B.CreateICmpEQ(multiply(Quotient, R.Weights[By]), Of));
  return Quotient;
}

void Emitter::emitSizes() {
  for (unsigned At = 0; At + 1 != Digits.Weights.size(); ++At) {
    const Weight &Next = Digits.Weights[At + 1];
    auto IsNext = [At](const Weight::Spelling &S) { return S.Of == At; };
    const auto *Own = llvm::find_if(Next.Spellings, IsNext);
    R.Sizes.push_back(At == 0 ? R.Weights[1]
                      : Own != Next.Spellings.end()
                          ? number(Own->By)
                          : divide(&Next, R.Weights[At + 1], At));
  }
}

/// The counter starts at First and takes Length values without wrapping; both
/// are counted in steps afterwards.
void Emitter::emitStart() {
  for (const CounterDigits::Start &S : Digits.Starts) {
    Value *Each = extend(expand(S.First), S.Signed);
    if (First)
      require(B.CreateICmpEQ(First, Each));
    else
      First = Each;
  }
  if (R.Stride) {
    emitStridedLength();
    return;
  }
  Length = expand(tripCount(*Digits.L, A.SE));
  requirePositive(Length);
  require(B.CreateICmpULE(First, B.getInt64(Digits.Limit)));
  Value *Most = B.CreateSub(B.getInt64(Digits.Limit + 1), First);
  require(B.CreateICmpULE(Length, Most));
}

/// The next value, which the source compares, does not wrap either. Where the
/// end is below the first value or not positive, Length is beyond all limits.
void Emitter::emitStridedLength() {
  Value *Safe = atLeastOne(R.Stride);
  Value *End = extend(expand(Digits.Until->End), Digits.Until->Signed);
  Value *Last = Digits.Until->Includes ? End : B.CreateSub(End, B.getInt64(1));
  require(B.CreateICmpULE(First, B.getInt64(Digits.Limit)));
  Length =
      B.CreateAdd(B.CreateUDiv(B.CreateSub(Last, First), Safe), B.getInt64(1));
  requirePositive(Length);
  Value *Room = B.CreateSub(B.getInt64(Digits.Limit), First);
  require(B.CreateICmpULE(Length, B.CreateUDiv(Room, Safe)));
  R.Offset = B.CreateURem(First, Safe);
  First = B.CreateUDiv(First, Safe);
}

/// The number of iterations, but for that there is at least one.
const SCEV *Emitter::lengthAsProduct() const {
  const SCEV *S = tripCount(*Digits.L, A.SE);
  while (const auto *Ext = dyn_cast<SCEVIntegralCastExpr>(S))
    S = Ext->getOperand();
  if (const auto *Max = dyn_cast<SCEVMinMaxExpr>(S))
    if (isa<SCEVSMaxExpr, SCEVUMaxExpr>(Max) && Max->getNumOperands() == 2 &&
        Max->getOperand(0)->isOne())
      return Max->getOperand(1);
  return S;
}

bool Emitter::isWhole() const {
  Weight Total;
  return !R.Stride && PatternMatch::match(First, PatternMatch::m_Zero()) &&
         Total.multiply(lengthAsProduct()) &&
         Total.divide(Digits.Weights.back());
}

void Emitter::emitWhole() {
  require(B.CreateICmpEQ(First, B.getInt64(0)));
  Weight Total;
  const bool Known = !R.Stride && Total.multiply(lengthAsProduct());
  R.Rows = divide(Known ? &Total : nullptr, Length, Digits.Weights.size() - 1);
  R.Sizes.push_back(R.Rows);
  R.Row = R.Weights.back();
  R.Head = R.Tail = R.FirstRow = B.getInt64(0);
}

void Emitter::emitParts(bool Clip) {
  Value *Row = R.Weights.end()[Clip ? -2 : -1], *Safe = atLeastOne(Row);
  R.Row = Row;
  R.Head = B.getInt64(0);
  Value *Rest = Length;
  if (!PatternMatch::match(First, PatternMatch::m_Zero())) {
    Value *Before = B.CreateURem(First, Safe);
    Value *ToNext = B.CreateSelect(B.CreateICmpEQ(Before, B.getInt64(0)),
                                   B.getInt64(0), B.CreateSub(Row, Before));
    R.Head = B.CreateBinaryIntrinsic(Intrinsic::umin, ToNext, Length);
    Rest = B.CreateSub(Length, R.Head);
  }
  R.Rows = B.CreateUDiv(Rest, Safe);
  R.Sizes.push_back(R.Rows);
  R.Tail = B.CreateSub(Rest, B.CreateMul(R.Rows, Row));
  R.FirstRow = B.CreateUDiv(B.CreateAdd(First, R.Head), Safe);
  if (Clip) {
    Value *Rows = atLeastOne(R.Sizes.end()[-2]);
    R.Clipped = B.CreateURem(R.FirstRow, Rows);
    R.FirstRow = B.CreateUDiv(R.FirstRow, Rows);
  }
}

bool isDivisor(const Value &V, const Loop &Root) {
  for (const Instruction &I : *Root.getHeader()) {
    if (I.isIntDivRem() && I.getOperand(1) == &V)
      return true;
    if (!isGuaranteedToTransferExecutionToSuccessor(&I))
      return false;
  }
  return false;
}

bool canEmitDigitRange(const CounterDigits &Digits, Instruction &At,
                       SCEVExpander &Expander, ScalarEvolution &SE) {
  const SCEV *Length =
      Digits.Until ? Digits.Until->End : tripCount(*Digits.L, SE);
  return Length && Expander.isSafeToExpandAt(Length, &At) &&
         llvm::all_of(Digits.Starts, [&](const CounterDigits::Start &S) {
           return Expander.isSafeToExpandAt(S.First, &At) &&
                  Expander.isSafeToExpandAt(S.Step, &At);
         });
}

DigitRange emitDigitRange(const CounterDigits &Digits, const Loop &Root,
                          DigitRows Rows, IRBuilderBase &B,
                          SCEVExpander &Expander, const NestAnalyses &A) {
  return Emitter(Digits, Root, B, Expander, A).run(Rows);
}

} // namespace gemmify
