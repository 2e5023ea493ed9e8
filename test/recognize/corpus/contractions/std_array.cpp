// Nested std::array.
// expect: 1
#include <array>
using Cube = std::array<std::array<std::array<float, 16>, 24>, 32>;
using Square = std::array<std::array<float, 16>, 24>;
using Long = std::array<std::array<float, 48>, 32>;
void contract(const Cube &A, const std::array<Square, 48> &B, Long &C) {
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 48; j++) {
      float Sum = 0;
      for (int k = 0; k < 24; k++)
        for (int l = 0; l < 16; l++)
          Sum += A[i][k][l] * B[j][k][l];
      C[i][j] = Sum;
    }
}
