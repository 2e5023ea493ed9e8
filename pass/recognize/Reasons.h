//===- Reasons.h - Why a nest is kept ---------------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognition, legality and the gates before them refuse with an id. Its
/// sentence is for the programmer only: nothing compares sentences. The table
/// is Reasons.def.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_RECOGNIZE_REASONS_H
#define GEMMIFY_PASS_RECOGNIZE_REASONS_H

#include "llvm/ADT/StringRef.h"

namespace gemmify {

/// Why a nest is kept. None: there is nothing to speak of, or nothing against
/// it.
enum class Reason : unsigned {
  None = 0,
#define GEMMIFY_REASON(Id, Sentence, Remedy, Test) Id,
#include "pass/recognize/Reasons.def"
};

/// What the programmer is told; empty for None.
llvm::StringRef sentence(Reason Why);

/// As the table names it, for tools; empty for None.
llvm::StringRef idOf(Reason Why);

} // namespace gemmify

#endif // GEMMIFY_PASS_RECOGNIZE_REASONS_H
