//===- AddedFunction.h - Functions that the pass adds -----------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels and their callees are functions named after everything that their
/// bodies depend on, so functions of equal name are shared.
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

/// The attributes of \p F that functions called in place of its code need as
/// well: for which processor they are compiled, and how.
llvm::AttrBuilder targetAttributesOf(const llvm::Function &F);

/// \p Attrs as text, for keys.
std::string describeAttributes(const llvm::AttrBuilder &Attrs);

/// The name of a function whose body depends only on \p Key.
std::string nameByKey(llvm::StringRef Prefix, llvm::StringRef Key);

/// The function \p Name of type \p Ty in \p M that we built and no pass has
/// changed since; null when there is none. A function that other passes have
/// changed may have been specialized for its callers.
llvm::Function *findUntouched(llvm::Module &M, llvm::StringRef Name,
                              llvm::FunctionType *Ty);

/// On functions for lowerEagerly().
constexpr llvm::StringLiteral VectorsAttribute = "gemmify-vectors";

/// Adds a function without a body at the end of \p Host's module.
llvm::Function *createFunction(const llvm::Function &Host,
                               llvm::FunctionType *Ty, llvm::StringRef Name,
                               const llvm::AttrBuilder &Attrs);

/// Removes declarations without uses from the end of the module, which have
/// been added behind \p Last for code that is gone.
void dropDeclarationsBehind(llvm::Function &Last);

/// The prefix of the names of all added functions.
constexpr llvm::StringLiteral AddedPrefix = "gemmify.";

/// The added functions that \p Kernel calls.
llvm::SmallVector<llvm::Function *, 4>
findAddedFunctions(const llvm::Function &Kernel);

/// The function that \p Build fills in, shared by \p Host and others with the
/// same \p Key and attributes. It is built once, and goes through
/// lowerEagerly().
llvm::Function *
getSharedFunction(llvm::Function &Host, llvm::StringRef Prefix,
                  const llvm::Twine &Key, llvm::FunctionType *Ty,
                  llvm::function_ref<void(llvm::Function &)> Build);

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_BUILD_ADDEDFUNCTION_H
