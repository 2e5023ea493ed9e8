//===- NestChecks.cpp - Side exits that a nest never takes ----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestChecks.h"
#include "FixedValues.h"
#include "pass/recognize/effects/NestWrites.h"
#include "pass/recognize/loops/TripCount.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace gemmify {

namespace {

class CheckFinder {
public:
  CheckFinder(const Loop &Root, const NestAnalyses &A)
      : Root(Root), A(A), Fixed(Root, A), Tables(Root, A, Fixed),
        Known([this](const SCEV *S) {
          return Fixed.contains(S) || (Scope && isInTable(S, *Scope));
        }),
        Forms(Root, A.SE, Known) {}

  std::optional<NestChecks> run(const Loop &Innermost) {
    if (!findOwnExits() || !collect())
      return std::nullopt;
    for (const NestCheck &Check : Result.Checks)
      if (!require(*Check.Branch->getCondition(), Check.Passing == 0,
                   *Check.Branch->getParent()))
        return std::nullopt;
    for (const Loop *L = &Innermost; Root.contains(L); L = L->getParentLoop())
      count(*L);
    if (!countAll() || !keepApart())
      return std::nullopt;
    const size_t Apart = loads();
    if (!countAll() || loads() != Apart || !moveWithOne())
      return std::nullopt;
    llvm::append_range(Result.Bounds, Forms.bounds());
    llvm::append_range(Result.Hoisted, Fixed.noted());
    llvm::append_range(Result.Tables, Tables.noted());
    Result.Reads = Tables.inOrder();
    return std::move(Result);
  }

private:
  bool findOwnExits();
  bool collect();
  bool count(const Loop &L);
  bool count(const IndexForm &Form);
  const SCEV *countOrdered(const Loop &L, const BasicBlock &Exit);
  bool countAll();
  bool moveWithOne() const;
  bool movesWith(const IndexForm &Form, const Loop *&Moves) const;
  size_t loads() const { return Fixed.loads().size() + Tables.noted().size(); }
  bool isInTable(const SCEV *S, const BasicBlock &At) {
    return Tables.contains(S, At,
                           [this](const SCEV *Of) { return Forms.split(Of); });
  }
  bool isKnownOnce(const SCEV *S, const BasicBlock &At) {
    return Fixed.contains(S) || (isInTable(S, At) && Tables.isFixed(S));
  }
  bool keepApart();
  bool notePlace(const LoadInst &Load);
  bool noteWrite(Instruction &Write);
  bool runsBeforeExit(const BasicBlock &BB);
  bool require(Value &Cond, bool Expected, const BasicBlock &At,
               unsigned Depth = 0);
  bool requireEach(Value &X, Value &Y, bool Expected, const BasicBlock &At,
                   unsigned Depth) {
    return require(X, Expected, At, Depth + 1) &&
           require(Y, Expected, At, Depth + 1);
  }
  bool requireComparison(CmpInst::Predicate Pred, Value &X, Value &Y,
                         const BasicBlock &At);
  void requireOrder(const IndexForm &Low, const IndexForm &High, bool Strict,
                    bool Signed, unsigned Bits);
  bool requireExact(WithOverflowInst &Op, const BasicBlock &At);
  void requireRange(const IndexForm &Wide, bool Signed, unsigned Bits,
                    const SCEV *Factor = nullptr);
  Type *wideType() const {
    return Type::getIntNTy(A.SE.getContext(), IndexForms::Wide);
  }
  std::optional<IndexForm> formOf(Value &V, const BasicBlock &At) {
    if (!A.SE.isSCEVable(V.getType()))
      return std::nullopt;
    const SCEV *S = A.SE.getSCEVAtScope(&V, A.LI.getLoopFor(&At));
    // The last value of a loop may be one step further than its iterations.
    const bool IsLast = SCEVExprContains(S, [&](const SCEV *Part) {
      const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
      return Rec && Root.contains(Rec->getLoop()) &&
             !Rec->getLoop()->contains(&At);
    });
    SaveAndRestore Here(Scope, &At);
    return IsLast ? std::nullopt : Forms.split(S);
  }

  const Loop &Root;
  const NestAnalyses &A;
  FixedValues Fixed;
  TableValues Tables;
  const BasicBlock *Scope = nullptr; ///< Where a form is compared.
  std::function<bool(const SCEV *)> Known;
  IndexForms Forms;
  DenseMap<const Loop *, const BasicBlock *> OwnExit;
  NestChecks Result;
};

} // namespace

/// Where \p L ends when nothing is wrong, or null.
static const BasicBlock *findOwnExit(const Loop &L) {
  auto IsCheck = [&](const BasicBlock *To) {
    return !L.contains(To) && findDeadEnd(To);
  };
  for (const BasicBlock *BB : {L.getLoopLatch(), L.getHeader()}) {
    const auto *Br = BB ? dyn_cast<BranchInst>(BB->getTerminator()) : nullptr;
    if (Br && Br->isConditional() && L.isLoopExiting(BB) &&
        llvm::none_of(successors(BB), IsCheck))
      return BB;
  }
  return nullptr;
}

bool CheckFinder::findOwnExits() {
  for (const Loop *L : Root.getLoopsInPreorder())
    if (!(OwnExit[L] = findOwnExit(*L)))
      return false;
  return true;
}

/// All other exits, and whether there are any.
bool CheckFinder::collect() {
  for (BasicBlock *BB : Root.blocks()) {
    const Loop &L = *A.LI.getLoopFor(BB);
    if (!L.isLoopExiting(BB) || OwnExit[&L] == BB)
      continue;
    auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Br || !Br->isConditional())
      return false;
    const unsigned Passing = L.contains(Br->getSuccessor(0)) ? 0 : 1;
    if (!L.contains(Br->getSuccessor(Passing)) ||
        Root.contains(Br->getSuccessor(1 - Passing)))
      return false;
    Result.Checks.push_back({Br, Passing});
  }
  SmallVector<BasicBlock *, 8> Exits;
  Root.getUniqueExitBlocks(Exits);
  llvm::copy_if(Exits, std::back_inserter(Result.Closed), [&](BasicBlock *To) {
    return !llvm::is_contained(successors(OwnExit[&Root]), To);
  });
  // A loop must not end by leaving one around it.
  for (const Loop *L : Root.getLoopsInPreorder())
    for (const BasicBlock *To : successors(OwnExit[L]))
      if (!L->contains(To) && L != &Root && !L->getParentLoop()->contains(To))
        return false;
  return !Result.Checks.empty();
}

/// Counts by the loop's own exit, as if it were the only one that is taken:
/// SCEV relies on nothing then that only holds if no other one is.
bool CheckFinder::count(const Loop &L) {
  if (Result.Repeats.contains(&L))
    return true;
  const BasicBlock *Exit = OwnExit.lookup(&L);
  const SCEV *Count = A.SE.getExitCount(&L, Exit);
  if (!isa<SCEVCouldNotCompute>(Count) &&
      A.SE.getTypeSizeInBits(Count->getType()) <= 64 &&
      isKnownOnce(Count, *L.getHeader()))
    Count = A.SE.getZeroExtendExpr(Count, wideType());
  else
    Count = countOrdered(L, *Exit);
  if (!Count)
    return false;
  const bool LeavesFirst = Exit != L.getLoopLatch();
  const SCEV *Last =
      LeavesFirst ? A.SE.getMinusSCEV(Count, A.SE.getOne(wideType())) : Count;
  Result.Repeats[&L] = {Count, Last};
  return true;
}

bool CheckFinder::count(const IndexForm &Form) {
  return llvm::all_of(Form.Steps,
                      [&](const IndexForm::Step &S) { return count(*S.L); });
}

/// How often \p L stays while a counter that may be narrower than its bound is
/// below it, or above it: exact if the counter does not wrap until then, which
/// its bounds say. Null for other tests.
const SCEV *CheckFinder::countOrdered(const Loop &L, const BasicBlock &Exit) {
  auto *Br = cast<BranchInst>(Exit.getTerminator());
  auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
  if (!Cmp || !Cmp->isRelational() || &Exit != L.getLoopLatch())
    return nullptr;
  CmpInst::Predicate Stays = L.contains(Br->getSuccessor(0))
                                 ? Cmp->getPredicate()
                                 : Cmp->getInversePredicate();
  std::optional<IndexForm> X = formOf(*Cmp->getOperand(0), Exit),
                           Y = formOf(*Cmp->getOperand(1), Exit);
  if (!X || !Y)
    return nullptr;
  if (X->isFixed()) {
    std::swap(X, Y);
    Stays = CmpInst::getSwappedPredicate(Stays);
  }
  if (X->Steps.size() != 1 || X->Steps.front().L != &L || !Y->isFixed() ||
      !Tables.isFixed(X->Start) || !Tables.isFixed(Y->Start))
    return nullptr;
  const bool Signed = CmpInst::isSigned(Stays),
             Up = ICmpInst::isLT(Stays) || ICmpInst::isLE(Stays);
  const IndexForm Counter = Forms.widen(*X, Signed);
  const SCEV *Bound = Forms.widen(*Y, Signed).Start;
  const SCEV *Step = Counter.Steps.front().By;
  if (Up ? !Step->isOne() : !Step->isAllOnesValue())
    return nullptr;
  requireRange(Counter, Signed,
               A.SE.getTypeSizeInBits(Cmp->getOperand(0)->getType()));
  const SCEV *Distance = Up ? A.SE.getMinusSCEV(Bound, Counter.Start)
                            : A.SE.getMinusSCEV(Counter.Start, Bound);
  if (!CmpInst::isStrictPredicate(Stays))
    Distance = A.SE.getAddExpr(Distance, A.SE.getOne(wideType()));
  return A.SE.getSMaxExpr(Distance, A.SE.getZero(wideType()));
}

/// Counting may add bounds, and tables to look through.
bool CheckFinder::countAll() {
  unsigned Bound = 0, Way = 0, Value = 0;
  while (true) {
    if (Bound != Forms.bounds().size()) {
      const IndexForm Form = Forms.bounds()[Bound++].Form;
      if (!count(Form))
        return false;
    } else if (Way != Tables.ways().size()) {
      const auto [Br, Side] = Tables.ways()[Way++];
      if (!require(*Br->getCondition(), Side == 0, *Br->getParent()))
        return false;
    } else if (Value != Tables.noted().size()) {
      const Instruction *I = Tables.noted()[Value++].I;
      for (const Loop *L = A.LI.getLoopFor(I->getParent()); Root.contains(L);
           L = L->getParentLoop())
        if (!count(*L))
          return false;
    } else {
      return true;
    }
  }
}

/// Adds to \p Moves the loop that a table value in \p Form moves with. False if
/// there are two.
bool CheckFinder::movesWith(const IndexForm &Form, const Loop *&Moves) const {
  auto Joins = [&](const SCEV *S) {
    return llvm::all_of(Tables.noted(), [&](const TableValue &T) {
      if (!T.Moves || !SCEVExprContains(S, [&](const SCEV *Part) {
            const auto *Unknown = dyn_cast<SCEVUnknown>(Part);
            return Unknown && Unknown->getValue() == T.I;
          }))
        return true;
      const bool Is = !Moves || Moves == T.Moves;
      Moves = T.Moves;
      return Is;
    });
  };
  return Joins(Form.Start) &&
         llvm::all_of(Form.Steps,
                      [&](const IndexForm::Step &S) { return Joins(S.By); });
}

/// A walk along a table sees no pairs of two tables' values.
bool CheckFinder::moveWithOne() const {
  for (const IndexBound &Bound : Forms.bounds()) {
    const Loop *Moves = nullptr;
    if (!movesWith(Bound.Form, Moves) ||
        (Bound.Factor && !movesWith({Bound.Factor, {}}, Moves)))
      return false;
  }
  for (const CheckedWrite &Write : Result.Writes) {
    const Loop *Moves = nullptr;
    if (!movesWith(Write.Address, Moves))
      return false;
    for (const CheckedPlace &Place : Result.Places)
      if (const Loop *Of = nullptr;
          !movesWith(Place.Address, Of) || (Moves && Of))
        return false;
  }
  return true;
}

/// Whether an iteration that \p BB is in may be the one that ends its loop
/// before the body.
bool CheckFinder::runsBeforeExit(const BasicBlock &BB) {
  const Loop &L = *A.LI.getLoopFor(&BB);
  return L.getHeader() == &BB && OwnExit[&L] == &BB && L.getLoopLatch() != &BB;
}

/// Nothing is written to where the values of checks were loaded from: then each
/// load finds what the first one found. Writes whose addresses need such values
/// are where these say, up to the first that would change one.
bool CheckFinder::keepApart() {
  if (loads() == 0)
    return true;
  for (BasicBlock *BB : Root.blocks())
    for (Instruction &I : *BB)
      if (I.mayHaveSideEffects() && !isHint(I) && !noteWrite(I))
        return false;
  const SmallVector<LoadInst *, 4> Loads = Fixed.loads();
  const unsigned Values = Tables.noted().size();
  for (const LoadInst *Load : Loads)
    if (!notePlace(*Load))
      return false;
  for (unsigned At = 0; At != Values; ++At)
    if (const auto *Load = dyn_cast<LoadInst>(Tables.noted()[At].I);
        Load && !notePlace(*Load))
      return false;
  assert(Fixed.loads().size() == Loads.size() &&
         Tables.noted().size() == Values && "addresses of noted loads");
  return true;
}

bool CheckFinder::notePlace(const LoadInst &Load) {
  std::optional<IndexForm> Form =
      formOf(*const_cast<Value *>(Load.getPointerOperand()), *Load.getParent());
  if (!Form)
    return false;
  const CheckedPlace Read{
      Forms.widen(*Form, /*Signed=*/true),
      Load.getDataLayout().getTypeStoreSize(Load.getType())};
  if (!llvm::is_contained(Result.Places, Read))
    Result.Places.push_back(Read);
  return count(Read.Address);
}

bool CheckFinder::noteWrite(Instruction &Write) {
  const auto *Store = dyn_cast<StoreInst>(&Write);
  const auto *Set = dyn_cast<MemSetInst>(&Write);
  if ((!(Store && Store->isSimple()) && !(Set && !Set->isVolatile())) ||
      runsBeforeExit(*Write.getParent()))
    return false;
  Value *Ptr = Store ? Write.getOperand(1) : Set->getRawDest();
  std::optional<IndexForm> Form = formOf(*Ptr, *Write.getParent());
  const SCEV *Bytes =
      Set ? A.SE.getZeroExtendExpr(A.SE.getSCEV(Set->getLength()), wideType())
          : A.SE.getStoreSizeOfExpr(wideType(), Write.getOperand(0)->getType());
  if (!Form || !Fixed.contains(Bytes))
    return false;
  Result.Writes.push_back({Forms.widen(*Form, /*Signed=*/true), Bytes});
  return count(Result.Writes.back().Address);
}

/// Adds what lets \p Cond have the value \p Expected whenever \p At ends.
bool CheckFinder::require(Value &Cond, bool Expected, const BasicBlock &At,
                          unsigned Depth) {
  constexpr unsigned MostParts = 8;
  if (Depth == MostParts)
    return false;
  if (const auto *C = dyn_cast<ConstantInt>(&Cond))
    return C->isOne() == Expected;
  const auto *I = dyn_cast<Instruction>(&Cond);
  if (!I || !Root.contains(I)) {
    Result.Fixed.push_back({&Cond, Expected});
    return true;
  }
  Value *X, *Y;
  // The branch may go either way where the frozen value is poison.
  if (match(&Cond, m_Freeze(m_Value(X))))
    return require(*X, Expected, At, Depth + 1);
  if (match(&Cond, m_Not(m_Value(X))))
    return require(*X, !Expected, At, Depth + 1);
  if (Expected ? match(&Cond, m_LogicalAnd(m_Value(X), m_Value(Y)))
               : match(&Cond, m_LogicalOr(m_Value(X), m_Value(Y))))
    return requireEach(*X, *Y, Expected, At, Depth);
  CmpPredicate Pred;
  if (match(&Cond, m_ICmp(Pred, m_Value(X), m_Value(Y))))
    return requireComparison(Expected ? CmpInst::Predicate(Pred)
                                      : CmpInst::getInversePredicate(Pred),
                             *X, *Y, At);
  auto *Part = dyn_cast<ExtractValueInst>(&Cond);
  auto *Op = Part && *Part->idx_begin() == 1
                 ? dyn_cast<WithOverflowInst>(Part->getAggregateOperand())
                 : nullptr;
  if (Op)
    return !Expected && requireExact(*Op, At);
  if (!Fixed.contains(Cond))
    return false;
  Result.Fixed.push_back({&Cond, Expected});
  return true;
}

void CheckFinder::requireRange(const IndexForm &Wide, bool Signed,
                               unsigned Bits, const SCEV *Factor) {
  Forms.require({Wide, Factor, IndexForms::lowest(Bits, Signed),
                 IndexForms::highest(Bits, Signed)});
}

/// In a fixed form, the machine's number is read as it is compared.
void CheckFinder::requireOrder(const IndexForm &Low, const IndexForm &High,
                               bool Strict, bool Signed, unsigned Bits) {
  const IndexForm X = Forms.widen(Low, Signed), Y = Forms.widen(High, Signed);
  const APInt Min = IndexForms::lowest(Bits, Signed),
              Max = IndexForms::highest(Bits, Signed);
  // Both are in the range of the type, one because of the other.
  if (!X.isFixed())
    Forms.require({X, nullptr, Min, std::nullopt});
  if (!Y.isFixed())
    Forms.require({Y, nullptr, std::nullopt, Max});
  Forms.require({Forms.subtract(Y, X), nullptr,
                 APInt(IndexForms::Wide, Strict ? 1 : 0), std::nullopt});
}

bool CheckFinder::requireComparison(CmpInst::Predicate Pred, Value &X, Value &Y,
                                    const BasicBlock &At) {
  std::optional<IndexForm> Left = formOf(X, At), Right = formOf(Y, At);
  if (!Left || !Right)
    return false;
  const bool Signed = CmpInst::isSigned(Pred);
  const unsigned Bits = A.SE.getTypeSizeInBits(X.getType());
  if (ICmpInst::isRelational(Pred)) {
    if (ICmpInst::isGT(Pred) || ICmpInst::isGE(Pred))
      std::swap(Left, Right);
    requireOrder(*Left, *Right, CmpInst::isStrictPredicate(Pred), Signed, Bits);
    return true;
  }
  // The difference decides, whatever the numbers are modulo 2^Bits.
  const IndexForm Difference =
      Forms.subtract(Forms.widen(*Right, /*Signed=*/true),
                     Forms.widen(*Left, /*Signed=*/true));
  const APInt Zero = APInt::getZero(IndexForms::Wide);
  if (Pred == CmpInst::ICMP_EQ)
    Forms.require({Difference, nullptr, Zero, Zero});
  else
    Forms.require({Difference, nullptr, Zero + 1,
                   IndexForms::highest(Bits, /*Signed=*/false),
                   /*OrNegative=*/true});
  return true;
}

/// Products need a factor that is fixed. Those of 64 unsigned bits would not
/// fit the test's numbers if the other one had all of them.
bool CheckFinder::requireExact(WithOverflowInst &Op, const BasicBlock &At) {
  std::optional<IndexForm> X = formOf(*Op.getLHS(), At),
                           Y = formOf(*Op.getRHS(), At);
  if (!X || !Y || runsBeforeExit(*Op.getParent()))
    return false;
  const bool Signed = Op.isSigned();
  const unsigned Bits = A.SE.getTypeSizeInBits(Op.getLHS()->getType());
  const bool IsProduct = Op.getBinaryOp() == Instruction::Mul;
  if (IsProduct && !Y->isFixed())
    std::swap(X, Y);
  if (IsProduct && !Y->isFixed())
    return false;
  const IndexForm Left = Forms.widen(*X, Signed),
                  Right = Forms.widen(*Y, Signed);
  if (IsProduct)
    Forms.require({Left, nullptr, IndexForms::lowest(Bits, Signed),
                   IndexForms::highest(std::min(Bits, 63u), Signed)});
  else
    for (const IndexForm *Each : {&Left, &Right})
      if (!Each->isFixed())
        requireRange(*Each, Signed, Bits);
  if (IsProduct)
    requireRange(Left, Signed, Bits, Right.Start);
  else
    requireRange(Op.getBinaryOp() == Instruction::Add
                     ? Forms.add(Left, Right)
                     : Forms.subtract(Left, Right),
                 Signed, Bits);
  Result.Exact.push_back(&Op);
  return true;
}

std::optional<NestChecks> findChecks(const Loop &Root, const Loop &Innermost,
                                     const NestAnalyses &A) {
  return CheckFinder(Root, A).run(Innermost);
}

} // namespace gemmify
