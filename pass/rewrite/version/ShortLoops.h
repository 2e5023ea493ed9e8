//===- ShortLoops.h - Loops that are unrolled late --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Short loops of a product stay rolled until the macro pass has seen them.
/// Where they are still there afterwards, in a nest that is kept or behind a
/// guard, they are unrolled before the vectorizer comes to them, as they would
/// have been without the plugin.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_VERSION_SHORTLOOPS_H
#define GEMMIFY_PASS_REWRITE_VERSION_SHORTLOOPS_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"

namespace gemmify {

/// Whether hold() has been called for \p L, and not letGo.
bool isHeld(const llvm::Loop &L);
/// Marks \p L, which the programmer lets unroll, so that it is not.
void hold(llvm::Loop &L);
/// Removes the mark; returns whether there was one.
bool letGo(llvm::Loop &L);

/// Lets all loops of \p LI be unrolled; held ones are still known as such.
/// Returns whether there are any.
bool allowUnrolling(llvm::LoopInfo &LI);
/// Whether \p L is held, lets itself be unrolled, and is short enough for LLVM.
bool isUnrolledLate(const llvm::Loop &L, llvm::ScalarEvolution &SE);
/// Whether one of \p LI is.
bool hasLoopToUnroll(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_VERSION_SHORTLOOPS_H
