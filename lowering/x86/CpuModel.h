//===- CpuModel.h - What the runtime knows of the processor -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// libgcc and compiler-rt keep a CPU model of x86-64 for
/// `__builtin_cpu_supports`: it queries the processor once, before main, and
/// counts registers that the system does not save as missing. We keep no state,
/// so threads and signal handlers are safe.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_X86_CPUMODEL_H
#define GEMMIFY_LOWERING_X86_CPUMODEL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace gemmify {

/// Whether \p M leaves the names of the CPU model to the runtime.
bool mayAskCpuModel(const llvm::Module &M);

/// Emits queries of the compiler runtime's CPU model:
///
///     struct { int vendor, type, subtype, features[1]; } __cpu_model;
///     int __cpu_features2[3];
class CpuModel {
public:
  explicit CpuModel(llvm::IRBuilderBase &B)
      : B(B), M(*B.GetInsertBlock()->getModule()) {}

  /// The model is filled in when the program starts; code that runs before that
  /// has to do it.
  void init();

  /// i1: whether processor and system have all of \p Features.
  llvm::Value *has(llvm::ArrayRef<llvm::StringRef> Features);

private:
  llvm::Value *word(unsigned Index);
  llvm::Value *load(llvm::Constant *Ints, unsigned Index);
  llvm::Constant *model();
  llvm::Constant *moreFeatures();
  llvm::Constant *global(llvm::StringRef Name, llvm::Type *Ty);

  llvm::IRBuilderBase &B;
  llvm::Module &M;
  llvm::Value *Words[4] = {};
};

} // namespace gemmify

#endif // GEMMIFY_LOWERING_X86_CPUMODEL_H
