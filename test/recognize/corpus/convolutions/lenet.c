// Two layers of a small network for digits, arrays of known sizes, bias and ReLU.
// expect: 2
static float max0(float v) { return v > 0 ? v : 0; }
void lenet(const float image[32][32], const float f1[6][5][5],
           const float b1[6], float c1[restrict 6][28][28],
           const float p1[6][14][14], const float f2[16][6][5][5],
           const float b2[16], float c2[restrict 16][10][10]) {
  for (int o = 0; o < 6; o++)
    for (int i = 0; i < 28; i++)
      for (int j = 0; j < 28; j++) {
        float sum = b1[o];
        for (int r = 0; r < 5; r++)
          for (int s = 0; s < 5; s++)
            sum += image[i + r][j + s] * f1[o][r][s];
        c1[o][i][j] = max0(sum);
      }
  for (int o = 0; o < 16; o++)
    for (int i = 0; i < 10; i++)
      for (int j = 0; j < 10; j++) {
        float sum = b2[o];
        for (int c = 0; c < 6; c++)
          for (int r = 0; r < 5; r++)
            for (int s = 0; s < 5; s++)
              sum += p1[c][i + r][j + s] * f2[o][c][r][s];
        c2[o][i][j] = max0(sum);
      }
}
