// Sizes of the first rows, which the loops ask for again and again.
// expect: 1
#include <vector>
using Image = std::vector<std::vector<std::vector<float>>>;
void conv(const Image &X, const std::vector<Image> &F, Image &Y) {
  for (std::size_t o = 0; o < Y.size(); o++)
    for (std::size_t i = 0; i < Y[0].size(); i++)
      for (std::size_t j = 0; j < Y[0][0].size(); j++) {
        float Sum = 0;
        for (std::size_t c = 0; c < X.size(); c++)
          for (std::size_t u = 0; u < F[0][0].size(); u++)
            for (std::size_t v = 0; v < F[0][0][0].size(); v++)
              Sum += X[c][i + u][j + v] * F[o][c][u][v];
        Y[o][i][j] = Sum;
      }
}
