//===- TypeAliases.h - What types say of what is written --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_TYPEALIASES_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_TYPEALIASES_H

#include "intrinsic/Llvm.h"
#include "pass/recognize/arith/LibraryCall.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TypeBasedAliasAnalysis.h"
#include "llvm/Analysis/ValueTracking.h"

namespace gemmify {

/// What the types of accesses, and the objects that they belong to, say, as
/// LLVM may believe it of each execution.
class TypeAliases {
public:
  explicit TypeAliases(const llvm::Function &F)
      : LibraryImpl(tripleOf(*F.getParent())), Library(LibraryImpl),
        ByType(createTypeAliases(F)), All(Library) {
    All.addAAResult(ByType);
  }

  /// Whether none of \p Writes changes what \p Load reads.
  bool keeps(llvm::ArrayRef<llvm::Instruction *> Writes,
             const llvm::LoadInst &Load) {
    return llvm::all_of(Writes, [&](const llvm::Instruction *Write) {
      const auto Place = llvm::MemoryLocation::get(&Load);
      if (computesAndSetsErrno(*Write))
        return !llvm::isModSet(All.getModRefInfo(Write, Place));
      if (!llvm::isa<llvm::StoreInst>(Write))
        return false;
      const auto Written = llvm::MemoryLocation::get(Write);
      return areObjects(*Written.Ptr, *Place.Ptr) ||
             All.isNoAlias(Written, Place);
    });
  }

private:
  /// Whether \p P and \p Q belong to two objects, as two arguments of a Fortran
  /// procedure do.
  static bool areObjects(const llvm::Value &P, const llvm::Value &Q) {
    const llvm::Value *OfP = llvm::getUnderlyingObject(&P);
    const llvm::Value *OfQ = llvm::getUnderlyingObject(&Q);
    return OfP != OfQ && llvm::isIdentifiedObject(OfP) &&
           llvm::isIdentifiedObject(OfQ);
  }

  llvm::TargetLibraryInfoImpl LibraryImpl;
  llvm::TargetLibraryInfo Library;
  llvm::TypeBasedAAResult ByType;
  llvm::AAResults All;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_TYPEALIASES_H
