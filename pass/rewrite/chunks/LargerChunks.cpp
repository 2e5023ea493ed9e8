//===- LargerChunks.cpp - Enough rows for a tile --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LargerChunks.h"
#include "ChunkCalls.h"
#include "intrinsic/SharedTuning.h"
#include "lowering/core/LibraryFunction.h"
#include "pass/kernel/build/AddedFunction.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/DomTreeUpdater.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

constexpr StringLiteral LargerName = "gemmify.larger";
constexpr StringLiteral ThreadsName = "omp_get_num_threads";
/// Schedules of LLVM's runtime (kmp.h: sched_type), and what may modify them.
constexpr uint64_t Dynamic = 35, Guided = 36, Modifiers = uint64_t(3) << 29;

/// Whether chunks are asked for whose size is the least that threads get, of
/// iterations that are counted up by one.
static bool mayBeLarger(const CallInst &Start) {
  const auto *Kind = dyn_cast<ConstantInt>(Start.getArgOperand(ChunkSchedule));
  const auto *Step = dyn_cast<ConstantInt>(Start.getArgOperand(ChunkStep));
  if (!Kind || !Step || !Step->isOne())
    return false;
  const uint64_t Schedule = Kind->getZExtValue() & ~Modifiers;
  return Schedule == Dynamic || Schedule == Guided;
}

static FunctionType *threadsType(LLVMContext &C) {
  return FunctionType::get(Type::getInt32Ty(C), /*isVarArg=*/false);
}

/// Whether the team's threads compute the same \p V, from what they share.
static bool isShared(const Value &V, unsigned Depth = 0) {
  constexpr unsigned Deepest = 8, OwnArguments = 2; // The thread's numbers.
  if (const auto *Arg = dyn_cast<Argument>(&V))
    return Arg->getArgNo() >= OwnArguments;
  if (isa<ConstantData>(V))
    return true;
  const auto *I = dyn_cast<Instruction>(&V);
  const auto *Load = dyn_cast_or_null<LoadInst>(I);
  if (!I || Depth == Deepest ||
      (Load && (!Load->isSimple() || Load->getPointerAddressSpace() != 0)) ||
      !(Load || isa<BinaryOperator, CmpInst, CastInst, GetElementPtrInst>(I)))
    return false;
  return llvm::all_of(I->operands(),
                      [&](const Use &Op) { return isShared(*Op, Depth + 1); });
}

/// The name of what \p V calls in another module; empty where it is no such
/// call.
static StringRef calledName(const Value &V) {
  const auto *Call = dyn_cast<CallInst>(&V);
  const Function *F = Call ? Call->getCalledFunction() : nullptr;
  return F && F->isDeclaration() ? F->getName() : StringRef();
}

/// Whether \p Call of the runtime is one that all threads of a team come to, or
/// none: the beginning of a loop, or a barrier.
static bool isMetByAll(const Value &Call) {
  StringRef Name = calledName(Call);
  return Name.starts_with("__kmpc_for_static_init") ||
         Name.starts_with("__kmpc_dispatch_init") || Name == "__kmpc_barrier";
}

/// Functions of the runtime that share iterations among the threads of a team.
/// Such loops may wait for all threads, which orders all of them.
static bool sharesIterations(const Value &Call) {
  StringRef Name = calledName(Call);
  return isMetByAll(Call) || Name.starts_with("__kmpc_for_static_") ||
         Name.starts_with("__kmpc_dispatch_") ||
         Name == "__kmpc_global_thread_num";
}

/// Whether \p F is what products have become that come first, or a part of it.
static bool isAdded(const Function *F) {
  return F && F->hasLocalLinkage() && F->getName().starts_with(AddedPrefix);
}

/// Whether \p I does not order some threads among themselves: what one has
/// written before, another one may read only behind a barrier.
static bool ordersNone(const Instruction &I) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return !Call->mayReadOrWriteMemory() || Call->isAssumeLikeIntrinsic() ||
           (isa<MemIntrinsic>(Call) && !Call->isVolatile());
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return sharesIterations(*Call) || isAdded(Call->getCalledFunction());
  return !I.isAtomic() && !I.isVolatile();
}

static bool isForkOf(const Use &U) {
  return calledName(*U.getUser()) == "__kmpc_fork_call" &&
         cast<CallInst>(U.getUser())->isArgOperand(&U);
}

/// Whether \p F is the body of parallel regions and nothing else.
static bool isRegionBody(const Function &F) {
  return F.hasLocalLinkage() && llvm::all_of(F.uses(), isForkOf);
}

namespace {

/// The body of a parallel region, in which the threads of a team go their ways.
class RegionBody {
public:
  RegionBody(CallInst &Start, const NestAnalyses &A)
      : Start(Start), A(A), PDT(*Start.getFunction()) {}

  bool isForAll() const;

private:
  bool isRunAlike(const BasicBlock &BB) const;
  bool isAlikeBefore(const BasicBlock &BB,
                     BasicBlock::const_iterator End) const;

  const CallInst &Start;
  const NestAnalyses &A;
  const PostDominatorTree PDT;
};

} // namespace

/// Whether each thread runs \p BB once if one does: nothing leads elsewhere but
/// what they share, if what comes before is run alike.
bool RegionBody::isRunAlike(const BasicBlock &BB) const {
  if (A.LI.getLoopFor(&BB))
    return false;
  const BasicBlock *To = &BB;
  while (const DomTreeNode *Above = A.DT.getNode(To)->getIDom()) {
    const BasicBlock *From = Above->getBlock();
    const auto *Br = dyn_cast<BranchInst>(From->getTerminator());
    if (!PDT.dominates(To, From) &&
        !(Br && To->getSinglePredecessor() == From &&
          isShared(*Br->getCondition())))
      return false;
    To = From;
  }
  return true;
}

/// Whether what is in \p BB up to \p End, which comes before Start, does not
/// tell threads apart.
bool RegionBody::isAlikeBefore(const BasicBlock &BB,
                               BasicBlock::const_iterator End) const {
  for (const Instruction &I : make_range(BB.begin(), End)) {
    if (!ordersNone(I))
      return false;
    if (isMetByAll(I) && !isRunAlike(BB))
      return false;
  }
  return true;
}

/// Whether each thread of a team comes to Start once if one does, after the
/// same loops: they have to tell the runtime the same.
bool RegionBody::isForAll() const {
  ReversePostOrderTraversal<const Function *> Blocks(Start.getFunction());
  if (containsIrreducibleCFG<const BasicBlock *>(Blocks, A.LI) ||
      !isRunAlike(*Start.getParent()) ||
      !isAlikeBefore(*Start.getParent(), Start.getIterator()))
    return false;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Work(predecessors(Start.getParent()));
  while (!Work.empty()) {
    const BasicBlock *BB = Work.pop_back_val();
    if (!A.DT.isReachableFromEntry(BB) || !Seen.insert(BB).second)
      continue;
    if (!isAlikeBefore(*BB, BB->end()))
      return false;
    llvm::append_range(Work, predecessors(BB));
  }
  return true;
}

/// How many iterations \p Start is about, less one; less than 2^63 of them
/// count.
static Value *iterationsOf(IRBuilderBase &B, const CallInst &Start) {
  const bool IsSigned = !Start.getCalledFunction()->getName().ends_with("u");
  Value *First = Start.getArgOperand(ChunkFirst);
  Value *Last = Start.getArgOperand(ChunkLast);
  Value *IsEmpty =
      IsSigned ? B.CreateICmpSLT(Last, First) : B.CreateICmpULT(Last, First);
  Value *More = B.CreateZExt(B.CreateSub(Last, First), B.getInt64Ty());
  return B.CreateSelect(IsEmpty, B.getInt64(0), More);
}

/// The size of chunks of which each of \p Threads (i64, positive) gets some.
static Value *largerSize(IRBuilderBase &B, const CallInst &Start,
                         Value *Threads, unsigned Tile) {
  Value *Size = Start.getArgOperand(ChunkSize);
  Value *Own = B.CreateSExt(Size, B.getInt64Ty());
  Value *Iterations = iterationsOf(B, Start);
  auto Share = [&](uint64_t Parts) {
    Value *All = B.CreateMul(Threads, B.getInt64(Parts));
    return B.CreateUDiv(Iterations, All);
  };
  Value *Fair = Share(SharedTuning::ChunksPerThread);
  Value *Tiles = B.CreateSub(Fair, B.CreateURem(Fair, B.getInt64(Tile)));
  Value *OneTile =
      B.CreateBinaryIntrinsic(Intrinsic::umin, B.getInt64(Tile),
                              Share(SharedTuning::FewestChunksPerThread));
  Value *Wanted = B.CreateBinaryIntrinsic(Intrinsic::umax, Tiles, OneTile);
  // No size, or one below 1, is the runtime's own choice.
  // The runtime adds some chunks to the last iteration, in the counter's type.
  const unsigned Room = Size->getType()->getIntegerBitWidth() - 2;
  Value *IsLarger = B.CreateAnd(
      {B.CreateICmpSGT(Own, B.getInt64(0)), B.CreateICmpUGT(Wanted, Own),
       B.CreateICmpULT(Iterations, B.getInt64(uint64_t(1) << Room))});
  Value *Divisor = B.CreateBinaryIntrinsic(Intrinsic::smax, Own, B.getInt64(1));
  Value *Whole = B.CreateMul(B.CreateUDiv(Wanted, Divisor), Own);
  return B.CreateSelect(IsLarger, B.CreateTrunc(Whole, Size->getType()), Size);
}

bool askForLargerChunks(const Loop &Root, unsigned Tile,
                        const NestAnalyses &A) {
  const Loop *Around = Root.getParentLoop();
  CallInst *Start = Around ? findChunkStart(*Around) : nullptr;
  if (!Start || Start->getMetadata(LargerName) || !mayBeLarger(*Start) ||
      !isRegionBody(*Start->getFunction()) || !RegionBody(*Start, A).isForAll())
    return false;
  Module &M = *Start->getModule();
  FunctionType *Ty = threadsType(M.getContext());
  if (!mayUseLibraryFunction(M, ThreadsName, Ty))
    return false;
  Start->setMetadata(LargerName, MDNode::get(M.getContext(), {}));
  IRBuilder<> B(Start);
  Function *Threads = getOptionalFunction(M, ThreadsName, Ty);
  Value *Size = Start->getArgOperand(ChunkSize);
  BasicBlock *Before = Start->getParent();
  DomTreeUpdater DTU(A.DT, DomTreeUpdater::UpdateStrategy::Eager);
  Instruction *Then = SplitBlockAndInsertIfThen(
      B.CreateIsNotNull(Threads), Start->getIterator(), /*Unreachable=*/false,
      nullptr, &DTU, &A.LI);
  B.SetInsertPoint(Then);
  CallInst *Number = B.CreateCall(Ty, Threads);
  Number->setDoesNotThrow();
  Value *Count = B.CreateBinaryIntrinsic(
      Intrinsic::smax, B.CreateSExt(Number, B.getInt64Ty()), B.getInt64(1));
  Value *Larger = largerSize(B, *Start, Count, Tile);
  B.SetInsertPoint(Start);
  PHINode *Either = B.CreatePHI(Size->getType(), 2);
  Either->addIncoming(Size, Before);
  Either->addIncoming(Larger, Then->getParent());
  Start->setArgOperand(ChunkSize, Either);
  return true;
}

} // namespace gemmify
