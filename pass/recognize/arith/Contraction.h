//===- Contraction.h - Multiplies that become part of an add ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where multiply and add carry `contract` (Fortran, -ffp-contract=fast), the
/// code generator decides whether they become one fused operation: when they
/// stand in one basic block and the product has no other use. Expressions that
/// are moved into a kernel must be fused exactly where they were before.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_CONTRACTION_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_CONTRACTION_H

#include "pass/recognize/GemmNest.h"
#include "pass/recognize/Reasons.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace gemmify {

/// The operand of \p Add, an fadd or fsub, that the code generator fuses into
/// it: the number of the operand, whose value is an fmul. Empty when there is
/// none, and for all other instructions.
std::optional<unsigned> fusedOperand(const llvm::Instruction &Add);

/// Whether \p Add would be fused in a copy of its expression although it is
/// not where it stands: its product is needed elsewhere too, or computed in
/// another block. \p Operand says what an operand is in the copy.
bool fusesOnlyWhenCopied(
    const llvm::Instruction &Add,
    llvm::function_ref<const llvm::Value *(const llvm::Use &)> Operand);

/// Whether an addition in \p Root might be fused with another product, or with
/// one at all, where branches of \p Root are taken out: then blocks become one,
/// and neither merges nor what the branches ask about is left.
bool mayFuseWithoutBranches(const llvm::Loop &Root, const llvm::LoopInfo &LI);

/// Of functions in which nothing can be fused, whatever flags say.
constexpr llvm::StringLiteral UnfusedAttribute = "gemmify-unfused";

/// Whether the code generator may fuse what has no flag for it in \p F: it was
/// told so for the whole module (-ffp-contract=fast), in which a pragma takes
/// the flags away. Where other operations have them, that is what the module
/// looks like. Not in functions of the pass's own.
bool isContractedElsewhere(const llvm::Function &F);

/// Whether an addition in \p Root might be fused with another product, or not
/// at all, where its result goes through memory to the next iteration of a
/// loop: it is in another block than the next one's product then. Additions in
/// any order may.
bool mayFuseElsewhere(const llvm::Loop &Root);

/// Whether LLVM may unroll \p L as a whole, or by a factor that the program
/// names: what loops inside it do then depends on fewer numbers, or on none.
bool mayUnrollWhole(const llvm::Loop &L, llvm::ScalarEvolution &SE);

/// Whether it is known what the code generator would fuse in \p N, a nest with
/// its k loop at position \p K, where \p Unrolled steps of it stand in the
/// inner loop. False with a reason in \p Why.
bool fusesPredictably(const GemmNest &N, LoopDim K, bool Unrolled, Reason &Why);

/// Whether \p Why is about how products of the nest's numbers are rounded, and
/// would be one if they were not.
bool isAboutContraction(Reason Why);

/// The product that \p V is, as it is or negated, if flags let it be added in
/// the same operation; null otherwise.
const llvm::Instruction *fusibleProduct(const llvm::Value *V);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_CONTRACTION_H
