// title: All eight layouts of A, B and C (r by rows, c by columns): C += A·B
// layouts: rrr rrc rcr rcc crr crc ccr ccc
// types: f32 f64
// rows: auto openblas blis eigen
// small: 16 24 32 48 64 96 128
// medium: 192 256 384 512 768 1024
// large: 1536 2048 3072 4096
#include "transposed.c"
