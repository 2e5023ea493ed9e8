//===- Transpose.cpp - Transposes in registers ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transpose.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace gemmify {

namespace {

/// Rows [R, R + Rows) and columns [C, C + Cols) of the source.
struct Block {
  unsigned R, Rows, C, Cols;
};

using Vectors = SmallVector<Value *>;

class Transposer {
public:
  Transposer(IRBuilderBase &B, const Matrix &Source) : B(B), Source(Source) {}

  /// One vector of Cols lanes per row of the block.
  Vectors rowsOf(Block S) {
    if (S.Cols == 1)
      return splitColumn(S);
    if (S.Rows == 1)
      return {gatherRow(S)};
    if (S.Rows == S.Cols && isPowerOf2_32(S.Rows))
      return square(S);
    return S.Rows >= S.Cols ? halveRows(S) : halveColumns(S);
  }

private:
  Vectors splitColumn(Block S) {
    Value *Column = Source.lanes(B, S.R, S.C, S.Rows);
    Vectors Result;
    for (unsigned I = 0; I != S.Rows; ++I)
      Result.push_back(sliceVector(B, Column, I, 1));
    return Result;
  }

  Value *gatherRow(Block S) {
    Value *Row = nullptr;
    for (unsigned I = 0; I != S.Cols; ++I) {
      Value *Element = Source.element(B, S.R, S.C + I);
      if (!Row)
        Row =
            PoisonValue::get(FixedVectorType::get(Element->getType(), S.Cols));
      Row = B.CreateInsertElement(Row, Element, uint64_t(I));
    }
    return Row;
  }

  static unsigned firstPart(unsigned N) { return bit_floor(N - 1); }

  Vectors halveRows(Block S) {
    unsigned First = firstPart(S.Rows);
    Vectors Result = rowsOf({S.R, First, S.C, S.Cols});
    append_range(Result, rowsOf({S.R + First, S.Rows - First, S.C, S.Cols}));
    return Result;
  }

  Vectors halveColumns(Block S) {
    unsigned First = firstPart(S.Cols);
    Vectors Result = rowsOf({S.R, S.Rows, S.C, First});
    Vectors Rest = rowsOf({S.R, S.Rows, S.C + First, S.Cols - First});
    for (unsigned I = 0; I != S.Rows; ++I)
      Result[I] = joinVectors(B, {Result[I], Rest[I]});
    return Result;
  }

  /// Swaps the off-diagonal quarters, then those of the quarters, and so on.
  Vectors square(Block S) {
    unsigned Size = S.Rows;
    Vectors V;
    for (unsigned I = 0; I != Size; ++I)
      V.push_back(Source.lanes(B, S.R, S.C + I, Size));
    for (unsigned Half = Size / 2; Half; Half /= 2)
      for (unsigned I = 0; I != Size; ++I)
        if (!(I & Half))
          swapQuarters(V[I], V[I + Half], Size, Half);
    return V;
  }

  void swapQuarters(Value *&Upper, Value *&Lower, unsigned Size,
                    unsigned Half) {
    SmallVector<int, 16> Low, High;
    for (unsigned L = 0; L != Size; ++L) {
      bool Second = L & Half;
      Low.push_back(Second ? Size + L - Half : L);
      High.push_back(Second ? Size + L : L + Half);
    }
    Value *A = Upper, *Bv = Lower;
    Upper = B.CreateShuffleVector(A, Bv, Low);
    Lower = B.CreateShuffleVector(A, Bv, High);
  }

  IRBuilderBase &B;
  const Matrix &Source;
};

} // namespace

SmallVector<Value *> rowsOf(IRBuilderBase &B, const Matrix &Source,
                            unsigned Row, unsigned Rows, unsigned Col,
                            unsigned Cols) {
  return Transposer(B, Source).rowsOf({Row, Rows, Col, Cols});
}

SmallVector<Value *> transpose(IRBuilderBase &B, const Matrix &Source,
                               Layout Wanted) {
  Transposer T(B, Source);
  Vectors Result(Wanted.pieces());
  for (unsigned I = 0; I != Wanted.chunks(); ++I) {
    Vectors Rows =
        T.rowsOf({0, Wanted.Cols, Wanted.chunkRow(I), Wanted.chunkLen(I)});
    for (unsigned C = 0; C != Wanted.Cols; ++C)
      Result[C * Wanted.chunks() + I] = Rows[C];
  }
  return Result;
}

} // namespace gemmify
