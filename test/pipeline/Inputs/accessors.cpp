#include <sstream>
#include <stdexcept>
#include <string>
struct M {
  long rows, cols;
  double *d;
#define LONG                                                                   \
  if (i >= rows || j >= cols) {                                                \
    std::ostringstream s;                                                      \
    s << "outside " << i << "," << j << " of " << rows << "x" << cols;         \
    throw std::out_of_range(s.str() + std::to_string(i));                      \
  }
  double get(const long &i, const long &j) const {
    LONG return d[i * cols + j];
  }
  double put(long i, long j) const { LONG return d[i * rows + j]; }
  double pot(long i, long j) const { LONG return d[i + j]; }
};
double f(const M &a, const M &b, long m, long n, long k) {
  double t = 1;
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long p = 0; p < k; p++) {
        long q = p + j;
        long r = i ^ p;
        t = t / a.get(r, q) - b.put(q, r) * b.pot(r, q);
      }
  return t;
}
int sw(int x, int y) {
  int r = 0;
  switch (x) {
  case 0:
    r = 17;
    break;
  case 1:
    r = 113;
    break;
  case 2:
    r = 23;
    break;
  case 3:
    r = 99;
    break;
  case 4:
    r = 1;
    break;
  case 5:
    r = 771;
    break;
  case 6:
    r = 3;
    break;
  case 7:
    r = 8;
    break;
  case 8:
    r = 12341;
    break;
  default:
    r = 7;
  }
  switch (y) {
  case 0:
    r *= 171;
    break;
  case 1:
    r *= 1113;
    break;
  case 2:
    r *= 231;
    break;
  case 3:
    r *= 919;
    break;
  case 4:
    r *= 11;
    break;
  case 5:
    r *= 7711;
    break;
  case 6:
    r *= 31;
    break;
  case 7:
    r *= 83;
    break;
  case 8:
    r *= 1231;
    break;
  default:
    r *= 73;
  }
  switch (x + y) {
  case 0:
    r ^= 171;
    break;
  case 1:
    r ^= 1113;
    break;
  case 2:
    r ^= 231;
    break;
  case 3:
    r ^= 919;
    break;
  case 4:
    r ^= 11;
    break;
  case 5:
    r ^= 7711;
    break;
  case 6:
    r ^= 31;
    break;
  case 7:
    r ^= 83;
    break;
  case 8:
    r ^= 1231;
    break;
  default:
    r ^= 73;
  }
  return r;
}
