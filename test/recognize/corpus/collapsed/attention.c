// Scores of attention: batch, time and head are collapsed.
// expect: 1
// flags: -fopenmp
void attention(float *att, const float *inp, int B, int T, int NH, int hs) {
#pragma omp parallel for collapse(3)
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int h = 0; h < NH; h++) {
        const float *q = inp + (b * T + t) * NH * hs + h * hs;
        for (int t2 = 0; t2 < T; t2++) {
          const float *k = inp + (b * T + t2) * NH * hs + h * hs;
          float val = 0.0f;
          for (int i = 0; i < hs; i++)
            val += q[i] * k[i];
          att[((b * NH + h) * T + t) * T + t2] = val;
        }
      }
}
