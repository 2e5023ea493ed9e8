//===- OperandCopies.cpp - Where copies of operands are -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyFunctions.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
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
  OS << "\nstores in " << Nest.StoreDepth;
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

} // namespace gemmify
