//===- RowNumber.h - Exact numbers of the rows of a triangle ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_ROWNUMBER_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_ROWNUMBER_H

#include "pass/recognize/access/AffineAccess.h"

namespace gemmify {

/// First + Slope * i in iteration i of a loop, as numbers without bounds.
struct RowNumber {
  const llvm::SCEV *First = nullptr; ///< i64, at most a few times 2^48.
  int Slope = 0;                     ///< 1, 0 or -1.
};

/// N in iteration i of a loop, but at most Most.
struct BoundedRowNumber {
  RowNumber N;
  const llvm::SCEV *Most = nullptr; ///< i64; null: no bound.
};

/// Reads expressions of one loop as such numbers. Collects the conditions under
/// which they are right.
class RowNumberReader {
public:
  /// \p Outer, at position \p At of the chain, runs \p Rows times.
  RowNumberReader(const llvm::Loop &Outer, unsigned At, const llvm::SCEV *Rows,
                  AffineAccess &Access, llvm::ScalarEvolution &SE)
      : Outer(Outer), At(At), Rows(Rows), Access(Access), SE(SE) {}

  /// \p S as a number, signed or not. Empty where it is none.
  std::optional<RowNumber> read(const llvm::SCEV *S, bool Signed);

  /// \p S as a number that may be bounded by one that does not move.
  std::optional<BoundedRowNumber> readBounded(const llvm::SCEV *S, bool Signed);

  /// The same for \p Count, signed, which is what it counts where the number is
  /// positive. Where that is not, it may count one iteration.
  std::optional<BoundedRowNumber> readCount(const llvm::SCEV *Count);

  /// \p N in the last iteration.
  const llvm::SCEV *last(const RowNumber &N) const;

  void require(llvm::CmpInst::Predicate Pred, const llvm::SCEV *X, int64_t Y);
  /// Leaves the conditions in Access.
  void requireAll();

private:
  using Reading = std::optional<RowNumber>(const llvm::SCEV *);
  std::optional<BoundedRowNumber> readEither(const llvm::SCEV *S,
                                             llvm::function_ref<Reading> Read,
                                             bool MayBeMost);
  std::optional<RowNumber> readSignedCount(const llvm::SCEV *Count);
  std::optional<RowNumber> readExact(const llvm::SCEV *S, bool Signed);
  std::optional<RowNumber> readRecurrence(const llvm::SCEVAddRecExpr *Rec,
                                          bool Signed);
  std::optional<RowNumber> readSum(const llvm::SCEVAddExpr *Sum);
  void bound(const llvm::SCEV *Part);
  const llvm::SCEV *extend(const llvm::SCEV *S, bool Signed);

  const llvm::Loop &Outer;
  const unsigned At;
  const llvm::SCEV *const Rows;
  AffineAccess &Access;
  llvm::ScalarEvolution &SE;
  llvm::SmallVector<Condition, 4> Conditions;
  llvm::SmallVector<WrapCheck, 2> Checks;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_ROWNUMBER_H
