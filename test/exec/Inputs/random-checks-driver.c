//===- random-checks-driver.c - Checks of random indices ------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// random-checks-driver CASES SEED: calls the forms of random-checks.c, built
/// without and with the plugin, with sizes, strides and lengths of which some
/// are wrong, negative, or near the end of a type. What takes long is left out.
///
//===----------------------------------------------------------------------===//

#include "random-checks.h"
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

enum { Length = 4096 };
static double A[Length], B[Length], C[Length], D[Length];

static uint64_t state = 88172645463325252;
static long pick(long n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state % n;
}

/// A number at which some arithmetic wraps.
static long large(void) {
  switch (pick(12)) {
  case 0:
    return 1L << 31;
  case 1:
    return -(1L << 31);
  case 2:
    return (1L << 32) - pick(4);
  case 3:
    return INT64_MIN;
  case 4:
    return INT64_MAX;
  case 5:
    return 65535;
  case 6:
    return 32767 - pick(3);
  case 7:
    return 255;
  case 8:
    return (1L << 32) / (1 + pick(40));
  case 9:
    return 1L << (60 - pick(8));
  case 10:
    return -1 - pick(4);
  }
  return 256;
}

/// Row-major matrices, some of them upside down or with their columns reversed.
static struct numbers layout(void) {
  struct numbers x;
  long size[3];
  for (int d = 0; d != 3; ++d) {
    size[d] = 1 + pick(20);
    x.first[d] = pick(4) ? 0 : pick(3) ? pick(9) - 4 : 1 - size[d];
    x.limit[d] = x.first[d] + size[d];
    x.by[d] = 1 + pick(3);
  }
  const long *f = x.first;
  const long lda = size[2] + pick(3), ldb = size[1] + pick(3),
             ldc = size[1] + pick(3);
  const long at[9] = {-f[0] * lda - f[2], lda, 1, -f[2] * ldb - f[1], ldb, 1,
                      -f[0] * ldc - f[1], ldc, 1};
  memcpy(x.at, at, sizeof at);
  if (!pick(3))
    x.at[0] = (x.limit[0] - 1) * lda - f[2], x.at[1] = -lda;
  if (!pick(3))
    x.at[3] = (x.limit[2] - 1) * ldb - f[1], x.at[4] = -ldb;
  if (!pick(4))
    x.at[6] = x.limit[1] - 1 - f[0] * ldc, x.at[8] = -1;
  const long full[3] = {size[0] * lda, size[2] * ldb, size[0] * ldc};
  const int fits = pick(2);
  for (int o = 0; o != 3; ++o)
    x.length[o] = fits ? Length : full[o] + pick(5) - 2;
  return x;
}

static struct numbers numbers(void) {
  struct numbers x = layout();
  for (int o = 0; o != 3; ++o)
    if (!pick(5))
      x.at[3 * o] += pick(200);
  for (int o = 0; o != 4; ++o)
    x.more[o] = pick(6) ? (o == 0 ? 30 : 0) + pick(4) : pick(9) - 4;
  if (!pick(3))
    x.more[1] = 0, x.more[3] = x.more[0];
  if (!pick(3))
    x.more[pick(4)] = pick(2) ? large() : (unsigned long)large() >> pick(4);
  if (!pick(3)) {
    const unsigned long factor = large();
    x.more[0] = pick(41) - 20, x.more[2] = pick(3) - 1;
    x.more[1] = (long)(pick(2) ? factor : -factor) / (1 + pick(3));
  }
  // Rows of triangles begin at the end of a type, and go on behind it.
  if (!pick(8))
    x.by[1] = INT64_MAX >> (pick(2) ? 32 : 16 * pick(4)) >> pick(2);
  if (!pick(2))
    x.by[1] -= pick(9);
  for (long wrong = pick(3); wrong-- > 0;)
    switch (pick(5)) {
    case 0:
      x.at[pick(9)] = large();
      break;
    case 1:
      x.at[pick(9)] += (unsigned long)large() >> 1;
      break;
    case 2:
      x.limit[pick(3)] = large();
      break;
    case 3:
      x.first[pick(3)] = large() / 2 - pick(9);
      break;
    case 4:
      x.by[pick(3)] = pick(2) ? large() : pick(5) - 2;
      break;
    }
  for (int o = 0; o != 3; ++o)
    x.length[o] = x.length[o] < 0 ? 0 : x.length[o];
  return x;
}

static sigjmp_buf tooLong;
static void onAlarm(int signal) { siglongjmp(tooLong, signal); }
static void setAlarm(long microseconds) {
  const struct itimerval timer = {{0, 0}, {0, microseconds}};
  setitimer(ITIMER_REAL, &timer, NULL);
}

int main(int argc, char **argv) {
  static long cases, passed, late, wrong, left;
  left = atol(argv[1]);
  state ^= strtoul(argv[2], NULL, 10) * 0x9E3779B97F4A7C15;
  signal(SIGALRM, onAlarm);
  for (int i = 0; i != Length; ++i)
    A[i] = i % 7 - 3, B[i] = i % 5 - 1;
  while (left-- > 0) {
    static struct numbers x;
    static int which, expected;
    x = numbers();
    which = pick(Forms);
    for (int i = 0; i != Length; ++i)
      C[i] = D[i] = i;
    if (sigsetjmp(tooLong, 1)) {
      ++late;
      continue;
    }
    setAlarm(2000);
    expected = plain[which](A, B, C, &x);
    setAlarm(0);
    const int actual = gemmify[which](A, B, D, &x);
    ++cases;
    passed += expected == 0;
    if (actual != expected || memcmp(C, D, sizeof C)) {
      ++wrong;
      printf("form %d returned %d, not %d\n", which, actual, expected);
    }
  }
  printf("%ld cases, %ld wrong, %s\n", cases, wrong,
         passed > cases / 10 && late < cases / 10 ? "enough" : "too few");
}
