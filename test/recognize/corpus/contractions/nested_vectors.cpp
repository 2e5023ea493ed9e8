// Tensors of three and four dimensions as nested vectors.
// expect: 1
#include <vector>
template <typename T> using Three = std::vector<std::vector<std::vector<T>>>;
template <typename T> using Four = std::vector<Three<T>>;
void contract(const Three<double> &A, const Four<double> &B, Three<double> &C,
              int I, int J, int K, int L, int M) {
  for (int i = 0; i < I; i++)
    for (int j = 0; j < J; j++)
      for (int k = 0; k < K; k++)
        for (int l = 0; l < L; l++)
          for (int m = 0; m < M; m++)
            C[i][j][k] += A[i][l][m] * B[l][j][m][k];
}
