//===- TargetTable.h - One row per instruction family -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The table of targets: name, feature test, element types, tile, caches and
/// the function that emits the micro-kernel. Choice, printing and the tests'
/// enumeration of targets all follow from it.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_TARGET_TARGETTABLE_H
#define GEMMIFY_LOWERING_TARGET_TARGETTABLE_H

#include "intrinsic/TargetRecord.h"
#include "lowering/core/ProductKind.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"

namespace gemmify {

class SiteEmitter;

/// What the functions of a row need besides its instructions.
enum class RowNeed {
  Nothing,
  Tiles, ///< Tiles, which the system has to grant the process.
  Mode,  ///< A processor mode, which has to be entered.
};

/// One row of the table.
struct TargetRow {
  llvm::StringLiteral Name;
  llvm::StringLiteral Description;
  /// True for rows that only tests name (`-gemmify-target=`).
  bool TestOnly;
  /// Whether the row's instructions exist in \p F (triple, CPU, features).
  bool (*Fits)(const llvm::Function &F);
  /// Whether the row computes products of \p Kind. If not, and \p Kind is
  /// narrow, it is asked about the widened kind.
  bool (*Supports)(const ProductKind &Kind);
  /// Registers, caches and tile for \p Kind in \p F. \p TTI supplies what the
  /// row does not say itself.
  TargetRecord (*Describe)(const llvm::Function &F, const ProductKind &Kind,
                           const llvm::TargetTransformInfo &TTI);
  /// The kind that operands of \p Kind are to be packed as: wider integers, or
  /// one operand of the other sign. Null: as they are.
  ProductKind (*Packs)(const llvm::Function &F, const ProductKind &Kind);
  /// Emits micro-kernels of \p Kind for this row in \p F.
  const SiteEmitter &(*Emitter)(const llvm::Function &F,
                                const ProductKind &Kind);
  /// Prepares a function with products of this row for the code generator, once
  /// all other passes have run. Null: nothing to do.
  void (*Finish)(llvm::Function &F) = nullptr;
  RowNeed Needs = RowNeed::Nothing;
  /// Whether it is the row for products that no other row computes.
  bool IsLastResort = false;

  /// The kind that operands of \p Kind are packed as for this row.
  ProductKind packed(const llvm::Function &F, const ProductKind &Kind) const {
    return Packs && Kind.isNarrow() ? Packs(F, Kind) : Kind;
  }
};

/// A row and the kind that it computes: the one that was asked for, or that one
/// widened.
struct TargetChoice {
  const TargetRow *Row = nullptr;
  ProductKind Kind;
};

/// Names the row whose Finish a function awaits.
constexpr llvm::StringLiteral FinishAttribute = "gemmify-finish";

/// On a function that the macro level has added and that contains only its
/// code, so that it may be compiled differently from the program's own.
constexpr llvm::StringLiteral AddedAttribute = "gemmify-added";

/// On a function that runs only where the system has given the process AMX's
/// tiles.
constexpr llvm::StringLiteral MayUseTilesAttribute = "gemmify-may-use-tiles";

/// On a function that runs only where streaming mode's vectors have as many
/// bits as its value says, or more. The functions that enter it have LLVM's
/// attributes for that as well.
constexpr llvm::StringLiteral MayStreamAttribute = "gemmify-may-stream";

/// All rows, in order of preference.
llvm::ArrayRef<TargetRow> targetTable();

/// The first row that fits \p F and supports \p Kind, narrow or widened, or the
/// row named \p Override when that is not empty. Fails with a sentence that
/// names the option `-gemmify-target`, the accepted names and the reason, when
/// the override is unknown or does not fit the function. A named row that fits
/// but does not compute this kind leaves it to the others. The portable row
/// supports every kind that is not narrow.
llvm::Expected<TargetChoice> selectTarget(const llvm::Function &F,
                                          const ProductKind &Kind,
                                          llvm::StringRef Override);

/// Elements of \p ElemTy in a vector of \p VectorBits. One for types of which
/// a vector in memory cannot be read in pieces (i7, x86_fp80).
unsigned vectorLanes(const llvm::DataLayout &DL, unsigned VectorBits,
                     llvm::Type *ElemTy);

/// The rows, one per file. Add a new one here and in targetTable().
extern const TargetRow AmxInt8Row;
extern const TargetRow AmxBf16Row;
extern const TargetRow Avx512Bf16Row;
extern const TargetRow Avx512Fp16Row;
extern const TargetRow AvxVnniInt8Row;
extern const TargetRow AvxVnniInt16Row;
extern const TargetRow X86VnniRow;
extern const TargetRow X86WordsRow;
extern const TargetRow X86FmaRow;
extern const TargetRow Power10MmaRow;
extern const TargetRow PowerVsxRow;
extern const TargetRow SmeSmopaRow;
extern const TargetRow SmeBf16Row;
extern const TargetRow SmeFmopaRow;
extern const TargetRow SmeF64Row;
extern const TargetRow SveI8mmRow;
extern const TargetRow SveBf16Row;
extern const TargetRow SveDotRow;
extern const TargetRow SveFmaRow;
extern const TargetRow NeonBf16Row;
extern const TargetRow NeonI8mmRow;
extern const TargetRow NeonDotRow;
extern const TargetRow NeonMlalRow;
extern const TargetRow NeonFmaRow;
extern const TargetRow PortableRow;
extern const TargetRow OddRow;

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_TARGETTABLE_H
