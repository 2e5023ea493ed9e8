//===- MmaFinish.cpp - The order that the matrix unit wants ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaFinish.h"
#include "MmaLoads.h"
#include "MmaOperands.h"
#include "intrinsic/Llvm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsPowerPC.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

constexpr uint64_t VectorBytes = 16, PairBytes = 2 * VectorBytes;

namespace {

/// Reads and writes long vectors by pairs of registers.
class PairedAccesses {
public:
  explicit PairedAccesses(BasicBlock &BB)
      : BB(BB), DL(BB.getDataLayout()), B(BB.getContext()) {}

  void run() {
    for (Instruction &I : llvm::make_early_inc_range(BB))
      if (auto *Store = dyn_cast<StoreInst>(&I); Store && isPairs(*Store))
        write(*Store);
    for (Instruction &I : llvm::make_early_inc_range(BB))
      if (auto *Load = dyn_cast<LoadInst>(&I); Load && isPairs(*Load))
        read(*Load);
  }

private:
  using Values = SmallVector<Value *, 8>;
  /// Longer vectors are left to the code generator.
  static constexpr uint64_t MaxBytes = 4 * PairBytes;

  /// Whether \p Access, a load or a store, is simple and of whole pairs.
  template <typename T> bool isPairs(const T &Access) const {
    auto *Ty = dyn_cast<FixedVectorType>(Access.getAccessType());
    if (!Ty || !Access.isSimple() || Access.getPointerAddressSpace() != 0 ||
        Ty->getElementType()->isPointerTy())
      return false;
    const uint64_t Bits = DL.getTypeSizeInBits(Ty->getElementType());
    return Bits % 8 == 0 &&
           Bits * Ty->getNumElements() % (8 * PairBytes) == 0 &&
           Bits * Ty->getNumElements() <= 8 * MaxBytes;
  }
  uint64_t sizeOf(const Value &V) const {
    return DL.getTypeStoreSize(V.getType()).getFixedValue();
  }
  Value *at(Value *Ptr, uint64_t Offset) {
    return Offset ? B.CreatePtrAdd(Ptr, B.getInt64(Offset)) : Ptr;
  }

  Values pairsAt(Value *Ptr, uint64_t Bytes) {
    Values Pairs;
    for (uint64_t Offset = 0; Offset != Bytes; Offset += PairBytes)
      Pairs.push_back(
          createIntrinsic(B, Intrinsic::ppc_vsx_lxvp, {at(Ptr, Offset)}));
    return Pairs;
  }

  void write(StoreInst &Store) {
    Value *V = Store.getValueOperand();
    // LLVM 22 drops the offset of a paired store into the frame.
    if (isa<Constant>(V) ||
        isa<AllocaInst>(getUnderlyingObject(Store.getPointerOperand(), 0)))
      return;
    auto *Copied = dyn_cast<LoadInst>(V);
    if (Copied && !(Copied->hasOneUse() && isPairs(*Copied)))
      Copied = nullptr;
    B.SetInsertPoint(Copied ? cast<Instruction>(Copied) : &Store);
    Values Pairs = Copied ? pairsAt(Copied->getPointerOperand(), sizeOf(*V))
                          : assemble(*V);
    B.SetInsertPoint(&Store);
    for (auto [I, Pair] : enumerate(Pairs))
      createIntrinsic(B, Intrinsic::ppc_vsx_stxvp,
                      {Pair, at(Store.getPointerOperand(), I * PairBytes)});
    Store.eraseFromParent();
    if (Copied)
      Copied->eraseFromParent();
  }

  Values assemble(Value &V) {
    Value *All = B.CreateBitCast(
        &V, FixedVectorType::get(B.getInt8Ty(), unsigned(sizeOf(V))));
    auto Vector = [&](uint64_t At) {
      return sliceVector(B, All, unsigned(At), VectorBytes);
    };
    Values Pairs;
    for (uint64_t At = 0; At != sizeOf(V); At += PairBytes) {
      Value *Low = Vector(At);
      Pairs.push_back(assemblePair(B, Low, Vector(At + VectorBytes)));
    }
    return Pairs;
  }

  void read(LoadInst &Load) {
    B.SetInsertPoint(&Load);
    Values Vectors;
    for (Value *Pair : pairsAt(Load.getPointerOperand(), sizeOf(Load)))
      llvm::append_range(Vectors, vectorsOfPair(B, Pair));
    Load.replaceAllUsesWith(
        B.CreateBitCast(joinVectors(B, Vectors), Load.getType()));
    Load.eraseFromParent();
  }

  BasicBlock &BB;
  const DataLayout &DL;
  IRBuilder<> B;
};

} // namespace

/// Accumulators assembled in \p BB that are needed only after its branch.
static SmallVector<Instruction *, 8> accumulatorsForPhis(BasicBlock &BB) {
  SmallVector<Instruction *, 8> Result;
  for (Instruction &I : BB)
    if (match(&I, m_Intrinsic<Intrinsic::ppc_mma_assemble_acc>()) &&
        llvm::all_of(I.uses(), [&](Use &U) {
          auto *Phi = dyn_cast<PHINode>(U.getUser());
          return Phi && Phi->getIncomingBlock(U) == &BB;
        }))
      Result.push_back(&I);
  return Result;
}

/// Assembles the accumulators on the edges where they are needed.
static void sinkAccumulators(BasicBlock &BB) {
  auto *Br = dyn_cast<BranchInst>(BB.getTerminator());
  if (!Br || Br->isUnconditional() ||
      Br->getSuccessor(0) == Br->getSuccessor(1))
    return;
  SmallVector<Instruction *, 8> Accumulators = accumulatorsForPhis(BB);
  if (Accumulators.empty())
    return;
  for (unsigned S : {0u, 1u}) {
    BasicBlock *Edge = SplitEdge(&BB, Br->getSuccessor(S));
    for (Instruction *Acc : Accumulators) {
      Instruction *Own = Acc->clone();
      Own->insertBefore(Edge->getTerminator()->getIterator());
      Acc->replaceUsesWithIf(Own, [&](Use &U) {
        return cast<PHINode>(U.getUser())->getIncomingBlock(U) == Edge;
      });
      if (Own->use_empty())
        Own->eraseFromParent();
    }
  }
  for (Instruction *Acc : Accumulators)
    Acc->eraseFromParent();
}

void finishMma(Function &F) {
  SmallVector<BasicBlock *, 64> Blocks;
  for (BasicBlock &BB : F)
    Blocks.push_back(&BB);
  for (BasicBlock *BB : Blocks) {
    spreadLoads(*BB);
    PairedAccesses(*BB).run();
    sinkAccumulators(*BB);
  }
}

} // namespace gemmify
