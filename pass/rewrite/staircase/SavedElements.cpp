//===- SavedElements.cpp - What a block keeps of its rows -----------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SavedElements.h"
#include "BlockEmitter.h"
#include "intrinsic/Tuning.h"
#include "pass/rewrite/normalize/SplitParts.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace gemmify {

uint64_t bytesOfColumn(const ModelNest &Nest) {
  return SharedTuning::StaircaseRows * Nest.elementBytes();
}

/// Whether the source touches \p E, which \p S touches where \p Known holds and
/// the answers to questions are the right ones, whatever the answers are.
static bool isTouched(const ModelNest &Nest, const Statement &S,
                      ArrayRef<AtMost> Known, const Element &E) {
  if (llvm::all_of(Nest.asks(S), [&](const Ask &A) { return Nest.isFixed(A); }))
    return true;
  return llvm::any_of(Nest.Statements, [&](const Statement &T) {
    if (!Nest.asks(T).empty() || T.IsInit || !isa<StoreInst>(T.Where))
      return false;
    const Element &To = T.Target;
    if (!llvm::all_of(Nest.around(T), [&](unsigned L) {
          return To.At[0].is(Term::Loop, L) || To.At[1].is(Term::Loop, L);
        }))
      return false;
    const auto Domain = Nest.domain(T);
    return llvm::all_of(Domain, [&](const AtMost &C) {
      Differences Outside;
      Outside.require(Known, 0);
      for (unsigned D : {0, 1})
        Outside.requireEqual(E.At[D], 0, To.At[D], 1);
      Outside.require(C.negated(), 1);
      return !Outside.isFeasible();
    });
  });
}

/// What holds for all that \p P does.
static SmallVector<AtMost, 16> knownIn(const ModelNest &Nest,
                                       const SchedulePiece::Part &P) {
  SmallVector<AtMost, 16> Known;
  llvm::append_range(Known, Nest.domain(Nest.Statements[P.Of]));
  Known.append(P.Where);
  Known.push_back({Begin + 1, Behind});
  return Known;
}

/// The bounds of the loop that counts \p T, if they do not move.
static std::optional<std::pair<Term, Term>> boundsOf(const ModelNest &Nest,
                                                     const Term &T) {
  if (!T.isLoop())
    return std::nullopt;
  const ModelLoop &L = Nest.Loops[T.Index];
  if (L.Low.isLoop() || L.High.isLoop())
    return std::nullopt;
  return std::pair(L.Low + T.Plus, L.High + T.Plus);
}

std::optional<SavedElements> findSaved(const ModelNest &Nest,
                                       const SchedulePiece::Part &P,
                                       unsigned Read, unsigned D) {
  const Statement &S = Nest.Statements[P.Of];
  const ModelRead &R = S.Reads[Read];
  if (!R.Load || !R.Of || R.OfKept || (*R.Of == S.Target && !R.Early) ||
      !usesAllParts(*R.Load))
    return std::nullopt;
  const Term &Row = R.Of->At[D], &Column = R.Of->At[1 - D];
  const auto Along = boundsOf(Nest, Column);
  if (!Row.isLoop() || !Along || Row.hasBaseOf(Column))
    return std::nullopt;
  SavedElements Box{{D, Along->first, Along->second},
                    Row.Index,
                    Column.Index,
                    knownIn(Nest, P)};
  if (!implies(Box.Where, {Begin, Row}) ||
      !implies(Box.Where, {Row + 1, Behind}) ||
      !isTouched(Nest, S, Box.Where, *R.Of))
    return std::nullopt;
  for (unsigned L : Nest.around(S))
    if (L != Row.Index && L != Column.Index)
      eliminate(Box.Where, L);
  const bool IsBox = llvm::none_of(Box.Where, [](const AtMost &C) {
    return C.Less.isLoop() && C.Greater.isLoop();
  });
  return IsBox ? std::optional(std::move(Box)) : std::nullopt;
}

bool findKept(const ModelNest &Nest, BlockSchedule &Blocks) {
  std::optional<SavedRows> All = Blocks.Saved;
  // As the matrix lies.
  const unsigned D = isa<SCEVConstant>(Nest.Stride[0]) ? 1 : 0;
  auto Keeps = [&](const Element &E) {
    const auto Rows = boundsOf(Nest, E.At[D]),
               Columns = boundsOf(Nest, E.At[1 - D]);
    if (!Rows || !Columns || E.At[0].hasBaseOf(E.At[1]))
      return false;
    const SavedRows Of{D, Columns->first, Columns->second, Rows};
    return std::exchange(All, Of).value_or(Of) == Of;
  };
  for (SchedulePiece &P : Blocks.Pieces)
    for (SchedulePiece::Part &Part : P.Parts) {
      const Statement &S = Nest.Statements[Part.Of];
      if (S.IsKept && !Keeps(S.Target))
        return false;
      for (unsigned R = 0; R != S.Reads.size(); ++R)
        if (S.Reads[R].OfKept) {
          if (!Keeps(*S.Reads[R].Of))
            return false;
          Part.Saved.push_back(R);
        }
    }
  Blocks.Saved = All;
  return true;
}

std::pair<Instruction *, Value *> BlockEmitter::keepRows(Instruction &At) {
  IRBuilder<> B(&At);
  StatementEmitter::Workspace &To = Emit.Saved;
  To.Rows = *Blocks.Saved;
  To.RowsAreContiguous =
      To.Rows.All || isa<SCEVConstant>(Nest.Stride[1 - To.Rows.D]);
  Value *Last = Emit.term(B, To.Rows.Last + 1);
  To.Columns = B.CreateNSWSub(Last, Emit.term(B, To.Rows.First));
  Value *OfColumn = B.getInt64(bytesOfColumn(Nest));
  if (To.Rows.All) {
    Value *Rows = B.CreateNSWSub(Emit.term(B, To.Rows.All->second + 1),
                                 Emit.term(B, To.Rows.All->first));
    OfColumn = B.CreateNSWMul(Rows, B.getInt64(Nest.elementBytes()));
  }
  Value *Bytes = B.CreateNSWMul(To.Columns, OfColumn);
  auto *Place = new FreezeInst(PoisonValue::get(B.getPtrTy()), "gemmify.saved",
                               At.getIterator());
  To.Place = Place;
  return {Place, Bytes};
}

/// Copies what the parts of all pieces read of the block's rows, before \p At.
bool BlockEmitter::saveRows(Instruction &At) {
  for (const SchedulePiece &P : Blocks.Pieces)
    for (const SchedulePiece::Part &Part : P.Parts)
      for (unsigned Read : Part.Saved) {
        if (Nest.Statements[Part.Of].Reads[Read].OfKept)
          continue;
        std::optional<SavedElements> Box =
            findSaved(Nest, Part, Read, Blocks.Saved->D);
        if (!Box)
          return false;
        const Statement &S = Nest.Statements[Part.Of];
        SmallVector<Ask, 2> Fixed = Nest.asks(S);
        llvm::erase_if(Fixed, [&](const Ask &A) { return !Nest.isFixed(A); });
        saveElements(*Box, S.Reads[Read], *ask(At, S, Fixed));
      }
  return true;
}

void BlockEmitter::saveElements(const SavedElements &Box, const ModelRead &R,
                                Instruction &At) {
  Facts Known(Nest.Needed.begin(), Nest.Needed.end()), Fixed;
  Known.push_back({Begin + 1, Behind});
  for (const AtMost &C : Box.Where)
    if (!C.Less.isLoop() && !C.Greater.isLoop())
      Fixed.push_back(C);
  Instruction *Place = require(At, Fixed, Known);
  const bool ByColumns = Emit.Saved.RowsAreContiguous;
  for (unsigned L :
       {ByColumns ? Box.Column : Box.Row, ByColumns ? Box.Row : Box.Column}) {
    SmallVector<Term, 4> Lows, Highs;
    for (const AtMost &C : Box.Where) {
      if (C.Greater.is(Term::Loop, L))
        Lows.push_back(C.Less - C.Greater.Plus);
      if (C.Less.is(Term::Loop, L))
        Highs.push_back(C.Greater - C.Less.Plus);
    }
    IRBuilder<> B(Place);
    B.SetCurrentDebugLocation(Nest.Root->getStartLoc());
    Value *Low = limit(B, Lows, /*IsLow=*/true);
    Value *High = limit(B, Highs, /*IsLow=*/false);
    HostLoop New = Loops.addLoop(*Place, Low, High, /*Down=*/false,
                                 /*Guarded=*/true);
    Others.push_back(New.L);
    Emit.setCounter(L, New.Counter);
    Place = New.Body;
  }
  IRBuilder<> B(Place);
  B.SetCurrentDebugLocation(Nest.Root->getStartLoc());
  Emit.save(B, R);
}

} // namespace gemmify
