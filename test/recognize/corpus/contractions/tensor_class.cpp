// A class for tensors of any rank whose index is computed from an initializer list.
// expect: 1
#include <array>
#include <cstddef>
#include <vector>
template <std::size_t Rank> class Tensor {
  std::array<std::size_t, Rank> Sizes;
  std::vector<float> Data;

public:
  explicit Tensor(std::array<std::size_t, Rank> S) : Sizes(S) {
    std::size_t N = 1;
    for (std::size_t Each : S)
      N *= Each;
    Data.resize(N);
  }
  std::size_t size(std::size_t D) const { return Sizes[D]; }
  template <typename... I> float &operator()(I... Is) {
    return Data[at({std::size_t(Is)...})];
  }
  template <typename... I> float operator()(I... Is) const {
    return Data[at({std::size_t(Is)...})];
  }

private:
  std::size_t at(std::array<std::size_t, Rank> Is) const {
    std::size_t Offset = 0;
    for (std::size_t D = 0; D < Rank; D++)
      Offset = Offset * Sizes[D] + Is[D];
    return Offset;
  }
};
void contract(const Tensor<4> &A, const Tensor<3> &B, Tensor<3> &C) {
  for (std::size_t a = 0; a < C.size(0); a++)
    for (std::size_t b = 0; b < C.size(1); b++)
      for (std::size_t c = 0; c < C.size(2); c++) {
        float Sum = 0;
        for (std::size_t d = 0; d < A.size(1); d++)
          for (std::size_t e = 0; e < A.size(3); e++)
            Sum += A(a, d, b, e) * B(e, c, d);
        C(a, b, c) = Sum;
      }
}
