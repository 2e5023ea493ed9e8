// A layer whose sizes are template arguments, with a bias and an activation.
// expect: 1
#include <algorithm>
template <int In, int Out, int H, int W, int K> struct Layer {
  float Filter[Out][In][K][K];
  float Bias[Out];
  void forward(const float (&X)[In][H][W], float (&Y)[Out][H - K + 1][W - K + 1]) const {
    for (int o = 0; o < Out; o++)
      for (int i = 0; i < H - K + 1; i++)
        for (int j = 0; j < W - K + 1; j++) {
          float Sum = Bias[o];
          for (int c = 0; c < In; c++)
            for (int r = 0; r < K; r++)
              for (int s = 0; s < K; s++)
                Sum += Filter[o][c][r][s] * X[c][i + r][j + s];
          Y[o][i][j] = std::max(Sum, 0.0f);
        }
  }
};
void forward(const Layer<16, 32, 26, 26, 3> &L, const float (&X)[16][26][26],
             float (&Y)[32][24][24]) {
  L.forward(X, Y);
}
