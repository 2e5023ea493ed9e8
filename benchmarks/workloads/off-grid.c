// title: Row-major, sizes off the grid: one beside a power of two, and primes
// layouts: rrr
// types: f32 f64
// rows: auto openblas blis eigen
// small: 15 17 31 33 63 65 97 127 129
// medium: 191 251 255 257 509 511 513 769 1021 1023 1025
// large: 1531 2047 2049 3067 4093
#include "row-major.c"
