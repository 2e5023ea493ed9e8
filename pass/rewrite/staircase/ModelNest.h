//===- ModelNest.h - A triangular nest as statements ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is proved about a nest, and run block by block, is a model of it:
/// loops whose counters go by one between bounds that are terms, and
/// statements, each of which stores to one element of the one matrix that the
/// nest writes. A sum that the source keeps in a register is kept in the
/// element that it is stored to in the end.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_MODELNEST_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_MODELNEST_H

#include "Differences.h"
#include "pass/rewrite/normalize/Decision.h"
#include "pass/rewrite/padding/LoopForm.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace gemmify {

constexpr unsigned NoLoop = ~0u;

/// A condition that is no inequality of terms: a comparison of numbers, or
/// something that the nest does not change. It is asked where it stands.
struct Ask {
  llvm::Value *Condition = nullptr;
  bool Expected = true;
  bool operator==(const Ask &A) const {
    return Condition == A.Condition && Expected == A.Expected;
  }
};

/// A loop whose counter takes the values of [Low, High], each of them once.
struct ModelLoop {
  llvm::Loop *L = nullptr;
  unsigned Parent = NoLoop;
  bool Down = false; ///< From High to Low.
  Term Low, High;
  llvm::SmallVector<AtMost, 2> If; ///< Has to hold for it to be entered.
  llvm::SmallVector<Ask, 1> Asks;  ///< As well; outermost first.
  unsigned Position = 0;           ///< In its parent's body.
};

/// Base + sum of By[loop] * counter, in bytes.
struct ModelAddress {
  const llvm::SCEV *Base = nullptr; ///< A pointer.
  llvm::SmallVector<std::pair<unsigned, const llvm::SCEV *>, 3> By;
  const llvm::SCEV *by(unsigned Loop) const {
    for (const auto &[L, Step] : By)
      if (L == Loop)
        return Step;
    return nullptr;
  }
  bool operator==(const ModelAddress &A) const;
};

/// An element of the matrix that the nest writes.
struct Element {
  Term At[2];
  bool operator==(const Element &E) const {
    return At[0] == E.At[0] && At[1] == E.At[1];
  }
};

/// What a statement reads, conditions on it included: a load of the source or
/// the element that another statement has stored a value to.
struct ModelRead {
  llvm::LoadInst *Load = nullptr; ///< Null: of what is stored.
  ModelAddress Address;
  std::optional<Element> Of; ///< Empty: of something that is not written.
  /// Where it is made, in the body of the loop In: from the position Since, a
  /// copy would find it, and so would the source's.
  unsigned In = NoLoop, Since = 0;
  /// What is stored, a part of the value, or null in a copy.
  const llvm::Value *Stored = nullptr;
  bool IsAsked = false; ///< It is compared, and is no part of the value.
  bool OfKept = false;  ///< Finds what a statement has kept, see IsKept.
  /// Finds what the target held before the sum that will replace it began, at
  /// this position in the body of this loop.
  std::optional<std::pair<unsigned, unsigned>> Early = std::nullopt;
};

/// Target = Value, once in each iteration of the loops around.
struct Statement {
  unsigned Loop = NoLoop;          ///< The innermost one around it.
  unsigned Position = 0;           ///< In the body of that.
  llvm::SmallVector<AtMost, 1> If; ///< Besides the bounds of loops.
  llvm::SmallVector<Ask, 1> Asks;  ///< Besides those of loops.
  llvm::Instruction *Where = nullptr;
  llvm::Value *Value = nullptr;
  ModelAddress Address;
  Element Target;
  llvm::SmallVector<ModelRead, 4> Reads;
  /// Leaves of Value that are what Target holds before.
  llvm::SmallPtrSet<const llvm::Value *, 2> Current;
  /// What Value is made of, as far as it was looked at.
  llvm::SmallPtrSet<const llvm::Value *, 8> Seen;
  bool IsInit = false; ///< The source need not store the value, nor load it.
  bool IsSum = false;  ///< No step of its loop reads what another one stores.
  bool IsCopy = false; ///< Stores what its one read finds.
  /// Keeps what Target holds in workspace, which others ask about when that has
  /// changed.
  bool IsKept = false;
  bool isUpdate() const {
    return !Target.At[0].is(Term::Loop, Loop) &&
           !Target.At[1].is(Term::Loop, Loop);
  }
};

/// What no statement of a model stands for: it is run as the source has it.
struct AsideParts {
  llvm::SmallPtrSet<const llvm::Loop *, 2> Loops; ///< With all that is inside.
  llvm::SmallPtrSet<const llvm::Instruction *, 2> Stores;
  /// One of Loops that stores to another element in each iteration: where it
  /// runs, its bounds are in order, or it would leave the address space.
  const llvm::Loop *Exchange = nullptr;
  /// A part of the sum that is kept elsewhere, whatever it is made of.
  const llvm::Value *Kept = nullptr;
  /// All statements in loops are modeled, not those of three loops alone.
  bool ModelsLoops = false;
  /// What these use of the outermost loop's body is no part of them, either.
  bool KeepsSteps = false;
  /// All of the nest is: only where its statements store matters.
  bool RunsAll = false;
};

/// A load of the nest, or a store that is no statement.
struct AsideAccess {
  llvm::Instruction *Access = nullptr;
  unsigned In = NoLoop; ///< The innermost loop around it.
  ModelAddress Address;
  std::optional<Element> Of; ///< Empty: of something else than the matrix.
  /// Where its row is one that was chosen before: all that it may be, each as
  /// it was in an iteration of the loop In. Of and Address have row 0 then.
  struct Row {
    Term Is;
    unsigned In;
  };
  llvm::SmallVector<Row, 2> Rows;
  unsigned RowOf = 0; ///< Which of Of's terms that is about.
};

struct ModelNest {
  llvm::Loop *Root = nullptr;
  llvm::SmallVector<const llvm::SCEV *, 4> Sizes; ///< i64.
  llvm::SmallVector<ModelLoop, 4> Loops;          ///< Parents come first.
  llvm::SmallVector<Statement, 4> Statements;
  const llvm::SCEV *Base = nullptr; ///< Of element (0, 0).
  const llvm::SCEV *Stride[2] = {}; ///< i64, bytes.
  llvm::Type *ElemTy = nullptr;
  uint64_t elementBytes() const { return ElemTy->getPrimitiveSizeInBits() / 8; }
  llvm::Align Align = llvm::Align(64); ///< Of all accesses to the matrix.
  llvm::SmallVector<AtMost, 2> Needed; ///< Of sizes, to be tested.
  /// Strides that have to be equal.
  llvm::SmallVector<std::pair<const llvm::SCEV *, const llvm::SCEV *>, 1> Same;
  /// Forms that have to stay in the signed range of their types.
  llvm::SmallVector<LoopForm, 4> Narrow;
  llvm::SmallVector<LoopForm, 2> NotNegative; ///< As well.
  /// Numbers of the outermost loop's iterations that are kept.
  llvm::SmallVector<llvm::Instruction *, 2> KeptSteps;
  /// What else there is, and all loads, if parts are left aside.
  llvm::SmallVector<AsideAccess, 0> Aside;
  /// What the nest does not change decides which value a phi takes.
  llvm::SmallDenseMap<const llvm::PHINode *, Decision, 2> Decided;

  /// Calls \p F on each way in which an instance 0 of \p X can come before an
  /// instance 1 of \p Y, until it returns true. Returns whether it did.
  bool anyOrder(const Statement &X, const Statement &Y,
                llvm::function_ref<bool(const Differences &)> F) const;
  /// \p S where it makes \p R, one of its early reads.
  Statement whenRead(const Statement &S, const ModelRead &R) const;
  /// Whether \p X, which \p OfX touches, and \p Y, which \p OfY touches, may be
  /// the same in one iteration of the loop \p In.
  bool mayMeet(unsigned In, const Statement &OfX, const Element &X,
               const Statement &OfY, const Element &Y) const;
  /// The loops around \p S, outermost first.
  llvm::SmallVector<unsigned, 3> around(const Statement &S) const;
  /// All that is asked before \p S, outermost first.
  llvm::SmallVector<Ask, 2> asks(const Statement &S) const;
  /// Whether the nest does not change what \p A asks about.
  bool isFixed(const Ask &A) const {
    auto *I = llvm::dyn_cast<llvm::Instruction>(A.Condition);
    return !I || !Root->contains(I);
  }
  /// Whether \p I takes the same one of two numbers in all of the nest.
  bool isFixedChoice(const llvm::Instruction &I) const {
    const auto *Choice = llvm::dyn_cast<llvm::SelectInst>(&I);
    return Choice && Root->isLoopInvariant(Choice->getCondition());
  }
  /// Whether what the nest does not change decides which of both runs.
  bool areExclusive(const Statement &X, const Statement &Y) const;
  /// All that holds when \p L's body runs, or \p S, besides what is asked.
  llvm::SmallVector<AtMost, 12> domain(unsigned L) const;
  llvm::SmallVector<AtMost, 12> domain(const Statement &S) const;
  /// The position of \p S or of what it is in, in the body of \p L.
  unsigned position(const Statement &S, unsigned L) const;
};

/// What \p I, used behind \p Root, is in the end, if that can be computed
/// before it. Null where it cannot.
const llvm::SCEV *exitValue(llvm::Instruction &I, const llvm::Loop &Root,
                            llvm::ScalarEvolution &SE);

/// Models the nest of \p Root. Empty where that is no such nest. What one
/// statement stores and another one uses is computed for both, which may not be
/// possible, or, if the model \p ReadsStored, read by the second one. \p Aside
/// is in the nest, but not in its statements.
std::optional<ModelNest> modelNest(llvm::Loop &Root, llvm::ScalarEvolution &SE,
                                   llvm::LoopInfo &LI, llvm::DominatorTree &DT,
                                   bool ReadsStored = false,
                                   const AsideParts *Aside = nullptr);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_MODELNEST_H
