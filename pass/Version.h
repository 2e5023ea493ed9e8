//===- Version.h - The version of the plugin --------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
///     opt-22 -load-pass-plugin=... -passes='print<gemmify-version>' /dev/null
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_VERSION_H
#define GEMMIFY_PASS_VERSION_H

namespace gemmify {

/// As in "0.9.0": CMakeLists.txt names it, and nothing else does.
extern const char *const Version;

} // namespace gemmify

#endif // GEMMIFY_PASS_VERSION_H
