//===- Permission.h - What the system is asked for --------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_PERMISSION_H
#define GEMMIFY_PASS_KERNEL_BUILD_PERMISSION_H

#include "lowering/target/TargetVersion.h"

namespace gemmify {

/// `i1 permitted()` for \p User: whether the system grants \p Permission.
llvm::Function *getPermission(const llvm::Function &User,
                              const SystemPermission &Permission);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_PERMISSION_H
