//===- PrintNests.cpp - print<gemmify-nests> and print<gemmify-plan> ------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintNests.h"
#include "Remarks.h"
#include "lowering/target/VectorWidth.h"
#include "pass/kernel/runtime/KernelWorkspace.h"
#include "pass/plan/PlanNest.h"
#include "pass/recognize/Reasons.h"
#include "pass/recognize/VectorNest.h"
#include "pass/rewrite/distribute/ResidualLegality.h"
#include "pass/rewrite/normalize/InclusiveRanges.h"
#include "pass/rewrite/normalize/SharedCounters.h"
#include "pass/rewrite/normalize/TrialNest.h"
#include "pass/rewrite/normalize/UnfusedScope.h"
#include "pass/rewrite/normalize/WrapSum.h"

using namespace llvm;

namespace gemmify {

static void printAffine(raw_ostream &OS, const SCEV *Start,
                        const PerDim<const SCEV *> &Step,
                        const PerDim<const SCEV *> &Row = {}) {
  const char *Names[] = {"i", "j", "k"};
  OS << *Start;
  for (LoopDim D : {DimI, DimJ, DimK}) {
    if (Row[D])
      OS << " + row(" << Names[D] << ")";
    if (!Step[D]->isZero())
      OS << " + " << Names[D] << "*(" << *Step[D] << ")";
  }
}

static void printCarry(raw_ostream &OS,
                       const PerDim<SmallVector<const SCEV *, 1>> &Carry) {
  const char *Names[] = {"i", "j", "k"};
  for (LoopDim D : {DimI, DimJ, DimK})
    for (const SCEV *Step : Carry[D])
      OS << ", carries (" << *Step << ") along " << Names[D];
}

static void printRef(raw_ostream &OS, const AffineRef &R) {
  OS << *R.ElemTy << " at ";
  printAffine(OS, R.Start, R.Stride, R.Row);
  if (R.Lookup)
    OS << " + lookup, which is " << *R.Lookup;
  const char *Names[] = {"i", "j", "k"};
  for (LoopDim D : {DimI, DimJ, DimK})
    if (R.hasRow(D))
      OS << ", row(" << Names[D] << ") = " << *R.Row[D];
  printCarry(OS, R.Carry);
  for (const SCEV *Stride : R.Batch)
    OS << ", (" << *Stride << ") along the batch";
}

static void printWidening(raw_ostream &OS, Widening W) {
  if (W != Widening::None)
    OS << (W == Widening::Signed ? ", sign-extended" : ", zero-extended");
}

static void printSlice(raw_ostream &OS, StringRef Name, const Slice &S,
                       const GemmNest &N) {
  OS << "  " << Name << ": ";
  if (!S.Root)
    OS << "C\n";
  else if (N.isAcc(S.Root))
    OS << (S.Root == N.Acc ? "the sum\n" : "the odd sum\n");
  else if (const AffineRef *R = S.plain()) {
    printRef(OS, *R);
    OS << "\n";
  } else {
    OS << *S.Root;
    printWidening(OS, S.Widen);
    OS << "\n";
    for (const Factor &F : S.Times) {
      OS << "    times " << *F.Root;
      printWidening(OS, F.Widen);
      OS << "\n";
    }
    for (const AffineRef &R : S.Loads) {
      OS << "    reads " << (N.LoadsOfC.contains(R.Access) ? "C, " : "")
         << (S.isBeside(R.Access->getParent()) ? "on a condition, " : "");
      printRef(OS, R);
      OS << "\n";
    }
    for (const Counter &C : S.Counters) {
      OS << "    counts ";
      printAffine(OS, C.Start, C.Step);
      printCarry(OS, C.Carry);
      OS << "\n";
    }
  }
}

static void printAccess(raw_ostream &OS, const NestAccess &A) {
  OS << (A.Writes ? "write of " : "read of ") << *A.Ref.ElemTy << " at "
     << *A.Ref.Start;
  for (unsigned D = 0; D != NumDims; ++D)
    if (A.Ref.dependsOn(LoopDim(D)))
      OS << " + " << *A.Trip[D] << " * (" << *A.Ref.Stride[D] << ")";
}

static void printRest(raw_ostream &OS, const NestResidual &Rest,
                      const Legality &Legal, ScalarEvolution &SE) {
  if (Rest.empty())
    return;
  OS << "  rest" << (Legal.RestFirst ? ", runs first" : "") << ": "
     << Rest.Writes.size() << " writes"
     << (Rest.Escapes ? ", values used after the nest" : "")
     << (Rest.Results.empty() ? "" : ", uses the result")
     << (Legal.Expansion ? ", the row becomes m rows" : "") << "\n";
  for (const AccessPair &P : Legal.Pairs) {
    OS << "    ";
    printAccess(OS, P.Product);
    OS << (P.InOrder && canMoveAlike(P, SE) ? "; apart or in order: "
                                            : "; apart: ");
    printAccess(OS, P.Rest);
    OS << "\n";
  }
  if (Legal.Expansion)
    for (const NestAccess &Read : Legal.Expansion->Reads) {
      OS << "    in the row: ";
      printAccess(OS, Read);
      OS << "\n";
    }
}

static void printTest(raw_ostream &OS, const Condition &C) {
  OS << *C.X << " " << CmpInst::getPredicateName(C.Pred) << " " << *C.Y;
}

static void printTiling(raw_ostream &OS, const GemmNest &N) {
  for (LoopDim D : {DimI, DimJ, DimK})
    if (const std::optional<Tiling> &T = N.Index[D].Tiled) {
      OS << "  " << "ijk"[D] << " in " << *T->Tiles << " tiles of "
         << *T->TileSize;
      if (!T->isExact() && !T->Proven)
        OS << ", to be counted: " << *T->Points;
      OS << "\n";
    }
}

static void printAxes(raw_ostream &OS, StringRef What, const AxisGroup &Axes) {
  if (Axes.isOne())
    return;
  OS << "  " << What << " over axes of ";
  llvm::interleaveComma(Axes.Size, OS, [&](const SCEV *Size) { OS << *Size; });
  OS << "\n";
}

static void printLoads(raw_ostream &OS, StringRef What,
                       ArrayRef<AffineRef> Loads) {
  for (const AffineRef &R : Loads) {
    OS << "  " << What << ": ";
    R.Access->printAsOperand(OS, false);
    OS << ", ";
    printRef(OS, R);
    OS << "\n";
  }
}

static void printRowWrapCheck(raw_ostream &OS, const RowWrapCheck &W) {
  OS << "  must not wrap (" << (W.Signed ? "signed): " : "unsigned): ");
  for (const SCEV *Row : W.Row)
    if (Row)
      OS << *Row << " of " << *Row->getType();
  OS << " + i*(" << *W.Coef[DimI] << ") + j*(" << *W.Coef[DimJ] << ") + k*("
     << *W.Coef[DimK] << ")\n";
}

static void printWrapCheck(raw_ostream &OS, const WrapCheck &W) {
  OS << "  must not wrap (" << (W.Signed ? "signed " : "unsigned ")
     << *W.Start->getType() << "): " << *W.Start << " + i*(" << *W.Coef[DimI]
     << ") + j*(" << *W.Coef[DimJ] << ") + k*(" << *W.Coef[DimK] << ")";
  for (LoopDim D : {DimI, DimJ, DimK})
    if (W.TileCoef[D])
      OS << " + tile of " << "ijk"[D] << "*(" << *W.TileCoef[D] << ")";
  for (const WrapCheck::AxisTerm &Axis : W.AxisTerms)
    OS << " + axis*(" << *Axis.Coef << ") below " << *Axis.Size;
  for (LoopDim D : {DimI, DimJ, DimK})
    if (W.Trip[D] && !W.Coef[D]->isZero())
      OS << ", " << "ijk"[D] << " < " << *W.Trip[D];
  if (W.ZeroBits)
    OS << ", " << W.ZeroBits << " low bits zero";
  OS << "\n";
}

static void printStep(raw_ostream &OS, const GemmNest &N) {
  const StepProducts &Step = N.Step;
  if (Step.isOne())
    return;
  OS << "  in each step, "
     << (Step.AddedFirst ? "added to each other first" : "one by one")
     << (Step.NegatesFirst ? ", the first one negated" : "") << "\n";
  for (const StepProduct &Each : Step.More) {
    const StringRef Sign = Each.Subtract ? "-" : "+";
    const StringRef Begins = Each.Begins ? "then " : "";
    printSlice(OS, (Begins + Sign + (Each.Fused ? " fused P" : " P")).str(),
               Each.P, N);
    printSlice(OS, "  Q", Each.Q, N);
  }
  for (const PairedOperand &Each : Step.Pairs)
    printSlice(OS, "odd lines", Each.Odd, N);
}

static void printEnds(raw_ostream &OS, const GemmNest &N) {
  printSlice(OS, "start", N.Start, N);
  printSlice(OS, "final", N.Final, N);
  if (!N.Step.Odd)
    return;
  printSlice(OS, "start of odd lines", N.Step.Odd->Start, N);
  printSlice(OS, "final of odd lines", N.Step.Odd->Final, N);
}

static void printRegion(raw_ostream &OS, const HalfPlane &Region) {
  auto Times = [](int Coef) { return std::abs(Coef) == 2 ? "2*" : ""; };
  const int OfI = Region.Coef[DimI], OfJ = Region.Coef[DimJ];
  OS << "  where " << (OfI > 0 ? "" : "-") << Times(OfI) << "i"
     << (OfJ > 0 ? " + " : " - ") << Times(OfJ) << "j + (" << *Region.Offset
     << ") >= 0\n";
}

static void printNest(raw_ostream &OS, const GemmNest &N, const Legality &Legal,
                      ScalarEvolution &SE) {
  OS << "GEMM nest at %" << N.Root->getHeader()->getName() << ": "
     << join(describeNest(N)) << "\n";
  OS << "  m = " << *N.Index[DimI].Trip << ", n = " << *N.Index[DimJ].Trip
     << ", k = " << *N.Index[DimK].Trip << "\n";
  if (N.Region)
    printRegion(OS, *N.Region);
  printSlice(OS, "P", N.P, N);
  printSlice(OS, "Q", N.Q, N);
  printStep(OS, N);
  printEnds(OS, N);
  OS << "  C: ";
  printRef(OS, N.C);
  OS << "\n";
  if (N.Scale) {
    OS << "  scale: ";
    N.Scale->printAsOperand(OS);
    OS << "\n";
  }
  for (const NestGuard &G : N.Guards) {
    OS << "  guard: ";
    if (G.Test)
      printTest(OS, *G.Test);
    else
      G.Condition->printAsOperand(OS, false);
    OS << (G.Expected ? "" : " is false") << "\n";
  }
  printTiling(OS, N);
  for (LoopDim D : {DimI, DimJ, DimK})
    printAxes(OS, StringRef("ijk").substr(D, 1), N.Index[D].Axes);
  printAxes(OS, "batch", N.Batch);
  printLoads(OS, "fixed", N.InvariantLoads);
  printLoads(OS, "rows", N.RowLoads);
  for (const RowWrapCheck &W : N.RowWrapChecks)
    printRowWrapCheck(OS, W);
  for (const PerDim<const SCEV *> &Rows : N.EqualRows)
    for (LoopDim D : {DimI, DimJ, DimK})
      if (Rows[D])
        OS << "  equal for all " << "ijk"[D] << ": " << *Rows[D] << "\n";
  for (const WrapCheck &W : N.WrapChecks)
    printWrapCheck(OS, W);
  for (const Condition &C : N.Conditions) {
    OS << "  if ";
    printTest(OS, C);
    OS << "\n";
  }
  if (Legal.Impossible != Reason::None)
    OS << "  kept: " << sentence(Legal.Impossible) << "\n";
  for (const auto *Apart : {&Legal.MustBeApart, &Legal.RowsApart})
    for (const AffineRef &R : *Apart) {
      OS << "  C must be apart from ";
      printRef(OS, R);
      OS << (Apart == &Legal.RowsApart ? ", row by row\n" : "\n");
    }
  printRest(OS, N.Besides, Legal, SE);
}

using PrintRecognition =
    function_ref<void(const Loop &, const Recognition &, NestAnalyses &)>;

/// What recognition finds in \p L when it is read in another way; false when
/// that is nothing.
static bool printTrials(Loop &L, NestAnalyses &A, PrintRecognition Print) {
  if (!canBeRead(L, A.LI))
    return false;
  for (Reading Read : readings())
    if (std::unique_ptr<TrialNest> Trial = Read(L, A)) {
      Recognition R = recognizeGemm(Trial->innermost(), A);
      if (R.Nest || R.isNearMiss()) {
        Print(L, R, A);
        return true;
      }
    }
  return false;
}

/// Calls \p Print with what recognition finds in each loop of \p F.
static PreservedAnalyses printEach(Function &F, FunctionAnalysisManager &FAM,
                                   PrintRecognition Print) {
  const UnfusedScope Unfused(F);
  LoopInfo &LI = FAM.getResult<LoopAnalysis>(F);
  NestAnalyses A{FAM.getResult<ScalarEvolutionAnalysis>(F), LI,
                 FAM.getResult<DominatorTreeAnalysis>(F)};
  bool Changed = simplifyNests(F, A, FAM.getResult<AssumptionAnalysis>(F));
  Changed |= !simplifyRanges(A).empty();
  Changed |= !hoistSharedCounters(A).empty();
  for (Loop *L : LI.getLoopsInPreorder()) {
    Recognition R = recognizeGemm(*L, A);
    if (!R.Nest && concernsLargerNest(R.Why))
      if (Recognition Vector = recognizeVector(*L, A); Vector.Nest) {
        Print(*L, R, A);
        Print(*L, Vector, A);
        continue;
      }
    if (!R.Nest && printTrials(*L, A, Print))
      continue;
    if (!R.Nest && !R.isNearMiss()) {
      WrappedSum Sum(*L, A);
      Recognition Written = recognizeWritten(Sum, A);
      Print(*L, Written, A);
      continue;
    }
    Print(*L, R, A);
    while (R.Choice) {
      R = recognizeOther(*L, *R.Choice, A);
      Print(*L, R, A);
    }
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

PreservedAnalyses PrintNestsPass::run(Function &F,
                                      FunctionAnalysisManager &FAM) {
  OS << "GEMM nests of '" << F.getName() << "':\n";
  return printEach(F, FAM,
                   [&](const Loop &L, const Recognition &R, NestAnalyses &A) {
                     if (R.Nest) {
                       AAResults &AA = FAM.getResult<AAManager>(F);
                       Legality Legal = examine(*R.Nest, AA, A.SE);
                       examineResidual(*R.Nest, Legal, AA, A);
                       printNest(OS, *R.Nest, Legal, A.SE);
                     } else if (R.isNearMiss())
                       OS << "no nest at %" << L.getHeader()->getName() << ": "
                          << sentence(R.Why) << "\n";
                   });
}

PreservedAnalyses PrintPlanPass::run(Function &F,
                                     FunctionAnalysisManager &FAM) {
  OS << "GEMM plans of '" << F.getName() << "':\n";
  return printEach(
      F, FAM, [&](const Loop &, const Recognition &R, NestAnalyses &A) {
        if (!R.Nest)
          return;
        LongVectorScope Wide(F);
        Expected<BlockingPlan> Plan = planNest(
            Product(*R.Nest), Opts, F, FAM.getResult<TargetIRAnalysis>(F), A.SE,
            {mayAllocate(F, FAM.getResult<TargetLibraryAnalysis>(F), Opts),
             !examine(*R.Nest, FAM.getResult<AAManager>(F), A.SE)
                  .MustBeApart.empty()});
        OS << "%" << R.Nest->Root->getHeader()->getName() << ": "
           << (Plan ? describePlan(*Plan) : toString(Plan.takeError())) << "\n";
      });
}

} // namespace gemmify
