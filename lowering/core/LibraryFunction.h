//===- LibraryFunction.h - Names of the library in a module -----*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A module may give a name of the C library or of the compiler's runtime to
/// something else: a static function, a variable, an alias, a declaration with
/// other parameters; and with LTO, a program's own definition may be visible.
/// Code that adds a reference must ask here first, before anything is planned.
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_LOWERING_CORE_LIBRARYFUNCTION_H
#define GEMMIFY_LOWERING_CORE_LIBRARYFUNCTION_H

#include "llvm/IR/Module.h"

namespace gemmify {

/// Whether \p Name is free in \p M, or an external declaration of a function
/// of type \p Ty.
bool mayUseLibraryFunction(const llvm::Module &M, llvm::StringRef Name,
                           const llvm::FunctionType *Ty);

/// The function \p Name of type \p Ty, for which mayUseLibraryFunction() holds.
/// Its address is null in a program that is linked without the library: a
/// module that does not need it otherwise gets a weak reference.
llvm::Function *getOptionalFunction(llvm::Module &M, llvm::StringRef Name,
                                    llvm::FunctionType *Ty);

/// As mayUseLibraryFunction(), for a variable of type \p Ty that is not
/// thread-local.
bool mayUseLibraryVariable(const llvm::Module &M, llvm::StringRef Name,
                           const llvm::Type *Ty);

/// Whether \p Name is free in \p M, or the variable of type \p Ty that the pass
/// defines in every module which needs it.
bool mayShareVariable(const llvm::Module &M, llvm::StringRef Name,
                      const llvm::Type *Ty);

/// That variable, for which mayShareVariable() holds, defined as zero at
/// addresses of at least \p Alignment where \p M has none yet: one per program,
/// or shared library, whichever of its modules define it.
llvm::GlobalVariable *getSharedVariable(llvm::Module &M, llvm::StringRef Name,
                                        llvm::Type *Ty,
                                        llvm::MaybeAlign Alignment = {});

} // namespace gemmify

#endif // GEMMIFY_LOWERING_CORE_LIBRARYFUNCTION_H
