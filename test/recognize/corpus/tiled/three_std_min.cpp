// Tiles with std::min and size_t.
// expect: 1
#include <algorithm>
#include <vector>
constexpr size_t Tile = 64;
void gemm(size_t n, const std::vector<float> &a, const std::vector<float> &b,
          std::vector<float> &c) {
  for (size_t ii = 0; ii < n; ii += Tile)
    for (size_t kk = 0; kk < n; kk += Tile)
      for (size_t jj = 0; jj < n; jj += Tile)
        for (size_t i = ii; i < std::min(ii + Tile, n); ++i)
          for (size_t k = kk; k < std::min(kk + Tile, n); ++k)
            for (size_t j = jj; j < std::min(jj + Tile, n); ++j)
              c[i * n + j] += a[i * n + k] * b[k * n + j];
}
