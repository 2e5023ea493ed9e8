//===- tile-threads.c - Threads that ask for tiles at the same time -------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// REQUIRES: emulated-amx
// DEFINE: %{flags} = -O3 -march=x86-64-v3 -mamx-int8
// RUN: rm -rf %t && mkdir %t
// RUN: %clangplugin %{flags} -mllvm -gemmify-amx -DPRODUCT=product -c %s -o %t/product.o
// RUN: %clang %{flags} -DPRODUCT=plain -c %s -o %t/plain.o
// RUN: %clang -O1 -Wall -Werror -pthread %s %t/product.o %t/plain.o %S/Inputs/amx.c -lm -o %t/run
//
// The first product of each thread begins before the system has answered any, and
// the answer takes its time. All ask then, and none uses tiles before.
// RUN: %t/run 2>&1 | FileCheck %s --check-prefix=GRANTED
// RUN: env AMX_PERMISSION=refused %t/run 2>&1 | FileCheck %s --check-prefix=REFUSED
//
// Thin LTO, whose linker is told to use tiles, and asks the processor as well.
// RUN: %clang -O3 -flto=thin -DPRODUCT=product -c %s -o %t/thin.o
// RUN: %clang -O1 -pthread -flto=thin -fuse-ld=lld -Wl,--load-pass-plugin=%gemmify \
// RUN:   -Wl,-mllvm,-load=%gemmify -Wl,-mllvm,-gemmify-dispatch -Wl,-mllvm,-gemmify-amx \
// RUN:   %s %t/thin.o %t/plain.o %S/Inputs/amx.c -lm -o %t/thin
// RUN: llvm-objdump -d %t/thin | FileCheck %s --check-prefix=THIN
// RUN: %t/thin 2>&1 | FileCheck %s --check-prefix=LINKED
//
// THIN: tdpbssd
// LINKED: amx: asked {{[0-8]}}, products
// LINKED: 16 of 16 products are right
// GRANTED: amx: asked {{[2-8]}}, products 2048
// GRANTED: 16 of 16 products are right
// REFUSED: amx: asked {{[2-8]}}, products 0
// REFUSED: 16 of 16 products are right
//
//===----------------------------------------------------------------------===//

enum { N = 128 };

#ifdef PRODUCT
void PRODUCT(long M, const signed char *restrict A,
             const signed char *restrict B, int *restrict C) {
  for (long i = 0; i < M; i++)
    for (long j = 0; j < N; j++) {
      int Sum = 0;
      for (long k = 0; k < N; k++)
        Sum += A[i * N + k] * B[k * N + j];
      C[i * N + j] = Sum;
    }
}
#else
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { Threads = 8, Rounds = 2 };

void product(long M, const signed char *A, const signed char *B, int *C);
void plain(long M, const signed char *A, const signed char *B, int *C);

static signed char A[N * N], B[N * N];
static int Want[N * N], Got[Threads][N * N];
static pthread_barrier_t Start;
static atomic_int Right;

static void *work(void *C) {
  pthread_barrier_wait(&Start);
  for (int Round = 0; Round != Rounds; ++Round) {
    memset(C, 0, sizeof Want);
    product(N, A, B, C);
    Right += !memcmp(C, Want, sizeof Want);
  }
  return NULL;
}

int main(void) {
  pthread_t Thread[Threads];
  for (int I = 0; I != N * N; ++I) {
    A[I] = (signed char)(I * 37 + I / 11);
    B[I] = (signed char)(I * 91 - I / 7);
  }
  plain(N, A, B, Want);
  pthread_barrier_init(&Start, NULL, Threads);
  for (int I = 0; I != Threads; ++I)
    pthread_create(&Thread[I], NULL, work, Got[I]);
  for (int I = 0; I != Threads; ++I)
    pthread_join(Thread[I], NULL);
  printf("%d of %d products are right\n", Right, Threads * Rounds);
  return Right != Threads * Rounds;
}
#endif
