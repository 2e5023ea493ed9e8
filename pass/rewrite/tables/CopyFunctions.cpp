//===- CopyFunctions.cpp - Copies of what is behind tables ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyFunctions.h"
#include "lowering/core/EmitIf.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/kernel/emit/EmitLoop.h"
#include "pass/kernel/runtime/RowSort.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Emits the body of one of the functions.
class BodyEmitter {
public:
  BodyEmitter(const OperandCopies &Copies, Function &F)
      : Copies(Copies), F(F),
        B(BasicBlock::Create(F.getContext(), "entry", &F)),
        CountOf(
            [this](const Loop *L) { return number(this->Copies.countOf(L)); }),
        Walk(
            B, [this](const SCEV *S) { return number(S); }, CountOf),
        Places(Copies.places(B, CountOf)) {}

  void fill() {
    const TabledOperand &Result = Copies.result();
    if (Result.IsCopied || !Copies.fixed().empty() ||
        !Copies.nest().Numbers.empty() ||
        llvm::any_of(Copies.operands(),
                     [](const TabledOperand &Each) { return Each.IsTested; }))
      testRows(Result);
    for (auto [Of, Place] : llvm::zip(Copies.operands(), Places))
      if (Of.IsCopied && Of.IsRead)
        Walk.eachElement(Of, Place.Strides,
                         [&, &Of = Of, &Place = Place](Value *Ptr, Value *At) {
                           move(Of, Ptr, inCopy(Place, At), /*Back=*/false);
                         });
    B.CreateRet(B.getTrue());
  }

  /// Finds all rows before it stores anything.
  void writeBack() {
    const TabledOperand &Of = Copies.result();
    const OperandCopies::Place &Place = Places[&Of - Copies.operands().data()];
    Value *List = rowList();
    const auto RowStrides = Copies.rowStrides(B, Of, CountOf);
    Walk.eachFirst(Of, RowStrides, [&](Value *Ptr, Value *Index) {
      B.CreateAlignedStore(Ptr, B.CreateGEP(B.getPtrTy(), List, Index),
                           Align(8));
    });
    Walk.eachOfRows(Of, Place.Strides, RowStrides, List,
                    [&](Value *Ptr, Value *At) {
                      move(Of, Ptr, inCopy(Place, At), /*Back=*/true);
                    });
    B.CreateRetVoid();
  }

private:
  Value *number(const SCEV *S) {
    if (const auto *C = dyn_cast<SCEVConstant>(S))
      return C->getValue();
    return F.getArg(
        1 + (llvm::find(Copies.numbers(), S) - Copies.numbers().begin()));
  }

  void require(Value *Cond) {
    if (!Refuse) {
      Refuse = BasicBlock::Create(F.getContext(), "refuse", &F);
      ReturnInst::Create(F.getContext(), B.getFalse(), Refuse);
    }
    BasicBlock *Go = BasicBlock::Create(F.getContext(), "go", &F);
    B.CreateCondBr(Cond, Go, Refuse);
    B.SetInsertPoint(Go);
  }

  Value *rowList() {
    return B.CreatePtrAdd(F.getArg(0), Places.back().Offset, "rows");
  }

  Value *inCopy(const OperandCopies::Place &Place, Value *At) {
    return B.CreatePtrAdd(F.getArg(0), B.CreateAdd(Place.Offset, At));
  }

  /// Whatever its type, an element is its bits.
  void move(const TabledOperand &Of, Value *Ptr, Value *InCopy, bool Back) {
    const Align Own(Of.Layout.elementBytes());
    Type *Bits = B.getIntNTy(Of.Layout.elementBytes() * 8);
    if (Back)
      std::swap(Ptr, InCopy);
    Value *V = B.CreateAlignedLoad(Bits, Ptr, Back ? Own : Align(1));
    B.CreateAlignedStore(V, InCopy, Back ? Align(1) : Own);
  }

  /// Goes on where the numbers that the nest comes to in \p L, and not in a
  /// loop of rows inside of it, are those of the first row.
  void testNumbers(const Loop *L) {
    const TableNest &Nest = Copies.nest();
    const unsigned From = Nest.depth(L);
    unsigned To = Nest.Loops.size();
    for (bool AroundStore : {false, true})
      for (const Loop *Each : Nest.loopsOfRows(AroundStore))
        if (unsigned Depth = Nest.depth(Each); Depth > From)
          To = std::min(To, Depth);
    auto Load = [&](const TablePath &Path) {
      Value *Ptr = Walk.placeOf(Path, /*AlongRow=*/true);
      Type *Bits =
          B.getIntNTy(F.getDataLayout().getTypeStoreSizeInBits(Path.ElemTy));
      return B.CreateFreeze(B.CreateAlignedLoad(Bits, Ptr, Align(1)));
    };
    for (const TableNumber &Each : Nest.Numbers) {
      if (Each.Depth < From || Each.Depth >= To)
        continue;
      Value *Is = Load(Each.Of);
      if (Each.From)
        Is = B.CreateSub(Is, Load(*Each.From));
      require(B.CreateICmpEQ(Is, number(Each.First)));
    }
  }

  /// Goes on where no row of the result meets another one, nor any of what is
  /// read.
  void testRows(const TabledOperand &Result) {
    if (Result.IsCopied)
      require(elementsAreApart(Result));
    Rows = rowList();
    SmallVector<Value *, 6> Strides = Copies.rowStrides(B, Result, CountOf);
    Count = Strides.back();
    Bytes = Walk.rowBytes(Result);
    auto Note = [&](Value *Ptr, Value *Index) {
      Value *Low = B.CreatePtrToInt(Ptr, B.getInt64Ty());
      require(isInAddressSpace(Low, Bytes));
      for (const OperandCopies::FixedBytes &Each : Copies.fixed())
        require(isApart(Low, Each));
      B.CreateAlignedStore(Low, B.CreateGEP(B.getInt64Ty(), Rows, Index),
                           Align(8));
    };
    Walk.eachRowInOrder(
        Result, Copies.nest(), Strides, [&](const Loop *L) { testNumbers(L); },
        Note);
    emitSorted(B, Rows, Count, B.getFalse(),
               [&](Value *Index) { return loadNumber(B, Rows, Index); });
    Value *Before = B.getInt64(1);
    emitLoop(B, "own", Before, Count, 1, /*RunsOnce=*/false, [&](Value *Index) {
      Value *Low = loadNumber(B, Rows, Index);
      Value *Last = loadNumber(B, Rows, B.CreateSub(Index, Before));
      require(B.CreateICmpUGE(B.CreateSub(Low, Last), Bytes));
    });
    Min = loadNumber(B, Rows, B.getInt64(0));
    Value *Last = loadNumber(B, Rows, B.CreateSub(Count, B.getInt64(1)));
    End = B.CreateAdd(Last, Bytes);
    for (const TabledOperand &Each : Copies.operands())
      if (Each.IsTested)
        testOther(Each);
  }

  /// Whether the row at \p Low is apart from \p Fixed.
  Value *isApart(Value *Low, const OperandCopies::FixedBytes &Fixed) {
    Value *Place = B.CreatePtrToInt(number(Fixed.Address), B.getInt64Ty());
    Value *IsBelow = B.CreateICmpULE(B.CreateAdd(Low, Bytes), Place);
    Value *End = B.CreateAdd(Place, B.getInt64(Fixed.Size));
    return B.CreateOr(IsBelow, B.CreateICmpULE(End, Low));
  }

  Value *isInAddressSpace(Value *Low, Value *Size) {
    return B.CreateICmpULT(Low, B.CreateNeg(Size));
  }

  /// Each axis of a row goes on behind all of the next one.
  Value *elementsAreApart(const TabledOperand &Result) {
    Value *All = B.getTrue();
    Value *Span = B.getInt64(Result.Layout.elementBytes());
    for (const DenseAxis &Axis : llvm::reverse(Result.Layout.axes())) {
      if (!Result.isInRow(Axis))
        continue;
      auto [Unit, Last] = Walk.stepsOf(Axis);
      Value *IsOne = B.CreateICmpEQ(Last, B.getInt64(0));
      Value *Fits = B.CreateICmpUGE(Unit, Span);
      All = B.CreateAnd(All, B.CreateOr(IsOne, Fits));
      Span = B.CreateAdd(Span, B.CreateMul(Unit, Last));
    }
    return All;
  }

  /// No row of \p Of may be where one of the result is.
  void testOther(const TabledOperand &Of) {
    Value *Size = Walk.rowBytes(Of);
    SmallVector<Value *, 6> Strides = Copies.rowStrides(B, Of, CountOf);
    Walk.eachRow(Of, Strides, [&](Value *Ptr, Value *) {
      Value *Low = B.CreatePtrToInt(Ptr, B.getInt64Ty());
      require(isInAddressSpace(Low, Size));
      Value *High = B.CreateAdd(Low, Size);
      Value *IsBelow = B.CreateICmpULE(High, Min);
      Value *IsAbove = B.CreateICmpULE(End, Low);
      emitIf(B, "meets", B.CreateNot(B.CreateOr(IsBelow, IsAbove)),
             [&] { search(Low, High); });
    });
  }

  /// The last row of the result that begins before \p High has to end before
  /// \p Low, and with it all others.
  void search(Value *Low, Value *High) {
    enum { Least, Most };
    auto Goes = [&](ArrayRef<Value *> Now) {
      return B.CreateICmpULT(Now[Least], Now[Most]);
    };
    auto Halve = [&](ArrayRef<Value *> Now) -> SmallVector<Value *, 8> {
      Value *Sum = B.CreateAdd(Now[Least], Now[Most]);
      Value *Middle = B.CreateLShr(Sum, 1);
      Value *IsBefore = B.CreateICmpULT(loadNumber(B, Rows, Middle), High);
      Value *Next = B.CreateAdd(Middle, B.getInt64(1));
      Value *From = B.CreateSelect(IsBefore, Next, Now[Least]);
      return {From, B.CreateSelect(IsBefore, Now[Most], Middle)};
    };
    Value *Before =
        emitWhile(B, "rows.search", {B.getInt64(0), Count}, Goes, Halve)[Least];
    emitIf(B, "before", B.CreateIsNotNull(Before), [&] {
      Value *Last = loadNumber(B, Rows, B.CreateSub(Before, B.getInt64(1)));
      require(B.CreateICmpULE(B.CreateAdd(Last, Bytes), Low));
    });
  }

  const OperandCopies &Copies;
  Function &F;
  IRBuilder<> B;
  TableWalk::Count CountOf;
  TableWalk Walk;
  SmallVector<OperandCopies::Place, 5> Places;
  BasicBlock *Refuse = nullptr;
  /// Of the result's rows: their lowest bytes, sorted, how many there are, how
  /// long they are, and where they begin and end.
  Value *Rows = nullptr, *Count = nullptr, *Bytes = nullptr, *Min = nullptr,
        *End = nullptr;
};

} // namespace

Function &OperandCopies::fill(Function &Host) const {
  FunctionType *Ty = typeOf(Type::getInt1Ty(Host.getContext()));
  return *getSharedFunction(Host, "gemmify.tables.in.", describe(), Ty,
                            [&](Function &F) { BodyEmitter(*this, F).fill(); });
}

Function &OperandCopies::writeBack(Function &Host) const {
  FunctionType *Ty = typeOf(Type::getVoidTy(Host.getContext()));
  return *getSharedFunction(
      Host, "gemmify.tables.out.", describe(), Ty,
      [&](Function &F) { BodyEmitter(*this, F).writeBack(); });
}

} // namespace gemmify
