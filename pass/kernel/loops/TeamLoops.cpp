//===- TeamLoops.cpp - One product by several threads ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TeamLoops.h"
#include "intrinsic/Llvm.h"
#include "intrinsic/SharedTuning.h"
#include "lowering/core/EmitIf.h"
#include "lowering/target/FloatMode.h"
#include "pass/kernel/build/AddedFunction.h"
#include "pass/kernel/build/EagerLowering.h"
#include "pass/kernel/runtime/Team.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace gemmify {

/// Behind the kernel's name.
constexpr const char *ShareSuffix = ".share", *TaskSuffix = ".task";

bool fitsTeam(const KernelRequest &R) {
  return R.Opts.Threads > 1 && R.Plan.Chosen == Strategy::Packing &&
         R.layout().Home == WorkspaceHome::Heap;
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

Value *takesTeam(const KernelSite &At) {
  IRBuilderBase &B = At.B;
  const KernelRequest &R = At.Request;
  Function *F = B.GetInsertBlock()->getParent();
  if (!mayHaveTeam(*F->getParent()))
    return nullptr;
  KernelContext Ctx(B, R.order(), R.Plan, At.Sig);
  Value *Wanted = wantedThreads(Ctx, R.Opts.Threads);
  BasicBlock *Small = B.GetInsertBlock();
  BasicBlock *Ask = BasicBlock::Create(B.getContext(), "team.ask", F);
  BasicBlock *Known = BasicBlock::Create(B.getContext(), "team.known", F);
  B.CreateCondBr(B.CreateICmpSGE(Wanted, B.getInt64(2)), Ask, Known);
  B.SetInsertPoint(Ask);
  Value *Claimed = claimTeam(B, Wanted);
  B.CreateBr(Known);
  B.SetInsertPoint(Known);
  PHINode *Threads = B.CreatePHI(B.getInt64Ty(), 2, "threads");
  Threads->addIncoming(B.getInt64(1), Small);
  Threads->addIncoming(Claimed, Ask);
  At.Team = Threads;
  return B.CreateICmpSGE(Threads, B.getInt64(2));
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
  enum Further { Which, Down, Across, Memory };
  /// What the context holds behind them.
  enum Field { RowParts, ColParts, Bytes, Workspace, Mode };

  Function *create(const Twine &Suffix, FunctionType *Ty);
  Function *createShare();
  StructType *contextType();
  Function *createTask();
  void buildTask(Function &F);
  Value *load(IRBuilderBase &At, Value *From, unsigned Field);
  void store(Value *To, unsigned Field, Value *V);
  std::pair<Value *, Value *> chooseGrid(KernelContext &Ctx);

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

/// The first rows or columns of part \p Which of \p Parts of \p Size, in whole
/// tiles of \p Unit, and how many there are.
static IndexRange partOf(KernelContext &Ctx, LoopDim D, unsigned Unit,
                         Value *Which, Value *Parts) {
  IRBuilderBase &B = Ctx.B;
  Value *Tiles = divideUp(B, Ctx.size(D), Unit);
  auto Bound = [&](Value *Part) {
    Value *Before = B.CreateUDiv(B.CreateMul(Tiles, Part), Parts);
    return Ctx.smaller(B.CreateMul(Before, B.getInt64(Unit)), Ctx.size(D));
  };
  Value *First = Bound(Which);
  Value *End = Bound(B.CreateAdd(Which, B.getInt64(1)));
  return {First, B.CreateSub(End, First)};
}

Function *TeamProduct::createShare() {
  Type *Int = B.getInt64Ty();
  SmallVector<Type *, 24> Params(Own.begin(), Own.end());
  Params.append({Int, Int, Int, B.getPtrTy()});
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
  Value *Row = In.CreateURem(Given(Which), Given(Down));
  Value *Col = In.CreateUDiv(Given(Which), Given(Down));
  const ProductShare Mine = {
      partOf(Ctx, Ctx.View.Row, R.Plan.MR, Row, Given(Down)),
      partOf(Ctx, Ctx.View.Col, R.Plan.NR, Col, Given(Across)), Given(Memory)};
  Value *IsNone = In.CreateOr(
      {In.CreateIsNull(Mine.Rows.Count), In.CreateIsNull(Mine.Cols.Count)});
  emitIf(In, "none", IsNone, [&] { leaveKernel(In, /*Succeeds=*/true); });
  emitGotoShare(Ctx, R.layout(), Mine);
  In.CreateRet(In.getTrue());
  EliminateUnreachableBlocks(*F);
  return F;
}

StructType *TeamProduct::contextType() {
  Type *Int = B.getInt64Ty();
  SmallVector<Type *, 24> Fields(Own.begin(), Own.end());
  Fields.append({Int, Int, Int, B.getPtrTy(),
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

/// Shares are dealt in turn, as the team may be smaller than it was meant to
/// be.
void TeamProduct::buildTask(Function &F) {
  IRBuilder<> In(BasicBlock::Create(F.getContext(), "entry", &F));
  const unsigned Mine = Own.size();
  Value *From = F.getArg(0);
  SmallVector<Value *, 24> Args;
  for (unsigned I = 0; I != Mine; ++I)
    Args.push_back(load(In, From, I));
  Value *Rows = load(In, From, Mine + RowParts);
  Value *Cols = load(In, From, Mine + ColParts);
  Value *Before = readFloatMode(In);
  setFloatMode(In, load(In, From, Mine + Mode));
  const TeamMember Me(In);
  Value *All = load(In, From, Mine + Workspace);
  Value *Room = In.CreatePtrAdd(
      All, In.CreateMul(Me.Number, load(In, From, Mine + Bytes)));
  emitLoop(In, "share", Me.Number, In.CreateMul(Rows, Cols), Me.Count,
           /*RunsOnce=*/false, [&](Value *Which) {
             SmallVector<Value *, 24> Whole(Args);
             Whole.append({Which, Rows, Cols, Room});
             In.CreateCall(Share, Whole)->setDoesNotThrow();
           });
  setFloatMode(In, Before);
  In.CreateRetVoid();
}

/// Into how many parts rows and columns are cut: where the least is packed, as
/// each share packs its own operands. A region's rows differ in length, so more
/// of them are dealt.
std::pair<Value *, Value *> TeamProduct::chooseGrid(KernelContext &Ctx) {
  Value *One = B.getInt64(1), *Threads = At.Team;
  if (Ctx.View.Nest.Region)
    return {B.CreateMul(Threads, B.getInt64(SharedTuning::RegionShares)), One};
  Value *M = Ctx.size(Ctx.View.Row), *N = Ctx.size(Ctx.View.Col);
  Value *Most = divideUp(B, M, Ctx.Plan.MR);
  auto Packed = [&](Value *Rows) {
    Value *OfRight = B.CreateMul(Rows, N);
    return B.CreateAdd(OfRight, B.CreateMul(B.CreateUDiv(Threads, Rows), M));
  };
  auto Last = emitWhile(
      B, "grid", {One, One},
      [&](ArrayRef<Value *> S) { return B.CreateICmpSLE(S[0], Threads); },
      [&](ArrayRef<Value *> S) -> SmallVector<Value *, 8> {
        Value *Divides = B.CreateIsNull(B.CreateURem(Threads, S[0]));
        Value *Takes =
            B.CreateAnd({Divides, B.CreateICmpSLE(S[0], Most),
                         B.CreateICmpULT(Packed(S[0]), Packed(S[1]))});
        return {B.CreateAdd(S[0], One), B.CreateSelect(Takes, S[0], S[1])};
      },
      /*RunsOnce=*/true);
  return {Last[1], B.CreateUDiv(Threads, Last[1])};
}

void TeamProduct::emit() {
  KernelContext Ctx(B, R.order(), R.Plan, At.Sig);
  Value *Each = gotoWorkspaceBytes(Ctx, R.layout());
  Value *Room = takeWorkspace(B, B.CreateMul(Each, At.Team));
  emitIf(B, "team.refused", B.CreateIsNull(Room), [&] {
    releaseTeam(B);
    leaveKernel(B, /*Succeeds=*/false);
  });
  const auto [Rows, Cols] = chooseGrid(Ctx);
  IRBuilder<> Begin(&Kernel.getEntryBlock(), Kernel.getEntryBlock().begin());
  Value *Given = Begin.CreateAlloca(Context, nullptr, "given");
  const unsigned Mine = Own.size();
  for (unsigned I = 0; I != Mine; ++I)
    store(Given, I, Kernel.getArg(I));
  store(Given, Mine + RowParts, Rows);
  store(Given, Mine + ColParts, Cols);
  store(Given, Mine + Bytes, Each);
  store(Given, Mine + Workspace, alignWorkspace(B, Room));
  store(Given, Mine + Mode, readFloatMode(B));
  // Other threads read the pointers.
  for (Argument &A : Kernel.args())
    A.removeAttr(notCaptured(B.getContext()).getKindAsEnum());
  runTeam(B, *Task, Given, At.Team);
  giveWorkspace(B, Room);
}

void emitTeamLoops(const KernelSite &At) { TeamProduct(At).emit(); }

} // namespace gemmify
