//===- LibraryCall.h - Calls of the C library -------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells the functions of the C library from those of the program.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_ARITH_LIBRARYCALL_H
#define GEMMIFY_PASS_RECOGNIZE_ARITH_LIBRARYCALL_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace gemmify {

/// The function of the C library that \p Call calls by name; empty when it is
/// none, or the call must not be taken for one.
std::optional<llvm::LibFunc> libraryFunction(const llvm::CallBase &Call);

/// Whether \p I, which has a side effect, calls a mathematical function that
/// does nothing but compute its result and, where that is not to be had, set
/// errno.
bool computesAndSetsErrno(const llvm::Instruction &I);

/// Whether what follows \p I runs whenever \p I has run: such functions come
/// back, which LLVM does not know of all.
bool goesOn(const llvm::Instruction &I);

/// Whether \p V is computed in \p Nest by such a call, among others.
bool goesThroughErrno(const llvm::Value &V, const llvm::Loop &Nest);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_ARITH_LIBRARYCALL_H
