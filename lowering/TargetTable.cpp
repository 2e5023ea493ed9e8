//===- TargetTable.cpp - One row per instruction family -------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TargetTable.h"
#include "MatrixMemory.h"
#include "TargetFeatures.h"

using namespace llvm;

namespace gemmify {

ArrayRef<TargetRow> targetTable() {
  static const TargetRow Rows[] = {X86FmaRow, PortableRow, OddRow};
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

Expected<const TargetRow *> selectTarget(const Function &F, Type *ElemTy,
                                         StringRef Override) {
  for (const TargetRow &Row : targetTable()) {
    bool Named = Row.Name == Override;
    if (!Override.empty() && !Named)
      continue;
    if (Override.empty() && Row.TestOnly)
      continue;
    bool Fits = Row.Fits(F);
    if (Fits && Row.Supports(ElemTy))
      return &Row;
    if (!Named)
      continue;
    if (!Fits)
      return refuse(Override, "function '" + F.getName() + "' for " +
                                  tripleOf(F).str() + " and CPU '" +
                                  targetCPU(F) +
                                  "' lacks the instructions of this row (" +
                                  Row.Description + ")");
    return refuse(Override, "this row does not multiply the element type");
  }
  return refuse(Override, "no such row");
}

} // namespace gemmify
