//===- AddressEmitter.h - Where an element lies -----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes addresses of a nest's references in a kernel. Row pointers and
/// indices of rows and elements are loaded where they are needed, for no
/// others.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_EMIT_ADDRESSEMITTER_H
#define GEMMIFY_PASS_KERNEL_EMIT_ADDRESSEMITTER_H

#include "pass/kernel/build/KernelSignature.h"
#include "llvm/IR/IRBuilder.h"

namespace gemmify {

/// Indices of an element, i64; null where nothing depends on it.
using Indices = PerDim<llvm::Value *>;

class AddressEmitter {
public:
  AddressEmitter(llvm::IRBuilderBase &B, const GemmNest &Nest,
                 const KernelSignature &Sig)
      : B(B), Nest(Nest), Sig(Sig) {}

  /// The address of \p R at \p At.
  llvm::Value *address(const AffineRef &R, const Indices &At);

  /// What \p R's address adds for index \p At of \p D: a pointer, or bytes.
  llvm::Value *part(const AffineRef &R, LoopDim D, llvm::Value *At);

  /// The value of \p S, a Row of \p D, at \p At.
  llvm::Value *row(const llvm::SCEV *S, LoopDim D, llvm::Value *At);

  /// The value of \p S, a Lookup, at \p At.
  llvm::Value *lookup(const llvm::SCEV *S, const Indices &At);

  /// What the axes of \p D but the innermost add to \p R's address besides
  /// Stride at \p At.
  llvm::Value *carried(const AffineRef &R, LoopDim D, llvm::Value *At);

  /// What Stride and the axes of \p D add to \p R's address at \p At, bytes.
  llvm::Value *moved(const AffineRef &R, LoopDim D, llvm::Value *At);

  /// The step of a batch that addresses are of, one number per axis, i64.
  void setBatch(llvm::ArrayRef<llvm::Value *> At) {
    Batch.assign(At.begin(), At.end());
  }

  /// Of the reference that Access makes. From index First of D on, the i64s at
  /// Offsets hold moved(); where First is null, Offsets itself is carried() for
  /// all.
  struct Table {
    const llvm::Instruction *Access;
    LoopDim D;
    llvm::Value *Offsets, *First;
  };
  /// From now on, \p T is read where it may be.
  void addTable(const Table &T) { Tables.push_back(T); }
  size_t countTables() const { return Tables.size(); }
  /// Forgets all but the first \p Count tables.
  void forgetTables(size_t Count) { Tables.truncate(Count); }

  /// The parts of runs that RunTable has found of the reference that Access
  /// makes, from index First of D on.
  struct Runs {
    const llvm::Instruction *Access;
    LoopDim D;
    llvm::Value *Entries, *First;
  };
  void addRuns(const Runs &R) { Found.push_back(R); }
  void forgetRuns(size_t Count) { Found.truncate(Count); }
  size_t countRuns() const { return Found.size(); }
  /// Those of \p R along \p D, or null.
  const Runs *findRuns(const AffineRef &R, LoopDim D) const;

private:
  const Table *tableOf(const AffineRef &R, LoopDim D) const;
  const Table *findTable(const AffineRef &R, LoopDim D) const;
  llvm::Value *read(const Table &T, llvm::Value *At);
  /// What is looked up at one place. Expressions share their parts.
  struct Place {
    Place(std::optional<LoopDim> Only, const Indices &At)
        : Only(Only), At(At) {}
    std::optional<LoopDim> Only; ///< What it moves with, if that is one index,
                                 ///< counted by any loop.
    Indices At;
    llvm::DenseMap<const llvm::SCEV *, llvm::Value *> Done;
  };
  llvm::Value *lookup(const llvm::SCEV *S, Place &Where);
  llvm::Value *lookupOperation(const llvm::SCEV *S, Place &Where);
  llvm::Value *indexOf(const llvm::Loop &L, const Indices &At) const;
  llvm::Value *fold(const llvm::SCEV *S,
                    llvm::ArrayRef<llvm::Value *> Operands);

  llvm::IRBuilderBase &B;
  const GemmNest &Nest;
  const KernelSignature &Sig;
  llvm::SmallVector<Table, 2> Tables;
  llvm::SmallVector<Runs, 2> Found;
  llvm::SmallVector<llvm::Value *, 2> Batch;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_EMIT_ADDRESSEMITTER_H
