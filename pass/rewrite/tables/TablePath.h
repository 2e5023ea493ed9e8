//===- TablePath.h - Elements found through tables of tables ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `X[c][i + r][j + s]` of `float ***X` or of vectors of vectors: a pointer is
/// loaded at an address that moves with some loops, another one from where that
/// leads, and so on up to the element. Other than rows of one index
/// (AffineRef), one table may move with several.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_TABLES_TABLEPATH_H
#define GEMMIFY_PASS_REWRITE_TABLES_TABLEPATH_H

#include "FixedPlaces.h"
#include "pass/recognize/GemmNest.h"
#include "pass/recognize/loops/NestShape.h"
#include "pass/rewrite/padding/LoopForm.h"

namespace gemmify {

/// The way to an element from a pointer that the nest does not change.
struct TablePath {
  const llvm::SCEV *Base = nullptr;
  /// In bytes, of 64 bits: from Base to an entry of the first table, from where
  /// that leads to one of the next, and at last to the element.
  llvm::SmallVector<LoopForm, 3> Levels;
  llvm::Type *ElemTy = nullptr;

  /// Whether one of its tables moves with a loop.
  bool hasTables() const {
    return llvm::any_of(llvm::drop_end(Levels),
                        [](const LoopForm &Level) { return !Level.isFixed(); });
  }
  bool movesWith(const llvm::Loop *L) const {
    return llvm::any_of(Levels, [&](const LoopForm &Level) {
      return Level.coefficient(L) != nullptr;
    });
  }
  /// Whether it leads to one place, through no table.
  bool isFixed() const {
    return Levels.size() == 1 && Levels.front().isFixed();
  }
  bool isSame(const TablePath &Other) const {
    return Base == Other.Base && Levels == Other.Levels &&
           ElemTy == Other.ElemTy;
  }
};

/// A number that has to be First in all iterations: what is found on the path
/// Of, or how far that is from what is found on From.
struct TableNumber {
  TablePath Of;
  std::optional<TablePath> From;
  const llvm::SCEV *First = nullptr;
  unsigned Depth = 0; ///< Of the loop where the nest has come to both.

  bool movesWith(const llvm::Loop *L) const {
    return Of.movesWith(L) || (From && From->movesWith(L));
  }
};

/// A nest of loops inside one another, some of whose elements lie behind
/// tables. Each of its iterations comes to each access where all loops run.
struct TableNest {
  llvm::SmallVector<llvm::Loop *, 6> Loops; ///< Outermost first.
  llvm::SmallVector<std::pair<llvm::Instruction *, TablePath>, 6> Elements;
  /// Loads of entries, and where these are.
  llvm::SmallVector<std::pair<llvm::LoadInst *, TablePath>, 4> Tables;
  /// In the order in which the nest comes to them.
  llvm::SmallVector<TableNumber, 2> Numbers;
  llvm::StoreInst *Store = nullptr; ///< One of the result's.
  unsigned StoreDepth = 0;          ///< How many loops are around some store.
  TablePath Result;

  bool isResult(const TablePath &Path) const { return Path.isSame(Result); }
  /// Those that move tables of the result, or numbers, around some store, or
  /// around none.
  llvm::SmallVector<const llvm::Loop *, 6> loopsOfRows(bool AroundStore) const;
  unsigned depth(const llvm::Loop *L) const {
    return llvm::find(Loops, L) - Loops.begin();
  }
};

/// Whether \p I stores one element, or the same to all of a row.
bool isPlainStore(const llvm::Instruction &I);

/// Whether some pointer is loaded in \p Root, and nothing has effects but
/// plain stores, before anything else is asked of it.
bool mayHaveTables(const llvm::Loop &Root);

/// Empty where \p Root is no such nest. Addresses are exact where the numbers
/// that \p Forms has read are in their ranges.
std::optional<TableNest> findTableNest(llvm::Loop &Root,
                                       llvm::ArrayRef<ToldNumber> Numbers,
                                       FormReader &Forms,
                                       const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_TABLES_TABLEPATH_H
