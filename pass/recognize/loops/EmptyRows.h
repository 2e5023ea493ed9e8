//===- EmptyRows.h - Rows of a triangle without elements --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_LOOPS_EMPTYROWS_H
#define GEMMIFY_PASS_RECOGNIZE_LOOPS_EMPTYROWS_H

#include "NestShape.h"
#include "Triangle.h"

namespace gemmify {

/// Whether, where rows of \p T may be without elements, all that is done for
/// elements is passed by in these: each loop over them, and all of \p Writes.
bool passesEmptyRowsBy(const NestShape &Shape, const AffineAccess &Access,
                       const Triangle &T,
                       llvm::ArrayRef<llvm::Instruction *> Writes);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_LOOPS_EMPTYROWS_H
