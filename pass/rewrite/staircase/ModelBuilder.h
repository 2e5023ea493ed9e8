//===- ModelBuilder.h - From instructions to a model ------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a nest as a ModelNest: ModelNest.cpp its loops, ModelCounters.cpp how
/// often and ModelConditions.cpp when they run, ModelAsks.cpp what elements
/// decide, ModelStatements.cpp what they execute, LaterStores.cpp when that may
/// be, ModelValues.cpp what it stores.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_STAIRCASE_MODELBUILDER_H
#define GEMMIFY_PASS_REWRITE_STAIRCASE_MODELBUILDER_H

#include "ModelNest.h"
#include "llvm/IR/Dominators.h"

namespace gemmify {

/// Const + sum of By[loop] * counter.
struct Linear {
  const llvm::SCEV *Const;
  llvm::SmallVector<std::pair<unsigned, const llvm::SCEV *>, 3> By;
  void add(unsigned Loop, const llvm::SCEV *Step, llvm::ScalarEvolution &SE) {
    for (auto &[L, Known] : By)
      if (L == Loop) {
        Known = SE.getAddExpr(Known, Step);
        return;
      }
    By.push_back({Loop, Step});
  }
};

class ModelBuilder {
public:
  ModelBuilder(llvm::Loop &Root, llvm::ScalarEvolution &SE, llvm::LoopInfo &LI,
               llvm::DominatorTree &DT, bool ReadsStored,
               const AsideParts *Aside);
  std::optional<ModelNest> build();

private:
  /// Positions leave room for so many instructions of a block.
  static constexpr unsigned BlockLength = 4096, MostInBlock = 4000;
  static constexpr int64_t MostPlus = 1 << 20; ///< Of a term.

  /// A sum that a register carries through a loop.
  struct Carried {
    unsigned Loop = NoLoop;
    llvm::PHINode *Phi = nullptr;
    llvm::Value *Start = nullptr, *Next = nullptr;
    unsigned Update = ~0u; ///< The statement that it has become.
    /// The statement that stores it where no one does in the loop.
    unsigned Final = ~0u;
    unsigned Finals = 1; ///< How many ways store it, in statements from Final.
    unsigned Init = ~0u; ///< Another one, which stores the first value before.
  };

  unsigned loopOf(const llvm::Loop *L) const;
  unsigned positionOf(const llvm::Instruction &I) const;
  std::optional<Linear> linear(const llvm::SCEV *S, const llvm::BasicBlock &At);
  void need(const AtMost &C);
  const llvm::SCEV *plain(const llvm::SCEV *S);
  unsigned sizeOf(const llvm::SCEV *S);
  std::optional<Term> sizeTerm(const llvm::SCEV *S);
  std::optional<Term> term(const llvm::SCEV *S, const llvm::BasicBlock &At);
  std::optional<std::pair<Term, Term>> difference(const llvm::SCEV *S,
                                                  const llvm::BasicBlock &At);
  std::optional<std::pair<Term, Term>> compared(const llvm::ICmpInst &Cmp,
                                                const llvm::BasicBlock &At);
  const llvm::SCEVAddRecExpr *counterOf(llvm::Loop &L, bool Down,
                                        bool OfIndices);
  bool setBounds(ModelLoop &New, const llvm::SCEVAddRecExpr &Counter,
                 const llvm::SCEV &Count);
  bool findBounds(ModelLoop &New, const llvm::SCEV &Count);
  const llvm::SCEV *countOf(const llvm::SCEV *Count, const ModelLoop &L);
  void addBlocks(const llvm::Loop &Of,
                 llvm::ArrayRef<llvm::BasicBlock *> InOrder);
  void takeCounted(ModelLoop &L, const llvm::SCEV &Count);
  llvm::BasicBlock *exitingOf(const llvm::Loop &L) const;
  bool addLoop(llvm::Loop &L);
  AtMost goesOn(unsigned Of) const;
  bool conditionsOf(llvm::BasicBlock &BB, unsigned Of,
                    llvm::SmallVectorImpl<AtMost> &If,
                    llvm::SmallVectorImpl<Ask> *Asks = nullptr);
  bool addWay(llvm::Value &Condition, bool IsTrue, const llvm::BasicBlock &At,
              unsigned Of, llvm::SmallVectorImpl<AtMost> &If,
              llvm::SmallVectorImpl<Ask> *Asks);
  bool addAsk(llvm::Value &Condition, bool IsTrue,
              llvm::SmallVectorImpl<Ask> &Asks) const;
  bool addAskedLeaves(Statement &S, llvm::Value *V, bool AtTarget = false);
  std::optional<Decision> decided(const llvm::PHINode &Phi) const;
  bool addDecided(Statement &S, const llvm::PHINode &Phi,
                  bool AtTarget = false);
  bool addAsked(Statement &S);
  bool isNeverBelow(const llvm::ICmpInst &Cmp) const;
  bool addCondition(llvm::Value &Condition, bool IsTrue,
                    const llvm::BasicBlock &At, unsigned Of,
                    llvm::SmallVectorImpl<AtMost> &If);

  bool findMatrix();
  std::optional<ModelAddress> addressOf(const llvm::Instruction &Access,
                                        const llvm::Loop *In = nullptr);
  std::optional<Element> elementOf(const ModelAddress &A);
  Element byCounters(Element E, const Statement &S) const;
  bool runsAll() const { return Aside && Aside->RunsAll; }
  bool isAside(const llvm::Loop &L) const;
  bool isAside(const llvm::Instruction &Store) const;
  bool addRow(AsideAccess &A, const Linear &Row, const llvm::BasicBlock &At,
              const llvm::SCEV *By);
  bool addElsewhere(AsideAccess A, const Linear &Row, const llvm::SCEV *By);
  bool addChosen(llvm::Instruction &Access);
  bool addAccess(llvm::Instruction &Access);
  bool addAside();
  bool addStatements();
  bool addStore(llvm::StoreInst &Store);
  std::optional<Statement> statementOf(llvm::StoreInst &Store);
  /// Two blocks that what is stored comes from, of which one runs whenever At
  /// does.
  struct Ways {
    llvm::BasicBlock *From[2] = {}, *At = nullptr;
    llvm::Value *Values[2] = {};
    llvm::StoreInst *Stores[2] = {};
  };
  std::optional<Ways> waysOf(llvm::StoreInst &Store) const;
  static bool areEqual(llvm::ArrayRef<AtMost> Known, const Element &X,
                       const Element &Y);
  bool storesWhere(const Statement &X, const Statement &Y) const;
  bool addWays(const Ways &W);
  bool addCarried();
  bool mayModel(llvm::Instruction &I) const;
  bool keepCarried(Carried &C, Statement &Final);
  bool startsFromTarget(const Carried &C, const Statement &Update);
  bool startsFromSum(const Carried &C, const Statement &Final);
  static bool storesSum(const Statement &S, const Carried &C);
  bool isCurrentAfter(Carried &C, Statement &S);
  bool isInPlace(const Statement &S, const ModelRead &R) const;
  bool readsEarly(const Carried &C, Statement &S, ModelRead &R) const;
  bool areApart(const Carried &C);
  bool addCopy(Statement &S);
  bool addStored(Statement &S, const llvm::Instruction &I);
  bool isKeptStep(const llvm::Instruction &I, const Statement &S) const;
  bool addLeaves(Statement &S, llvm::Value *V);
  static bool movesPart(const llvm::Instruction &I);
  bool staysCurrent(Statement &S);
  bool staysPhi(const llvm::PHINode &Phi) const;
  bool mayFuse(const llvm::Instruction &I, const llvm::Instruction &By) const;
  bool isUnpredictable(const llvm::Instruction &I) const;
  bool fusesWhereUnrolled() const;
  bool moves(const llvm::Value &V, unsigned In);
  bool runsDown(unsigned In);
  bool isLoosened(const llvm::Instruction &I, const Statement &S);
  bool addLoad(Statement &S, llvm::LoadInst &Load);
  bool isLastStored(const llvm::Value *V, const Statement &S) const;
  bool isCurrent(llvm::Value *V, Statement &S);
  bool skips(const llvm::PHINode &Phi, unsigned I, const Carried &C,
             const Statement &S);
  bool isCurrentLoad(llvm::LoadInst &Load, const Statement &S);
  bool isUndisturbed(unsigned Loop, unsigned From, unsigned To,
                     const Element &E, llvm::ArrayRef<AtMost> If,
                     llvm::ArrayRef<unsigned> But = {}) const;
  std::optional<Statement> keptFor(const Statement &S, const ModelRead &R);
  void keepAsked();
  bool loadsAreInPlace() const;
  bool keepsSum(unsigned Of) const;
  bool isOverwritten(const Statement &W, const Statement &By) const;
  bool goesOnWith(const Statement &S, const Statement &W) const;
  bool isUnseenUntil(const Statement &W, const Statement &By) const;
  void excludeOverwritten();
  bool isSeenBehind(const Statement &W) const;
  bool canBeLast(const Statement &W) const;
  void delayStores();

  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  bool ReadsStored; ///< See modelNest.
  const AsideParts *Aside;
  FormReader Forms;
  ModelNest Nest;
  const llvm::SCEV *Pointer = nullptr; ///< Base of all that is stored to.
  llvm::SmallVector<llvm::BasicBlock *, 16> Blocks; ///< As they run.
  llvm::SmallDenseMap<const llvm::BasicBlock *, unsigned, 16> Number;
  llvm::SmallVector<Carried, 2> Sums;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_STAIRCASE_MODELBUILDER_H
