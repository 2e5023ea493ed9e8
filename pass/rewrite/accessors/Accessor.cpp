//===- Accessor.cpp - Functions that find an element ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accessor.h"
#include "FailureVariables.h"
#include "intrinsic/Llvm.h"
#include "pass/kernel/build/AddedFunction.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace gemmify {

/// Of what an accessor does before it returns.
static constexpr unsigned MostInstructions = 64;
/// Accessors that call accessors.
static constexpr unsigned Deepest = 4, MostInside = 4;

/// Room for the message.
static bool isForOthers(const Instruction &I, const BlockSet &Returning) {
  return isa<AllocaInst>(I) && llvm::none_of(I.users(), [&](const User *U) {
           return Returning.contains(cast<Instruction>(U)->getParent());
         });
}

/// Whether \p Ptr is a variable of the function that is only stored to until it
/// returns.
static bool isOwn(const Value &Ptr, const BlockSet &Returning) {
  return isa<AllocaInst>(Ptr) && llvm::all_of(Ptr.uses(), [&](const Use &U) {
           const auto *I = cast<Instruction>(U.getUser());
           const auto *Store = dyn_cast<StoreInst>(I);
           return !Returning.contains(I->getParent()) ||
                  I->isLifetimeStartOrEnd() ||
                  (Store && Store->getPointerOperand() == U.get());
         });
}

static bool isAccessor(const Function &F, unsigned Depth);

namespace {

/// What an accessor does on the way to where it returns.
class AccessorPath {
public:
  AccessorPath(const Function &F, unsigned Depth)
      : F(F), Depth(Depth), Returning(findReturning(F)) {}

  bool isShort() const {
    if (!Returning.contains(&F.getEntryBlock()))
      return false;
    unsigned Code = 0, Calls = 0;
    SmallPtrSet<const BasicBlock *, 16> Before;
    const ReversePostOrderTraversal<const Function *> Order(&F);
    for (const BasicBlock *BB : Order) {
      if (!Returning.contains(BB))
        continue;
      Before.insert(BB);
      Code += BB->sizeWithoutDebug();
      Calls += llvm::count_if(*BB, [](const Instruction &I) {
        return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
      });
      if (Code > MostInstructions || Calls > MostInside || !canRepeat(*BB) ||
          llvm::any_of(successors(BB), [&](const BasicBlock *Succ) {
            return Before.contains(Succ);
          }))
        return false;
    }
    return true;
  }

private:
  /// Whether the accessor can be called again where a check behind \p BB fails.
  /// One that it calls must not store.
  bool canRepeat(const BasicBlock &BB) const {
    if (!isa<BranchInst, SwitchInst, ReturnInst>(BB.getTerminator()))
      return false;
    bool Wrote = false;
    for (const Instruction &I : BB) {
      if (isa<AssumeInst>(I) || isForOthers(I, Returning) || isAboutOwn(I))
        continue;
      if (const auto *Call = dyn_cast<CallInst>(&I); Call && calls(*Call)) {
        if (Wrote)
          return false;
      } else if (isa<StoreInst>(I)) {
        if (Depth != 0)
          return false;
        Wrote = true;
      } else if (!isPlain(I)) {
        return false;
      }
    }
    return !Wrote || hasNoCheckBehind(BB);
  }

  /// A variable of its own is another one when it is called again.
  bool isAboutOwn(const Instruction &I) const {
    if (isa<AllocaInst>(I))
      return cast<AllocaInst>(I).isStaticAlloca() && isOwn(I, Returning);
    if (const auto *Store = dyn_cast<StoreInst>(&I))
      return Store->isSimple() && isOwn(*Store->getPointerOperand(), Returning);
    // Of one that is asked about as well.
    return I.isLifetimeStartOrEnd();
  }

  /// What a freeze gives may be something else the next time.
  static bool isPlain(const Instruction &I) {
    const auto *Load = dyn_cast<LoadInst>(&I);
    return !isa<FreezeInst, AllocaInst>(I) && !I.mayHaveSideEffects() &&
           (!Load || Load->isSimple());
  }

  bool calls(const CallInst &Call) const {
    const Function *Callee = Call.getCalledFunction();
    return Depth != Deepest && Callee && isAccessor(*Callee, Depth + 1);
  }

  /// Only paths without branches are looked at.
  bool hasNoCheckBehind(const BasicBlock &BB) const {
    for (const BasicBlock *At = &BB; !isa<ReturnInst>(At->getTerminator());) {
      At = At->getSingleSuccessor();
      if (!At || llvm::any_of(*At, llvm::IsaPred<CallBase>))
        return false;
    }
    return true;
  }

  const Function &F;
  const unsigned Depth;
  const BlockSet Returning;
};

} // namespace

/// These say how an argument is passed, which a call of the function itself
/// would have to repeat.
static bool isPassedSpecially(const Argument &Arg) {
  return Arg.hasPassPointeeByValueCopyAttr() || Arg.hasPreallocatedAttr() ||
         Arg.hasStructRetAttr() || Arg.hasNestAttr() || Arg.hasSwiftErrorAttr();
}

static bool isAccessor(const Function &F, unsigned Depth) {
  return !F.isDeclaration() && !F.isInterposable() && !F.isVarArg() &&
         !F.getName().starts_with(AddedPrefix) && !F.isPresplitCoroutine() &&
         llvm::none_of(ArrayRef{Attribute::NoInline, Attribute::OptimizeNone,
                                Attribute::Naked, Attribute::StrictFP,
                                Attribute::Convergent, Attribute::ReturnsTwice},
                       [&](auto Kind) { return F.hasFnAttribute(Kind); }) &&
         llvm::none_of(F.args(), isPassedSpecially) &&
         llvm::none_of(
             F, [](const BasicBlock &BB) { return BB.hasAddressTaken(); }) &&
         AccessorPath(F, Depth).isShort();
}

bool isAccessor(const Function &F) { return isAccessor(F, 0); }

Function *callsDirectly(const CallBase &Call) {
  Function *Callee = Call.getCalledFunction();
  return Callee && !Call.isNoInline() && !Call.hasOperandBundles() &&
                 Call.getCallingConv() == Callee->getCallingConv() &&
                 Call.getFunction() != Callee &&
                 AttributeFuncs::areInlineCompatible(*Call.getFunction(),
                                                     *Callee)
             ? Callee
             : nullptr;
}

/// Where a check fails: \p Accessor does again what it has done so far, and
/// then does not return.
static BasicBlock &addFailure(Function &Short, Function &Accessor) {
  BasicBlock *BB = BasicBlock::Create(Short.getContext(), "fails", &Short);
  IRBuilder<> B(BB);
  SmallVector<Value *, 4> Args(make_pointer_range(Short.args()));
  CallInst *Call = B.CreateCall(&Accessor, Args);
  const AttributeList All = Accessor.getAttributes();
  SmallVector<AttributeSet, 4> OfArgs;
  for (unsigned I = 0, E = Args.size(); I != E; ++I)
    OfArgs.push_back(All.getParamAttrs(I));
  Call->setAttributes(AttributeList::get(Short.getContext(), AttributeSet(),
                                         All.getRetAttrs(), OfArgs));
  Call->setCallingConv(Accessor.getCallingConv());
  Call->addFnAttr(Attribute::Cold);
  if (DISubprogram *SP = Accessor.getSubprogram())
    Call->setDebugLoc(
        DILocation::get(Short.getContext(), SP->getLine(), 0, SP));
  B.CreateUnreachable();
  return *BB;
}

Function &addShort(Function &Accessor) {
  Function *Short =
      Function::Create(Accessor.getFunctionType(), GlobalValue::InternalLinkage,
                       Accessor.getAddressSpace());
  Accessor.getParent()->getFunctionList().insert(Accessor.getIterator(), Short);
  Short->copyAttributesFrom(&Accessor);
  Short->copyMetadata(&Accessor, 0);
  Short->setPersonalityFn(nullptr);
  ValueToValueMapTy Map;
  for (auto [From, To] : llvm::zip_equal(Accessor.args(), Short->args()))
    Map[&From] = &To;
  const BlockSet Returning = findReturning(Accessor);
  SmallVector<BasicBlock *, 8> Copies;
  for (BasicBlock &BB : Accessor)
    if (Returning.contains(&BB)) {
      Map[&BB] = CloneBasicBlock(&BB, Map, "", Short);
      Copies.push_back(cast<BasicBlock>(Map[&BB]));
    }
  BasicBlock &Failure = addFailure(*Short, Accessor);
  for (BasicBlock &BB : Accessor)
    if (!Returning.contains(&BB))
      Map[&BB] = &Failure;
    else
      for (Instruction &I : BB)
        if (isForOthers(I, Returning))
          cast<Instruction>(Map[&I])->eraseFromParent();
  remapInstructionsInBlocks(Copies, Map);
  return *Short;
}

} // namespace gemmify
