// A class with vectors and sizes in it.
// expect: 1
#include <vector>
struct Conv {
  int in, out, h, w, k, stride, pad, oh, ow;
  std::vector<float> weights, bias;
  void forward(const std::vector<float> &x, std::vector<float> &y) const;
};
void Conv::forward(const std::vector<float> &x, std::vector<float> &y) const {
  for (int o = 0; o < out; o++)
    for (int i = 0; i < oh; i++)
      for (int j = 0; j < ow; j++) {
        float sum = bias[o];
        for (int c = 0; c < in; c++)
          for (int u = 0; u < k; u++)
            for (int v = 0; v < k; v++) {
              int iy = i * stride + u - pad, ix = j * stride + v - pad;
              if (iy >= 0 && iy < h && ix >= 0 && ix < w)
                sum += x[(c * h + iy) * w + ix] * weights[((o * in + c) * k + u) * k + v];
            }
        y[(o * oh + i) * ow + j] = sum;
      }
}
