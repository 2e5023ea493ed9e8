//===- TargetTable.cpp - One row per instruction family -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTable.h"
#include "TargetFeatures.h"
#include "lowering/matrix/MatrixMemory.h"

using namespace llvm;

namespace gemmify {

ArrayRef<TargetRow> targetTable() {
  static const TargetRow Rows[] = {
      AmxInt8Row,     AmxBf16Row,      Avx512Bf16Row, Avx512Fp16Row,
      AvxVnniInt8Row, AvxVnniInt16Row, X86VnniRow,    X86WordsRow,
      X86FmaRow,      Power10MmaRow,   PowerVsxRow,   SmeSmopaRow,
      SmeBf16Row,     SmeFmopaRow,     SmeF64Row,     SveI8mmRow,
      SveBf16Row,     SveDotRow,       SveFmaRow,     NeonI8mmRow,
      NeonBf16Row,    NeonDotRow,      NeonMlalRow,   NeonFmaRow,
      PortableRow,    OddRow};
  return Rows;
}

unsigned vectorLanes(const DataLayout &DL, unsigned VectorBits, Type *ElemTy) {
  if (!isPacked(DL, ElemTy))
    return 1;
  return std::max(1u, VectorBits / unsigned(DL.getTypeSizeInBits(ElemTy)));
}

static std::string acceptedNames() {
  std::string Names;
  for (const TargetRow &Row : targetTable())
    Names += (Names.empty() ? "" : ", ") + Row.Name.str();
  return Names;
}

static Error refuse(StringRef Name, const Twine &Reason) {
  return createStringError("-gemmify-target=" + Name + ": " + Reason +
                           "; accepted names: " + acceptedNames());
}

/// The first row that fits \p F and supports \p Kind.
static TargetChoice firstThatSupports(const Function &F,
                                      const ProductKind &Kind) {
  for (const TargetRow &Row : targetTable()) {
    if (Row.TestOnly || !Row.Fits(F))
      continue;
    if (Row.Supports(Kind))
      return {&Row, Kind};
    if (Kind.isNarrow() && Row.Supports(Kind.widened()))
      return {&Row, Kind.widened()};
  }
  llvm_unreachable("the portable row supports everything");
}

Expected<TargetChoice> selectTarget(const Function &F, const ProductKind &Kind,
                                    StringRef Override) {
  if (Override.empty())
    return firstThatSupports(F, Kind);
  const TargetRow *Named =
      llvm::find_if(targetTable(),
                    [&](const TargetRow &Row) { return Row.Name == Override; });
  if (Named == targetTable().end())
    return refuse(Override, "no such row");
  if (!Named->Fits(F))
    return refuse(Override, "function '" + F.getName() + "' for " +
                                tripleOf(F).str() + " and CPU '" +
                                targetCPU(F) +
                                "' lacks the instructions of this row (" +
                                Named->Description + ")");
  if (Named->Supports(Kind))
    return TargetChoice{Named, Kind};
  if (Named->Supports(Kind.widened()))
    return TargetChoice{Named, Kind.widened()};
  return firstThatSupports(F, Kind);
}

} // namespace gemmify
