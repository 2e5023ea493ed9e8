//===- ShortLoops.cpp - Loops that are unrolled late ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShortLoops.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace gemmify {

constexpr StringLiteral KeptMark = "gemmify.kept";
constexpr StringLiteral NoUnroll = "llvm.loop.unroll.disable";

/// Replaces the loop's metadata by one without the strings \p Drop and with the
/// strings \p Add.
static void editLoopMetadata(Loop &L, ArrayRef<StringRef> Drop,
                             ArrayRef<StringRef> Add) {
  LLVMContext &Ctx = L.getHeader()->getContext();
  SmallVector<Metadata *, 4> Ops = {nullptr};
  if (MDNode *Old = L.getLoopID())
    for (const MDOperand &Op : llvm::drop_begin(Old->operands())) {
      auto *Node = dyn_cast<MDNode>(Op);
      auto *Name = Node && Node->getNumOperands()
                       ? dyn_cast<MDString>(Node->getOperand(0))
                       : nullptr;
      if (!Name || !llvm::is_contained(Drop, Name->getString()))
        Ops.push_back(Op);
    }
  for (StringRef S : Add)
    Ops.push_back(MDNode::get(Ctx, MDString::get(Ctx, S)));
  MDNode *New = MDNode::getDistinct(Ctx, Ops);
  New->replaceOperandWith(0, New);
  L.setLoopID(New);
}

static bool has(const Loop &L, StringRef Name) {
  return findStringMetadataForLoop(&L, Name).has_value();
}

bool isHeld(const Loop &L) { return has(L, KeptMark); }

void hold(Loop &L) {
  if (!has(L, NoUnroll))
    editLoopMetadata(L, {}, {NoUnroll, KeptMark});
}

bool letGo(Loop &L) {
  if (!isHeld(L))
    return false;
  editLoopMetadata(L, {NoUnroll, KeptMark}, {});
  return true;
}

bool allowUnrolling(LoopInfo &LI) {
  bool Any = false;
  for (Loop *L : LI.getLoopsInPreorder())
    if (isHeld(*L)) {
      editLoopMetadata(*L, {NoUnroll}, {});
      Any = true;
    }
  return Any;
}

bool isUnrolledLate(const Loop &L, ScalarEvolution &SE) {
  // LLVM's own limit at -O3.
  constexpr unsigned MostUnrolled = 300;
  if (!isHeld(L) || has(L, NoUnroll))
    return false;
  const unsigned Count = SE.getSmallConstantTripCount(&L);
  unsigned Size = 0;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB) {
      if (isa<AssumeInst>(I))
        return false;
      Size +=
          !isa<PHINode, GetElementPtrInst, CastInst, CmpInst, BranchInst>(I);
    }
  return Count >= 2 && Count <= MostUnrolled / std::max(Size, 1U);
}

bool hasLoopToUnroll(LoopInfo &LI, ScalarEvolution &SE) {
  return llvm::any_of(LI.getLoopsInPreorder(),
                      [&](const Loop *L) { return isUnrolledLate(*L, SE); });
}

} // namespace gemmify
