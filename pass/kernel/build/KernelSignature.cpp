//===- KernelSignature.cpp - Parameters and name of a kernel --------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSignature.h"
#include "AddedFunction.h"
#include "intrinsic/Llvm.h"
#include "pass/kernel/pack/PackPairs.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

KernelSignature::KernelSignature(const Product &P,
                                 ArrayRef<AffineRef> RowsApart,
                                 const BlockingPlan &Plan, Function &Host,
                                 StringRef Choices)
    : P(P), View(P.Order), Host(Host),
      TargetAttrs(
          AttributeSet::get(Host.getContext(), targetAttributesOf(Host))) {
  const GemmNest &N = View.Nest;
  Key = (describePlan(Plan) + ";" + Choices + ";" + Twine(Plan.MinPackWork) +
         (View.Row == DimJ ? ";j" : ";i"))
            .str();
  Key += tuningKey(Plan.Tune);
  Key += describeAttributes({Host.getContext(), TargetAttrs});
  raw_string_ostream OS(Key);
  OS << ";";
  N.Elem.describe(OS);
  OS << *N.Elem.Ty;
  for (const SCEV *Trip : N.trips())
    note(Trip);
  if (N.isVector())
    Key += ";vector";
  if (N.Region) {
    raw_string_ostream(Key)
        << ";where" << N.Region->Coef[DimI] << "," << N.Region->Coef[DimJ];
    note(N.Region->Offset);
  }
  Key += std::string(N.Batch.Size.size(), 'b');
  for (const SCEV *Size : N.Batch.Size)
    note(Size);
  raw_string_ostream(Key) << ";C" << *N.C.ElemTy;
  raw_string_ostream(Key) << N.C.Alignment.value();
  if (N.C.Start->getType()->isPointerTy())
    addParam({N.C.Start, nullptr}, N.C.Start->getType());
  else
    note(N.C.Start);
  noteAddress(N.C);
  if (N.Scale)
    note(N.Scale);
  for (const Slice *S : N.slices())
    note(*S);
  noteStep(N.Step);
  for (const RowWrapCheck &W : N.RowWrapChecks) {
    Key += W.Signed ? ";signed" : ";unsigned";
    for (LoopDim D : {DimI, DimJ, DimK}) {
      note(W.Coef[D]);
      noteRow(W.Row[D]);
    }
  }
  for (const PerDim<const SCEV *> &Rows : N.EqualRows) {
    Key += ";equal";
    llvm::for_each(Rows, [&](const SCEV *Row) { noteRow(Row); });
  }
  Key += ";apart";
  for (const AffineRef &R : RowsApart)
    note(R);
  notePacked();
}

/// What is packed already. Matrices with the same layout share a kernel.
void KernelSignature::notePacked() {
  if (P.Kept) {
    Key += P.KeepsLeft ? ";keeps left" : ";keeps right";
    note(P.Kept);
  }
  if (!P.Constant || !P.Constant->Global)
    return;
  Key += P.Constant->OfLeft ? ";packed left " : ";packed right ";
  Key += utostr(P.Constant->Depth);
  OfValue.try_emplace(P.Constant->Global, Args.size());
  addParam({nullptr, P.Constant->Global}, P.Constant->Global->getType());
}

/// The rest is in the operands.
void KernelSignature::noteStep(const StepProducts &Step) {
  if (Step.isOne())
    return;
  Key += Step.AddedFirst ? ";sum" : ";each";
  Key += Step.signs();
  if (Step.PairedAlong)
    Key += (";pairs" + Twine(unsigned(*Step.PairedAlong))).str();
  if (Step.Odd)
    Key += ";ends";
  const bool OfP = Step.PairedAlong == DimI;
  for (auto [Product, Each] : enumerate(Step.Pairs)) {
    Key += Each.NegatesEven ? '-' : '+';
    Key += Each.NegatesOdd ? '-' : '+';
    const Slice &Even = operandOf(View.Nest, Product, OfP);
    if (const auto Apart = distanceOfParts(Even, Each.Odd))
      Key += itostr(*Apart);
  }
}

unsigned KernelSignature::addParam(KernelArg Arg, Type *Ty) {
  Args.push_back(Arg);
  Types.push_back(Ty);
  return Args.size() - 1;
}

void KernelSignature::note(const SCEV *S) {
  if (const auto *C = dyn_cast<SCEVConstant>(S)) {
    raw_string_ostream(Key) << ";" << C->getAPInt();
    return;
  }
  auto [It, New] = OfSCEV.try_emplace(S, Args.size());
  if (New)
    addParam({S, nullptr}, S->getType());
  raw_string_ostream(Key) << ";%" << It->second << *S->getType();
}

void KernelSignature::note(Value *V) {
  if (isa<Constant>(V)) {
    Key += ";";
    raw_string_ostream OS(Key);
    V->printAsOperand(OS, /*PrintType=*/true, Host.getParent());
    return;
  }
  auto [It, New] = OfValue.try_emplace(V, Args.size());
  if (New)
    addParam({nullptr, V}, V->getType());
  raw_string_ostream(Key) << ";%" << It->second << *V->getType();
}

void KernelSignature::note(const AffineRef &R) {
  raw_string_ostream(Key) << ";ref" << *R.ElemTy << R.Alignment.value();
  if (isC(R)) {
    Key += View.Nest.readsOddOfC(R) ? "C'" : "C";
    return;
  }
  note(R.Start);
  noteAddress(R);
}

/// Everything except the start.
void KernelSignature::noteAddress(const AffineRef &R) {
  for (const SCEV *Stride : R.Stride)
    note(Stride);
  noteCarry(R.Carry);
  for (const SCEV *Stride : R.Batch)
    note(Stride);
  for (const SCEV *Row : R.Row)
    noteRow(Row);
  noteRow(R.Lookup);
}

void KernelSignature::noteCarry(
    const PerDim<SmallVector<const SCEV *, 1>> &Carry) {
  for (LoopDim D : {DimI, DimJ, DimK})
    for (auto [Step, Inside] :
         llvm::zip(Carry[D], View.Nest.Index[D].Axes.Inside)) {
      Key += (";carry" + Twine(unsigned(D))).str();
      note(Step);
      note(Inside);
    }
}

void KernelSignature::noteRow(const SCEV *S) {
  Key += S ? ";row" : ";-";
  if (!S)
    return;
  raw_string_ostream(Key) << ";" << unsigned(S->getSCEVType()) << *S->getType();
  if (!View.Nest.varies(S))
    return note(S);
  if (const AffineRef *Load = View.Nest.findRowLoad(S))
    return note(*Load);
  auto [It, New] = NumberedRows.try_emplace(S, NumberedRows.size());
  Key += (";#" + Twine(It->second)).str();
  if (!New)
    return;
  if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(S))
    for (LoopDim D : {DimI, DimJ, DimK})
      Key += View.Nest.Index[D].innermost() == Rec->getLoop() ? '1' : '0';
  Key += "(";
  for (const SCEV *Op : S->operands())
    noteRow(Op);
  Key += ")";
}

void KernelSignature::note(const Slice &S) {
  Key += ";slice";
  Numbered.clear();
  if (!S.Root)
    return;
  for (const AffineRef &R : S.Loads)
    note(R);
  for (const AffineRef &R : S.Loads)
    Numbered.try_emplace(R.Access, Numbered.size());
  for (const Counter &C : S.Counters) {
    raw_string_ostream(Key) << ";counter" << *C.Val->getType();
    note(C.Start);
    for (const SCEV *Step : C.Step)
      note(Step);
    noteCarry(C.Carry);
    Numbered.try_emplace(C.Val, Numbered.size());
  }
  Noted = &S;
  for (const AffineRef &R : S.Loads)
    noteBlock(*R.Access->getParent());
  note(Factor{S.Root, S.Widen});
  for (const Factor &F : S.Times)
    note(F);
  if (!S.Times.empty())
    raw_string_ostream(Key) << S.Flags;
}

void KernelSignature::note(const Factor &F) {
  Key += ("*" + Twine(unsigned(F.Widen))).str();
  noteExpression(F.Root);
}

void KernelSignature::noteExpression(Value *V) {
  V = View.Nest.resolve(V);
  if (View.Nest.isAcc(V)) {
    Key += V == View.Nest.Acc ? ";acc" : ";odd";
    return;
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !View.Nest.Root->contains(I))
    return note(V);
  auto [It, New] = Numbered.try_emplace(V, Numbered.size());
  Key += (";#" + Twine(It->second)).str();
  if (New)
    noteInstruction(*I);
}

/// The conditions under which \p BB runs.
void KernelSignature::noteBlock(const BasicBlock &BB) {
  if (!Noted->isBeside(&BB))
    return;
  auto [It, New] = Numbered.try_emplace(&BB, Numbered.size());
  Key += (";if#" + Twine(It->second)).str();
  if (!New)
    return;
  for (const BasicBlock *From : predecessors(&BB))
    if (Noted->isWay(From))
      noteWay(*From, BB);
}

/// Under which condition \p From leads to \p To.
void KernelSignature::noteWay(const BasicBlock &From, const BasicBlock &To) {
  Key += ";from";
  noteBlock(From);
  const auto *Br = cast<BranchInst>(From.getTerminator());
  if (Br->isUnconditional())
    return;
  Key += Br->getSuccessor(0) == &To ? ";then" : ";else";
  noteExpression(Br->getCondition());
}

void KernelSignature::noteInstruction(Instruction &I) {
  raw_string_ostream(Key) << I.getOpcodeName() << "."
                          << I.getRawSubclassOptionalData() << *I.getType();
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (auto [V, From] : llvm::zip(Phi->incoming_values(), Phi->blocks()))
      if (Noted->isWay(From)) {
        noteWay(*From, *Phi->getParent());
        noteExpression(V);
      }
    Key += ";end";
    return;
  }
  if (auto *Cmp = dyn_cast<CmpInst>(&I))
    Key += CmpInst::getPredicateName(Cmp->getPredicate());
  Key += "(";
  for (Value *Op : I.operands()) {
    if (isa<Function>(Op))
      Key += Op->getName();
    else
      noteExpression(Op);
  }
  Key += ")";
}

bool KernelSignature::isC(const AffineRef &R) const {
  return R.Access == View.Nest.C.Access ||
         View.Nest.LoadsOfC.contains(R.Access);
}

std::string KernelSignature::name() const {
  return nameByKey(KernelPrefix, Key);
}

Function *KernelSignature::findUntouched() const {
  Module &M = *Host.getParent();
  return gemmify::findUntouched(
      M, name(),
      FunctionType::get(Type::getInt1Ty(M.getContext()), Types, false));
}

Function *KernelSignature::create() {
  auto *Ty =
      FunctionType::get(Type::getInt1Ty(Host.getContext()), Types, false);
  Bound = createFunction(Host, Ty, name(), {Host.getContext(), TargetAttrs});
  setAttributes(*Bound);
  return Bound;
}

static void addPackedAttributes(Argument &Param) {
  LLVMContext &C = Param.getContext();
  Param.addAttr(Attribute::NoAlias);
  Param.addAttr(notCaptured(C));
  Param.addAttr(Attribute::ReadOnly);
  Param.addAttr(
      Attribute::getWithAlignment(C, Align(PackedConstant::Alignment)));
  Param.setName("packed");
}

void KernelSignature::setAttributes(Function &F) const {
  bool SeenC = false;
  for (auto [Index, Arg] : enumerate(Args)) {
    Argument *Param = F.getArg(Index);
    if (Arg.Val && Arg.Val == P.Kept) {
      Param->addAttr(Attribute::NoAlias);
      Param->addAttr(notCaptured(F.getContext()));
      Param->addAttr(Attribute::get(F.getContext(), KeptAttribute));
      Param->setName("kept");
    }
    if (P.Constant && Arg.Val && Arg.Val == P.Constant->Global)
      addPackedAttributes(*Param);
    for (LoopDim D : {DimI, DimJ, DimK})
      if (Arg.Expr && Arg.Expr == View.Nest.Index[D].Trip)
        Param->setName(D == DimI ? "m" : D == DimJ ? "n" : "k");
    if (!Arg.Expr || !Param->getType()->isPointerTy())
      continue;
    bool IsC = !SeenC && Arg.Expr == View.Nest.C.Start;
    SeenC |= IsC;
    Param->addAttr(Attribute::NoAlias);
    Param->addAttr(notCaptured(F.getContext()));
    if (!IsC)
      Param->addAttr(Attribute::ReadOnly);
    Param->setName(IsC ? "c" : "in");
  }
}

KernelSignature KernelSignature::boundTo(Function &F) const {
  KernelSignature Copy = *this;
  Copy.Bound = &F;
  setAttributes(F);
  return Copy;
}

Value *KernelSignature::get(const SCEV *S) const {
  if (const auto *C = dyn_cast<SCEVConstant>(S))
    return C->getValue();
  return Bound->getArg(OfSCEV.lookup(S));
}

Value *KernelSignature::get(Value *Invariant) const {
  if (isa<Constant>(Invariant))
    return Invariant;
  return Bound->getArg(OfValue.lookup(Invariant));
}

Value *KernelSignature::get(const PackedConstant &Packed) const {
  return Bound->getArg(OfValue.lookup(Packed.Global));
}

Value *KernelSignature::pointer(const AffineRef &R) const {
  if (!isC(R) || !R.Start->getType()->isPointerTy())
    return get(R.Start);
  for (auto [Index, Arg] : enumerate(Args))
    if (Arg.Expr == View.Nest.C.Start)
      return Bound->getArg(Index);
  llvm_unreachable("C is always passed");
}

} // namespace gemmify
