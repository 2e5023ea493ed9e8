// Vectors of vectors of vectors.
// expect: 1
#include <vector>
using Image = std::vector<std::vector<std::vector<float>>>;
using Filters = std::vector<Image>;
void conv(const Image &X, const Filters &F, Image &Y, int K) {
  for (std::size_t o = 0; o < F.size(); o++)
    for (std::size_t i = 0; i < Y[o].size(); i++)
      for (std::size_t j = 0; j < Y[o][i].size(); j++) {
        float Sum = 0;
        for (std::size_t c = 0; c < X.size(); c++)
          for (int r = 0; r < K; r++)
            for (int s = 0; s < K; s++)
              Sum += X[c][i + r][j + s] * F[o][c][r][s];
        Y[o][i][j] = Sum;
      }
}
