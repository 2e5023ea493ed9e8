//===- Team.cpp - Threads of an OpenMP runtime ----------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Team.h"
#include "ErrnoPlace.h"
#include "WorkspacePool.h"
#include "intrinsic/Llvm.h"
#include "lowering/core/EmitIf.h"
#include "lowering/core/LibraryFunction.h"
#include "lowering/target/FloatMode.h"
#include "pass/kernel/build/AddedFunction.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace gemmify {

constexpr StringLiteral TeamName = "gemmify.team";
/// The default priority. A product that runs earlier finds no number, and is
/// alone.
constexpr int StartPriority = 65535;
/// Linux's SIG_BLOCK, and the words of a sigset_t of any C library.
constexpr int SignalBlock = 0, SignalWords = 16;

namespace {

enum Entry {
  Parallel,
  Level,
  MaxThreads,
  Number,
  Count,
  Pid,
  Signals,
  Errno,
  Barrier ///< A team can do without.
};

struct LibraryEntry {
  StringLiteral Name;
  enum { Int, Void, Ptr } Result;
  StringLiteral Params; ///< i: an i32, p: a pointer.
};

constexpr LibraryEntry Entries[] = {
    {"GOMP_parallel", LibraryEntry::Void, "ppii"},
    {"omp_get_level", LibraryEntry::Int, ""},
    {"omp_get_max_threads", LibraryEntry::Int, ""},
    {"omp_get_thread_num", LibraryEntry::Int, ""},
    {"omp_get_num_threads", LibraryEntry::Int, ""},
    {"getpid", LibraryEntry::Int, ""},
    {"sigprocmask", LibraryEntry::Int, "ipp"},
    {ErrnoFunction, LibraryEntry::Ptr, ""},
    {"GOMP_barrier", LibraryEntry::Void, ""}};

} // namespace

static FunctionType *typeOf(LLVMContext &C, const LibraryEntry &E) {
  Type *Int = Type::getInt32Ty(C), *Ptr = PointerType::getUnqual(C);
  SmallVector<Type *, 4> Params;
  for (char P : E.Params)
    Params.push_back(P == 'i' ? Int : Ptr);
  Type *Result = E.Result == LibraryEntry::Int   ? Int
                 : E.Result == LibraryEntry::Ptr ? Ptr
                                                 : Type::getVoidTy(C);
  return FunctionType::get(Result, Params, /*isVarArg=*/false);
}

static StructType *stateType(LLVMContext &C) {
  Type *Int = Type::getInt32Ty(C);
  return StructType::get(Int, Int);
}

bool mayHaveTeam(const Module &M) {
  LLVMContext &C = M.getContext();
  if (!hasWorkspacePool(M) || !hasFloatMode(tripleOf(M)) ||
      !mayShareVariable(M, TeamName, stateType(C)))
    return false;
  return llvm::all_of(Entries, [&](const LibraryEntry &E) {
    return mayUseLibraryFunction(M, E.Name, typeOf(C, E));
  });
}

static Function *get(Module &M, Entry E) {
  return getOptionalFunction(M, Entries[E].Name,
                             typeOf(M.getContext(), Entries[E]));
}

static CallInst *call(IRBuilderBase &B, Entry E, ArrayRef<Value *> Args = {}) {
  Module &M = *B.GetInsertBlock()->getModule();
  CallInst *Call =
      B.CreateCall(typeOf(M.getContext(), Entries[E]), get(M, E), Args);
  Call->setDoesNotThrow();
  return Call;
}

/// Notes which process the program begins as.
static void addStart(Module &M, Value *Pid) {
  LLVMContext &C = M.getContext();
  Function *F =
      Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                       GlobalValue::InternalLinkage, TeamName + ".start", M);
  F->setDoesNotThrow();
  IRBuilder<> B(BasicBlock::Create(C, "entry", F));
  emitIf(B, "known", B.CreateIsNotNull(get(M, Entry::Pid)),
         [&] { B.CreateStore(call(B, Entry::Pid), Pid); });
  B.CreateRetVoid();
  appendToGlobalCtors(M, F, StartPriority);
}

/// Of the first in \p M, the code that sets it as well.
static GlobalVariable *getState(Module &M) {
  if (GlobalVariable *Known = M.getGlobalVariable(TeamName))
    return Known;
  StructType *Ty = stateType(M.getContext());
  GlobalVariable *State = getSharedVariable(M, TeamName, Ty, Align(64));
  IRBuilder<> B(M.getContext());
  addStart(M, B.CreateConstInBoundsGEP2_32(Ty, State, 0, 1));
  return State;
}

namespace {

/// The body of the function that claims the team.
class ClaimFunction {
public:
  explicit ClaimFunction(Function &F)
      : M(*F.getParent()), F(F),
        B(BasicBlock::Create(F.getContext(), "entry", &F)),
        Alone(BasicBlock::Create(F.getContext(), "alone", &F)) {}

  void build();

private:
  /// Goes on only if \p Cond holds.
  void require(Value *Cond) {
    BasicBlock *Next = BasicBlock::Create(F.getContext(), "next", &F);
    B.CreateCondBr(Cond, Next, Alone);
    B.SetInsertPoint(Next);
  }
  Value *blocksNone();

  Module &M;
  Function &F;
  IRBuilder<> B;
  BasicBlock *Alone;
};

} // namespace

/// Signals and processes come first: a handler may have interrupted the
/// runtime.
void ClaimFunction::build() {
  GlobalVariable *State = getState(M);
  for (unsigned E = 0; E != Entry::Barrier; ++E)
    require(B.CreateIsNotNull(get(M, Entry(E))));
  Value *Pid = B.CreateConstInBoundsGEP2_32(State->getValueType(), State, 0, 1);
  Value *Now = call(B, Entry::Pid);
  require(B.CreateICmpEQ(Now, B.CreateLoad(B.getInt32Ty(), Pid)));
  require(blocksNone());
  require(B.CreateIsNull(call(B, Level)));
  Value *Most = B.CreateBinaryIntrinsic(
      Intrinsic::smin, F.getArg(0),
      B.CreateSExt(call(B, MaxThreads), B.getInt64Ty()));
  require(B.CreateICmpSGE(Most, B.getInt64(2)));
  Value *WasBusy = B.CreateAtomicRMW(AtomicRMWInst::Xchg, State, B.getInt32(1),
                                     Align(4), AtomicOrdering::Acquire);
  require(B.CreateIsNull(WasBusy));
  B.CreateRet(Most);
  B.SetInsertPoint(Alone);
  B.CreateRet(B.getInt64(1));
}

/// i1: whether the thread blocks no signal.
Value *ClaimFunction::blocksNone() {
  Type *Set = ArrayType::get(B.getInt64Ty(), SignalWords);
  IRBuilder<> Begin(&F.getEntryBlock(), F.getEntryBlock().begin());
  Value *Blocked = Begin.CreateAlloca(Set);
  B.CreateStore(Constant::getNullValue(B.getInt64Ty()), Blocked);
  call(B, Signals,
       {B.getInt32(SignalBlock), ConstantPointerNull::get(B.getPtrTy()),
        Blocked});
  return B.CreateIsNull(B.CreateLoad(B.getInt64Ty(), Blocked));
}

Value *claimTeam(IRBuilderBase &B, Value *Wanted) {
  Function &User = *B.GetInsertBlock()->getParent();
  auto *Ty = FunctionType::get(B.getInt64Ty(), B.getInt64Ty(),
                               /*isVarArg=*/false);
  Function *Claim =
      getSharedFunction(User, "gemmify.team.claim.", "", Ty,
                        [](Function &F) { ClaimFunction(F).build(); });
  CallInst *Call = B.CreateCall(Claim, Wanted, "threads");
  Call->setDoesNotThrow();
  return Call;
}

void runTeam(IRBuilderBase &B, Function &Task, Value *Context, Value *Threads) {
  Value *Place = call(B, Errno);
  Value *Before = B.CreateLoad(B.getInt32Ty(), Place);
  call(B, Parallel,
       {&Task, Context, B.CreateTrunc(Threads, B.getInt32Ty()), B.getInt32(0)});
  B.CreateStore(Before, Place);
  releaseTeam(B);
}

void releaseTeam(IRBuilderBase &B) {
  GlobalVariable *State = getState(*B.GetInsertBlock()->getModule());
  B.CreateAlignedStore(B.getInt32(0), State, Align(4))
      ->setAtomic(AtomicOrdering::Release);
}

Value *hasBarrier(IRBuilderBase &B) {
  return B.CreateIsNotNull(
      get(*B.GetInsertBlock()->getModule(), Entry::Barrier));
}

void emitBarrier(IRBuilderBase &B) { call(B, Entry::Barrier); }

TeamMember::TeamMember(IRBuilderBase &B)
    : Number(B.CreateSExt(call(B, Entry::Number), B.getInt64Ty())),
      Count(B.CreateSExt(call(B, Entry::Count), B.getInt64Ty())) {}

} // namespace gemmify
