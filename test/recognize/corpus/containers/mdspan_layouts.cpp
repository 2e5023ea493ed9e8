// A view whose layout is a policy with a mapping of its own.
// expect: 3
#include <cstddef>
struct Extents {
  std::size_t Of[2];
};
struct Right {
  Extents E;
  std::size_t operator()(std::size_t i, std::size_t j) const {
    return i * E.Of[1] + j;
  }
};
struct Left {
  Extents E;
  std::size_t operator()(std::size_t i, std::size_t j) const {
    return i + j * E.Of[0];
  }
};
struct Stride {
  Extents E;
  std::size_t By[2];
  std::size_t operator()(std::size_t i, std::size_t j) const {
    return i * By[0] + j * By[1];
  }
};
template <typename T, typename Layout> struct View {
  T *Data;
  Layout Map;
  T &operator()(std::size_t i, std::size_t j) const { return Data[Map(i, j)]; }
  std::size_t extent(int D) const { return Map.E.Of[D]; }
};
void right(const View<float, Right> &a, const View<float, Right> &b,
           const View<float, Right> &c) {
  for (std::size_t i = 0; i < c.extent(0); i++)
    for (std::size_t j = 0; j < c.extent(1); j++)
      for (std::size_t k = 0; k < a.extent(1); k++)
        c(i, j) += a(i, k) * b(k, j);
}
void left(const View<float, Left> &a, const View<float, Left> &b,
          const View<float, Left> &c) {
  for (std::size_t j = 0; j < c.extent(1); j++) {
    for (std::size_t i = 0; i < c.extent(0); i++)
      c(i, j) = 0;
    for (std::size_t k = 0; k < a.extent(1); k++)
      for (std::size_t i = 0; i < c.extent(0); i++)
        c(i, j) += a(i, k) * b(k, j);
  }
}
void stride(const View<float, Stride> &a, const View<float, Stride> &b,
            const View<float, Stride> &c) {
  for (std::size_t i = 0; i < c.extent(0); i++)
    for (std::size_t j = 0; j < c.extent(1); j++) {
      float sum = 0;
      for (std::size_t k = 0; k < a.extent(1); k++)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}
