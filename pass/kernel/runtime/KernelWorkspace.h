//===- KernelWorkspace.h - Memory for packed blocks -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_KERNELWORKSPACE_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_KERNELWORKSPACE_H

#include "pass/kernel/build/KernelContext.h"
#include "pass/plan/Options.h"
#include "llvm/Analysis/TargetLibraryInfo.h"

namespace gemmify {

/// Where a kernel's buffers come from.
enum class WorkspaceHome { Stack, Heap };

/// The home for buffers of at most \p Bytes: the stack when nothing else is
/// allowed, or when they fit in the small part that \p Plan leaves them.
WorkspaceHome chooseHome(uint64_t Bytes, const BlockingPlan &Plan,
                         const Options &Opts, bool MayAllocate);

/// Whether functions of \p M may call takeWorkspace() and giveWorkspace().
bool mayTakeWorkspace(const llvm::Module &M);

/// Whether a macro-kernel that \p F calls may allocate: its \p TLI knows malloc
/// and free (not so where flags say that the program has its own), its module
/// does not redefine the library's names, and the options allow it.
bool mayAllocate(const llvm::Function &F, const llvm::TargetLibraryInfo &TLI,
                 const Options &Opts);

/// Emits a call that obtains \p Bytes (i64) from the pool (WorkspacePool.h) or,
/// where there is none, from malloc: null when it fails.
llvm::CallInst *takeWorkspace(llvm::IRBuilderBase &B, llvm::Value *Bytes);

/// Multiple of bytes at which a kernel's buffers begin: a cache line, and the
/// widest vector.
constexpr uint64_t WorkspaceAlign = 64;

/// The first such multiple in \p Workspace, which takeWorkspace() returned.
llvm::Value *alignWorkspace(llvm::IRBuilderBase &B, llvm::Value *Workspace);

/// Whether \p V may be what takeWorkspace() returned.
bool isWorkspace(const llvm::Value &V);

/// Whether \p Kernel takes workspace.
bool takesWorkspace(const llvm::Function &Kernel);

/// Emits code that releases what takeWorkspace() returned.
void giveWorkspace(llvm::IRBuilderBase &B, llvm::Value *Workspace);

/// Buffers of one kernel, each beginning at a multiple of 64 bytes.
class KernelWorkspace {
public:
  explicit KernelWorkspace(KernelContext &Ctx) : Ctx(Ctx) {}

  /// Plans a buffer of \p Bytes (i64) and returns its number.
  unsigned add(llvm::Value *Bytes);
  /// Emits code that obtains all buffers: at most \p MaxStackBytes on the
  /// stack, or by takeWorkspace; when that fails, the kernel returns false.
  void obtain(WorkspaceHome Home, uint64_t MaxStackBytes);
  /// The same in memory that is there, bytes() from \p Memory on.
  void place(llvm::Value *Memory);
  /// i64: of all buffers.
  llvm::Value *bytes() const;
  llvm::Value *buffer(unsigned Number) const { return Buffers[Number]; }
  /// Emits code that releases what obtain() got.
  void release();

private:
  llvm::Value *allocate(llvm::Value *Bytes);

  KernelContext &Ctx;
  llvm::SmallVector<llvm::Value *, 3> Sizes;
  llvm::SmallVector<llvm::Value *, 3> Buffers;
  llvm::Value *Allocated = nullptr;
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_KERNELWORKSPACE_H
