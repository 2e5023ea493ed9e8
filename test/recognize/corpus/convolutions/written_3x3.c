// A window of 3 by 3 that is written out, inside of the loop over channels.
// expect: 1
void conv(int in, int out, int w, int oh, int ow, long plane, const float *restrict x, const float *restrict f,
          float *restrict y) {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = 0;
        for (int c = 0; c < in; c++) {
          const float *r0 = x + c * plane + i * w + j, *r1 = r0 + w, *r2 = r1 + w;
          const float *k = f + (o * in + c) * 9;
          sum += r0[0] * k[0]; sum += r0[1] * k[1]; sum += r0[2] * k[2];
          sum += r1[0] * k[3]; sum += r1[1] * k[4]; sum += r1[2] * k[5];
          sum += r2[0] * k[6]; sum += r2[1] * k[7]; sum += r2[2] * k[8];
        }
        y[((long)o * oh + i) * ow + j] = sum;
      }
}
