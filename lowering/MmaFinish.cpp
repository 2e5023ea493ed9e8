//===- MmaFinish.cpp - The order that the matrix unit wants ---------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaFinish.h"
#include "MmaLoads.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsPowerPC.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <numeric>

using namespace llvm;

namespace gemmify {

constexpr uint64_t VectorBytes = 16, PairBytes = 2 * VectorBytes;

static bool isCallOf(const Value *V, Intrinsic::ID Id) {
  const auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call && Call->getIntrinsicID() == Id;
}

namespace {

/// Reads and writes long vectors by pairs of registers.
class PairedAccesses {
public:
  explicit PairedAccesses(BasicBlock &BB)
      : BB(BB), DL(BB.getDataLayout()), B(BB.getContext()) {}

  void run() {
    for (Instruction &I : llvm::make_early_inc_range(BB))
      if (auto *Store = dyn_cast<StoreInst>(&I);
          Store && Store->isSimple() && isPairs(I, *Store->getPointerOperand()))
        write(*Store);
    for (Instruction &I : llvm::make_early_inc_range(BB))
      if (auto *Load = dyn_cast<LoadInst>(&I);
          Load && Load->isSimple() && isPairs(I, *Load->getPointerOperand()))
        read(*Load);
  }

private:
  using Values = SmallVector<Value *, 8>;
  /// Longer vectors are left to the code generator.
  static constexpr uint64_t MaxBytes = 4 * PairBytes;

  bool isPairs(const Instruction &Access, const Value &Ptr) const {
    auto *Ty = dyn_cast<FixedVectorType>(getLoadStoreType(&Access));
    if (!Ty || Ptr.getType()->getPointerAddressSpace() != 0)
      return false;
    if (Ty->getElementType()->isPointerTy())
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
          B.CreateIntrinsic(Intrinsic::ppc_vsx_lxvp, {at(Ptr, Offset)}));
    return Pairs;
  }

  void write(StoreInst &Store) {
    Value *V = Store.getValueOperand();
    // LLVM 22 drops the offset of a paired store into the frame.
    if (isa<Constant>(V) ||
        isa<AllocaInst>(getUnderlyingObject(Store.getPointerOperand(), 0)))
      return;
    auto *Load = dyn_cast<LoadInst>(V);
    if (Load && !(Load->isSimple() && Load->hasOneUse() &&
                  isPairs(*Load, *Load->getPointerOperand())))
      Load = nullptr;
    Values Pairs;
    if (Load) {
      B.SetInsertPoint(Load);
      Pairs = pairsAt(Load->getPointerOperand(), sizeOf(*V));
    }
    B.SetInsertPoint(&Store);
    if (!Load)
      Pairs = assemble(*V);
    for (auto [I, Pair] : enumerate(Pairs))
      B.CreateIntrinsic(Intrinsic::ppc_vsx_stxvp,
                        {Pair, at(Store.getPointerOperand(), I * PairBytes)});
    Store.eraseFromParent();
    if (Load)
      Load->eraseFromParent();
  }

  Values assemble(Value &V) {
    Value *All = B.CreateBitCast(
        &V, FixedVectorType::get(B.getInt8Ty(), unsigned(sizeOf(V))));
    auto Vector = [&](unsigned I) {
      SmallVector<int, VectorBytes> Mask(VectorBytes);
      std::iota(Mask.begin(), Mask.end(), int(I * VectorBytes));
      return B.CreateShuffleVector(All, Mask);
    };
    Values Pairs;
    // Little-endian: the first operand is the second vector.
    for (unsigned I = 0; I != sizeOf(V) / VectorBytes; I += 2)
      Pairs.push_back(B.CreateIntrinsic(Intrinsic::ppc_vsx_assemble_pair,
                                        {Vector(I + 1), Vector(I)}));
    return Pairs;
  }

  void read(LoadInst &Load) {
    B.SetInsertPoint(&Load);
    Values Vectors;
    for (Value *Pair : pairsAt(Load.getPointerOperand(), sizeOf(Load))) {
      Value *Both =
          B.CreateIntrinsic(Intrinsic::ppc_vsx_disassemble_pair, {Pair});
      for (unsigned I : {0u, 1u})
        Vectors.push_back(B.CreateExtractValue(Both, I));
    }
    Value *All =
        B.CreateBitCast(concatenateVectors(B, Vectors), Load.getType());
    Load.replaceAllUsesWith(All);
    Load.eraseFromParent();
  }

  BasicBlock &BB;
  const DataLayout &DL;
  IRBuilder<> B;
};

} // namespace

/// Accumulators put together in \p BB that are needed behind its branch alone.
static SmallVector<Instruction *, 8> accumulatorsForPhis(BasicBlock &BB) {
  SmallVector<Instruction *, 8> Result;
  for (Instruction &I : BB)
    if (isCallOf(&I, Intrinsic::ppc_mma_assemble_acc) &&
        llvm::all_of(I.uses(), [&](Use &U) {
          auto *Phi = dyn_cast<PHINode>(U.getUser());
          return Phi && Phi->getIncomingBlock(U) == &BB;
        }))
      Result.push_back(&I);
  return Result;
}

/// Puts the accumulators together on the edges that they are needed on.
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
