// The loop goes on where there is nothing to add.
// expect: 1
#include <vector>
void multiply(int n, const std::vector<float> &a, const std::vector<float> &b, std::vector<float> &c) {
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      const float x = a[i * n + k];
      if (x == 0)
        continue;
      for (int j = 0; j < n; j++)
        c[i * n + j] += x * b[k * n + j];
    }
}
