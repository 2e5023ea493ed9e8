// A convolution whose accesses are checked.
// expect: 1
#include <vector>
void conv(std::size_t outputs, std::size_t channels, std::size_t h,
          std::size_t w, std::size_t r, const std::vector<float> &in,
          const std::vector<float> &weight, std::vector<float> &out) {
  const std::size_t oh = h - r + 1, ow = w - r + 1;
  for (std::size_t o = 0; o < outputs; o++)
    for (std::size_t y = 0; y < oh; y++)
      for (std::size_t x = 0; x < ow; x++) {
        float sum = 0;
        for (std::size_t c = 0; c < channels; c++)
          for (std::size_t u = 0; u < r; u++)
            for (std::size_t v = 0; v < r; v++)
              sum += in.at((c * h + y + u) * w + x + v) *
                     weight.at(((o * channels + c) * r + u) * r + v);
        out.at((o * oh + y) * ow + x) = sum;
      }
}
