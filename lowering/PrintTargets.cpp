//===- PrintTargets.cpp - Prints the table of targets ---------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintTargets.h"
#include "TargetTable.h"

using namespace llvm;

namespace gemmify {

static void printTile(raw_ostream &OS, StringRef Name, TileShape T) {
  OS << ", " << Name << ' ' << T.MR << 'x' << T.NR << 'x' << T.KR;
}

static void printRow(raw_ostream &OS, const TargetRow &Row, const Function &F,
                     const TargetTransformInfo &TTI) {
  OS << "  " << Row.Name << ": ";
  if (!Row.Fits(F)) {
    OS << "does not fit, needs " << Row.Description << '\n';
    return;
  }
  TargetRecord F32 =
      Row.Describe(F, ProductKind::of(Type::getFloatTy(F.getContext())), TTI);
  TargetRecord F64 =
      Row.Describe(F, ProductKind::of(Type::getDoubleTy(F.getContext())), TTI);
  OS << (Row.TestOnly ? "fits when named, " : "fits, ") << F32.VectorBits
     << "-bit vectors, " << F32.VectorRegs << " registers";
  printTile(OS, "f32", F32.Tile);
  printTile(OS, "f64", F64.Tile);
  OS << ", L1 " << F32.Caches.L1 / 1024 << "K, L2 " << F32.Caches.L2 / 1024
     << "K, L3 share " << F32.Caches.L3 / 1024 << "K\n";
}

PreservedAnalyses PrintTargetsPass::run(Function &F,
                                        FunctionAnalysisManager &FAM) {
  const TargetTransformInfo &TTI = FAM.getResult<TargetIRAnalysis>(F);
  OS << "targets for function '" << F.getName() << "':\n";
  for (const TargetRow &Row : targetTable())
    printRow(OS, Row, F, TTI);
  return PreservedAnalyses::all();
}

} // namespace gemmify
