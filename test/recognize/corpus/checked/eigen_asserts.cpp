// Eigen's accessors with their asserts.
// expect: 2
// flags: -I/usr/include/eigen3
#include <Eigen/Dense>
void gemm(const Eigen::MatrixXd &a, const Eigen::MatrixXd &b,
          Eigen::MatrixXd &c) {
  for (int j = 0; j < b.cols(); j++)
    for (int i = 0; i < a.rows(); i++) {
      double sum = 0;
      for (int k = 0; k < a.cols(); k++)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}
void gemm_in_memory(const Eigen::MatrixXf &a, const Eigen::MatrixXf &b,
                    Eigen::MatrixXf &c) {
  for (int j = 0; j < b.cols(); j++)
    for (int k = 0; k < a.cols(); k++)
      for (int i = 0; i < a.rows(); i++)
        c(i, j) += a(i, k) * b(k, j);
}
