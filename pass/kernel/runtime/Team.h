//===- Team.h - Threads of an OpenMP runtime --------------------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Kernels may compute one product by a *team*: the threads of the OpenMP
/// runtime that the program is linked with. GNU's and LLVM's both have the
/// interface that GCC's compiler calls (GOMP_parallel). References to it are
/// weak, so a program without a runtime has teams of one.
///
/// A caller is alone where the runtime must not be entered, or others are
/// busy: in a parallel region, in a process that was forked (its threads are
/// gone; what it loads itself cannot tell), in a thread that blocks signals, as
/// handlers do, and while the team of the program, or shared library, is in
/// use:
///
///     struct { i32 busy, pid; } gemmify.team
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_KERNEL_RUNTIME_TEAM_H
#define GEMMIFY_PASS_KERNEL_RUNTIME_TEAM_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace gemmify {

/// Whether kernels of \p M may have a team.
bool mayHaveTeam(const llvm::Module &M);

/// i64: the threads of a team that now belongs to the caller, 2 to \p Wanted
/// (i64), or 1: there is no team.
llvm::Value *claimTeam(llvm::IRBuilderBase &B, llvm::Value *Wanted);

/// Runs \p Task, a `void(ptr)`, with \p Context in \p Threads threads (i64), or
/// as many as the runtime has, and gives the team back. errno is not changed.
void runTeam(llvm::IRBuilderBase &B, llvm::Function &Task, llvm::Value *Context,
             llvm::Value *Threads);

/// Gives back a team that has not run.
void releaseTeam(llvm::IRBuilderBase &B);

/// i1: whether the runtime lets threads wait for each other. One that is linked
/// statically need not have what nobody else asks for.
llvm::Value *hasBarrier(llvm::IRBuilderBase &B);

/// In a task: waits until all threads of the team are here. What each has
/// written before is seen by all others after.
void emitBarrier(llvm::IRBuilderBase &B);

/// In a task: which thread this is, and of how many, both i64.
struct TeamMember {
  llvm::Value *Number, *Count;
  explicit TeamMember(llvm::IRBuilderBase &B);
};

} // namespace gemmify

#endif // GEMMIFY_PASS_KERNEL_RUNTIME_TEAM_H
