//===- Precompiled.h - LLVM's headers, read once per build ------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The headers of LLVM that most files include and that take most of the time
/// of compiling them. Every file still includes what it uses, so
/// -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without this one.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_INTRINSIC_PRECOMPILED_H
#define GEMMIFY_INTRINSIC_PRECOMPILED_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#endif // GEMMIFY_INTRINSIC_PRECOMPILED_H
