// The same with a stride of two, of integers, where the result may be in the image.
// expect: 1
void conv(int in, int out, int w, int oh, int ow, long plane, const int *x, const int *f, int *y) {
  for (int o = 0; o < out; o++)
    for (int c = 0; c < in; c++) {
      const int *k = f + (o * in + c) * 9;
      for (int i = 0; i < oh; i++) {
        const int *r0 = x + c * plane + 2 * i * (long)w, *r1 = r0 + w, *r2 = r1 + w;
        int *at = y + ((long)o * oh + i) * ow;
        for (int j = 0; j < ow; j++) {
          int sum = *at;
          sum += r0[0] * k[0]; sum += r0[1] * k[1]; sum += r0[2] * k[2];
          sum += r1[0] * k[3]; sum += r1[1] * k[4]; sum += r1[2] * k[5];
          sum += r2[0] * k[6]; sum += r2[1] * k[7]; sum += r2[2] * k[8];
          *at++ = sum;
          r0 += 2; r1 += 2; r2 += 2;
        }
      }
    }
}
