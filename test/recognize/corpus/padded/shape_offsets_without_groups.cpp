// TensorFlow Lite before it had groups: depths that offsets need are read in the loops alone.
// expect: 1
#include <algorithm>
#include <cstdint>
struct Shape {
  int32_t Size;
  union {
    int32_t Dims[5];
    int32_t *More;
  };
  int32_t dim(int I) const { return Size > 5 ? More[I] : Dims[I]; }
  const int32_t *data() const { return Size > 5 ? More : Dims; }
};
inline int offset(const Shape &S, int I0, int I1, int I2, int I3) {
  const int32_t *D = S.data();
  return ((I0 * D[1] + I1) * D[2] + I2) * D[3] + I3;
}
void conv(int StrideX, int StrideY, int DilX, int DilY, int PadX, int PadY, float Least, float Most, const Shape &XS,
          const float *X, const Shape &FS, const float *F, const float *Bias, const Shape &YS, float *Y) {
  const int Batches = XS.dim(0), H = XS.dim(1), W = XS.dim(2);
  const int Out = FS.dim(0), FH = FS.dim(1), FW = FS.dim(2), In = FS.dim(3);
  const int OH = YS.dim(1), OW = YS.dim(2);
  for (int B = 0; B < Batches; ++B)
    for (int OY = 0; OY < OH; ++OY) {
      const int Y0 = OY * StrideY - PadY;
      for (int OX = 0; OX < OW; ++OX) {
        const int X0 = OX * StrideX - PadX;
        for (int O = 0; O < Out; ++O) {
          float Sum = 0;
          for (int U = 0; U < FH; ++U) {
            const int IY = Y0 + DilY * U;
            for (int V = 0; V < FW; ++V) {
              const int IX = X0 + DilX * V;
              if (!(IX >= 0 && IX < W && IY >= 0 && IY < H))
                continue;
              for (int C = 0; C < In; ++C)
                Sum += X[offset(XS, B, IY, IX, C)] * F[offset(FS, O, U, V, C)];
            }
          }
          float Start = 0;
          if (Bias)
            Start = Bias[O];
          Y[offset(YS, B, OY, OX, O)] = std::min(std::max(Sum + Start, Least), Most);
        }
      }
    }
}
