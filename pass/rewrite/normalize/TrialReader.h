//===- TrialReader.h - Tries the ways to read a nest ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_TRIALREADER_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_TRIALREADER_H

#include "TrialNest.h"
#include "llvm/IR/ValueHandle.h"

namespace gemmify {

/// Makes one trial of a nest after the other, until one is rewritten.
class TrialReader {
public:
  using GetAlias = std::function<llvm::AAResults &()>;
  /// Rewrites what was recognized around the innermost loop of a copy, or tells
  /// why not.
  using Rewriter = std::function<bool(Recognition &, llvm::Loop &)>;

  TrialReader(const NestAnalyses &A, GetAlias Alias, Rewriter Rewrite,
              bool MayAllocate)
      : A(A), Alias(std::move(Alias)), Rewrite(std::move(Rewrite)),
        MayAllocate(MayAllocate) {}

  /// Whether the nest around \p Innermost was rewritten. Empty where it is
  /// none that is recognized in another way.
  std::optional<bool> read(llvm::Loop &Innermost);
  /// The same of blocks of rows or steps alone.
  std::optional<bool> readBlocks(llvm::Loop &Innermost);
  /// The same of a matrix times a vector, of which two loops are the nest.
  bool readVector(llvm::Loop &Innermost, unsigned Depth = 0);

  /// Whether the body of \p Innermost is a window over several loops: what has
  /// been taken for its index is none.
  static bool isWindow(llvm::Loop &Innermost, llvm::ScalarEvolution &SE);

  /// The last near miss, in the nest itself.
  Recognition &miss() { return Miss; }
  /// Headers of innermost loops of the copy that stays, in which there may be
  /// more products.
  llvm::ArrayRef<llvm::WeakTrackingVH> further() const { return Further; }
  /// Whether the copy that stays allocates memory.
  bool allocates() const { return Allocates; }

private:
  /// The copies that a nest is read in.
  struct Surrounding {
    const TrialNest *Within = nullptr; ///< The innermost one, if there is any.
    bool IsSplit = false; ///< Collapsed loops were split in one of them.
    bool IsEqual = false; ///< They do the same as the nest in any case.
    bool isNest() const { return !Within || IsEqual; }
    bool mayTakeWorkspace(bool MayAllocate) const {
      return MayAllocate && isNest();
    }
    bool admits(const TrialNest &Trial) const {
      return !Within || Within->contains(Trial.root());
    }
  };

  std::optional<bool> tryReadings(llvm::Loop &Innermost,
                                  const Surrounding &Around);
  bool rewriteJoined(TrialNest &Trial, const Surrounding &Around);
  bool rewriteInside(const TrialNest &Trial, bool IsSplit, bool IsEqual);
  void keep(TrialNest &Trial);
  std::optional<bool> tryLoadedBefore(llvm::Loop &Innermost,
                                      const Surrounding &Around,
                                      unsigned Depth);
  std::optional<bool> tryLoadedOnTheWay(llvm::Loop &Innermost,
                                        const Surrounding &Around,
                                        unsigned Depth);
  std::optional<bool> tryInside(TrialNest &Trial, const Surrounding &Around,
                                unsigned Depth);
  bool rewriteTrial(TrialNest &Trial, Recognition &R);
  bool rewriteVector(TrialNest &Trial);
  bool readVectorInParts(llvm::Loop &Innermost);

  /// Copies in copies that have their sizes from before them.
  static constexpr unsigned Deepest = 4;
  const NestAnalyses &A;
  GetAlias Alias;
  Rewriter Rewrite;
  const bool MayAllocate;
  bool Allocates = false;
  Recognition Miss;
  llvm::SmallVector<llvm::WeakTrackingVH, 1> Further;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_TRIALREADER_H
