/* Threads update columns of one matrix that lie side by side, by products and
 * by single additions. Prints a hash of the result, which is the same however
 * the threads run. */
#include <pthread.h>
#include <stdio.h>

enum { Rows = 61, Width = 37, Threads = 4, Pitch = Threads * (Width + 1) };
static float a[Rows][Rows], b[Rows][Width], c[Rows][Pitch];

void product(int m, int n, int l, const float *a, int lda, const float *b,
             int ldb, float *c, int ldc);

static void *columns(void *at) {
  float *first = at;
  for (int round = 0; round < 3; round++)
    product(Rows, Width, Rows, a[0], Rows, b[0], Width, first, Pitch);
  return 0;
}

static void *between(void *at) {
  for (int round = 0; round < 100; round++)
    for (int i = 0; i < Rows; i++)
      for (int t = 0; t < Threads; t++)
        c[i][t * (Width + 1) + Width] += 1;
  return at;
}

int main(void) {
  pthread_t threads[Threads + 1];
  for (int i = 0; i < Rows * Rows; i++)
    a[0][i] = (float)(i % 17) / 16;
  for (int i = 0; i < Rows * Width; i++)
    b[0][i] = (float)(i % 13) / 8;
  for (int t = 0; t < Threads; t++)
    pthread_create(&threads[t], 0, columns, &c[0][t * (Width + 1)]);
  pthread_create(&threads[Threads], 0, between, 0);
  for (int t = 0; t <= Threads; t++)
    pthread_join(threads[t], 0);
  double sum = 0;
  for (int i = 0; i < Rows; i++)
    for (int j = 0; j < Pitch; j++)
      sum += c[i][j] * (i * 3 + j);
  printf("%a\n", sum);
}
