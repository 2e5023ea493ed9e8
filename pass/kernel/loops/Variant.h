//===- Variant.h - The ways to compute a product ----------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A kernel holds several sets of loops for one product and takes the first
/// that suits the sizes. Each is a row of a table: whether it can compute the
/// product at all, asked at compile time; whether to take it, asked at run
/// time; and its code. A new one is a file and a row.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_VARIANT_H
#define GEMMIFY_PASS_KERNEL_LOOPS_VARIANT_H

#include "GotoLoops.h"
#include "pass/plan/Options.h"
#include "pass/product/Product.h"

namespace gemmify {

/// What a kernel is asked for.
struct KernelRequest {
  const Product &P;
  const BlockingPlan &Plan;
  const Options &Opts;
  bool MayAllocate; ///< Whether it may take workspace.

  const OperandOrder &order() const { return P.Order; }
  /// The plan for operands that are read in place, one step of k at a time.
  BlockingPlan oneStepPlan() const;
  /// The layout of the blocks if operands are packed.
  PackingLayout layout() const;
  /// Whether unpacked loops can compute any depth, or the known one.
  bool tilesAnyDepth() const;
};

/// A team that takesTeam() has claimed.
struct TeamSite {
  llvm::Value *Threads = nullptr; ///< How many it should have, i64.
  llvm::Value *Down, *Across;     ///< See TeamWays, i64.
  llvm::Value *Room;              ///< Its workspace.
};

/// A kernel under construction, at a point where all of its parameters are
/// available.
struct KernelSite {
  llvm::IRBuilderBase &B;
  const KernelRequest &Request;
  const KernelSignature &Sig;

  KernelSite(llvm::IRBuilderBase &B, const KernelRequest &Request,
             const KernelSignature &Sig)
      : B(B), Request(Request), Sig(Sig) {}

  /// i1: whether unpacked loops need only one block of k.
  llvm::Value *isOneTiledBlock() const;
  /// i1: whether they are to be taken where others pack. Emitted for the first
  /// row that asks; those after it come to the same place.
  llvm::Value *isNotPacked() const;

  mutable TeamSite Team;

private:
  mutable llvm::Value *NotPacked = nullptr;
};

/// One set of loops.
struct Variant {
  /// Of its blocks in the IR.
  llvm::StringLiteral Name;
  /// Whether the loops can compute the product and should be in its kernel.
  bool (*Fits)(const KernelRequest &Request);
  /// Emits an i1: whether to take them; returns null if the answer is known
  /// while compiling, so that the row is left out. Null: always.
  llvm::Value *(*Takes)(const KernelSite &At);
  /// Emits them. Null: the kernel refuses the product and returns false.
  void (*Emit)(const KernelSite &At);
};

/// All variants, in the order in which a kernel asks for them.
llvm::ArrayRef<Variant> variants();

/// Emits the first variant that fits and takes the product, at run time, and
/// returns from the kernel.
void emitVariants(const KernelSite &At);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_VARIANT_H
