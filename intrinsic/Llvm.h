//===- Llvm.h - What differs between LLVM 19 and 22 -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The sources are written for LLVM 22. What an older LLVM spells otherwise is
/// asked for here, so that no other file asks which LLVM it is compiled for.
///
///     cmake -S . -B build-19 -DGEMMIFY_LLVM=19
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_INTRINSIC_LLVM_H
#define GEMMIFY_INTRINSIC_LLVM_H

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ModRef.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>

#if __has_include("llvm/Plugins/PassPlugin.h")
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif

namespace llvm {
class SCEVExpander;
class TypeBasedAAResult;
} // namespace llvm

namespace gemmify {

/// A call of the intrinsic \p ID, which has one form only.
inline llvm::CallInst *createIntrinsic(llvm::IRBuilderBase &B,
                                       llvm::Intrinsic::ID ID,
                                       llvm::ArrayRef<llvm::Value *> Args) {
  return B.CreateIntrinsic(ID, llvm::ArrayRef<llvm::Type *>(), Args);
}

/// Instructions of \p B have \p Flags while this lives.
class WithFlags {
public:
  WithFlags(llvm::IRBuilderBase &B, llvm::FastMathFlags Flags) : Before(B) {
    B.setFastMathFlags(Flags);
  }

private:
  llvm::IRBuilderBase::FastMathFlagGuard Before;
};

#if LLVM_VERSION_MAJOR >= 22
using llvm::StringSwitch;
#else
/// LLVM 22's, of what is used here.
template <typename T> class StringSwitch {
public:
  explicit StringSwitch(llvm::StringRef S) : S(S) {}

  StringSwitch &Case(llvm::StringLiteral Name, T Value) {
    return takeIf(S == Name, Value);
  }
  StringSwitch &Cases(std::initializer_list<llvm::StringLiteral> Names,
                      T Value) {
    return takeIf(llvm::is_contained(Names, S), Value);
  }
  StringSwitch &StartsWith(llvm::StringLiteral Prefix, T Value) {
    return takeIf(S.starts_with(Prefix), Value);
  }
  T Default(T Value) const { return Taken.value_or(Value); }

private:
  StringSwitch &takeIf(bool Matches, T Value) {
    if (Matches && !Taken)
      Taken = Value;
    return *this;
  }

  llvm::StringRef S;
  std::optional<T> Taken;
};
#endif

#if LLVM_VERSION_MAJOR >= 21
using TripleRef = const llvm::Triple &;
#else
using TripleRef = llvm::Triple;
#endif

/// The triple of \p M.
inline TripleRef tripleOf(const llvm::Module &M) {
  return TripleRef(M.getTargetTriple());
}

/// The subtarget of a processor with features, null where \p T has none.
template <typename Target>
auto createSubtarget(const Target &T, const llvm::Triple &Of,
                     llvm::StringRef CPU, llvm::StringRef Features) {
#if LLVM_VERSION_MAJOR >= 22
  return T.createMCSubtargetInfo(Of, CPU, Features);
#else
  return T.createMCSubtargetInfo(Of.str(), CPU, Features);
#endif
}

/// An expander of expressions of \p SE.
template <typename Expander = llvm::SCEVExpander>
Expander createExpander(llvm::ScalarEvolution &SE) {
  if constexpr (std::is_constructible_v<Expander, llvm::ScalarEvolution &,
                                        const char *>)
    return Expander(SE, "gemmify");
  else
    return Expander(SE, SE.getDataLayout(), "gemmify");
}

/// A loop of \p Trips iterations before \p At: where its body goes, and the
/// number of the iteration.
inline std::pair<llvm::Instruction *, llvm::Value *>
insertCountedLoop(llvm::Value *Trips, llvm::Instruction &At) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::SplitBlockAndInsertSimpleForLoop(Trips, At.getIterator());
#else
  return llvm::SplitBlockAndInsertSimpleForLoop(Trips, &At);
#endif
}

/// Whether an intrinsic that is vectorized keeps its argument \p Arg scalar.
inline bool keepsScalar(llvm::Intrinsic::ID ID, unsigned Arg) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::isVectorIntrinsicWithScalarOpAtArg(ID, Arg, nullptr);
#else
  return llvm::isVectorIntrinsicWithScalarOpAtArg(ID, Arg);
#endif
}

/// Whether the type of its argument \p Arg, or of its result where that is -1,
/// distinguishes forms of an intrinsic that is vectorized.
inline bool hasOverloadType(llvm::Intrinsic::ID ID, int Arg) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::isVectorIntrinsicWithOverloadTypeAtArg(ID, Arg, nullptr);
#else
  return llvm::isVectorIntrinsicWithOverloadTypeAtArg(ID, Arg);
#endif
}

/// The declaration in \p M of the intrinsic \p ID for \p Types.
inline llvm::Function *declareIntrinsic(llvm::Module *M, llvm::Intrinsic::ID ID,
                                        llvm::ArrayRef<llvm::Type *> Types) {
#if LLVM_VERSION_MAJOR >= 20
  return llvm::Intrinsic::getOrInsertDeclaration(M, ID, Types);
#else
  return llvm::Intrinsic::getDeclaration(M, ID, Types);
#endif
}

/// Whether \p Effects are none but on errno, which older versions of LLVM do
/// not distinguish from other memory.
inline bool accessesErrnoOnly(llvm::MemoryEffects Effects) {
#if LLVM_VERSION_MAJOR >= 22
  return Effects.onlyAccessesErrnoMem();
#else
  return Effects.doesNotAccessMemory();
#endif
}

/// Effects on errno, or more where they are not distinguished.
inline llvm::MemoryEffects errnoEffects() {
#if LLVM_VERSION_MAJOR >= 22
  return llvm::MemoryEffects::errnoMemOnly(llvm::ModRefInfo::ModRef);
#else
  return llvm::MemoryEffects::unknown();
#endif
}

/// Whether the result of \p Cmp is poison where the operands' signs differ.
inline bool hasSameSign(const llvm::ICmpInst &Cmp) {
#if LLVM_VERSION_MAJOR >= 20
  return Cmp.hasSameSign();
#else
  return false;
#endif
}

#if LLVM_VERSION_MAJOR >= 20
using llvm::CmpPredicate;
#else
using CmpPredicate = llvm::CmpInst::Predicate;
#endif

/// Whether \p ID is the maximum or the minimum of IEEE 754-2019 that prefers
/// numbers to NaN.
inline bool isExtremeNumber(llvm::Intrinsic::ID ID) {
#if LLVM_VERSION_MAJOR >= 20
  return ID == llvm::Intrinsic::maximumnum || ID == llvm::Intrinsic::minimumnum;
#else
  return false;
#endif
}

/// Of a parameter whose pointer is not kept.
inline llvm::Attribute notCaptured(llvm::LLVMContext &C) {
#if LLVM_VERSION_MAJOR >= 21
  return llvm::Attribute::getWithCaptureInfo(C, llvm::CaptureInfo::none());
#else
  return llvm::Attribute::get(C, llvm::Attribute::NoCapture);
#endif
}

/// \p At without its place among key instructions.
inline const llvm::DILocation *withoutAtom(const llvm::DILocation *At) {
#if LLVM_VERSION_MAJOR >= 22
  return At->getWithoutAtom();
#else
  return At;
#endif
}

/// Attributes of functions; None is one that this LLVM does not have.
namespace attribute {
using Kind = llvm::Attribute::AttrKind;
#if LLVM_VERSION_MAJOR >= 20
constexpr Kind CoroElideSafe = llvm::Attribute::CoroElideSafe;
constexpr Kind SanitizeRealtime = llvm::Attribute::SanitizeRealtime;
constexpr Kind SanitizeType = llvm::Attribute::SanitizeType;
#else
constexpr Kind CoroElideSafe = llvm::Attribute::None;
constexpr Kind SanitizeRealtime = llvm::Attribute::None;
constexpr Kind SanitizeType = llvm::Attribute::None;
#endif
#if LLVM_VERSION_MAJOR >= 22
constexpr Kind NoDivergenceSource = llvm::Attribute::NoDivergenceSource;
#else
constexpr Kind NoDivergenceSource = llvm::Attribute::None;
#endif
} // namespace attribute

/// What the types of accesses in \p F say. It had no argument while there was
/// no sanitizer for types.
template <typename Result = llvm::TypeBasedAAResult>
Result createTypeAliases(const llvm::Function &F) {
  if constexpr (std::is_constructible_v<Result, bool>)
    return Result(F.hasFnAttribute(attribute::SanitizeType));
  else
    return Result();
}

/// AVX10.2's sums of products in vectors of 512 bits, for processors that older
/// versions of LLVM do not know.
namespace avx10 {
using llvm::Intrinsic::ID;
#if LLVM_VERSION_MAJOR >= 20
constexpr ID Bss = llvm::Intrinsic::x86_avx10_vpdpbssd_512;
constexpr ID Buu = llvm::Intrinsic::x86_avx10_vpdpbuud_512;
constexpr ID Wus = llvm::Intrinsic::x86_avx10_vpdpwusd_512;
constexpr ID Wuu = llvm::Intrinsic::x86_avx10_vpdpwuud_512;
#else
constexpr ID Bss = llvm::Intrinsic::not_intrinsic, Buu = Bss, Wus = Bss,
             Wuu = Bss;
#endif
} // namespace avx10

/// Registers \p Add(MPM, Level, Phase) for the end of pipelines of the
/// PassBuilder \p PB. Before LLVM 20, the phase is not known.
template <typename Builder, typename T>
void registerOptimizerLast(Builder &PB, T Add) {
#if LLVM_VERSION_MAJOR >= 20
  PB.registerOptimizerLastEPCallback(
      [Add](auto &MPM, auto Level, auto Phase) mutable {
        Add(MPM, Level, std::optional(Phase));
      });
#else
  PB.registerOptimizerLastEPCallback(
      [Add](auto &MPM, auto Level) mutable { Add(MPM, Level, std::nullopt); });
#endif
}

/// The same with \p Add(MPM, Level) for what comes before vectorizing.
template <typename Builder, typename T>
void registerOptimizerEarly(Builder &PB, T Add) {
#if LLVM_VERSION_MAJOR >= 20
  PB.registerOptimizerEarlyEPCallback(
      [Add](auto &MPM, auto Level, auto) mutable { Add(MPM, Level); });
#else
  PB.registerOptimizerEarlyEPCallback(Add);
#endif
}

} // namespace gemmify

#endif // GEMMIFY_INTRINSIC_LLVM_H
