//===- PackConstant.h - Packing constants at compile time -------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_PACK_PACKCONSTANT_H
#define GEMMIFY_PASS_KERNEL_PACK_PACKCONSTANT_H

#include "pass/plan/Options.h"
#include "pass/plan/PlanVersions.h"
#include "pass/product/Product.h"

namespace gemmify {

/// Where a product is computed.
struct ConstantHost {
  const llvm::Function &F;
  const llvm::TargetTransformInfo &TTI;
  Surroundings Around;
};

/// Where a kernel of \p Plan would pack an operand of \p P, a constant array of
/// constant sizes, puts all of its slivers into a global of the module and says
/// so in \p P; and also that the bytes which \p Opts allows for a module do not
/// suffice. Equal slivers are in a module once. Where all sizes are known and
/// the kernel would copy slivers in tiles, \p Plan becomes one that packs. Does
/// nothing where there are \p Levels, each of which has slivers of its own.
void packConstant(Product &P, BlockingPlan &Plan,
                  llvm::ArrayRef<VersionPlan> Levels, const Options &Opts,
                  const ConstantHost &Host, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_PACK_PACKCONSTANT_H
