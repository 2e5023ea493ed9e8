//===- ChunkCalls.h - Asking OpenMP's runtime for chunks --------*- C++ -*-===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// With `schedule(dynamic)` and its like, each thread of a team asks for one
/// chunk of the iterations after the other:
///
///     __kmpc_dispatch_init_4(loc, thread, schedule, first, last, step, chunk);
///     while (__kmpc_dispatch_next_4(loc, thread, &ends, &first, &last, &step))
///       for (i = first; i <= last; ++i) ...
///
/// clang and flang write these calls for LLVM's runtime, whose interface
/// (kmp.h) says what they do. Chunks are handed out without a flush: what one
/// thread writes in its chunk, no other reads in a later one (OpenMP 5.2, 1.4.4
/// and 11.5.3).
///
//===----------------------------------------------------------------------===//

#ifndef GEMMIFY_PASS_REWRITE_CHUNKS_CHUNKCALLS_H
#define GEMMIFY_PASS_REWRITE_CHUNKS_CHUNKCALLS_H

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstrTypes.h"

namespace gemmify {

/// Whether \p Call asks for a chunk: it comes back, does not throw, and writes
/// what its pointers point to and nothing else of the program.
bool asksForChunk(const llvm::CallBase &Call);

/// Whether that call may write to \p Where.
bool chunkMayWrite(const llvm::CallBase &Call,
                   const llvm::MemoryLocation &Where, llvm::AAResults &AA);

/// The call that has told the runtime what \p Around asks for, with the
/// operands above; null if \p Around asks for no chunks, or it is not known
/// where it began.
llvm::CallInst *findChunkStart(const llvm::Loop &Around);

/// Operands of that call.
enum ChunkStart : unsigned {
  ChunkSchedule = 2,
  ChunkFirst,
  ChunkLast,
  ChunkStep,
  ChunkSize
};

} // namespace gemmify

#endif // GEMMIFY_PASS_REWRITE_CHUNKS_CHUNKCALLS_H
