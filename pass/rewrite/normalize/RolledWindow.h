//===- RolledWindow.h - A window with its loops again -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The copy of a convolution whose window is written out has loops over the
/// window.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_NORMALIZE_ROLLEDWINDOW_H
#define GEMMIFY_PASS_REWRITE_NORMALIZE_ROLLEDWINDOW_H

#include "TrialNest.h"

namespace gemmify {

/// See Reading.
std::unique_ptr<TrialNest> readRolled(llvm::Loop &Innermost,
                                      const NestAnalyses &A);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_NORMALIZE_ROLLEDWINDOW_H
