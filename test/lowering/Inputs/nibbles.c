/* Runs nibbles.ll on random nibbles and compares with plain loops. */

#include <stdio.h>

void whole(const unsigned char *, const unsigned char *, int *);
void ragged(const unsigned char *, const unsigned char *, int *);

static unsigned long state = 1;

static int nibble(const unsigned char *x, int at) {
  int v = x[at / 2] >> at % 2 * 4 & 15;
  return v < 8 ? v : v - 16;
}

static int differences(void (*f)(const unsigned char *, const unsigned char *,
                                 int *),
                       int m, int k, int n) {
  unsigned char a[64], b[64];
  int c[64], wrong = 0;
  for (int i = 0; i < 64; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    a[i] = state >> 40;
    b[i] = state >> 50;
  }
  f(a, b, c);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      int sum = 0;
      for (int p = 0; p < k; ++p)
        sum += nibble(a, i + p * m) * nibble(b, p + j * k);
      wrong += sum != c[i + j * m];
    }
  return wrong;
}

int main(void) {
  int wrong = 0;
  for (int round = 0; round < 100; ++round)
    wrong += differences(whole, 8, 16, 8) + differences(ragged, 5, 13, 7);
  printf("%d elements differ\n", wrong);
  return wrong != 0;
}
