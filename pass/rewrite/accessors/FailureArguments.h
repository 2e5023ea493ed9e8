//===- FailureArguments.h - What a check that fails is given ----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An accessor that takes its indices by reference is given their address, also
/// where it is called only because a check has failed. So they have to be in
/// memory as long as it might be, in each iteration:
///
///     int index = i; if (index >= a.rows) a.at(&index, ...);
///
/// With a copy that is made right before that call, they need not.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_ACCESSORS_FAILUREARGUMENTS_H
#define GEMMIFY_PASS_REWRITE_ACCESSORS_FAILUREARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/InstrTypes.h"

namespace gemmify {

/// Gives \p Failures, calls that do not return, copies of local variables whose
/// address nothing else takes, and at which nobody looks after them.
void copyArguments(llvm::ArrayRef<llvm::CallBase *> Failures);

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_ACCESSORS_FAILUREARGUMENTS_H
