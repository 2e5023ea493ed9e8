// A volume class with accessors, as in small C++ frameworks.
// expect: 1
#include <vector>
class Volume {
  int W, H, D;
  std::vector<float> Data;

public:
  Volume(int w, int h, int d) : W(w), H(h), D(d), Data(w * h * d) {}
  int width() const { return W; }
  int height() const { return H; }
  int depth() const { return D; }
  float &at(int x, int y, int d) { return Data[(d * H + y) * W + x]; }
  float at(int x, int y, int d) const { return Data[(d * H + y) * W + x]; }
};
void forward(const Volume &In, const std::vector<float> &F, int K, Volume &Out) {
  for (int o = 0; o < Out.depth(); o++)
    for (int y = 0; y < Out.height(); y++)
      for (int x = 0; x < Out.width(); x++) {
        float Sum = 0;
        for (int c = 0; c < In.depth(); c++)
          for (int r = 0; r < K; r++)
            for (int s = 0; s < K; s++)
              Sum += In.at(x + s, y + r, c) * F[((o * In.depth() + c) * K + r) * K + s];
        Out.at(x, y, o) = Sum;
      }
}
