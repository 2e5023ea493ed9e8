//===- TeamWays.h - How a product is cut for a team -------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Into how many *shares* the threads of a team cut the rows and the columns of
/// a product, which sizes and the number of threads decide, as in BLIS.
///
/// With several shares of rows, the team packs each block of the right operand
/// once, together, and waits for each other before it is read and before it is
/// overwritten. With one, each thread packs the columns that it reads.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_LOOPS_TEAMWAYS_H
#define GEMMIFY_PASS_KERNEL_LOOPS_TEAMWAYS_H

#include "pass/kernel/build/KernelContext.h"

namespace gemmify {

/// The number of shares, i64.
struct TeamWays {
  llvm::Value *Down;   ///< Of the tiles' rows.
  llvm::Value *Across; ///< Of their columns.
};

/// Those for \p Threads (i64, at least 1). There may be fewer shares than
/// threads, and where rows differ in length there are more.
TeamWays chooseWays(KernelContext &Ctx, llvm::Value *Threads);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_LOOPS_TEAMWAYS_H
