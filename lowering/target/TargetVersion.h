//===- TargetVersion.h - Processors that one program may meet ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program can hold kernels for better processors than it is for, or for
/// what its own may have or not: longer vectors, tiles, a mode. It chooses when
/// it runs. A target's file (x86/X86Versions.cpp, arm/ArmVersions.cpp) says
/// which versions there are, how functions are compiled for them, what the host
/// has to allow, and how the program asks whether they may run. The macro level
/// knows no more of them than is here.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_TARGET_TARGETVERSION_H
#define GEMMIFY_LOWERING_TARGET_TARGETVERSION_H

#include "TargetTable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include <string>

namespace gemmify {

struct TargetVersion;

/// Which of the user's switches is about versions of a kind.
enum class VersionSwitch {
  Processors, ///< More than the host counts on: off unless wanted.
  Lengths,    ///< Lengths of vectors that it leaves open: on unless not wanted.
  Tiles,      ///< Tiles, for a host that has all the rest or, where better
              ///< processors are wanted, for others.
  Streaming,  ///< A mode, for a host that has the instructions.
};

/// What the system has to be asked for before a version runs.
struct SystemPermission {
  /// Begins the names of what is added for it, behind "gemmify.".
  llvm::StringLiteral Name;
  /// i1: whether it is granted. Code for the body of a function of its own, at
  /// the end of which \p B is left.
  llvm::Value *(*Emit)(llvm::IRBuilderBase &B);
};

/// What versions of a kind have in common.
struct VersionKind {
  VersionSwitch Switch;
  /// The rows that such a version is made for; it is none with others.
  RowNeed Serves;
  /// Whether \p F may have it: its flags exclude nothing, its processor is not
  /// one without, and system and module have what it takes.
  bool (*Admits)(const TargetVersion &V, const llvm::Function &F);
  /// Gives \p F the attributes that it is compiled for \p V by.
  void (*Enable)(const TargetVersion &V, llvm::Function &F);
  /// Null: none.
  const SystemPermission *Permission;
  /// Whether tiles are computed in a mode that functions enter (enterMode()).
  /// What such a kernel refuses, another one may take.
  bool HasMode;
  /// Whether operands have to be packed.
  bool NeedsPacking;
  /// Whether a kernel must not become part of the function that tests: there,
  /// its tiles would be configured before they are asked for, or its vectors
  /// have another length.
  bool StaysApart;
  /// Whether the test is more than an instruction that depends on nothing: what
  /// it reads or changes is no secret of the functions around it.
  bool AsksAround;
  /// What multiplies, as the user knows it, and what it calls its tiles, which
  /// have sizes of their own. Where another option leaves no room for it, the
  /// user is told. Empty: not.
  llvm::StringLiteral Engine, Tiles;
};

/// Instructions that processors have together, or a length of vectors.
struct TargetVersion {
  llvm::StringLiteral Name;
  const VersionKind &Kind;
  /// "avx,avx2": names that LLVM and the compiler runtime's CPU model share.
  llvm::StringLiteral Features;
  /// Bits that vectors have at least, those of the mode where there is one; 0:
  /// the features say it.
  unsigned VectorBits = 0;

  llvm::SmallVector<llvm::StringRef, 16> features() const;
  /// "+avx,+avx2".
  std::string enabled() const;
  /// Whether all processors that \p F is for have its features.
  bool isIn(const llvm::Function &F) const;
};

/// The versions of a target.
struct VersionTable {
  /// Better ones behind.
  llvm::ArrayRef<TargetVersion> Versions;
  /// Whether functions like \p F may choose between them when they run.
  bool (*Fits)(const llvm::Function &F);
  /// i1 for each of \p Asked, where \p B is in a function with the attributes
  /// of \p Host: whether the processor has it. Null: all that the host is for
  /// have it, or the version is null.
  llvm::SmallVector<llvm::Value *, 6> (*EmitTests)(
      llvm::IRBuilderBase &B, const llvm::Function &Host,
      llvm::ArrayRef<const TargetVersion *> Asked);
};

/// The table that fits \p F, or null.
const VersionTable *versionTable(const llvm::Function &F);

/// The tables, one per target. A new one is added here and in versionTable().
extern const VersionTable X86Versions;
extern const VersionTable ArmVersions;

/// Compiles a function for a version as well, as long as this lives: all that
/// asks for its target sees the version's instructions.
class VersionScope {
public:
  VersionScope(llvm::Function &F, const TargetVersion &V)
      : F(F), Before(F.getAttributes()) {
    V.Kind.Enable(V, F);
  }
  ~VersionScope() { F.setAttributes(Before); }
  VersionScope(const VersionScope &) = delete;
  VersionScope &operator=(const VersionScope &) = delete;

private:
  llvm::Function &F;
  const llvm::AttributeList Before;
};

/// Makes \p F, which is compiled for a version with a mode, run in that mode
/// wherever it is called from.
void enterMode(llvm::Function &F);

/// Whether the attribute \p Name, one of ours, says what a function is compiled
/// for: what is called in place of its code has it as well.
bool isVersionAttribute(llvm::StringRef Name);

/// Whether the attribute \p Name says in which mode a function is called, which
/// is between it and its callers.
bool isModeAttribute(llvm::StringRef Name);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_TARGETVERSION_H
