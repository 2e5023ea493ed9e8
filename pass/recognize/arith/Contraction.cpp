//===- Contraction.cpp - Multiplies that become part of an add ------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contraction.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

static bool isAddition(const Instruction &I) {
  return I.getOpcode() == Instruction::FAdd ||
         I.getOpcode() == Instruction::FSub;
}

static bool isContractable(const Value *V) {
  const auto *Mul = dyn_cast<Instruction>(V);
  return Mul && Mul->getOpcode() == Instruction::FMul &&
         Mul->hasAllowContract();
}

/// Whether the other way from a condition begins with the same computation as
/// that of \p Mul: LLVM moves what both have in common before the condition.
static bool isOnBothWays(const Instruction &Mul) {
  const BasicBlock *Before = Mul.getParent()->getSinglePredecessor();
  const auto *Br =
      Before ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  if (!Br || !Br->isConditional())
    return false;
  return llvm::any_of(Br->successors(), [&](const BasicBlock *Other) {
    return Other != Mul.getParent() && Other->getSinglePredecessor() &&
           llvm::any_of(*Other, [&](const Instruction &I) {
             return I.isIdenticalTo(&Mul);
           });
  });
}

/// The block in which the code generator finds \p Mul.
static const BasicBlock *blockOf(const Instruction &Mul) {
  const BasicBlock *Own = Mul.getParent();
  return isOnBothWays(Mul) ? Own->getSinglePredecessor() : Own;
}

std::optional<unsigned> fusedOperand(const Instruction &Add) {
  if (!isAddition(Add) || !Add.hasAllowContract())
    return std::nullopt;
  // Of two products, the code generator takes the first.
  for (unsigned Op : {0u, 1u}) {
    const Value *Mul = Add.getOperand(Op);
    if (isContractable(Mul) && Mul->hasOneUse() &&
        blockOf(*cast<Instruction>(Mul)) == Add.getParent())
      return Op;
  }
  return std::nullopt;
}

/// Whether \p Mul, computed before a condition, stays apart from \p Add after
/// it: what is read there keeps the two blocks from becoming one.
static bool staysBefore(const Instruction &Mul, const Instruction &Add) {
  const BasicBlock &There = *Add.getParent();
  return blockOf(Mul) == There.getSinglePredecessor() &&
         !llvm::all_of(There, [&](const Instruction &I) {
           return I.isTerminator() || isSafeToSpeculativelyExecute(&I);
         });
}

bool fusesOnlyWhenCopied(const Instruction &Add,
                         function_ref<const Value *(const Use &)> Operand) {
  if (!isAddition(Add) || !Add.hasAllowContract())
    return false;
  // What is added to a product with which it is fused is in no other operation.
  const std::optional<unsigned> Fused = fusedOperand(Add);
  return llvm::any_of(Add.operands(), [&](const Use &Op) {
    const Value *Mul = Operand(Op);
    if (Fused && Op.getOperandNo() != *Fused && Mul == Op.get() &&
        isContractable(Mul) && staysBefore(*cast<Instruction>(Mul), Add))
      return false;
    // The code generator moves a negation into the product.
    bool IsNegated = match(Mul, m_FNeg(m_Value(Mul)));
    return isContractable(Mul) &&
           (IsNegated || Mul != Op.get() || !Mul->hasOneUse() ||
            blockOf(*cast<Instruction>(Mul)) != Add.getParent());
  });
}

/// Whether \p V may be a product where ways round it are taken out. What merges
/// the steps of a loop stays.
static bool mayBecomeProduct(const Value *V, const Loop &Root,
                             const LoopInfo &LI) {
  constexpr unsigned MostValues = 16;
  SmallSetVector<const Value *, 8> Work;
  Work.insert(V);
  for (unsigned At = 0; At != Work.size(); ++At) {
    const auto *I = dyn_cast<Instruction>(Work[At]);
    if (!I || !Root.contains(I) ||
        (isa<PHINode>(I) && LI.isLoopHeader(I->getParent())))
      continue;
    if (I->getOpcode() == Instruction::FMul || At >= MostValues)
      return true;
    if (isa<PHINode, CastInst, SelectInst, FreezeInst, ExtractElementInst,
            InsertElementInst, ShuffleVectorInst>(I) ||
        I->getOpcode() == Instruction::FNeg)
      Work.insert(I->value_op_begin(), I->value_op_end());
  }
  return false;
}

bool mayFuseWithoutBranches(const Loop &Root, const LoopInfo &LI) {
  bool IsContracted = false, MayFuse = false;
  for (const BasicBlock *BB : Root.blocks())
    for (const Instruction &I : *BB) {
      if (!isa<FPMathOperator>(I))
        continue;
      // Beside what has the flag, what has none may be fused too.
      IsContracted |= I.hasAllowContract();
      const std::optional<unsigned> Fused = fusedOperand(I);
      MayFuse |=
          isAddition(I) && llvm::any_of(I.operands(), [&](const Use &Op) {
            const bool Stays = Fused && *Fused <= Op.getOperandNo();
            return !Stays && mayBecomeProduct(Op, Root, LI);
          });
    }
  return IsContracted && MayFuse;
}

bool isContractedElsewhere(const Function &F) {
  if (F.hasFnAttribute(UnfusedAttribute))
    return false;
  auto IsContracted = [](const Instruction &I) {
    return isa<FPMathOperator>(I) && I.hasAllowContract() &&
           I.getType()->isFPOrFPVectorTy();
  };
  return llvm::any_of(*F.getParent(), [&](const Function &Other) {
    return !Other.getName().starts_with("gemmify.") &&
           llvm::any_of(instructions(Other), IsContracted);
  });
}

/// Products, conversions and comparisons alone are fused with nothing. What a
/// function adds has flags of its own.
static bool addsInOrder(const Instruction &I) {
  if (isa<CallInst>(I) && !isa<IntrinsicInst>(I))
    return true;
  return isa<FPMathOperator>(I) && !I.hasAllowReassoc() &&
         (isAddition(I) || isa<IntrinsicInst>(I));
}

bool mayFuseElsewhere(const Loop &Root) {
  return llvm::any_of(Root.blocks(),
                      [](const BasicBlock *BB) {
                        return llvm::any_of(*BB, addsInOrder);
                      }) &&
         isContractedElsewhere(*Root.getHeader()->getParent());
}

static constexpr unsigned LongestUnrolled = 96;

bool mayUnrollWhole(const Loop &L, ScalarEvolution &SE) {
  const unsigned Most = SE.getSmallConstantMaxTripCount(const_cast<Loop *>(&L));
  return (Most && Most <= LongestUnrolled) ||
         hasUnrollTransformation(&L) == TM_ForcedByUser ||
         hasUnrollAndJamTransformation(&L) == TM_ForcedByUser;
}

/// Whether LLVM may unroll a loop that runs \p Trip times.
static bool isShort(const SCEV *Trip) {
  const auto *C = dyn_cast<SCEVConstant>(Trip);
  return C && C->getAPInt().ule(LongestUnrolled);
}

/// The same of one of \p D's loops.
static bool isShort(const GemmNest &N, LoopDim D) {
  return isShort(N.Index[D].Trip) ||
         llvm::any_of(N.Index[D].Axes.Size,
                      [](const SCEV *S) { return isShort(S); });
}

/// Whether a loop with which both operands move may be vectorized, once those
/// inside it are unrolled. It is not the innermost one.
static bool mayVectorizeBatch(const GemmNest &N) {
  return !N.Batch.isOne() &&
         (llvm::any_of(ArrayRef({DimI, DimJ, DimK}),
                       [&](LoopDim D) { return isShort(N, D); }) ||
          llvm::any_of(N.Batch.Size, [](const SCEV *S) { return isShort(S); }));
}

/// Whether \p R runs downward through memory with the innermost loop.
static bool runsDown(const GemmNest &N, const AffineRef &R) {
  if (const std::optional<unsigned> OfBatch = N.innermostBatch()) {
    const auto *Stride = dyn_cast<SCEVConstant>(R.Batch[*OfBatch]);
    return Stride && Stride->getAPInt().isNegative();
  }
  constexpr LoopDim Inner = DimK; // Of positions.
  const AxisGroup &Axes = N.Index[Inner].Axes;
  const auto *Stride = dyn_cast<SCEVConstant>(R.Stride[Inner]);
  if (!Stride)
    return false;
  APInt Bytes = Stride->getAPInt();
  for (unsigned Axis = Axes.Size.size();
       Axis-- > 1 && !Axes.Loops[Axis]->isInnermost();) {
    const auto *Size = dyn_cast<SCEVConstant>(Axes.Size[Axis]);
    if (!Size)
      return false;
    Bytes *= Size->getAPInt();
    if (!R.isCarried(Inner))
      continue;
    const auto *Carry = dyn_cast<SCEVConstant>(R.Carry[Inner][Axis - 1]);
    if (!Carry)
      return false;
    Bytes += Carry->getAPInt();
  }
  return Bytes.isNegative();
}

/// Whether \p X and \p Y, operands of two products, may be the parts of one
/// vector: loads side by side, or the same operation twice.
static bool mayPair(const Slice &X, const Slice &Y) {
  const auto *One = dyn_cast<Instruction>(X.Root);
  const auto *Other = dyn_cast<Instruction>(Y.Root);
  if (!One || !Other || X.Widen != Widening::None || One == Other)
    return true;
  if (One->getOpcode() != Other->getOpcode())
    return false;
  if (!isa<LoadInst>(One) || X.Loads.empty() || Y.Loads.empty())
    return true;
  return X.Loads.front().Stride == Y.Loads.front().Stride &&
         getUnderlyingObject(getLoadStorePointerOperand(One)) ==
             getUnderlyingObject(getLoadStorePointerOperand(Other));
}

/// Whether LLVM may compute two products of a step as one vector, of which it
/// then adds the parts one by one.
static bool mayPairProducts(const GemmNest &N) {
  const SmallVector<const Slice *, 2> All = N.operands();
  for (unsigned X = 0; X != All.size(); ++X)
    for (unsigned Y = X | 1; ++Y < All.size();)
      if (mayPair(*All[X], *All[Y]))
        return true;
  return false;
}

/// LLVM unrolls a short k loop. Where contraction is left to the code generator
/// it then sees all steps at once and pairs other multiplies with other adds
/// than in the loop: nobody can tell the bits that plain code would have.
/// LLVM vectorizes a loop that runs downward through memory by reversing
/// vectors, sometimes between the multiply and the add, which then are not
/// fused.
/// Whether \p M is compiled for full link-time optimization (-flto), which
/// unrolls and vectorizes what is left of loops once more.
static bool isLinkedWhole(const Module &M) {
  const auto *IsThin =
      mdconst::extract_or_null<ConstantInt>(M.getModuleFlag("ThinLTO"));
  return IsThin && IsThin->isZero();
}

bool fusesPredictably(const GemmNest &N, LoopDim K, bool Unrolled,
                      Reason &Why) {
  if (N.Elem.Reassoc)
    return true;
  if (!N.Elem.Fused && N.Elem.isFloat() &&
      isContractedElsewhere(*N.Root->getHeader()->getParent())) {
    Why = Reason::ContractedElsewhere;
    return false;
  }
  if (!N.Elem.ByFlags)
    return true;
  if (isLinkedWhole(*N.Root->getHeader()->getModule())) {
    Why = Reason::LinkedContracted;
    return false;
  }
  if (mayVectorizeBatch(N)) {
    Why = Reason::BatchContracted;
    return false;
  }
  if (isShort(N, K)) {
    Why = Reason::ShortK;
    return false;
  }
  if (Unrolled) {
    Why = Reason::UnrolledK;
    return false;
  }
  if (mayPairProducts(N)) {
    Why = Reason::ProductsContracted;
    return false;
  }
  auto RunsDown = [&](const AffineRef &R) { return runsDown(N, R); };
  if (RunsDown(N.C) || llvm::any_of(N.operands(), [&](const Slice *S) {
        return llvm::any_of(S->Loads, RunsDown);
      })) {
    Why = Reason::RunsDownward;
    return false;
  }
  return true;
}

bool isAboutContraction(Reason Why) {
  return llvm::is_contained(
      ArrayRef({Reason::LinkedContracted, Reason::BatchContracted,
                Reason::ShortK, Reason::UnrolledK, Reason::ProductsContracted,
                Reason::RunsDownward}),
      Why);
}

const Instruction *fusibleProduct(const Value *V) {
  if (const auto *Op = dyn_cast<Instruction>(V);
      Op && Op->getOpcode() == Instruction::FNeg)
    V = Op->getOperand(0);
  const auto *Op = dyn_cast<Instruction>(V);
  const bool IsFusible =
      Op && Op->getOpcode() == Instruction::FMul && Op->hasAllowContract();
  return IsFusible ? Op : nullptr;
}

} // namespace gemmify
