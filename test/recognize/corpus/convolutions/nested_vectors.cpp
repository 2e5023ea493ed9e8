// Vectors of vectors of vectors, whose sizes are read before the loops.
// expect: 1
#include <vector>
using Image = std::vector<std::vector<std::vector<float>>>;
using Filters = std::vector<Image>;
Image conv(const Image &X, const Filters &F) {
  const int O = F.size(), C = X.size(), K = F[0][0].size();
  const int H = X[0].size() - K + 1, W = X[0][0].size() - K + 1;
  Image Y(O, std::vector<std::vector<float>>(H, std::vector<float>(W)));
  for (int o = 0; o < O; o++)
    for (int i = 0; i < H; i++)
      for (int j = 0; j < W; j++) {
        float Sum = 0;
        for (int c = 0; c < C; c++)
          for (int r = 0; r < K; r++)
            for (int s = 0; s < K; s++)
              Sum += X[c][i + r][j + s] * F[o][c][r][s];
        Y[o][i][j] = Sum;
      }
  return Y;
}
