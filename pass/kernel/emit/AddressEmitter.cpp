//===- AddressEmitter.cpp - Where an element lies -------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressEmitter.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

static bool isZero(const Value *V) {
  auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isZero();
}

/// The sum of two terms, one of which may be a pointer.
static Value *add(IRBuilderBase &B, Value *X, Value *Y) {
  if (isZero(X) || isZero(Y))
    return isZero(X) ? Y : X;
  if (Y->getType()->isPointerTy())
    std::swap(X, Y);
  return X->getType()->isPointerTy() ? B.CreatePtrAdd(X, Y) : B.CreateAdd(X, Y);
}

Value *AddressEmitter::address(const AffineRef &R, const Indices &At) {
  Value *Ptr = Sig.pointer(R);
  if (Nest.readsOddOfC(R)) // The kernel knows C by where its even parts are.
    Ptr = B.CreatePtrAdd(Ptr, ConstantExpr::getSizeOf(R.ElemTy));
  for (auto [Step, Stride] : llvm::zip(Batch, R.Batch))
    Ptr = add(B, Ptr, B.CreateMul(Step, Sig.get(Stride)));
  for (LoopDim D : {DimI, DimJ, DimK})
    if (R.hasRow(D))
      Ptr = add(B, Ptr, row(R.Row[D], D, At[D]));
  if (R.Lookup)
    Ptr = add(B, Ptr, lookup(R.Lookup, At));
  // A table says both.
  for (LoopDim D : {DimI, DimJ, DimK})
    if (R.isCarried(D) && !isZero(At[D]) && !findTable(R, D))
      Ptr = add(B, Ptr, carried(R, D, At[D]));
  for (LoopDim D : {DimI, DimJ, DimK}) {
    if ((!R.isCarried(D) && R.Stride[D]->isZero()) || isZero(At[D]))
      continue;
    if (const Table *T = findTable(R, D))
      Ptr = add(B, Ptr, read(*T, At[D]));
    else if (!R.Stride[D]->isZero())
      Ptr = add(B, Ptr, B.CreateMul(At[D], Sig.get(R.Stride[D])));
  }
  return Ptr;
}

/// The latest one.
const AddressEmitter::Table *AddressEmitter::tableOf(const AffineRef &R,
                                                     LoopDim D) const {
  for (const Table &T : llvm::reverse(Tables))
    if (T.Access == R.Access && T.D == D)
      return &T;
  return nullptr;
}

/// The same, if it has an entry for each index.
const AddressEmitter::Table *AddressEmitter::findTable(const AffineRef &R,
                                                       LoopDim D) const {
  const Table *T = tableOf(R, D);
  return T && T->First ? T : nullptr;
}

Value *AddressEmitter::read(const Table &T, Value *At) {
  Value *Step = B.CreateSub(At, T.First);
  return B.CreateLoad(
      B.getInt64Ty(),
      B.CreatePtrAdd(T.Offsets, B.CreateMul(Step, B.getInt64(8))));
}

Value *AddressEmitter::carried(const AffineRef &R, LoopDim D, Value *At) {
  if (const Table *T = tableOf(R, D); T && !T->First)
    return T->Offsets;
  Value *Sum = B.getInt64(0);
  for (auto [Carry, Inside] : llvm::zip(R.Carry[D], Nest.Index[D].Axes.Inside))
    if (!Carry->isZero()) {
      Value *Step = B.CreateUDiv(At, Sig.get(Inside));
      Sum = add(B, Sum, B.CreateMul(Step, Sig.get(Carry)));
    }
  return Sum;
}

const AddressEmitter::Runs *AddressEmitter::findRuns(const AffineRef &R,
                                                     LoopDim D) const {
  for (const Runs &Each : llvm::reverse(Found))
    if (Each.Access == R.Access && Each.D == D)
      return &Each;
  return nullptr;
}

Value *AddressEmitter::moved(const AffineRef &R, LoopDim D, Value *At) {
  if (const Table *T = findTable(R, D))
    return read(*T, At);
  Value *Bytes = B.CreateMul(At, Sig.get(R.Stride[D]));
  return R.isCarried(D) ? add(B, carried(R, D, At), Bytes) : Bytes;
}

Value *AddressEmitter::part(const AffineRef &R, LoopDim D, Value *At) {
  Value *Part = moved(R, D, At);
  return R.hasRow(D) ? add(B, row(R.Row[D], D, At), Part) : Part;
}

Value *AddressEmitter::row(const SCEV *S, LoopDim D, Value *At) {
  Place Where(D, {});
  Where.At[D] = At;
  return lookup(S, Where);
}

Value *AddressEmitter::lookup(const SCEV *S, const Indices &At) {
  Place Where(std::nullopt, At);
  return lookup(S, Where);
}

Value *AddressEmitter::lookup(const SCEV *S, Place &Where) {
  if (!Nest.varies(S))
    return Sig.get(S);
  if (Value *Known = Where.Done.lookup(S))
    return Known;
  Value *Result;
  if (const AffineRef *Load = Nest.findRowLoad(S))
    Result = B.CreateAlignedLoad(Load->ElemTy, address(*Load, Where.At),
                                 getLoadStoreAlignment(Load->Access), "row");
  else
    Result = lookupOperation(S, Where);
  return Where.Done[S] = Result;
}

/// What \p L, a loop of the nest, counts.
Value *AddressEmitter::indexOf(const Loop &L, const Indices &At) const {
  for (LoopDim D : {DimI, DimJ, DimK})
    if (Nest.Index[D].innermost() == &L)
      return At[D];
  llvm_unreachable("the loop counts no index");
}

Value *AddressEmitter::lookupOperation(const SCEV *S, Place &Where) {
  if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(S)) {
    Value *Step = Sig.get(Rec->getOperand(1));
    Value *Index =
        Where.Only ? Where.At[*Where.Only] : indexOf(*Rec->getLoop(), Where.At);
    Index = B.CreateZExtOrTrunc(Index, Step->getType());
    Value *Start = lookup(Rec->getStart(), Where);
    return add(B, Start, B.CreateMul(Index, Step));
  }
  SmallVector<Value *, 4> Operands;
  for (const SCEV *Op : S->operands())
    Operands.push_back(lookup(Op, Where));
  switch (S->getSCEVType()) {
  case scPtrToInt:
    return B.CreatePtrToInt(Operands[0], S->getType());
  case scTruncate:
    return B.CreateTrunc(Operands[0], S->getType());
  case scZeroExtend:
    return B.CreateZExt(Operands[0], S->getType());
  case scSignExtend:
    return B.CreateSExt(Operands[0], S->getType());
  case scUDivExpr:
    return B.CreateUDiv(Operands[0], Operands[1]);
  default:
    return fold(S, Operands);
  }
}

/// An operation of any number of operands.
Value *AddressEmitter::fold(const SCEV *S, ArrayRef<Value *> Operands) {
  auto Combine = [&](Value *X, Value *Y) -> Value * {
    switch (S->getSCEVType()) {
    case scAddExpr:
      return add(B, X, Y);
    case scMulExpr:
      return B.CreateMul(X, Y);
    case scSMaxExpr:
      return B.CreateBinaryIntrinsic(Intrinsic::smax, X, Y);
    case scUMaxExpr:
      return B.CreateBinaryIntrinsic(Intrinsic::umax, X, Y);
    case scSMinExpr:
      return B.CreateBinaryIntrinsic(Intrinsic::smin, X, Y);
    case scUMinExpr:
      return B.CreateBinaryIntrinsic(Intrinsic::umin, X, Y);
    default:
      llvm_unreachable("no operation of a row");
    }
  };
  Value *Result = Operands[0];
  for (Value *Op : Operands.drop_front())
    Result = Combine(Result, Op);
  return Result;
}

} // namespace gemmify
