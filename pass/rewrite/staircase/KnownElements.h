//===- KnownElements.h - Elements in registers ---------------- -*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where the steps of loops are emitted one by one, what one of them stores is
/// what later ones load: elements of the matrix stay in registers, and are
/// stored in the end.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_KNOWNELEMENTS_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_KNOWNELEMENTS_H

#include "ModelNest.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

class KnownElements {
public:
  explicit KnownElements(const ModelNest &Nest) : Nest(Nest) {}

  bool areKept() const { return AreKept; }
  /// From here on, elements stay in registers.
  void start() { AreKept = true; }
  /// All are stored where \p B is.
  void storeAll(llvm::IRBuilderBase &B);
  /// The same, and none is known any more.
  void finish(llvm::IRBuilderBase &B);

  /// What the element \p E holds where \p B is, if that is known. What may be
  /// the same element is stored otherwise.
  llvm::Value *find(llvm::IRBuilderBase &B, const Element &E);
  /// \p E, at \p Place, was loaded, or is to be stored.
  void loaded(const Element &E, llvm::Value *Place, llvm::Value *V);
  void stored(llvm::IRBuilderBase &B, const Element &E, llvm::Value *Place,
              llvm::Value *V);

  /// What may be \p E is stored, and not known any more.
  void forget(llvm::IRBuilderBase &B, const Element &E);

  /// What was known before \p At; what comes next is before \p Inside, where a
  /// condition holds.
  void branch(llvm::Instruction &At, llvm::Instruction &Inside);
  unsigned branches() const { return Open.size(); }
  /// Ends all but the first \p Most of these.
  void join(unsigned Most);

  struct Entry {
    Element Of;
    llvm::Value *Place, *Is;
    bool IsStored; ///< Where it is in memory, too.
    llvm::DebugLoc Where;
  };
  using Entries = llvm::SmallVector<Entry, 8>;
  /// What is known, to be so again behind one of two ways.
  const Entries &entries() const { return Known; }
  void restore(Entries Before) { Known = std::move(Before); }

private:
  void store(llvm::IRBuilderBase &B, Entry &E);
  void joinLast();

  struct Branch {
    llvm::Instruction *At, *Inside;
    Entries Before;
  };
  const ModelNest &Nest;
  bool AreKept = false;
  Entries Known;
  llvm::SmallVector<Branch, 2> Open;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_KNOWNELEMENTS_H
