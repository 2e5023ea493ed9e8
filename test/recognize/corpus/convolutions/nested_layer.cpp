// A layer of nested vectors whose sizes are members: forward, and gradients.
// expect: 2
#include <vector>
using Tensor = std::vector<std::vector<std::vector<float>>>;
class Layer {
  int In, Out, K, Stride, H, W;
  std::vector<Tensor> Filters;
  std::vector<float> Bias;

public:
  void forward(const Tensor &X, Tensor &Y);
  void backward(const Tensor &X, const Tensor &G, std::vector<Tensor> &D);
};
void Layer::forward(const Tensor &X, Tensor &Y) {
  for (int o = 0; o < Out; ++o)
    for (int i = 0; i < H; ++i)
      for (int j = 0; j < W; ++j) {
        float Sum = Bias[o];
        for (int c = 0; c < In; ++c)
          for (int u = 0; u < K; ++u)
            for (int v = 0; v < K; ++v)
              Sum += X[c][i * Stride + u][j * Stride + v] * Filters[o][c][u][v];
        Y[o][i][j] = Sum;
      }
}
void Layer::backward(const Tensor &X, const Tensor &G, std::vector<Tensor> &D) {
  for (int o = 0; o < Out; ++o)
    for (int i = 0; i < H; ++i)
      for (int j = 0; j < W; ++j)
        for (int c = 0; c < In; ++c)
          for (int u = 0; u < K; ++u)
            for (int v = 0; v < K; ++v)
              D[o][c][u][v] += X[c][i + u][j + v] * G[o][i][j];
}
