//===- openmp-runtime.c - OpenMP's calls, one thread after the other ------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What clang and flang call for `parallel for`, so that tests need no OpenMP and
// see the same parts of a range each time.
//
//===----------------------------------------------------------------------===//

#include <stdarg.h>
#include <stdint.h>

int threads = 1;
static int thread;

int __kmpc_global_thread_num(void *loc) { return thread; }
void __kmpc_barrier(void *loc, int gtid) {}
void __kmpc_for_static_fini(void *loc, int gtid) {}
int omp_get_num_threads(void) { return threads; }
int omp_get_thread_num(void) { return thread; }
void __kmpc_dispatch_deinit(void *loc, int gtid) {}

void __kmpc_fork_call(void *loc, int count, void *body, ...) {
  void *arg[15] = {0};
  va_list args;
  va_start(args, body);
  for (int i = 0; i < count; ++i)
    arg[i] = va_arg(args, void *);
  va_end(args);
  for (thread = 0; thread < threads; ++thread) {
    int gtid = thread, tid = thread;
    ((void (*)(int *, int *, void *, void *, void *, void *, void *, void *,
               void *, void *, void *, void *, void *, void *, void *, void *,
               void *))body)(&gtid, &tid, arg[0], arg[1], arg[2], arg[3],
                             arg[4], arg[5], arg[6], arg[7], arg[8], arg[9],
                             arg[10], arg[11], arg[12], arg[13], arg[14]);
  }
  thread = 0;
}

enum { STATIC_CHUNKED = 33, STATIC = 34 };

/// The share of this thread: a range, or its first chunk.
#define STATIC_INIT(SUFFIX, T, S)                                              \
  void __kmpc_for_static_init_##SUFFIX(void *loc, int gtid, int schedule,      \
                                       int *last, T *lower, T *upper,          \
                                       S *stride, S incr, S chunk) {           \
    T count = *upper - *lower + 1, each = count / threads;                     \
    T more = count % threads, own = (T)thread;                                 \
    if (schedule == STATIC_CHUNKED) {                                          \
      *stride = chunk * threads;                                               \
      *lower += own * chunk;                                                   \
      *upper = *lower + chunk - 1;                                             \
      return;                                                                  \
    }                                                                          \
    *stride = count;                                                           \
    *lower += own * each + (own < more ? own : more);                          \
    *upper = *lower + each - (own < more ? 0 : 1);                             \
  }
STATIC_INIT(4, int32_t, int32_t)
STATIC_INIT(4u, uint32_t, int32_t)
STATIC_INIT(8, int64_t, int64_t)
STATIC_INIT(8u, uint64_t, int64_t)

int64_t asked_chunk; ///< What a parallel loop has asked for.
int gives_none;      ///< Whether it gets no chunks.
static uint64_t next_chunk, end_of_chunks, chunk_size;

/// Chunks grow, so that they begin and end anywhere.
#define DISPATCH(SUFFIX, T, S)                                                 \
  void __kmpc_dispatch_init_##SUFFIX(void *loc, int gtid, int schedule,        \
                                     T lower, T upper, S stride, S chunk) {    \
    if (thread != 0)                                                           \
      return;                                                                  \
    next_chunk = lower;                                                        \
    end_of_chunks = (uint64_t)upper + 1;                                       \
    chunk_size = asked_chunk = chunk;                                          \
  }                                                                            \
  int __kmpc_dispatch_next_##SUFFIX(void *loc, int gtid, int *last, T *lower,  \
                                    T *upper, S *stride) {                     \
    if (next_chunk >= end_of_chunks || gives_none)                             \
      return 0;                                                                \
    *lower = next_chunk;                                                       \
    next_chunk += chunk_size += 7;                                             \
    if (next_chunk > end_of_chunks)                                            \
      next_chunk = end_of_chunks;                                              \
    *upper = next_chunk - 1;                                                   \
    return 1;                                                                  \
  }
DISPATCH(4, int32_t, int32_t)
DISPATCH(4u, uint32_t, int32_t)
DISPATCH(8, int64_t, int64_t)
DISPATCH(8u, uint64_t, int64_t)
