//===- TestElements.cpp - Whether all elements pass a test ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestElements.h"
#include "intrinsic/Tuning.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/kernel/emit/EmitLoop.h"
#include "pass/product/Contiguity.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace gemmify {

std::optional<TestedElements> TestedElements::of(
    const ElementTest &Test, const GemmNest &N,
    function_ref<bool(const Instruction &, LoadInst &)> ReadsSame) {
  TestedElements E;
  E.Passes = [Test](IRBuilderBase &B, ArrayRef<Value *> Elements,
                    ArrayRef<Value *> Fixed, unsigned Lanes) {
    return Test.emit(B, Elements, Fixed, Lanes);
  };
  E.Key = Test.describe();
  E.Fixed = Test.Fixed;
  SmallVector<LoopDim, NumDims> Moving;
  const DataLayout &DL = N.C.Access->getDataLayout();
  for (LoadInst *Load : Test.Loads) {
    const AffineRef *R = nullptr;
    for (const Slice *S : N.operands())
      for (const AffineRef &Each : S->Loads)
        if (!R && !S->isBeside(Each.Access->getParent()) &&
            ReadsSame(*Each.Access, *Load))
          R = &Each;
    if (!R || !R->isStrided() || !R->Batch.empty() ||
        !isPacked(R->ElemTy, DL) || R->ElemTy != Load->getType())
      return std::nullopt;
    E.Refs.push_back(*R);
    for (LoopDim D : {DimI, DimJ, DimK})
      if (R->dependsOn(D) && !is_contained(Moving, D))
        Moving.push_back(D);
  }
  if (Moving.size() != 2 ||
      (N.Step.PairedAlong && is_contained(Moving, *N.Step.PairedAlong)))
    return std::nullopt;
  auto IsContiguous = [&](LoopDim D) {
    return all_of(E.Refs,
                  [&](const AffineRef &R) { return isContiguous(R, D, DL); });
  };
  E.AreContiguous = IsContiguous(Moving[0]) || IsContiguous(Moving[1]);
  if (IsContiguous(Moving[0]))
    std::swap(Moving[0], Moving[1]);
  E.Outer = Moving[0];
  E.Inner = Moving[1];
  return E;
}

namespace {

/// Fills in the function: (i1 MayLook, i64 Outer, i64 Inner, {ptr, i64 stride
/// along Outer, i64 along Inner} of each load, fixed values) -> i1.
class PassFunction {
public:
  PassFunction(Function &F, const TestedElements &E)
      : B(BasicBlock::Create(F.getContext(), "entry", &F)), F(F), E(E),
        Lanes(lanes()) {
    for (unsigned Each = 0; Each != E.Fixed.size(); ++Each)
      Fixed.push_back(F.getArg(3 + 3 * E.Refs.size() + Each));
  }

  void build() {
    Value *True = B.getTrue(), *Zero = B.getInt64(0);
    emitIf(B, "look", F.getArg(0), [&] {
      auto Goes = [&](ArrayRef<Value *> S) {
        return B.CreateAnd(B.CreateICmpSLT(S[0], F.getArg(1)), S[1]);
      };
      auto End = emitWhile(B, "line", {Zero, True}, Goes,
                           [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
                             Value *Pass = linePasses(S[0]);
                             return {B.CreateAdd(S[0], B.getInt64(1)), Pass};
                           });
      leaveWith(End[1]);
    });
    B.CreateRet(B.getFalse());
  }

private:
  /// Elements that are tested at a time.
  unsigned lanes() const {
    uint64_t Widest = 1;
    for (const AffineRef &R : E.Refs)
      Widest = std::max<uint64_t>(Widest,
                                  F.getDataLayout().getTypeStoreSize(R.ElemTy));
    return E.AreContiguous ? SharedTuning::TestedBytes / Widest : 1;
  }

  void leaveWith(Value *V) {
    emitIf(B, "all", V, [&] { leaveKernel(B, true); });
  }

  /// i1: all elements of line \p Line pass.
  Value *linePasses(Value *Line) {
    Value *Count = F.getArg(2), *Step = B.getInt64(Lanes), *One = B.getInt64(1);
    SmallVector<Value *, 8> End = {B.getInt64(0), B.getTrue()};
    auto Test = [&](unsigned Width, Value *By) {
      auto Goes = [&](ArrayRef<Value *> S) {
        Value *Next = B.CreateAdd(S[0], By);
        return B.CreateAnd(B.CreateICmpSLE(Next, Count), S[1]);
      };
      End =
          emitWhile(B, "element", End, Goes,
                    [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
                      return {B.CreateAdd(S[0], By), passes(Line, S[0], Width)};
                    });
    };
    if (Lanes > 1)
      Test(Lanes, Step);
    Test(1, One);
    return End[1];
  }

  /// i1: \p Width elements from \p At on do.
  Value *passes(Value *Line, Value *At, unsigned Width) {
    SmallVector<Value *, 2> Elements, Values;
    for (auto [Each, R] : enumerate(E.Refs)) {
      Argument *Arg = F.getArg(3 + 3 * Each);
      Value *OfLine = B.CreateMul(Line, F.getArg(4 + 3 * Each));
      Value *Offset = B.CreateMul(At, F.getArg(5 + 3 * Each));
      Offset = B.CreateAdd(OfLine, Offset);
      Type *Ty = R.ElemTy;
      if (Width > 1)
        Ty = VectorType::get(Ty, ElementCount::getFixed(Width));
      Elements.push_back(
          B.CreateAlignedLoad(Ty, B.CreatePtrAdd(Arg, Offset), R.Alignment));
    }
    for (Value *V : Fixed)
      Values.push_back(Width > 1 ? B.CreateVectorSplat(Width, V) : V);
    Value *Pass = E.Passes(B, Elements, Values, Width);
    return Width > 1 ? B.CreateAndReduce(Pass) : Pass;
  }

  IRBuilder<> B;
  Function &F;
  const TestedElements &E;
  const unsigned Lanes;
  SmallVector<Value *, 2> Fixed;
};

} // namespace

Value *emitPass(IRBuilderBase &B, const TestedElements &E, GuardEmitter &G,
                Value *MayLook, Value *Outer, Value *Inner) {
  SmallVector<Value *, 8> Args = {MayLook, Outer, Inner};
  std::string Key = E.Key;
  for (const AffineRef &R : E.Refs) {
    Value *First = G.expand(B, R.Start);
    Value *Across = G.expand(B, R.Stride[E.Outer]);
    Args.append({First, Across, G.expand(B, R.Stride[E.Inner])});
    Key += ";" + utostr(R.Alignment.value());
  }
  Key += E.AreContiguous ? ";v" : ";s";
  append_range(Args, E.Fixed);
  SmallVector<Type *, 8> Types;
  for (Value *Arg : Args)
    Types.push_back(Arg->getType());
  Function &Host = *B.GetInsertBlock()->getParent();
  auto *Ty = FunctionType::get(B.getInt1Ty(), Types, false);
  Function *Passes =
      getSharedFunction(Host, "gemmify.pass.", Key, Ty, [&](Function &F) {
        F.addFnAttr(Attribute::WillReturn);
        F.setMemoryEffects(MemoryEffects::argMemOnly(ModRefInfo::Ref));
        PassFunction(F, E).build();
      });
  return B.CreateCall(Passes, Args);
}

Value *emitAllPass(IRBuilderBase &B, const TestedElements &E, const GemmNest &N,
                   GuardEmitter &G, Value *MayLook) {
  Value *Outer = G.expand(B, N.Index[E.Outer].Trip);
  Value *Inner = G.expand(B, N.Index[E.Inner].Trip);
  return emitPass(B, E, G, MayLook, Outer, Inner);
}

Value *emitFirstPasses(IRBuilderBase &B, const TestedElements &E,
                       GuardEmitter &G, Value *MayLook) {
  return emitPass(B, E, G, MayLook, B.getInt64(1), B.getInt64(1));
}

} // namespace gemmify
