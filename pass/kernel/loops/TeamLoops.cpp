//===- TeamLoops.cpp - One product by several threads ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeamLoops.h"
#include "ShareLoops.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/SharedTuning.h"
#include "lowering/core/EmitIf.h"
#include "lowering/target/FloatMode.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/kernel/build/EagerLowering.h"
#include "pass/kernel/runtime/Team.h"
#include "pass/recognize/arith/PureOperation.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

/// Behind the kernel's name.
constexpr const char *ShareSuffix = ".share", *TaskSuffix = ".task";

bool fitsTeam(const KernelRequest &R) {
  // Variables of a thread are no memory to a function that gives their address.
  auto CallsFunction = [](const BasicBlock *BB) {
    return llvm::any_of(*BB, isOwnFunction);
  };
  return R.Opts.Threads > 1 && R.Plan.Chosen == Strategy::Packing &&
         R.layout().Home == WorkspaceHome::Heap &&
         llvm::none_of(R.P.nest().Root->blocks(), CallsFunction);
}

/// i64: how many threads the product is worth.
static Value *wantedThreads(KernelContext &Ctx, unsigned Most) {
  IRBuilderBase &B = Ctx.B;
  Value *M = Ctx.size(Ctx.View.Row), *N = Ctx.size(Ctx.View.Col);
  Value *Work = cutProduct(B, cutProduct(B, M, N), Ctx.size(DimK));
  Value *ByWork = B.CreateUDiv(Work, B.getInt64(SharedTuning::TeamWork));
  Value *Down = divideUp(B, M, Ctx.Plan.MR);
  Value *Tiles = cutProduct(B, Down, divideUp(B, N, Ctx.Plan.NR));
  return Ctx.smaller(Ctx.smaller(ByWork, Tiles), B.getInt64(Most));
}

namespace {

/// A claim under construction: values that hold where there is none, and those
/// of each way that leads to one.
class TeamClaim {
public:
  TeamClaim(const KernelSite &At)
      : At(At), B(At.B), F(*B.GetInsertBlock()->getParent()),
        Ctx(B, At.Request.order(), At.Request.Plan, At.Sig),
        Known(BasicBlock::Create(B.getContext(), "team.known", &F)) {}

  Value *emit(Value *IsNotPacked);

private:
  BasicBlock *go(Value *Cond, const Twine &Name);

  const KernelSite &At;
  IRBuilderBase &B;
  Function &F;
  KernelContext Ctx;
  BasicBlock *const Known;
};

} // namespace

/// Goes on only if \p Cond holds; returns the block that asks.
BasicBlock *TeamClaim::go(Value *Cond, const Twine &Name) {
  BasicBlock *From = B.GetInsertBlock();
  BasicBlock *Next = BasicBlock::Create(B.getContext(), Name, &F, Known);
  B.CreateCondBr(Cond, Next, Known);
  B.SetInsertPoint(Next);
  return From;
}

Value *TeamClaim::emit(Value *IsNotPacked) {
  Value *Two = B.getInt64(2);
  SmallVector<BasicBlock *, 4> None;
  if (IsNotPacked)
    None.push_back(go(B.CreateNot(IsNotPacked), "team.packs"));
  Value *Wanted = wantedThreads(Ctx, At.Request.Opts.Threads);
  None.push_back(go(B.CreateICmpSGE(Wanted, Two), "team.ask"));
  Value *Threads = claimTeam(B, Wanted);
  None.push_back(go(B.CreateICmpSGE(Threads, Two), "team.room"));
  const TeamWays Ways = chooseWays(Ctx, Threads);
  Value *Room = takeWorkspace(
      B, teamWorkspaceBytes(Ctx, At.Request.layout(), Ways, Threads));
  emitIf(B, "team.refused", B.CreateIsNull(Room), [&] { releaseTeam(B); });
  BasicBlock *Last = B.GetInsertBlock();
  B.CreateBr(Known);
  B.SetInsertPoint(Known);
  auto OrNone = [&](Value *V) {
    PHINode *Phi = B.CreatePHI(V->getType(), None.size() + 1);
    for (BasicBlock *From : None)
      Phi->addIncoming(Constant::getNullValue(V->getType()), From);
    Phi->addIncoming(V, Last);
    return Phi;
  };
  At.Team.Threads = OrNone(Threads);
  At.Team.Down = OrNone(Ways.Down);
  At.Team.Across = OrNone(Ways.Across);
  At.Team.Room = OrNone(Room);
  return B.CreateIsNotNull(At.Team.Room);
}

Value *takesTeam(const KernelSite &At, Value *IsNotPacked) {
  if (!mayHaveTeam(*At.B.GetInsertBlock()->getModule()))
    return nullptr;
  return TeamClaim(At).emit(IsNotPacked);
}

namespace {

/// The functions of one product.
class TeamProduct {
public:
  explicit TeamProduct(const KernelSite &At)
      : At(At), B(At.B), R(At.Request),
        Kernel(*B.GetInsertBlock()->getParent()),
        Own(Kernel.getFunctionType()->params()), Share(createShare()),
        Context(contextType()), Task(createTask()) {}

  void emit();

private:
  /// What a share is called with behind the kernel's parameters.
  enum Further { Number, Count, Down, Across, Memory };
  /// What the context holds behind them.
  enum Field { RowShares, ColShares, Workspace, Mode };

  Function *create(const Twine &Suffix, FunctionType *Ty);
  Function *createShare();
  StructType *contextType();
  Function *createTask();
  void buildTask(Function &F);
  Value *load(IRBuilderBase &At, Value *From, unsigned Field);
  void store(Value *To, unsigned Field, Value *V);

  const KernelSite &At;
  IRBuilderBase &B;
  const KernelRequest &R;
  Function &Kernel;
  ArrayRef<Type *> Own; ///< The kernel's parameters.
  Function *Share;
  StructType *Context;
  Function *Task;
};

} // namespace

SmallVector<Function *, 3> functionsOf(Function &F) {
  SmallVector<Function *, 3> All;
  for (StringRef Suffix : {"", ShareSuffix, TaskSuffix})
    if (Function *Part =
            F.getParent()->getFunction((F.getName() + Suffix).str()))
      All.push_back(Part);
  return All;
}

Function *TeamProduct::create(const Twine &Suffix, FunctionType *Ty) {
  Function *F = createFunction(Kernel, Ty, (Kernel.getName() + Suffix).str(),
                               targetAttributesOf(Kernel));
  F->addFnAttr(Attribute::NoInline);
  return F;
}

Function *TeamProduct::createShare() {
  Type *Int = B.getInt64Ty();
  SmallVector<Type *, 24> Params(Own.begin(), Own.end());
  Params.append({Int, Int, Int, Int, B.getPtrTy()});
  Function *F = create(ShareSuffix, FunctionType::get(B.getInt1Ty(), Params,
                                                      /*isVarArg=*/false));
  if (isBuiltOfVectors(R.order()))
    F->addFnAttr(VectorsAttribute);
  const KernelSignature Sig = At.Sig.boundTo(*F);
  IRBuilder<> In(BasicBlock::Create(F->getContext(), "entry", F));
  BasicBlock *Body = BasicBlock::Create(F->getContext(), "body", F);
  In.CreateBr(Body);
  In.SetInsertPoint(Body);
  KernelContext Ctx(In, R.order(), R.Plan, Sig);
  auto Given = [&](Further P) { return F->getArg(Own.size() + P); };
  emitShares(Ctx, R.layout(),
             {{Given(Down), Given(Across)},
              Given(Number),
              Given(Count),
              Given(Memory)});
  In.CreateRet(In.getTrue());
  EliminateUnreachableBlocks(*F);
  return F;
}

StructType *TeamProduct::contextType() {
  Type *Int = B.getInt64Ty();
  SmallVector<Type *, 24> Fields(Own.begin(), Own.end());
  Fields.append({Int, Int, B.getPtrTy(),
                 floatModeType(B.getContext(), tripleOf(*Kernel.getParent()))});
  return StructType::get(B.getContext(), Fields);
}

Value *TeamProduct::load(IRBuilderBase &At, Value *From, unsigned Field) {
  return At.CreateLoad(Context->getElementType(Field),
                       At.CreateStructGEP(Context, From, Field));
}

void TeamProduct::store(Value *To, unsigned Field, Value *V) {
  B.CreateStore(V, B.CreateStructGEP(Context, To, Field));
}

Function *TeamProduct::createTask() {
  Function *F =
      create(TaskSuffix, FunctionType::get(B.getVoidTy(), B.getPtrTy(),
                                           /*isVarArg=*/false));
  F->addFnAttr(VectorsAttribute);
  buildTask(*F);
  return F;
}

void TeamProduct::buildTask(Function &F) {
  IRBuilder<> In(BasicBlock::Create(F.getContext(), "entry", &F));
  const unsigned Mine = Own.size();
  Value *From = F.getArg(0);
  SmallVector<Value *, 24> Args;
  for (unsigned I = 0; I != Mine; ++I)
    Args.push_back(load(In, From, I));
  Value *Before = readFloatMode(In);
  setFloatMode(In, load(In, From, Mine + Mode));
  const TeamMember Me(In);
  Args.append({Me.Number, Me.Count});
  for (Field Each : {RowShares, ColShares, Workspace})
    Args.push_back(load(In, From, Mine + Each));
  In.CreateCall(Share, Args)->setDoesNotThrow();
  setFloatMode(In, Before);
  In.CreateRetVoid();
}

void TeamProduct::emit() {
  const TeamSite &Team = At.Team;
  IRBuilder<> Begin(&Kernel.getEntryBlock(), Kernel.getEntryBlock().begin());
  Value *Given = Begin.CreateAlloca(Context, nullptr, "given");
  const unsigned Mine = Own.size();
  for (unsigned I = 0; I != Mine; ++I)
    store(Given, I, Kernel.getArg(I));
  store(Given, Mine + RowShares, Team.Down);
  store(Given, Mine + ColShares, Team.Across);
  store(Given, Mine + Workspace, alignWorkspace(B, Team.Room));
  store(Given, Mine + Mode, readFloatMode(B));
  // Other threads read the pointers.
  for (Argument &A : Kernel.args())
    A.removeAttr(notCaptured(B.getContext()).getKindAsEnum());
  runTeam(B, *Task, Given, Team.Threads);
  giveWorkspace(B, Team.Room);
}

void emitTeamLoops(const KernelSite &At) { TeamProduct(At).emit(); }

} // namespace gemmify
