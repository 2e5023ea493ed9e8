//===- Remarks.cpp - What the programmer is told --------------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace gemmify {

static bool isElementStride(const AffineRef &R, LoopDim D,
                            const DataLayout &DL) {
  const auto *C = dyn_cast<SCEVConstant>(R.Stride[D]);
  return C && C->getAPInt() == DL.getTypeStoreSize(R.ElemTy).getFixedValue();
}

std::string describeLayout(const AffineRef *R, LoopDim Row, LoopDim Col,
                           const DataLayout &DL) {
  if (!R)
    return "an expression";
  if (R->Lookup)
    return "looked up";
  if (R->hasRows())
    return R->Start->getType()->isPointerTy() ? "gathered" : "by row pointers";
  if (isElementStride(*R, Col, DL))
    return "row-major";
  if (isElementStride(*R, Row, DL))
    return "column-major";
  return "general strides";
}

static StringRef describeStart(const GemmNest &N) {
  if (N.startsFromC())
    return "C";
  const auto *C = dyn_cast<Constant>(N.Start.Root);
  const bool IsAll = !N.Step.Odd || N.Step.Odd->Start.Root == N.Start.Root;
  return C && C->isNullValue() && IsAll ? "0" : "an expression";
}

std::string join(const RemarkText &Text) {
  std::string S;
  for (const RemarkPiece &Piece : Text)
    S += Piece.Text;
  return S;
}

static std::string nameOfType(const Type *T, bool Unsigned) {
  if (T->isHalfTy())
    return "float16";
  if (T->isBFloatTy())
    return "bfloat16";
  std::string Name;
  raw_string_ostream OS(Name);
  if (const auto *Int = dyn_cast<IntegerType>(T))
    OS << (Unsigned ? "uint" : "int") << Int->getBitWidth();
  else
    OS << *T;
  return Name;
}

/// Whether \p S zero-extends its only load.
static bool isUnsigned(const Slice &S, const Instruction &Load) {
  return S.Widen == Widening::Unsigned ||
         llvm::any_of(
             S.Times,
             [](const Factor &F) { return F.Widen == Widening::Unsigned; }) ||
         llvm::any_of(Load.users(),
                      [](const User *U) { return isa<ZExtInst>(U); });
}

/// The type of the elements that \p S reads; of the sum when they differ.
static std::string typeOfOperand(const Slice &S, const GemmNest &N) {
  const Type *T = S.Loads.empty() ? N.Elem.Ty : S.Loads[0].ElemTy;
  for (const AffineRef &R : S.Loads)
    if (R.ElemTy != T)
      T = N.Elem.Ty;
  return nameOfType(T, T != N.Elem.Ty && isUnsigned(S, *S.Loads[0].Access));
}

/// What the further products of a step add to "A(i,k)*B(k,j)".
static std::string describeMore(const StepProducts &Step) {
  std::string Text;
  for (const StepProduct &Each : Step.More) {
    if (Each.Begins)
      Text += Each.Subtract ? ") + (-A'(i,k)*B'(k,j)" : ") + (A'(i,k)*B'(k,j)";
    else
      Text += Each.Subtract ? " - A'(i,k)*B'(k,j)" : " + A'(i,k)*B'(k,j)";
  }
  return Text;
}

static std::string describeForm(const GemmNest &N) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << (N.endsWithSum() ? "" : "f(") << describeStart(N)
     << (N.Elem.Subtract ? " - " : " + ") << "sum "
     << (N.Scale ? "alpha*(" : "") << (N.Step.AddedFirst ? "(" : "")
     << (N.Step.NegatesFirst ? "-" : "") << "A(i,k)*B(k,j)"
     << describeMore(N.Step) << (N.Step.AddedFirst ? ")" : "")
     << (N.Scale ? ")" : "") << (N.endsWithSum() ? "" : ")");
  return Text;
}

/// "float" where all types are equal, otherwise "int8 x uint8 -> int32",
/// followed by the type of C if that differs.
static RemarkText describeTypes(const GemmNest &N) {
  RemarkText Text;
  std::string Sum = nameOfType(N.Elem.Ty, false);
  std::string P = typeOfOperand(N.P, N), Q = typeOfOperand(N.Q, N);
  if (P != Sum || Q != Sum)
    Text.append({{"TypeA", P}, {"", " x "}, {"TypeB", Q}, {"", " -> "}});
  Text.append({{"Type", Sum}});
  if (N.C.ElemTy != N.Elem.Ty)
    Text.append({{"", " -> "}, {"TypeC", nameOfType(N.C.ElemTy, false)}});
  return Text;
}

/// "j over 2 loops, k over 3, batch over 1"; empty where a loop plays each.
static std::string describeAxes(const GemmNest &N) {
  std::string Text;
  raw_string_ostream OS(Text);
  auto Describe = [&](StringRef Name, const AxisGroup &Axes) {
    if (!Axes.isOne())
      OS << (Text.empty() ? "" : ", ") << Name << " over " << Axes.Size.size()
         << (Axes.Size.size() == 1 ? " loop" : " loops");
  };
  for (LoopDim D : {DimI, DimJ, DimK})
    Describe(StringRef("ijk").substr(D, 1), N.Index[D].Axes);
  Describe("a batch", N.Batch);
  return Text;
}

DebugLoc placeOf(const Recognition &R) {
  DebugLoc Store = R.Nest->C.Access->getDebugLoc();
  return Store && Store.getLine() && !R.Choice ? Store : R.Where->getDebugLoc();
}

RemarkText describeNest(const GemmNest &N) {
  const DataLayout &DL = N.Root->getHeader()->getModule()->getDataLayout();
  RemarkText Text = describeTypes(N);
  Text.append({{"", " C(i,j) = "}, {"Form", describeForm(N)}});
  if (N.hasAxes())
    Text.append({{"", ", "}, {"Axes", describeAxes(N)}});
  Text.append({{"", ", A "},
               {"A", describeLayout(N.P.plain(), DimI, DimK, DL)},
               {"", ", B "},
               {"B", describeLayout(N.Q.plain(), DimK, DimJ, DL)},
               {"", ", C "},
               {"C", describeLayout(&N.C, DimI, DimJ, DL)},
               {"", ", "},
               {"Order", N.Elem.Reassoc ? "any order" : "in source order"}});
  if (N.Elem.isFloat())
    Text.append(
        {{"", ", "}, {"Rounding", N.Elem.Fused ? "fused" : "not fused"}});
  return Text;
}

RemarkText describeSizes(const GemmNest &N) {
  RemarkText Text;
  const char *Names[] = {"m", "n", "k"};
  const char *Separator = "; ";
  for (LoopDim D : {DimI, DimJ, DimK})
    if (const auto *Size = dyn_cast<SCEVConstant>(N.Index[D].Trip)) {
      Text.append({{"", (Twine(Separator) + Names[D] + "=").str()},
                   {Names[D], Twine(Size->getAPInt().getZExtValue()).str()}});
      Separator = " ";
    }
  return Text;
}

static RemarkText describePlanPieces(const BlockingPlan &Plan) {
  RemarkText Text = {{"", "; "}, {"Strategy", strategyName(Plan.Chosen)}};
  for (auto [Name, Value] : planNumbers(Plan))
    Text.append(
        {{"", (Twine(" ") + Name + "=").str()}, {Name, Twine(Value).str()}});
  return Text;
}

static RemarkText describeLevels(ArrayRef<VersionPlan> Levels) {
  RemarkText Text;
  for (const VersionPlan &L : Levels)
    Text.append({{"", "; on "},
                 {"Level", L.Level->Name.str()},
                 {"", " "},
                 {"Plan", describePlan(L.Plan)}});
  return Text;
}

static void append(DiagnosticInfoOptimizationBase &R, const RemarkText &Text) {
  for (const RemarkPiece &Piece : Text)
    if (Piece.Field.empty())
      R.insert(Piece.Text);
    else
      R.insert(ore::NV(Piece.Field, Piece.Text));
}

/// Whether \p At is in a file of the language's library.
static bool isInLibrary(const DILocation &At) {
  auto IsOfLibrary = [](StringRef Path) {
    return Path.contains("/include/c++") || Path.starts_with("/rustc/");
  };
  return IsOfLibrary(At.getFilename()) || IsOfLibrary(At.getDirectory());
}

/// \p Where, or the call in the program through which the library's code there
/// was inlined: nobody mends a header of the library.
static DebugLoc ownPlace(const DebugLoc &Where) {
  const DILocation *At = Where;
  while (At && At->getInlinedAt() && isInLibrary(*At))
    At = At->getInlinedAt();
  return At ? DebugLoc(At) : Where;
}

/// The place of the outermost call through which \p Where was inlined, as in ";
/// inlined at app.cpp:12:5"; nothing where there is none.
static RemarkText describeInlining(const DebugLoc &Where) {
  const DILocation *User = Where ? Where->getInlinedAt() : nullptr;
  if (!User)
    return {};
  while (const DILocation *Around = User->getInlinedAt())
    User = Around;
  return {{"", "; inlined at "},
          {"InlinedAt", (User->getFilename() + ":" + Twine(User->getLine()) +
                         ":" + Twine(User->getColumn()))
                            .str()}};
}

static RemarkText describeConstant(const PackedConstant &Packed,
                                   StringRef Operand) {
  const std::string Bytes = utostr(Packed.Bytes);
  if (Packed.Global)
    return {{"", "; "},
            {"Constant", Operand.str()},
            {"", " packed at compile time, "},
            {"ConstantBytes", Bytes},
            {"", " bytes"}};
  return {{"", "; "},
          {"LargeConstant", Operand.str()},
          {"", " not packed at compile time: "},
          {"ConstantBytes", Bytes},
          {"", " bytes are more than -gemmify-constant-bytes leaves"}};
}

void remarkRewritten(OptimizationRemarkEmitter &ORE, const RemarkText &Nest,
                     const DebugLoc &Found, const BasicBlock &Region,
                     const BlockingPlan &Plan, ArrayRef<VersionPlan> Levels,
                     unsigned Threads, const Product &P,
                     RewriteOutcome Outcome) {
  const DebugLoc Where = ownPlace(Found);
  const StringRef Right = P.Order.Col == DimI ? "A" : "B",
                  Left = P.Order.Row == DimI ? "A" : "B";
  ORE.emit([&] {
    OptimizationRemark R("gemmify", "GemmRewritten", Where, &Region);
    R << "matrix product rewritten: ";
    for (const RemarkText &Part :
         {Nest, describePlanPieces(Plan), describeLevels(Levels)})
      append(R, Part);
    if (Threads > 1)
      R << "; up to " << ore::NV("Threads", Threads)
        << " threads that share packed blocks of " << ore::NV("Shared", Right);
    if (P.Kept)
      R << "; packed " << ore::NV("Kept", P.KeepsLeft ? Left : Right)
        << " kept for further runs";
    if (Outcome.AsksForMore)
      R << "; the parallel loop asks for " << ore::NV("Chunks", "larger")
        << " chunks";
    if (P.Constant)
      append(R,
             describeConstant(*P.Constant, P.Constant->OfLeft ? Left : Right));
    R << "; original loops "
      << ore::NV("Original",
                 Outcome.DroppedOriginal ? "dropped" : "kept as fallback");
    append(R, describeInlining(Where));
    return R;
  });
}

void remarkUnused(OptimizationRemarkEmitter &ORE, const DebugLoc &Where,
                  const BasicBlock &Region, const UnusedEngine &Engine) {
  ORE.emit([&] {
    return OptimizationRemarkMissed("gemmify", "NotStreamed", ownPlace(Where),
                                    &Region)
           << ("matrix product not multiplied by " + Engine.Name + ": ").str()
           << ore::NV("Reason", Engine.Why);
  });
}

/// Whether both are the same place in the source, inlined or not.
static bool isOnePlace(const DebugLoc &A, const DebugLoc &B) {
  return A && B && A.getLine() == B.getLine() && A.getCol() == B.getCol() &&
         A.getScope() == B.getScope();
}

void MissedRemarks::add(const Instruction &Where, StringRef Why, StringRef Id) {
  const DebugLoc &Loc = Where.getDebugLoc();
  auto IsCopy = [&](const Missed &M) {
    return isOnePlace(ownPlace(M.Where), ownPlace(Loc)) && M.Why == Why;
  };
  auto *Copy = llvm::find_if(All, IsCopy);
  if (Copy != All.end())
    ++Copy->Copies;
  else
    All.push_back({Loc, const_cast<BasicBlock *>(Where.getParent()), Why.str(),
                   Id,
                   /*Copies=*/1});
}

void MissedRemarks::addRewritten(ArrayRef<DebugLoc> Places) {
  Rewritten.append(Places.begin(), Places.end());
}

void MissedRemarks::emit(OptimizationRemarkEmitter &ORE, const Function &F) {
  auto Tell = [](DiagnosticInfoOptimizationBase &R, const Missed &M,
                 const DebugLoc &Own, StringRef What) {
    R << What << ore::NV("Reason", M.Why);
    append(R, describeInlining(Own));
    if (M.Copies > 1)
      R << "; " << ore::NV("Copies", M.Copies) << " copies in this function";
    if (!M.Id.empty())
      R << DiagnosticInfoOptimizationBase::setExtraArgs()
        << ore::NV("Id", M.Id);
  };
  for (const Missed &M : All) {
    const DebugLoc Own = ownPlace(M.Where);
    const auto *Block = cast_or_null<BasicBlock>(static_cast<Value *>(M.Block));
    const BasicBlock *Region = Block ? Block : &F.getEntryBlock();
    if (llvm::any_of(Rewritten, [&](const DebugLoc &Place) {
          return isOnePlace(Place, M.Where) &&
                 Place.getInlinedAt() == M.Where.getInlinedAt();
        }))
      ORE.emit([&] {
        OptimizationRemarkAnalysis R("gemmify", "VersionKept", Own, Region);
        Tell(R, M, Own,
             "another version of the rewritten matrix product is kept: ");
        return R;
      });
    else
      ORE.emit([&] {
        OptimizationRemarkMissed R("gemmify", "GemmMissed", Own, Region);
        Tell(R, M, Own, "matrix product not rewritten: ");
        return R;
      });
  }
  All.clear();
  Rewritten.clear();
}

} // namespace gemmify
