// title: Skinny: one dimension of 1 to 16, row-major, C += A·B (m×n×k)
// layouts: rrr
// types: f32 f64
// small: 512x512x1 512x512x4 512x512x16 512x1x512 512x4x512 512x16x512 1x512x512 4x512x512 16x512x512
// large: 2048x2048x1 2048x2048x4 2048x2048x16 2048x1x2048 2048x4x2048 2048x16x2048 1x2048x2048 4x2048x2048 16x2048x2048
// quick: 512x512x4 512x4x512
#include "row-major.c"
