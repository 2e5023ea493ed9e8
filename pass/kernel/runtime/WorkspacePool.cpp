//===- WorkspacePool.cpp - Workspace that signal handlers may take --------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkspacePool.h"
#include "ErrnoPlace.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/Tuning.h"
#include "lowering/core/LibraryFunction.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/kernel/build/KernelSignature.h"
#include "pass/kernel/emit/EmitLoop.h"

using namespace llvm;

namespace gemmify {

/// The most idle mappings: threads that multiply at the same time.
constexpr uint64_t Slots = 64;
/// Bytes for the mapping's size, so that the memory after it is aligned.
constexpr uint64_t HeaderBytes = 64;

/// Linux's PROT_READ | PROT_WRITE and MAP_PRIVATE | MAP_ANONYMOUS, which differ
/// on none of the architectures below.
constexpr int Protection = 3, Mapping = 0x22;

bool hasWorkspacePool(const Module &M) {
  const Triple &T = tripleOf(M);
  if (!T.isOSLinux() || !(T.isGNUEnvironment() || T.isMusl()))
    return false;
  switch (T.getArch()) {
  case Triple::x86_64:
  case Triple::aarch64:
  case Triple::ppc64:
  case Triple::ppc64le:
  case Triple::riscv64:
  case Triple::systemz:
  case Triple::loongarch64:
    return true;
  default:
    return false;
  }
}

/// Things that modules that are linked together have to agree on.
static std::string poolName() {
  return ("gemmify.workspaces." + Twine(Slots) + "." + Twine(HeaderBytes) +
          ".counted")
      .str();
}

/// The mappings, and an upper bound of their bytes together.
static StructType *poolType(LLVMContext &C) {
  return StructType::get(ArrayType::get(PointerType::getUnqual(C), Slots),
                         Type::getInt64Ty(C));
}

namespace {

/// The functions that the pool calls, by name and type.
struct PoolLibrary {
  explicit PoolLibrary(const Module &M)
      : C(M.getContext()), IsMusl(tripleOf(M).isMusl()),
        Arch(tripleOf(M).getArch()) {}

  FunctionType *mmap() const {
    return FunctionType::get(Ptr, {Ptr, Long, Int, Int, Int, Long}, false);
  }
  FunctionType *munmap() const {
    return FunctionType::get(Int, {Ptr, Long}, false);
  }
  /// musl's munmap waits for a lock that the thread interrupted by a signal
  /// handler may hold. The lock protects memory shared between threads and is
  /// not needed here.
  FunctionType *syscall() const {
    return FunctionType::get(Long, Long, /*isVarArg=*/true);
  }

  /// Linux's number of the system call munmap.
  unsigned unmapNumber() const {
    switch (Arch) {
    case Triple::x86_64:
      return 11;
    case Triple::ppc64:
    case Triple::ppc64le:
    case Triple::systemz:
      return 91;
    default: // asm-generic/unistd.h
      return 215;
    }
  }

  LLVMContext &C;
  bool IsMusl;
  Triple::ArchType Arch;
  Type *Ptr = PointerType::getUnqual(C), *Int = Type::getInt32Ty(C),
       *Long = Type::getInt64Ty(C);
};

} // namespace

bool mayUseWorkspacePool(const Module &M) {
  PoolLibrary Library(M);
  return mayShareVariable(M, poolName(), poolType(M.getContext())) &&
         mayUseLibraryFunction(M, "mmap", Library.mmap()) &&
         mayUseLibraryFunction(M, "munmap", Library.munmap()) &&
         (!Library.IsMusl ||
          mayUseLibraryFunction(M, "syscall", Library.syscall())) &&
         mayAskForErrno(M);
}

static GlobalVariable *getPool(Module &M) {
  return getSharedVariable(M, poolName(), poolType(M.getContext()), Align(64));
}

namespace {

/// Builds one function of the pool.
class PoolFunction {
public:
  explicit PoolFunction(Function &F)
      : M(*F.getParent()), B(BasicBlock::Create(F.getContext(), "entry", &F)),
        Pool(getPool(M)), Library(M), F(F) {}

  void take();
  void give();

private:
  using SlotBody = function_ref<void(Value *Slot, BasicBlock *Next)>;
  void forSlots(SlotBody Body);
  BasicBlock *newBlock(const Twine &Name) {
    return BasicBlock::Create(M.getContext(), Name, &F);
  }
  void branch(Value *Cond, BasicBlock *Then, BasicBlock *Else,
              BasicBlock *GoOnIn) {
    B.CreateCondBr(Cond, Then, Else);
    B.SetInsertPoint(GoOnIn);
  }
  CallInst *callLibrary(StringRef Name, FunctionType *Ty,
                        ArrayRef<Value *> Args);
  Value *eitherOf(Value *Cond, function_ref<Value *()> Then,
                  function_ref<Value *()> Else);
  Value *placeOfErrno();
  Value *isThere(StringRef Name, FunctionType *Ty) {
    return B.CreateIsNotNull(getOptionalFunction(M, Name, Ty));
  }
  /// Adds \p Bytes, which may be negative, to the pool's count; returns the old
  /// count.
  Value *count(AtomicRMWInst::BinOp Op, Value *Bytes) {
    return B.CreateAtomicRMW(Op,
                             B.CreateStructGEP(Pool->getValueType(), Pool, 1),
                             Bytes, Align(8), AtomicOrdering::Monotonic);
  }
  void putIntoSlot(Value *Memory);
  Value *sizeOf(Value *Memory) {
    return B.CreateAlignedLoad(B.getInt64Ty(), Memory, Align(64));
  }
  Value *unmap(Value *Memory);
  void map(Value *Bytes);

  Module &M;
  IRBuilder<> B;
  GlobalVariable *Pool;
  PoolLibrary Library;
  Function &F;
};

/// A function of the C library that does not call back.
CallInst *PoolFunction::callLibrary(StringRef Name, FunctionType *Ty,
                                    ArrayRef<Value *> Args) {
  CallInst *Call = B.CreateCall(Ty, getOptionalFunction(M, Name, Ty), Args);
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::NoCallback);
  return Call;
}

/// Runs \p Body with the address of each slot in turn and continues after that.
/// The body ends its block with a branch; Next leads to the next slot.
void PoolFunction::forSlots(SlotBody Body) {
  BasicBlock *Before = B.GetInsertBlock();
  BasicBlock *Loop = newBlock("slot"), *Next = newBlock("next"),
             *Exit = newBlock("none");
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  PHINode *Index = B.CreatePHI(B.getInt64Ty(), 2);
  Index->addIncoming(B.getInt64(0), Before);
  Body(B.CreateGEP(B.getPtrTy(), Pool, Index), Next);
  B.SetInsertPoint(Next);
  Value *Following = B.CreateAdd(Index, B.getInt64(1));
  Index->addIncoming(Following, Next);
  setUnrollCount(*B.CreateCondBr(B.CreateICmpULT(Following, B.getInt64(Slots)),
                                 Loop, Exit),
                 1);
  B.SetInsertPoint(Exit);
}

static LoadInst *loadSlot(IRBuilderBase &B, Value *Slot) {
  LoadInst *Seen = B.CreateAlignedLoad(B.getPtrTy(), Slot, Align(8));
  Seen->setAtomic(AtomicOrdering::Monotonic);
  return Seen;
}

void PoolFunction::take() {
  F.addRetAttr(Attribute::NoAlias);
  Value *Bytes = B.CreateAdd(F.getArg(0), B.getInt64(HeaderBytes));
  Constant *Null = ConstantPointerNull::get(B.getPtrTy());
  BasicBlock *TooSmall = newBlock("too.small"), *Map = newBlock("map");
  PHINode *Small = PHINode::Create(B.getPtrTy(), 1, "", TooSmall);
  forSlots([&](Value *Slot, BasicBlock *Next) {
    BasicBlock *Try = newBlock("try"), *Look = newBlock("look"),
               *Use = newBlock("use");
    branch(B.CreateIsNull(loadSlot(B, Slot)), Next, Try, Try);
    Value *Memory = B.CreateAtomicRMW(AtomicRMWInst::Xchg, Slot, Null, Align(8),
                                      AtomicOrdering::Acquire);
    branch(B.CreateIsNull(Memory), Next, Look, Look);
    Small->addIncoming(Memory, Look);
    Value *Size = sizeOf(Memory);
    count(AtomicRMWInst::Sub, Size);
    branch(B.CreateICmpUGE(Size, Bytes), Use, TooSmall, Use);
    B.CreateRet(B.CreatePtrAdd(Memory, B.getInt64(HeaderBytes)));
  });
  B.CreateBr(Map);
  B.SetInsertPoint(TooSmall);
  BasicBlock *Keep = newBlock("keep");
  branch(unmap(Small), Keep, Map, Keep);
  B.CreateCall(getGiveWorkspace(F),
               B.CreatePtrAdd(Small, B.getInt64(HeaderBytes)))
      ->setDoesNotThrow();
  B.CreateBr(Map);
  B.SetInsertPoint(Map);
  map(Bytes);
}

Value *PoolFunction::eitherOf(Value *Cond, function_ref<Value *()> Then,
                              function_ref<Value *()> Else) {
  BasicBlock *IfSo = newBlock("if"), *IfNot = newBlock("else"),
             *Both = newBlock("both");
  branch(Cond, IfSo, IfNot, IfSo);
  Value *X = Then();
  B.CreateBr(Both);
  B.SetInsertPoint(IfNot);
  Value *Y = Else();
  B.CreateBr(Both);
  B.SetInsertPoint(Both);
  PHINode *Result = B.CreatePHI(X->getType(), 2);
  Result->addIncoming(X, IfSo);
  Result->addIncoming(Y, IfNot);
  return Result;
}

Value *PoolFunction::placeOfErrno() {
  IRBuilder<> Entry(&F.getEntryBlock(), F.getEntryBlock().begin());
  Value *Nowhere = Entry.CreateAlloca(B.getInt32Ty());
  return eitherOf(
      emitHasErrno(B), [&] { return emitErrnoPlace(B); },
      [&] { return Nowhere; });
}

/// i1: whether it fails, as it does when splitting a mapping would exceed the
/// limit. errno is not changed.
Value *PoolFunction::unmap(Value *Memory) {
  Value *Errno = placeOfErrno();
  Value *Before = B.CreateAlignedLoad(B.getInt32Ty(), Errno, Align(4));
  Value *Size = sizeOf(Memory);
  auto Unmap = [&] {
    return B.CreateIsNotNull(
        callLibrary("munmap", Library.munmap(), {Memory, Size}));
  };
  auto CallSystem = [&] {
    return B.CreateIsNotNull(
        callLibrary("syscall", Library.syscall(),
                    {B.getInt64(Library.unmapNumber()), Memory, Size}));
  };
  Value *Fails =
      Library.IsMusl
          ? eitherOf(isThere("syscall", Library.syscall()), CallSystem, Unmap)
          : Unmap();
  B.CreateAlignedStore(Before, Errno, Align(4));
  return Fails;
}

/// A power of two, so that growing products map few times. A program without
/// the library has no workspace.
void PoolFunction::map(Value *Bytes) {
  BasicBlock *Missing = newBlock("missing"), *Known = newBlock("known");
  Value *Maps = isThere("mmap", Library.mmap());
  Value *Unmaps = isThere("munmap", Library.munmap());
  branch(B.CreateAnd(Maps, Unmaps), Known, Missing, Missing);
  B.CreateRet(ConstantPointerNull::get(B.getPtrTy()));
  B.SetInsertPoint(Known);
  Value *Wanted = B.CreateBinaryIntrinsic(Intrinsic::umax, Bytes,
                                          B.getInt64(SharedTuning::MinMapped));
  Value *Zeros = B.CreateBinaryIntrinsic(
      Intrinsic::ctlz, B.CreateSub(Wanted, B.getInt64(1)), B.getFalse());
  Value *Size =
      B.CreateShl(B.getInt64(1), B.CreateSub(B.getInt64(64), Zeros), "size");
  Value *Errno = placeOfErrno();
  Value *Before = B.CreateAlignedLoad(B.getInt32Ty(), Errno, Align(4));
  Value *Memory = callLibrary("mmap", Library.mmap(),
                              {ConstantPointerNull::get(B.getPtrTy()), Size,
                               B.getInt32(Protection), B.getInt32(Mapping),
                               B.getInt32(-1), B.getInt64(0)});
  Value *Failed =
      B.CreateICmpEQ(B.CreatePtrToInt(Memory, B.getInt64Ty()), B.getInt64(-1));
  BasicBlock *Restore = newBlock("failed"), *Use = newBlock("mapped");
  branch(Failed, Restore, Use, Restore);
  B.CreateAlignedStore(Before, Errno, Align(4));
  B.CreateRet(ConstantPointerNull::get(B.getPtrTy()));
  B.SetInsertPoint(Use);
  B.CreateAlignedStore(Size, Memory, Align(64));
  B.CreateRet(B.CreatePtrAdd(Memory, B.getInt64(HeaderBytes)));
}

/// Returns if there is room for \p Memory; otherwise continues.
void PoolFunction::putIntoSlot(Value *Memory) {
  Constant *Null = ConstantPointerNull::get(B.getPtrTy());
  forSlots([&](Value *Slot, BasicBlock *Next) {
    BasicBlock *Try = newBlock("try"), *Done = newBlock("done");
    branch(B.CreateIsNull(loadSlot(B, Slot)), Try, Next, Try);
    Value *Swap = B.CreateAtomicCmpXchg(Slot, Null, Memory, Align(8),
                                        AtomicOrdering::Release,
                                        AtomicOrdering::Monotonic);
    branch(B.CreateExtractValue(Swap, 1), Done, Next, Done);
    B.CreateRetVoid();
  });
}

/// The count is never less than what the slots hold: memory is counted before
/// it gets there and until after it has been taken.
void PoolFunction::give() {
  Value *Memory =
      B.CreatePtrAdd(F.getArg(0), B.getInt64(-int64_t(HeaderBytes)));
  Value *Size = sizeOf(Memory);
  Value *All = B.CreateAdd(count(AtomicRMWInst::Add, Size), Size);
  BasicBlock *Keep = newBlock("keep"), *Unmap = newBlock("unmap"),
             *Stuck = newBlock("stuck"), *Gone = newBlock("gone");
  branch(B.CreateICmpULE(All, B.getInt64(SharedTuning::MaxKept)), Keep, Unmap,
         Keep);
  putIntoSlot(Memory);
  B.CreateBr(Unmap);
  B.SetInsertPoint(Unmap);
  branch(unmap(Memory), Stuck, Gone, Stuck);
  putIntoSlot(Memory);
  B.CreateBr(Gone);
  B.SetInsertPoint(Gone);
  count(AtomicRMWInst::Sub, Size);
  B.CreateRetVoid();
}

} // namespace

Function *getTakeWorkspace(Function &User) {
  LLVMContext &C = User.getContext();
  auto *Ty = FunctionType::get(PointerType::getUnqual(C), Type::getInt64Ty(C),
                               /*isVarArg=*/false);
  return getSharedFunction(User, TakeWorkspacePrefix, "", Ty,
                           [](Function &F) { PoolFunction(F).take(); });
}

Function *getGiveWorkspace(Function &User) {
  LLVMContext &C = User.getContext();
  auto *Ty = FunctionType::get(Type::getVoidTy(C), PointerType::getUnqual(C),
                               /*isVarArg=*/false);
  return getSharedFunction(User, "gemmify.workspace.give.", "", Ty,
                           [](Function &F) { PoolFunction(F).give(); });
}

} // namespace gemmify
