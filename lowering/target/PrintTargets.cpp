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

/// Kinds by the types of their factors; narrow ones are summed in 32 bits
/// unless their name says otherwise.
static SmallVector<std::pair<StringRef, ProductKind>>
printedKinds(LLVMContext &C) {
  auto Narrow = [](Type *Factor, Type *Sum) {
    ProductKind Kind = ProductKind::of(Sum);
    Kind.Left = Kind.Right = Factor;
    Kind.Reassoc = Kind.MayFlush = Kind.AnyZero = true;
    return Kind;
  };
  auto Unsigned = [](ProductKind Kind) {
    Kind.LeftSigned = Kind.RightSigned = false;
    return Kind;
  };
  Type *F16 = Type::getHalfTy(C), *F32 = Type::getFloatTy(C);
  Type *I32 = Type::getInt32Ty(C), *I64 = Type::getInt64Ty(C);
  return {{"f32", ProductKind::of(F32)},
          {"f64", ProductKind::of(Type::getDoubleTy(C))},
          {"f16 in f16", ProductKind::of(F16)},
          {"f16", Narrow(F16, F32)},
          {"bf16", Narrow(Type::getBFloatTy(C), F32)},
          {"i32 in i64", Narrow(I32, I64)},
          {"i16", Narrow(Type::getInt16Ty(C), I32)},
          {"u16", Unsigned(Narrow(Type::getInt16Ty(C), I32))},
          {"i8", Narrow(Type::getInt8Ty(C), I32)}};
}

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
  std::optional<CacheSizes> Caches;
  for (const auto &[Name, Kind] : printedKinds(F.getContext())) {
    if (!Row.Supports(Kind))
      continue;
    TargetRecord R = Row.Describe(F, Row.packed(F, Kind), TTI);
    if (!Caches)
      OS << (Row.TestOnly ? "fits when named, " : "fits, ") << R.VectorBits
         << "-bit vectors, " << R.VectorRegs << " registers";
    Caches = R.Caches;
    printTile(OS, Name, R.Tile);
  }
  OS << ", L1 " << Caches->L1 / 1024 << "K, L2 " << Caches->L2 / 1024
     << "K, L3 share " << Caches->L3 / 1024 << "K\n";
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
