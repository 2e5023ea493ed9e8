// A template over element type and layout.
// expect: 1
struct RowMajor {
  static long at(long i, long j, long ld) { return i * ld + j; }
};
struct ColMajor {
  static long at(long i, long j, long ld) { return i + j * ld; }
};
template <typename T, typename Layout> struct View {
  T *Data;
  long Ld;
  T &operator()(long i, long j) const { return Data[Layout::at(i, j, Ld)]; }
};
template <typename T, typename LA, typename LB, typename LC>
void gemm(long m, long n, long p, View<const T, LA> a, View<const T, LB> b,
          View<T, LC> c) {
  for (long i = 0; i < m; ++i)
    for (long j = 0; j < n; ++j) {
      T sum{};
      for (long k = 0; k < p; ++k)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
}
template void gemm(long, long, long, View<const float, RowMajor>,
                   View<const float, ColMajor>, View<float, RowMajor>);
