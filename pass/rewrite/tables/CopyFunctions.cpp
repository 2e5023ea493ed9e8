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
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/kernel/runtime/RowSort.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

void OperandCopies::addNumber(const SCEV *S) {
  if (!isa<SCEVConstant>(S))
    Numbers.insert(S);
}

OperandCopies::OperandCopies(const TableNest &Nest, ScalarEvolution &SE)
    : Nest(Nest) {
  Type *I64 = Type::getInt64Ty(SE.getContext());
  for (const Loop *L : Nest.Loops) {
    const SCEV *Last = SE.getNoopOrZeroExtend(SE.getBackedgeTakenCount(L), I64);
    Counts[L] = SE.getAddExpr(Last, SE.getOne(I64));
    addNumber(Counts[L]);
  }
  auto AddPath = [&](const TablePath &Path) {
    addNumber(Path.Base);
    for (const LoopForm &Level : Path.Levels) {
      addNumber(Level.Const);
      for (const auto &Term : Level.Terms)
        addNumber(Term.second);
    }
  };
  for (const TableNumber &Each : Nest.Numbers) {
    AddPath(Each.Of);
    if (Each.From)
      AddPath(*Each.From);
    addNumber(Each.First);
  }
  for (const auto &[Access, Path] : Nest.Elements) {
    const unsigned At = indexOf(Path);
    const bool IsNew = At == Operands.size();
    if (IsNew)
      Operands.emplace_back(Path, SE, !Nest.isResult(Path));
    TabledOperand &Of = Operands[At];
    Of.IsRead |= isa<LoadInst>(Access);
    if (!IsNew)
      continue;
    Of.IsResult = Nest.isResult(Path);
    Of.IsCopied = Path.hasTables();
    AddPath(Path);
  }
}

unsigned OperandCopies::indexOf(const TablePath &Path) const {
  return llvm::find_if(Operands,
                       [&](const TabledOperand &Each) {
                         return Each.Path.isSame(Path);
                       }) -
         Operands.begin();
}

const TabledOperand &OperandCopies::result() const {
  return Operands[indexOf(Nest.Result)];
}

SmallVector<OperandCopies::Place, 5>
OperandCopies::places(IRBuilderBase &B, const TableWalk::Count &CountOf) const {
  SmallVector<Place, 5> Places;
  Value *Offset = B.getInt64(0);
  const uint64_t Lines = WorkspaceAlign;
  for (const TabledOperand &Each : Operands) {
    Place &Its = Places.emplace_back();
    if (!Each.IsCopied)
      continue;
    Its.Offset = Offset;
    Its.Strides = Each.Layout.strides(B, CountOf);
    Value *End = B.CreateAdd(Its.Strides.back(), B.getInt64(Lines - 1));
    Offset = B.CreateAdd(Offset, B.CreateAnd(End, B.getInt64(-Lines)));
  }
  Places.emplace_back().Offset = Offset;
  return Places;
}

SmallVector<Value *, 6>
OperandCopies::rowStrides(IRBuilderBase &B, const TabledOperand &Of,
                          const TableWalk::Count &CountOf) const {
  ArrayRef<DenseAxis> Axes = Of.Layout.axes();
  SmallVector<Value *, 6> Strides(Axes.size() + 1, B.getInt64(0));
  Value *Rows = B.getInt64(1);
  for (unsigned At = Axes.size(); At-- != 0;)
    if (!Of.isInRow(Axes[At])) {
      Strides[At] = Rows;
      Rows = B.CreateMul(Rows, DenseLayout::extent(B, Axes[At], CountOf));
    }
  Strides.back() = Rows;
  return Strides;
}

/// What the bodies of the functions depend on.
std::string OperandCopies::describe() const {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Print = [&](const SCEV *S) {
    if (isa<SCEVConstant>(S))
      OS << *S << ' ';
    else
      OS << '#' << llvm::find(Numbers, S) - Numbers.begin() << ' ';
  };
  for (const Loop *L : Nest.Loops)
    Print(countOf(L));
  auto PrintLoop = [&](const Loop *L) {
    OS << llvm::find(Nest.Loops, L) - Nest.Loops.begin() << '*';
  };
  for (const TabledOperand &Each : Operands) {
    OS << '\n'
       << *Each.Path.ElemTy << ' ' << Each.IsResult << Each.IsRead
       << Each.IsCopied << Each.IsTested << ' ';
    Print(Each.Path.Base);
    for (const LoopForm &Level : Each.Path.Levels)
      Print(Level.Const);
    for (const DenseAxis &Axis : Each.Layout.axes()) {
      OS << "| " << Axis.Level << ' ';
      Print(Axis.Unit);
      for (const auto &[L, Times] : Axis.By) {
        PrintLoop(L);
        OS << Times << ' ';
      }
    }
  }
  auto PrintPath = [&](const TablePath &Path) {
    OS << *Path.ElemTy << ' ';
    Print(Path.Base);
    for (const LoopForm &Level : Path.Levels) {
      OS << "| ";
      Print(Level.Const);
      for (const auto &[L, Step] : Level.Terms) {
        PrintLoop(L);
        Print(Step);
      }
    }
  };
  for (const TableNumber &Each : Nest.Numbers) {
    OS << "\nall ";
    Print(Each.First);
    OS << Each.Depth << ' ';
    PrintPath(Each.Of);
    if (Each.From)
      PrintPath(*Each.From);
  }
  for (const FixedBytes &Each : Fixed) {
    OS << "\n& " << Each.Size << ' ';
    Print(Each.Address);
  }
  return Text;
}

FunctionType *OperandCopies::typeOf(Type *Result) const {
  SmallVector<Type *, 16> Types{PointerType::getUnqual(Result->getContext())};
  for (const SCEV *S : Numbers)
    Types.push_back(S->getType());
  return FunctionType::get(Result, Types, /*isVarArg=*/false);
}

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
        copy(Of, Place, /*Back=*/false);
    B.CreateRet(B.getTrue());
  }

  void writeBack() {
    for (auto [Of, Place] : llvm::zip(Copies.operands(), Places))
      if (Of.IsCopied && Of.IsResult)
        copy(Of, Place, /*Back=*/true);
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

  /// Whatever its type, an element is its bits.
  void copy(const TabledOperand &Of, const OperandCopies::Place &Place,
            bool Back) {
    const uint64_t Bytes = Of.Layout.elementBytes();
    Type *Bits = B.getIntNTy(Bytes * 8);
    Value *Copy = B.CreatePtrAdd(F.getArg(0), Place.Offset);
    Walk.eachElement(Of, Place.Strides, [&](Value *Ptr, Value *At) {
      Value *InCopy = B.CreatePtrAdd(Copy, At);
      Value *From = Back ? InCopy : Ptr, *To = Back ? Ptr : InCopy;
      Value *V =
          B.CreateAlignedLoad(Bits, From, Back ? Align(Bytes) : Align(1));
      B.CreateAlignedStore(V, To, Back ? Align(1) : Align(Bytes));
    });
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
    Rows = B.CreatePtrAdd(F.getArg(0), Places.back().Offset, "rows");
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
