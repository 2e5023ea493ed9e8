// A matrix times a vector, with checks.
// expect: 4
#include <cstddef>
#include <vector>
using row = std::vector<double>;
void flat(const row &a, const row &x, row &y, int m, int n) {
  for (int i = 0; i < m; i++) {
    double s = 0;
    for (int j = 0; j < n; j++)
      s += a.at(i * n + j) * x.at(j);
    y.at(i) = s;
  }
}
void rows(const std::vector<row> &a, const row &x, row &y) {
  for (std::size_t i = 0; i < a.size(); i++) {
    double s = 0;
    for (std::size_t j = 0; j < x.size(); j++)
      s += a.at(i).at(j) * x.at(j);
    y.at(i) = s;
  }
}
struct matrix {
  int rows, columns;
  float *data;
};
void report(const char *what);
float get(const matrix &a, int i, int j) {
  if (i < 0 || i >= a.rows || j < 0 || j >= a.columns) {
    report("index");
    return 0;
  }
  return a.data[i * a.columns + j];
}
void reported(const matrix &a, const float *x, float *y) {
  for (int i = 0; i < a.rows; i++) {
    float s = 0;
    for (int j = 0; j < a.columns; j++)
      s += get(a, i, j) * x[j];
    y[i] = s;
  }
}
void layer(const std::vector<float> &w, const std::vector<float> &b,
           const std::vector<float> &in, std::vector<float> &out) {
  const std::size_t m = out.size(), n = in.size();
  for (std::size_t i = 0; i < m; i++) {
    float s = b.at(i);
    for (std::size_t j = 0; j < n; j++)
      s += w.at(i * n + j) * in.at(j);
    out.at(i) = s > 0 ? s : 0;
  }
}
