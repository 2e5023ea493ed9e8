// Views with a stride for each dimension.
// expect: 1
struct View {
  double *Data;
  long Size[4], Stride[4];
  double &at(long i, long j, long k, long l) const {
    return Data[i * Stride[0] + j * Stride[1] + k * Stride[2] + l * Stride[3]];
  }
};
void contract(const View A, const View B, const View C) {
  for (long a = 0; a < C.Size[0]; a++)
    for (long b = 0; b < C.Size[1]; b++)
      for (long c = 0; c < C.Size[2]; c++)
        for (long d = 0; d < C.Size[3]; d++) {
          double Sum = C.at(a, b, c, d);
          for (long e = 0; e < A.Size[2]; e++)
            for (long f = 0; f < A.Size[3]; f++)
              Sum += A.at(a, c, e, f) * B.at(e, f, b, d);
          C.at(a, b, c, d) = Sum;
        }
}
