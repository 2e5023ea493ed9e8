//===- IndexForm.h - Numbers that move by fixed steps -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a check in a nest compares, as a start and a step for each loop, and
/// the bounds that such forms have to keep in all iterations. Computed exactly:
/// a form is meant as a number without bounds, of which the machine has the
/// last bits.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_INDEXFORM_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_INDEXFORM_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace gemmify {

/// Start + sum over loops of By * (iteration of the loop). All of one type.
struct IndexForm {
  struct Step {
    const llvm::Loop *L;
    const llvm::SCEV *By;
    bool operator==(const Step &S) const { return L == S.L && By == S.By; }
  };
  const llvm::SCEV *Start = nullptr;
  llvm::SmallVector<Step, 3> Steps;

  bool isFixed() const { return Steps.empty(); }
  /// The step in \p L, or null.
  const llvm::SCEV *stepOf(const llvm::Loop &L) const {
    for (const Step &S : Steps)
      if (S.L == &L)
        return S.By;
    return nullptr;
  }
  bool operator==(const IndexForm &F) const {
    return Start == F.Start && Steps == F.Steps;
  }
};

/// Low <= Form * Factor <= High in all iterations, or, with OrNegative,
/// -High <= Form * Factor <= -Low in all. In i128; a side may be open.
struct IndexBound {
  IndexForm Form;
  const llvm::SCEV *Factor = nullptr; ///< Null for one.
  std::optional<llvm::APInt> Low, High;
  bool OrNegative = false;

  bool operator==(const IndexBound &B) const {
    return Form == B.Form && Factor == B.Factor && Low == B.Low &&
           High == B.High && OrNegative == B.OrNegative;
  }
};

/// Splits what a nest computes into forms.
class IndexForms {
public:
  /// In bits: forms of up to 64 of them, in loops of up to 2^48 iterations.
  static constexpr unsigned Wide = 128;

  /// \p IsKnown says what can be computed before the nest.
  IndexForms(const llvm::Loop &Root, llvm::ScalarEvolution &SE,
             llvm::function_ref<bool(const llvm::SCEV *)> IsKnown)
      : Root(Root), SE(SE), IsKnown(IsKnown) {}

  /// \p S as it is in the nest, in its own type, or an integer for a pointer.
  /// Equal to it in its bits where bounds() hold, read as signed numbers. Empty
  /// where it does not move by steps that are known before the nest.
  std::optional<IndexForm> split(const llvm::SCEV *S);
  /// The same for \p V, which \p At freezes, without the promises of the
  /// arithmetic, of which ScalarEvolution would make use. True of a nest in
  /// which that, and what it is made of, is thawed.
  std::optional<IndexForm>
  splitFrozen(llvm::Value &V, const llvm::Instruction &At, unsigned Depth = 0);
  /// Whether some form is of numbers that the nest freezes.
  bool needThawing() const { return NeedThawing; }

  /// \p Form in i128. Its numbers are read as signed ones, the start of a fixed
  /// form as \p Signed says.
  IndexForm widen(const IndexForm &Form, bool Signed) const;
  IndexForm add(const IndexForm &X, const IndexForm &Y) const;
  IndexForm subtract(const IndexForm &X, const IndexForm &Y) const;

  /// \p Phi, which is none of ScalarEvolution's recurrences, is \p Form where
  /// the nest may be entered.
  void noteMoving(const llvm::PHINode &Phi, const IndexForm &Form) {
    Moving.try_emplace(&Phi, Form);
  }

  /// Adds a bound, unless it is there.
  void require(IndexBound Bound);
  /// Bounds of extended numbers that forms rely on, and those that were added.
  llvm::ArrayRef<IndexBound> bounds() const { return Bounds; }

  /// Adds that the fixed \p Least never is above \p Other, which moves.
  void requireLeast(const IndexForm &Least, const IndexForm &Other);
  /// Whether some form is one of several numbers, which has to be the smallest.
  bool hasMinima() const { return HasMinima; }

  /// The range of a number of \p Bits.
  static llvm::APInt lowest(unsigned Bits, bool Signed);
  static llvm::APInt highest(unsigned Bits, bool Signed);

private:
  std::optional<IndexForm> splitMoving(const llvm::SCEV *S) const;
  std::optional<IndexForm> splitSum(const llvm::SCEV *S);
  std::optional<IndexForm> splitProduct(const llvm::SCEV *S);
  std::optional<IndexForm> splitQuotient(const llvm::SCEVUDivExpr *S);
  std::optional<IndexForm> splitRecurrence(const llvm::SCEV *S);
  std::optional<IndexForm> splitMinimum(const llvm::SCEV *S);
  std::optional<IndexForm> splitCast(const llvm::SCEV *S);
  std::optional<IndexForm> multiply(const IndexForm &X, const IndexForm &Y);
  IndexForm castForm(const IndexForm &Form, llvm::SCEVTypes How,
                     llvm::Type *To);
  IndexForm
  map(IndexForm Form,
      llvm::function_ref<const llvm::SCEV *(const llvm::SCEV *)> Change) const;

  const llvm::Loop &Root;
  llvm::ScalarEvolution &SE;
  llvm::function_ref<bool(const llvm::SCEV *)> IsKnown;
  llvm::DenseMap<const llvm::Value *, IndexForm> Moving;
  llvm::SmallVector<IndexBound, 8> Bounds;
  bool NeedThawing = false;
  bool HasMinima = false;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_INDEXFORM_H
