//===- TrialNest.h - A copy of a nest to be read differently ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A nest that is no product as it stands may do the same as one, where a
/// condition holds that can be asked before it. A trial is a copy of the nest,
///
///     if (condition) copy; else nest;
///
/// in which that product is spelled out. When the copy is rewritten, it stays;
/// otherwise it is removed without a trace.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_TRIALNEST_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_TRIALNEST_H

#include "pass/recognize/Recognize.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <functional>
#include <memory>

namespace gemmify {

/// A copy of a nest, and the condition under which it does the same.
class TrialNest {
public:
  /// Emits the condition, i1 and not poison, where it is given a builder: at
  /// the end of the block that dominates both nests.
  using EmitCondition = std::function<llvm::Value *(llvm::IRBuilderBase &)>;
  /// Whether what was recognized in the copy may be rewritten there.
  using AdmitNest = std::function<bool(const GemmNest &, llvm::AAResults &)>;

  /// Exit blocks of a nest that the copy does not leave to.
  using ClosedExits = llvm::ArrayRef<llvm::BasicBlock *>;

  /// The loops around \p Innermost, itself included, that hold at least \p
  /// Least loops on the way to it, outermost first: the outer ones may only
  /// repeat the nest.
  static llvm::SmallVector<llvm::Loop *, 6> rootsAround(llvm::Loop &Innermost,
                                                        unsigned Least = 1);
  /// A loop around many nests is not one nest, and copies of it take long.
  static bool isOneNest(const llvm::Loop &Root) {
    return Root.getLoopsInPreorder().size() <= MostLoopsTogether;
  }
  /// Whether a loop of \p Root runs as often as another one has come.
  static bool isTriangular(const llvm::Loop &Root, llvm::ScalarEvolution &SE);
  /// Whether \p Root can be copied: it has a preheader, and values that it
  /// computes are used after it through phis of its exits only, or where the
  /// program gets through \p Closed exits alone.
  static bool canCopy(const llvm::Loop &Root, ClosedExits Closed = {});
  /// The same, once what is used behind \p Root goes through phis.
  static bool makeCopyable(llvm::Loop &Root, const NestAnalyses &A);

  /// Copies \p Root, for which canCopy holds. Names get the suffix \p Name.
  /// Where the nest branches to a closed exit, the copy goes on.
  TrialNest(llvm::Loop &Root, const llvm::Twine &Name, const NestAnalyses &A,
            ClosedExits Closed = {});
  /// The same with a copy of the copy of \p Of, which was changed, in place of
  /// one of its root(). \p Closed are exits of that copy.
  TrialNest(std::unique_ptr<TrialNest> Of, const llvm::Twine &Name,
            const NestAnalyses &A, ClosedExits Closed);
  TrialNest(const TrialNest &) = delete;
  TrialNest &operator=(const TrialNest &) = delete;
  /// Removes the copy, unless it is kept.
  ~TrialNest();

  llvm::Loop &root() const { return Root; }
  /// The copy of root(), until the caller replaces it by other loops.
  llvm::Loop &copy() const { return *Copy; }
  /// What was copied: root(), or a changed copy of it.
  llvm::Loop &source() const { return Source ? Source->copy() : Root; }
  /// What \p V, a value or block of source(), is in the copy.
  llvm::Value *operator[](const llvm::Value *V) const { return Map.lookup(V); }
  /// The copy of \p L, a loop of source().
  llvm::Loop &copyOf(const llvm::Loop &L) const;
  /// Whether \p L runs only where the condition holds.
  bool contains(const llvm::Loop &L) const;
  /// The instruction of root() that \p I is in the copy, or null.
  llvm::Instruction *find(const llvm::Instruction &I) const;

  /// Lets ScalarEvolution look at the copy again, which has been changed.
  void forgetCopy() const;

  /// Takes all freezes out of the copy, or none; see thawNest.
  bool thaw();

  /// What comes before the result runs where \p If holds, in the place of \p
  /// Jump, before the copy; where it does not, the nest does.
  llvm::Instruction &leaveUnless(llvm::Value *If, llvm::Instruction &Jump);

  /// Puts \p I before both nests: the copy, or the condition, needs it.
  void prepare(llvm::Instruction &I) {
    I.insertBefore(Entry->getTerminator()->getIterator());
    Prepared.push_back(&I);
  }

  /// Tells where recognition has to look, and when the copy does the same.
  void readAt(llvm::Loop &Inner, EmitCondition Condition) {
    Innermost = &Inner;
    Emit = std::move(Condition);
  }
  /// The same where the copy does the same in any case.
  void readInAnyCase(llvm::Loop &Inner) {
    readAt(Inner, [](llvm::IRBuilderBase &B) { return B.getTrue(); });
  }
  /// The copy has another product, around \p Inner.
  void readAlsoAt(llvm::Loop &Inner) { Further.push_back(Inner.getHeader()); }
  /// Headers of the innermost loops of such products; null where a rewrite has
  /// left nothing of them.
  llvm::ArrayRef<llvm::WeakTrackingVH> further() const { return Further; }
  /// The copy takes workspace once it is kept, which is to be allowed.
  void takeWorkspace() { TakesWorkspace = true; }
  bool takesWorkspace() const { return TakesWorkspace; }
  /// The copy may have to be read in another way.
  void readAgain() { ReadsAgain = true; }
  bool readsAgain() const { return ReadsAgain; }
  /// Where the copy is entered, root() does not come to its loop \p L, which
  /// may be read once the copy is kept.
  void leaveOut(llvm::Loop &L) { LeftOut.push_back(&L); }
  /// The copy stands for \p L, of root(), as well, which has to be as it is.
  void needRolled(llvm::Loop &L) { Rolled.push_back(&L); }
  llvm::ArrayRef<llvm::Loop *> rolled() const { return Rolled; }
  void admitIf(AdmitNest Condition) { Admit = std::move(Condition); }
  bool admits(const GemmNest &N, llvm::AAResults &AA) const {
    return !Admit || Admit(N, AA);
  }
  /// What alias analysis has to say of root(), whatever the copy is read as.
  using AskAlias = std::function<bool(llvm::AAResults &)>;
  void allowIf(AskAlias Condition) { Allow = std::move(Condition); }
  bool isAllowed(llvm::function_ref<llvm::AAResults &()> AA) const {
    return !Allow || Allow(AA());
  }
  /// Lets a condition that costs little be asked before the other one.
  void askFirst(EmitCondition Condition) { EmitFirst = std::move(Condition); }
  /// Has recognition look at \p Inner, where \p G, which has emit, emitFirst
  /// and admit, says when the copy does the same: it asks for the guards of
  /// what was recognized first.
  template <typename Guard>
  void guardBy(std::shared_ptr<Guard> G, llvm::Loop &Inner,
               bool OneForm = true) {
    HasOneForm = OneForm;
    readAt(Inner, [G](llvm::IRBuilderBase &B) { return G->emit(B); });
    askFirst([G](llvm::IRBuilderBase &B) { return G->emitFirst(B); });
    admitIf([G](const GemmNest &N, llvm::AAResults &AA) {
      return G->admit(N, AA);
    });
  }
  llvm::Loop &innermost() const { return *Innermost; }
  /// The block that enters the copy, alone.
  llvm::BasicBlock &start() const { return *Start; }

  /// The copy, if all of it is one nest, for readings that depend on that: it
  /// must not change any more.
  const GemmNest *recognizeWhole();
  /// The other nests that recognizeWhole() has found all of the copy to be,
  /// where a condition chooses.
  llvm::SmallVector<GemmNest, 0> otherForms() const;
  /// The copy is entered for the nest that was recognized first alone.
  void takeOneForm() { HasOneForm = true; }
  /// What the copy is.
  Recognition recognize(llvm::AAResults &AA);

  /// Calls \p F before the copy is removed.
  void onRemoval(std::function<void()> F) { BeforeRemoval = std::move(F); }

  /// Emits the condition; root() becomes the fallback.
  void keep();

private:
  TrialNest(llvm::Loop &Root, std::unique_ptr<TrialNest> &&Of,
            const llvm::Twine &Name, const NestAnalyses &A, ClosedExits Closed);
  void addExits(ClosedExits Closed);
  void branchFirst();
  void remove();
  void forget();

  llvm::Loop &Root;
  /// Whose copy was copied, until this trial is kept or removed.
  std::unique_ptr<TrialNest> Source;
  const NestAnalyses &A;
  llvm::BasicBlock *Entry;           ///< Branches to both.
  llvm::BasicBlock *Original;        ///< The empty preheader of Root.
  llvm::BasicBlock *Start = nullptr; ///< The copy's preheader.
  /// Stands for the condition. It is not known, and not the same in each
  /// iteration of a loop around both: no nest is larger than the copy.
  llvm::Instruction *Open = nullptr;
  llvm::Function *LastFunction; ///< Of the module, before the copy.
  llvm::Loop *Copy = nullptr;
  llvm::Loop *Around = nullptr; ///< The loop around the copy.
  llvm::Loop *Innermost = nullptr;
  llvm::SmallVector<llvm::WeakTrackingVH, 1> Further;
  llvm::SmallVector<llvm::Loop *, 1> Rolled;
  llvm::SmallVector<llvm::Loop *, 2> LeftOut;
  llvm::ValueToValueMapTy Map;
  llvm::SmallVector<llvm::Instruction *, 4> Prepared;
  EmitCondition Emit, EmitFirst;
  std::function<void()> BeforeRemoval;
  AskAlias Allow;
  AdmitNest Admit;
  std::optional<Recognition> Known; ///< What recognizeWhole has found.
  bool TakesWorkspace = false;
  bool ReadsAgain = false;
  bool HasOneForm = false; ///< Others of the copy never run.
  bool Kept = false;
};

/// The trial of the outermost nest around \p Innermost that \p Applies to and
/// that is recognized once \p Change was made to its copy, which does the same
/// without a condition. Null where there is none. Names get the suffix \p Name.
std::unique_ptr<TrialNest>
readChanged(llvm::Loop &Innermost, const llvm::Twine &Name,
            const NestAnalyses &A,
            llvm::function_ref<bool(const llvm::Loop &)> Applies,
            llvm::function_ref<void(const llvm::Loop &)> Change);

/// The trial that \p ReadAt makes of the outermost of the loops rootsAround()
/// \p Innermost of which it makes one, or null.
std::unique_ptr<TrialNest> readOutermost(
    llvm::Loop &Innermost,
    llvm::function_ref<std::unique_ptr<TrialNest>(llvm::Loop &)> ReadAt);

/// A way to read a nest: the trial, or null where the nest around \p Innermost
/// is none that can be read so.
using Reading = std::unique_ptr<TrialNest> (*)(llvm::Loop &Innermost,
                                               const NestAnalyses &A);

/// All ways, in the order in which they are tried.
llvm::ArrayRef<Reading> readings();

/// Whether nests around \p Innermost can be read in other ways: no cycle in
/// them has two entries, which LLVM knows no loop of.
bool canBeRead(llvm::Loop &Innermost, const llvm::LoopInfo &LI);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_TRIALNEST_H
