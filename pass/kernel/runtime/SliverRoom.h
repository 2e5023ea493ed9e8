//===- SliverRoom.h - Memory for copies of slivers --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A product that is not packed copies single slivers. Threads, and signal
/// handlers even more so, may have little stack: copies go there only when they
/// are small, or where nothing else is allowed.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_SLIVERROOM_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_SLIVERROOM_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// Room that is obtained once the sizes of the product are known.
class SliverRoom {
public:
  explicit SliverRoom(KernelContext &Ctx) : Ctx(Ctx) {}

  /// Bytes on the stack in any case, where workspace may be taken: at least one
  /// step of k of both operands.
  static uint64_t onStack(const KernelContext &Ctx);

  /// Emits code that finds room for \p Bytes (i64), at most \p MostBytes: up to
  /// \p NearBytes on the stack.
  void obtain(llvm::Value *Bytes, uint64_t MostBytes, uint64_t NearBytes);
  void obtain(llvm::Value *Bytes, uint64_t MostBytes) {
    obtain(Bytes, MostBytes, onStack(Ctx));
  }
  /// Begins at a multiple of 64 bytes.
  llvm::Value *ptr() const { return Ptr; }
  /// i1: there is no workspace, and no room beyond the stack's.
  llvm::Value *hasFailed() const { return Failed; }
  /// Emits code that releases what obtain() got.
  void release();

private:
  KernelContext &Ctx;
  llvm::Value *Ptr = nullptr, *Failed = nullptr;
  llvm::Value *Taken = nullptr; ///< Null, or a pointer that may be null.
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_SLIVERROOM_H
