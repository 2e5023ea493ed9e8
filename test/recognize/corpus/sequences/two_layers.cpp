// Two layers of a network.
// expect: 2
#include <algorithm>
#include <vector>
using Vector = std::vector<float>;
void network(int m, int p, int h, int n, const Vector &x, const Vector &w1,
             const Vector &w2, Vector &hidden, Vector &y) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < h; j++) {
      float sum = 0;
      for (int k = 0; k < p; k++)
        sum += x[i * p + k] * w1[k * h + j];
      hidden[i * h + j] = std::max(sum, 0.0f);
    }
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < h; k++)
        sum += hidden[i * h + k] * w2[k * n + j];
      y[i * n + j] = sum;
    }
}
