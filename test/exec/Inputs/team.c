//===- team.c - An OpenMP runtime for tests of teams ----------------------===//
//
// Part of Gemmify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As many of the interface's functions as a kernel calls. Threads are new ones
// each time and begin after a random delay, and go on after another where they
// wait for each other; TEAM of them are promised, TEAM_GETS of them come. With
// TEAM_WAITS=0 they do not wait. errno is changed.
//
//===----------------------------------------------------------------------===//

#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int teams, largest, waits;
static _Thread_local int level, number, count = 1;
static _Thread_local unsigned seed;
static _Thread_local pthread_barrier_t *all_here;

struct member {
  pthread_t thread;
  void (*run)(void *);
  void *data;
  int number, count;
  unsigned seed;
  pthread_barrier_t *all_here;
};

static int asked(const char *name, int otherwise) {
  const char *text = getenv(name);
  return text ? atoi(text) : otherwise;
}

/// Sometimes up to TEAM_DELAY microseconds, 2000 where nothing is said; 0: none.
static void delay(void) {
  const int most = asked("TEAM_DELAY", 2000);
  if (most && rand_r(&seed) % 4 == 0)
    usleep((unsigned)(rand_r(&seed) % most));
}

static void *begin(void *of) {
  struct member *m = of;
  seed = m->seed;
  all_here = m->all_here;
  delay();
  fesetround(FE_TONEAREST);
  level = 1;
  number = m->number;
  count = m->count;
  m->run(m->data);
  level = number = 0;
  count = 1;
  return NULL;
}

void GOMP_parallel(void (*run)(void *), void *data, unsigned threads,
                   unsigned flags) {
  ++teams;
  if ((int)threads > largest)
    largest = (int)threads;
  const int come = asked("TEAM_GETS", (int)threads);
  struct member *all = calloc((size_t)come, sizeof *all);
  const int round = fegetround();
  pthread_barrier_t here;
  pthread_barrier_init(&here, NULL, (unsigned)come);
  for (int m = 0; m != come; ++m) {
    all[m] = (struct member){.run = run,
                             .data = data,
                             .number = m,
                             .count = come,
                             .seed = (unsigned)rand(),
                             .all_here = &here};
    if (m)
      pthread_create(&all[m].thread, NULL, begin, &all[m]);
  }
  begin(&all[0]);
  for (int m = 1; m < come; ++m)
    pthread_join(all[m].thread, NULL);
  fesetround(round);
  pthread_barrier_destroy(&here);
  free(all);
  errno = EAGAIN;
}

void GOMP_barrier(void) {
  if (!number)
    ++waits;
  if (asked("TEAM_WAITS", 1))
    pthread_barrier_wait(all_here);
  delay();
  errno = EINTR;
}

void in_parallel(void (*run)(void *), void *data) {
  level = 1;
  run(data);
  level = 0;
}

int omp_get_level(void) { return level; }
int omp_get_max_threads(void) { return asked("TEAM", 1); }
int omp_get_thread_num(void) { return number; }
int omp_get_num_threads(void) { return count; }
