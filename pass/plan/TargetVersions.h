//===- TargetVersions.h - Processors that one program may meet --*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program for every x86-64 processor can hold macro-kernels for better ones
/// and choose when it runs (`-gemmify-dispatch`, kernel/Dispatch.h). One for
/// AArch64 with SVE does not know how long its vectors will be, and holds
/// kernels for several lengths. AMX's tiles are a level even where the
/// processor is known (`-gemmify-amx`): the system may refuse them. Here is
/// which levels there are and what is planned for them.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_PLAN_TARGETVERSIONS_H
#define GEMMIFY_PASS_PLAN_TARGETVERSIONS_H

#include "PlanNest.h"
#include "pass/recognize/GemmNest.h"
#include "llvm/Analysis/TargetTransformInfo.h"

namespace gemmify {

/// Instructions that processors have together, or a length of vectors.
struct TargetVersion {
  llvm::StringLiteral Name;
  /// "avx,avx2": names that LLVM and the compiler runtime's CPU model share.
  llvm::StringLiteral Features;
  /// Bits that SVE's vectors have at least; 0: it is x86-64's level.
  unsigned VectorBits = 0;
  /// Whether they include tiles, which the system has to be asked for.
  bool HasTiles = false;
  /// Bits of the vectors of streaming mode, which is entered; 0: it is not.
  unsigned StreamingBits = 0;

  llvm::SmallVector<llvm::StringRef, 16> features() const;
  bool streams() const { return StreamingBits != 0; }
  /// VectorBits as a multiple of 128 bits, as `vscale` counts them.
  unsigned vscale() const { return VectorBits / 128; }
  /// Whether all processors that \p F is for have its features.
  bool isIn(const llvm::Function &F) const;
};

/// Compiles a function for a level as well, as long as this lives: all that
/// asks for its target sees the level's instructions. Where a level fuses
/// multiply and add and the function does not, it is to keep them apart.
class VersionScope {
public:
  VersionScope(llvm::Function &F, const TargetVersion &Level);
  ~VersionScope() { F.setAttributes(Before); }
  VersionScope(const VersionScope &) = delete;
  VersionScope &operator=(const VersionScope &) = delete;

private:
  llvm::Function &F;
  const llvm::AttributeList Before;
};

struct VersionPlan {
  const TargetVersion *Level = nullptr;
  BlockingPlan Plan;
};

/// Plans \p Nest for the levels that multiply in another way than \p F's own
/// target, for which it is planned as \p Own, and than each other; the best one
/// is the last. None where that is not wanted, or F may not have it: its
/// flags exclude the instructions, it is freestanding and for x86-64, or the
/// product is so small that the choice would cost more. Levels of SVE need not
/// be asked for, but only those that F leaves open. Fails like planNest().
llvm::Expected<llvm::SmallVector<VersionPlan, 4>>
planVersions(const Product &P, const BlockingPlan &Own, const Options &Opts,
             llvm::Function &F, const llvm::TargetTransformInfo &TTI,
             llvm::ScalarEvolution &SE, Surroundings Around);

/// Why \p Nest has no kernel for SME although `-gemmify-sme` and \p F's target
/// ask for one: another option, and the remedy. Empty where that is not so.
llvm::StringRef whyNotStreamed(const Product &P, const Options &Opts,
                               llvm::Function &F);

} // namespace gemmify

#endif // GEMMIFY_PASS_PLAN_TARGETVERSIONS_H
