//===- CheckFinder.h - Finding the checks of a nest -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKFINDER_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKFINDER_H

#include "NestChecks.h"
#include "llvm/Support/SaveAndRestore.h"

namespace gemmify {

/// Collects what a nest's checks need: what findChecks returns.
class CheckFinder {
public:
  CheckFinder(const llvm::Loop &Root, const NestAnalyses &A)
      : Root(Root), A(A), Fixed(Root, A), Tables(Root, A, Fixed),
        Known([this](const llvm::SCEV *S) {
          return Fixed.contains(S) || (Scope && isInTable(S, *Scope));
        }),
        Forms(Root, A.SE, Known) {}

  std::optional<NestChecks> run(const llvm::Loop &Innermost, bool OfChunks);
  /// The same for findFixedLoads.
  std::optional<NestChecks> runWithoutChecks(llvm::Loop &Innermost, bool Again);
  /// The same for findWrites.
  std::optional<NestChecks> runForWrites();

private:
  // Exits: NestChecks.cpp.
  bool findOwnExits();
  bool allBranchesTo(const llvm::Loop &Innermost,
                     llvm::function_ref<bool(const NestCheck &)> F) const;
  bool leadsToMemSet(const llvm::BasicBlockEdge &Edge) const;
  bool leadsToChecksOnly(const llvm::BasicBlockEdge &Edge) const;
  bool asksReloaded(llvm::Value &Cond);
  bool choose(const llvm::Loop &Innermost);
  bool neverRuns(const llvm::BasicBlock &BB) const;
  bool collect();
  // How often loops repeat: CheckedCounts.cpp.
  bool count(const llvm::Loop &L, bool ByRows = true);
  bool noteRows(const llvm::Loop &L, const llvm::SCEV *Count);
  bool countByRows(const llvm::Loop &L, const llvm::SCEV *Count,
                   CheckedLoop &Of);
  const llvm::SCEV *countInTriangle(const llvm::Loop &L,
                                    const llvm::SCEV *Count, CheckedLoop &Of);
  bool moveInTriangle(const llvm::Loop &L, const IndexForm &Repeats,
                      bool IsGuarded, CheckedLoop &Of);
  bool count(const IndexForm &Form);
  const llvm::SCEV *countOrdered(const llvm::Loop &L,
                                 const llvm::BasicBlock &Exit, bool ByRows,
                                 CheckedLoop &Of);
  bool isFixed(const IndexForm &Form) const {
    return Tables.isFixed(Form.Start) &&
           llvm::all_of(Form.Steps, [&](const IndexForm::Step &S) {
             return Tables.isFixed(S.By);
           });
  }
  const llvm::SCEV *countSteps(const llvm::SCEV *Distance,
                               const llvm::SCEV *By);
  bool countAll();
  void requireSame();
  std::optional<NestChecks> finish(const llvm::Loop &Innermost);
  bool isInOneTriangle() const;
  std::optional<NestChecks> takeBounds();
  // Loads that are repeated, where there is no check: FixedLoads.cpp.
  bool settle(llvm::Loop &Innermost);
  bool settleOthers(llvm::Loop &Innermost);
  bool takeLoads();
  bool hidesLoads();
  size_t loads() const { return Fixed.loads().size() + Tables.noted().size(); }
  bool isInTable(const llvm::SCEV *S, const llvm::BasicBlock &At) {
    return Tables.contains(
        S, At, [&](const llvm::SCEV *Of) { return splitAt(Of, At); });
  }
  bool isKnownOnce(const llvm::SCEV *S, const llvm::BasicBlock &At) {
    return Fixed.contains(S) || (isInTable(S, At) && Tables.isFixed(S));
  }
  void noteMinima(); ///< LeastOfTwo.cpp
  // Loops over the pieces of a slice: TakenPieces.cpp.
  std::optional<TakenPieces> findPieces(const llvm::Loop &L) const;
  void notePieces();
  void noteMoving(llvm::PHINode &Phi, const llvm::Loop &L);
  const llvm::SCEV *countPieces(const llvm::Loop &L);
  bool asksForPiece(const NestCheck &To) const;
  // What the nest writes, and what checks load: CheckedMemory.cpp.
  llvm::SmallVector<llvm::Instruction *, 2> writes() const;
  bool keepApart();
  bool moveWithOne();
  void noteEqual(const llvm::SCEV *S);
  bool movesWith(const IndexForm &Form, const llvm::Loop *&Moves) const;
  void addPlace(const CheckedPlace &New);
  bool notePlace(const llvm::LoadInst &Load);
  bool noteWrite(llvm::Instruction &Write);
  bool runsBeforeExit(const llvm::BasicBlock &BB);
  // What is compared: CheckConditions.cpp.
  bool require(llvm::Value &Cond, bool Expected, const llvm::BasicBlock &At,
               unsigned Depth = 0);
  bool requireEach(llvm::Value &X, llvm::Value &Y, bool Expected,
                   const llvm::BasicBlock &At, unsigned Depth) {
    return require(X, Expected, At, Depth + 1) &&
           require(Y, Expected, At, Depth + 1);
  }
  bool requireDifferent(llvm::Value &X, llvm::Value &Y, bool Expected,
                        const llvm::BasicBlock &At, unsigned Depth);
  bool requireBelow(llvm::Value &X, unsigned Bits, const llvm::BasicBlock &At);
  bool requireComparison(llvm::CmpInst::Predicate Pred, llvm::Value &X,
                         llvm::Value &Y, const llvm::BasicBlock &At);
  void requireRanges(llvm::ArrayRef<const IndexForm *> All, bool Signed,
                     unsigned Bits);
  bool passesAlong(const llvm::Value &Cond, unsigned Way) const;
  bool isOnlyChecked(const llvm::Value &V) const;
  bool requireLeft(llvm::Value &Left, llvm::Value &Wanted, bool Strict,
                   const llvm::BasicBlock &At);
  bool requireCountable(llvm::Value &X, llvm::Value &Most,
                        const llvm::BasicBlock &At);
  void requireOrder(const IndexForm &Low, const IndexForm &High, bool Strict,
                    bool Signed, unsigned Bits);
  bool requireExact(llvm::WithOverflowInst &Op, const llvm::BasicBlock &At,
                    const llvm::FreezeInst *Frozen);
  void requireRange(const IndexForm &Wide, bool Signed, unsigned Bits,
                    const llvm::SCEV *Factor = nullptr);
  llvm::Type *wideType() const {
    return llvm::Type::getIntNTy(A.SE.getContext(), IndexForms::Wide);
  }
  std::optional<IndexForm> splitAt(const llvm::SCEV *S,
                                   const llvm::BasicBlock &At);
  bool isLast(const llvm::SCEV *S, const llvm::BasicBlock &At) const;
  std::optional<IndexForm> formOf(llvm::Value &V, const llvm::BasicBlock &At,
                                  const llvm::FreezeInst *Frozen = nullptr);

  const llvm::Loop &Root;
  const NestAnalyses &A;
  FixedValues Fixed;
  TableValues Tables;
  const llvm::BasicBlock *Scope = nullptr; ///< Where a form is compared.
  std::function<bool(const llvm::SCEV *)> Known;
  IndexForms Forms;
  llvm::DenseMap<const llvm::Loop *, const llvm::BasicBlock *> OwnExit;
  NestChecks Result;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_CHECKFINDER_H
