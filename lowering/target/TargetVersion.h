//===- TargetVersion.h - Processors that one program may meet ---*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program can hold kernels for better processors than its own target, or for
/// what the target leaves open: longer vectors, tiles, a mode. It chooses
/// between them at run time. A target's file (x86/X86Versions.cpp,
/// arm/ArmVersions.cpp) says which versions there are, how functions are
/// compiled for them, what the host has to allow, and how the program asks
/// whether they may run. This is all that the macro level knows about them.
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

/// The user's option that controls versions of a kind.
enum class VersionSwitch {
  Processors, ///< Better than the host's: off by default.
  Lengths,    ///< Vector lengths that the host leaves open: on by default.
  Tiles,      ///< Tiles, for a host that has all the rest or, with better
              ///< processors, for any.
  Streaming,  ///< A mode, for a host that has its instructions.
};

/// What the system has to grant before a version runs.
struct SystemPermission {
  /// Follows "gemmify." in the names of what is added for it.
  llvm::StringLiteral Name;
  /// Emits an i1: whether it is granted. The code is the body of a function of
  /// its own, and \p B is left at its end.
  llvm::Value *(*Emit)(llvm::IRBuilderBase &B);
};

/// What all versions of a kind share.
struct VersionKind {
  VersionSwitch Switch;
  /// The rows that such versions are for; with other rows, there is none.
  RowNeed Serves;
  /// Whether \p F may have it: its flags do not exclude the instructions, its
  /// processor is not known to lack them, and system and module provide what is
  /// needed.
  bool (*Admits)(const TargetVersion &V, const llvm::Function &F);
  /// Gives \p F the attributes that make it compiled for \p V.
  void (*Enable)(const TargetVersion &V, llvm::Function &F);
  /// Null: none.
  const SystemPermission *Permission;
  /// Whether tiles are computed in a mode that functions enter (enterMode()).
  /// Products that such a kernel refuses may go to another one.
  bool HasMode;
  /// Whether operands have to be packed.
  bool NeedsPacking;
  /// Whether a kernel must not be inlined into the function that tests: there,
  /// its tiles would be configured before they are granted, or its vectors
  /// would have another length.
  bool StaysApart;
  /// Whether the test reads or changes memory, so that the functions around it
  /// do, too.
  bool AsksAround;
  /// User-visible names of what multiplies and of its tiles, which have sizes
  /// of their own. Where another option rules it out, a remark says so. Empty:
  /// no remark.
  llvm::StringLiteral Engine, Tiles;
};

/// A set of instructions that processors share, or a vector length.
struct TargetVersion {
  llvm::StringLiteral Name;
  const VersionKind &Kind;
  /// "avx,avx2": names that LLVM and the compiler runtime's CPU model share.
  llvm::StringLiteral Features;
  /// The least number of bits of vectors, in the mode if there is one; 0: as
  /// the features say.
  unsigned VectorBits = 0;

  llvm::SmallVector<llvm::StringRef, 16> features() const;
  /// "+avx,+avx2".
  std::string enabled() const;
  /// Whether all processors that \p F is for have its features.
  bool isIn(const llvm::Function &F) const;
};

/// The versions of a target.
struct VersionTable {
  /// The better ones last.
  llvm::ArrayRef<TargetVersion> Versions;
  /// Whether functions like \p F may choose between them at run time.
  bool (*Fits)(const llvm::Function &F);
  /// An i1 for each of \p Asked: whether the processor has it. \p B is in a
  /// function with the attributes of \p Host. Null: all processors of the
  /// host's target have it, or the version is null.
  llvm::SmallVector<llvm::Value *, 6> (*EmitTests)(
      llvm::IRBuilderBase &B, const llvm::Function &Host,
      llvm::ArrayRef<const TargetVersion *> Asked);
};

/// The table that fits \p F, or null.
const VersionTable *versionTable(const llvm::Function &F);

/// The tables, one per target. Add a new one here and in versionTable().
extern const VersionTable X86Versions;
extern const VersionTable ArmVersions;

/// While this object lives, a function is compiled for a version: queries of
/// its target see the version's instructions.
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

/// Makes \p F, which is compiled for a version with a mode, enter that mode
/// whoever calls it.
void enterMode(llvm::Function &F);

/// Whether \p Name is one of our attributes that say what a function is
/// compiled for. Functions that take over some of its code need it as well.
bool isVersionAttribute(llvm::StringRef Name);

/// Whether the attribute \p Name says in which mode a function is called, which
/// concerns only it and its callers.
bool isModeAttribute(llvm::StringRef Name);

} // namespace gemmify

#endif // GEMMIFY_LOWERING_TARGET_TARGETVERSION_H
