// A view in the manner of mdspan: extents and strides in arrays.
// expect: 1
#include <array>
#include <cstddef>
template <typename T> struct MdView {
  T *Data;
  std::array<std::size_t, 2> Extents, Strides;
  T &operator()(std::size_t i, std::size_t j) const {
    return Data[i * Strides[0] + j * Strides[1]];
  }
};
void gemm(const MdView<const float> &a, const MdView<const float> &b,
          const MdView<float> &c) {
  for (std::size_t i = 0; i < c.Extents[0]; i++)
    for (std::size_t j = 0; j < c.Extents[1]; j++) {
      float sum = 0;
      for (std::size_t k = 0; k < a.Extents[1]; k++)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}
