// title: Row-major in arrays whose rows are 8 elements longer than needed
// layouts: rrr
// types: f32 f64
// rows: auto openblas blis eigen
// pad: 8
// small: 64 128
// medium: 256 512 1024
// large: 2048 4096
#include "row-major.c"
