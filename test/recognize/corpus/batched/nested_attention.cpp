// Attention scores of nested vectors, with the heads between tokens and numbers.
// expect: 1
#include <vector>
using Heads = std::vector<std::vector<std::vector<std::vector<float>>>>;
void scores(const Heads &Q, const Heads &K, Heads &S, int B, int H, int T,
            int D, float Scale) {
  for (int b = 0; b < B; b++)
    for (int i = 0; i < T; i++)
      for (int h = 0; h < H; h++)
        for (int j = 0; j < T; j++) {
          float Sum = 0;
          for (int d = 0; d < D; d++)
            Sum += Q[b][i][h][d] * K[b][j][h][d];
          S[b][h][i][j] = Sum * Scale;
        }
}
