//===- ConstantSlivers.cpp - Slivers as a constant ------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantSlivers.h"
#include "llvm/Support/SwapByteOrder.h"

using namespace llvm;

namespace gemmify {

static uint64_t number(Value *V) {
  return cast<ConstantInt>(V)->getZExtValue();
}

static APInt bitsOf(Constant *V) {
  if (auto *F = dyn_cast<ConstantFP>(V))
    return F->getValueAPF().bitcastToAPInt();
  return cast<ConstantInt>(V)->getValue();
}

/// Whether what the nest adds to elements of \p Operand is a number.
static bool addsNumber(const PackedOperand &Operand) {
  return !Operand.Added || isa<ConstantInt>(Operand.Added);
}

ConstantSlivers::ConstantSlivers(const ConstantMatrix &Of)
    : M(Of), B(Of.Operand.Ty->getContext()),
      Cut{Of.Operand, Of.Dim, Of.Width, B.getInt64(Of.Depth), B.getInt64(0)},
      Lines(wholeSlivers(B, B.getInt64(Of.Lines), Of.Width)) {}

bool ConstantSlivers::isSupported() const {
  const PackedOperand &Op = M.Operand;
  const DataLayout &DL = M.Nest.C.Access->getDataLayout();
  if (!ConstantDataSequential::isElementTypeCompatible(Op.Ty) ||
      Op.hasLongGroups() || DL.isLittleEndian() != sys::IsLittleEndianHost)
    return false;
  const bool HasWholeGroups = Op.FillsUpTo % Op.Group == 0;
  return !Op.SumTy || (HasWholeGroups && addsNumber(Op) && addsNumber(M.Other));
}

/// Of the sliver at \p Line in \p Count steps from \p K on.
uint64_t ConstantSlivers::offset(uint64_t Line, uint64_t K,
                                 uint64_t Count) const {
  return number(keptOffset(B, Cut, Lines, B.getInt64(Line),
                           {B.getInt64(K), B.getInt64(Count)}));
}

uint64_t ConstantSlivers::packedDepth(uint64_t Count) const {
  return number(M.Operand.packedDepth(B, B.getInt64(Count)));
}

/// All lines of the last block end where the operand does.
uint64_t ConstantSlivers::bytes() const {
  const uint64_t Last = (M.Ks - 1) / M.Depth * M.Depth;
  return offset(number(Lines), Last, countFrom(Last));
}

/// The formulas of Pack.h, in elements.
uint64_t ConstantSlivers::indexInSliver(uint64_t Line, uint64_t K,
                                        uint64_t Count) const {
  const uint64_t Group = M.Operand.Group;
  const uint64_t Whole = packedDepth(Count) / Group * Group;
  return K < Whole ? K / Group * Group * M.Width + Line * Group + K % Group
                   : K * M.Width + Line;
}

void ConstantSlivers::store(uint64_t At, const APInt &Bits) {
  StoreIntToMemory(Bits, reinterpret_cast<uint8_t *>(&Data[At]),
                   Bits.getBitWidth() / 8);
}

/// What emitZeroPointSums() stores for a line with the sum \p Elements.
APInt ConstantSlivers::lineSum(const APInt &Elements, uint64_t Count) const {
  Type *Ty = M.Operand.SumTy;
  APInt Sum = Elements;
  Value *Own = M.IsLeft ? M.Operand.offset(B, M.Operand.Added, Ty) : nullptr;
  if (Own)
    Sum += bitsOf(cast<Constant>(Own)) *
           APInt(64, Count).zextOrTrunc(Sum.getBitWidth());
  return Sum * bitsOf(cast<Constant>(M.Other.offset(B, M.Other.Added, Ty)));
}

bool ConstantSlivers::packSliver(const ConstantElements &Elements,
                                 uint64_t Line, uint64_t K) {
  const PackedOperand &Op = M.Operand;
  const uint64_t Count = countFrom(K), Begin = offset(Line, K, Count);
  const uint64_t Stored = packedDepth(Count);
  const APInt Filler = bitsOf(Op.filler(Op.Ty, M.IsLeft, M.Nest));
  const uint64_t Sums = Begin + Stored * M.Width * Op.Bytes;
  for (uint64_t W = 0; W != M.Width && Line + W != M.Lines; ++W) {
    APInt Sum(Op.SumTy ? Op.SumTy->getIntegerBitWidth() : 1, 0);
    for (uint64_t Step = 0; Step != Stored; ++Step) {
      APInt Bits = Filler;
      if (Step < Count) {
        Constant *V = Elements.at(Line + W, K + Step);
        if (!V)
          return false;
        Bits = bitsOf(cast<Constant>(Op.convert(B, V)));
      }
      store(Begin + indexInSliver(W, Step, Count) * Op.Bytes, Bits);
      if (Op.SumTy)
        Sum += Op.isSigned() ? Bits.sextOrTrunc(Sum.getBitWidth())
                             : Bits.zextOrTrunc(Sum.getBitWidth());
    }
    if (Op.SumTy)
      store(Sums + W * Sum.getBitWidth() / 8, lineSum(Sum, Count));
  }
  return true;
}

Constant *ConstantSlivers::pack(const ConstantElements &Elements) {
  Data.assign(bytes(), 0);
  for (uint64_t K = 0; K < M.Ks; K += M.Depth)
    for (uint64_t Line = 0; Line < M.Lines; Line += M.Width)
      if (!packSliver(Elements, Line, K))
        return nullptr;
  return ConstantDataArray::getRaw(StringRef(Data.data(), Data.size()),
                                   Data.size() / M.Operand.Bytes, M.Operand.Ty);
}

} // namespace gemmify
