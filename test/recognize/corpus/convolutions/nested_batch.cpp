// A batch, with the sum in memory and a filter of constant size.
// expect: 1
#include <vector>
using Images = std::vector<std::vector<std::vector<std::vector<double>>>>;
void conv(const Images &X, const Images &F, Images &Y, int B, int H, int W) {
  const int O = F.size(), C = F[0].size();
  for (int b = 0; b < B; b++)
    for (int o = 0; o < O; o++)
      for (int i = 0; i < H; i++)
        for (int j = 0; j < W; j++)
          for (int c = 0; c < C; c++)
            for (int r = 0; r < 5; r++)
              for (int s = 0; s < 5; s++)
                Y[b][o][i][j] += X[b][c][i + r][j + s] * F[o][c][r][s];
}
