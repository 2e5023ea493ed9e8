//===- AddedFunction.h - Functions that the pass adds -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels and what they call are functions of their own, named after all that
/// their bodies depend on: those of equal name are shared.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_BUILD_ADDEDFUNCTION_H
#define GEMMIFY_PASS_KERNEL_BUILD_ADDEDFUNCTION_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"
#include <string>

namespace gemmify {

/// What functions that are called in place of code of \p F have in common with
/// it: for which processor they are compiled, and how.
llvm::AttrBuilder targetAttributesOf(const llvm::Function &F);

/// \p Attrs as text, for keys.
std::string describeAttributes(const llvm::AttrBuilder &Attrs);

/// The name of the function whose body depends on \p Key alone.
std::string nameByKey(llvm::StringRef Prefix, llvm::StringRef Key);

/// The function \p Name of type \p Ty in \p M that we built and no pass has
/// changed since; null when there is none. One that went through other passes
/// may have been specialized for its callers.
llvm::Function *findUntouched(llvm::Module &M, llvm::StringRef Name,
                              llvm::FunctionType *Ty);

/// On functions that lowerEagerly() takes.
constexpr llvm::StringLiteral VectorsAttribute = "gemmify-vectors";

/// Adds a function without a body at the end of \p Host's module.
llvm::Function *createFunction(const llvm::Function &Host,
                               llvm::FunctionType *Ty, llvm::StringRef Name,
                               const llvm::AttrBuilder &Attrs);

/// What begins the name of each function that is added.
constexpr llvm::StringLiteral AddedPrefix = "gemmify.";

/// The added functions that \p Kernel calls.
llvm::SmallVector<llvm::Function *, 4>
findAddedFunctions(const llvm::Function &Kernel);

/// The function of the module that \p Build makes of an empty one, for \p Host
/// and others whose \p Key and attributes are the same. It is built once, and
/// takes part in lowerEagerly().
llvm::Function *
getSharedFunction(llvm::Function &Host, llvm::StringRef Prefix,
                  const llvm::Twine &Key, llvm::FunctionType *Ty,
                  llvm::function_ref<void(llvm::Function &)> Build);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_ADDEDFUNCTION_H
