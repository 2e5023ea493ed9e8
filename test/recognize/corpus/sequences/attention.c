// Scores Q K^T, softmax by rows, and the weighted sum of V.
// expect: 2
#include <math.h>
void attention(int t, int d, const float *restrict q, const float *restrict k,
               const float *restrict v, float *restrict s, float *restrict o) {
  for (int i = 0; i < t; i++)
    for (int j = 0; j < t; j++) {
      float dot = 0;
      for (int e = 0; e < d; e++)
        dot += q[i * d + e] * k[j * d + e];
      s[i * t + j] = dot / sqrtf(d);
    }
  for (int i = 0; i < t; i++) {
    float sum = 0;
    for (int j = 0; j < t; j++)
      sum += s[i * t + j] = expf(s[i * t + j]);
    for (int j = 0; j < t; j++)
      s[i * t + j] /= sum;
  }
  for (int i = 0; i < t; i++)
    for (int e = 0; e < d; e++) {
      float sum = 0;
      for (int j = 0; j < t; j++)
        sum += s[i * t + j] * v[j * d + e];
      o[i * d + e] = sum;
    }
}
