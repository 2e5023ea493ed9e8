// The covariance of samples with three features, in vectors of vectors.
#include <cstdio>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

static Matrix product(const Matrix &A, const Matrix &B) {
  Matrix C(A.size(), std::vector<double>(B[0].size()));
  for (size_t i = 0; i < A.size(); i++)
    for (size_t j = 0; j < B[0].size(); j++)
      for (size_t k = 0; k < B.size(); k++)
        C[i][j] += A[i][k] * B[k][j];
  return C;
}

int main() {
  constexpr int Samples = 400, Features = 3;
  Matrix X(Samples, std::vector<double>(Features));
  Matrix Transposed(Features, std::vector<double>(Samples));
  for (int s = 0; s < Samples; s++)
    for (int f = 0; f < Features; f++) {
      X[s][f] = (s * (f + 2)) % 5 - 2; // The mean is 0.
      Transposed[f][s] = X[s][f] / Samples;
    }
  for (const std::vector<double> &Row : product(Transposed, X))
    std::printf("%5.2f %5.2f %5.2f\n", Row[0], Row[1], Row[2]);
}
