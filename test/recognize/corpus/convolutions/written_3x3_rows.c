// Pointers to three rows move over them, and channels are added up in memory.
// expect: 1
void conv(int in, int out, int w, int oh, int ow, long plane, const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int c = 0; c < in; c++) {
      const float *k0 = f + (o * in + c) * 9, *k1 = k0 + 3, *k2 = k0 + 6;
      for (int i = 0; i < oh; i++) {
        const float *r0 = x + c * plane + i * w, *r1 = r0 + w, *r2 = r1 + w;
        float *at = y + ((long)o * oh + i) * ow;
        for (int j = 0; j < ow; j++) {
          float sum = at[j];
          sum += r0[0] * k0[0]; sum += r0[1] * k0[1]; sum += r0[2] * k0[2];
          sum += r1[0] * k1[0]; sum += r1[1] * k1[1]; sum += r1[2] * k1[2];
          sum += r2[0] * k2[0]; sum += r2[1] * k2[1]; sum += r2[2] * k2[2];
          at[j] = sum;
          r0++; r1++; r2++;
        }
      }
    }
}
