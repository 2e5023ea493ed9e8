// Times the nests of Nests.c, or the routines of a library that is built from
// source, plain and with Gemmify, beside others: see run and reference.

#include "../libraries/Kernels.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using Matrix = std::vector<double>;

namespace {
struct Operands {
  long N;
  Matrix A, B, C;
};

double seconds() {
  timespec T;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &T);
  return double(T.tv_sec) + 1e-9 * double(T.tv_nsec);
}

template <typename Fn> Fn *find(void *In, const std::string &Name) {
  return reinterpret_cast<Fn *>(In ? dlsym(In, Name.c_str()) : nullptr);
}

using Work = std::function<void(Operands &)>;

/// A nest of a shared library made of Nests.c.
Work nestOf(void *In, const std::string &Name) {
  void *F = find<void>(In, Name);
  if (!F)
    return nullptr;
  if (Name == "potrf" || Name == "getrf")
    return [F](Operands &O) {
      reinterpret_cast<void (*)(long, double *, long)>(F)(O.N, O.C.data(), O.N);
    };
  if (Name == "syr2k" || Name == "symm")
    return [F](Operands &O) {
      reinterpret_cast<void (*)(long, const double *, long, const double *,
                                long, double *, long)>(F)(
          O.N, O.A.data(), O.N, O.B.data(), O.N, O.C.data(), O.N);
    };
  return [F](Operands &O) {
    reinterpret_cast<void (*)(long, const double *, long, double *, long)>(F)(
        O.N, O.A.data(), O.N, O.C.data(), O.N);
  };
}

/// The same of a library, or nothing.
Work libraryOf(void *In, const std::string &Name) {
  void *F = find<void>(In, "d" + Name + "_");
  if (!F)
    return nullptr;
  return [F, Name](Operands &O) {
    int N = int(O.N), NumRightSides = 1, Info = 0;
    double One = 1, *A = O.A.data(), *B = O.B.data(), *C = O.C.data();
    std::vector<int> Pivots(Name == "getrf" || Name == "gesv" ? O.N : 0);
    auto Call = [F](auto... Args) {
      reinterpret_cast<void (*)(decltype(Args)...)>(F)(Args...);
    };
    if (Name == "gemm")
      Call("N", "N", &N, &N, &N, &One, A, &N, B, &N, &One, C, &N, 1L, 1L);
    else if (Name == "syrk")
      Call("L", "N", &N, &N, &One, A, &N, &One, C, &N, 1L, 1L);
    else if (Name == "syr2k")
      Call("L", "N", &N, &N, &One, A, &N, B, &N, &One, C, &N, 1L, 1L);
    else if (Name == "symm")
      Call("L", "L", &N, &N, &One, A, &N, B, &N, &One, C, &N, 1L, 1L);
    else if (Name == "trmm")
      Call("L", "U", "N", "N", &N, &N, &One, A, &N, C, &N, 1L, 1L, 1L, 1L);
    else if (Name == "trsm")
      Call("L", "L", "N", "U", &N, &N, &One, A, &N, C, &N, 1L, 1L, 1L, 1L);
    else if (Name == "potrf")
      Call("L", &N, C, &N, &Info, 1L);
    else if (Name == "posv")
      Call("L", &N, &NumRightSides, C, &N, B, &N, &Info, 1L);
    else if (Name == "gesv")
      Call(&N, &NumRightSides, C, &N, Pivots.data(), B, &N, &Info);
    else
      Call(&N, &N, C, &N, Pivots.data(), &Info);
  };
}

double operations(const std::string &Name, double N) {
  if (Name == "potrf" || Name == "posv")
    return N * N * N / 3;
  if (Name == "getrf" || Name == "gesv")
    return 2 * N * N * N / 3;
  return Name == "gemm" || Name == "syr2k" || Name == "symm" ? 2 * N * N * N
                                                             : N * N * N;
}

Operands fresh(long N) {
  Operands O{N, Matrix(N * N), Matrix(N * N), Matrix(N * N)};
  unsigned Seed = 1;
  auto Next = [&] {
    Seed = Seed * 1103515245 + 12345;
    // None is zero, which trmm would skip.
    return (double(Seed >> 8 & 0xffff) + 0.5) / 65536 - 0.5;
  };
  for (Matrix *M : {&O.A, &O.B, &O.C})
    for (double &X : *M)
      X = Next() / double(N);
  // Symmetric, and no pivot changes places.
  for (long J = 0; J < N; ++J)
    for (long I = 0; I <= J; ++I)
      O.C[J + I * N] = O.C[I + J * N] = I == J ? 2 : O.C[I + J * N];
  return O;
}

/// The lower triangle is what all of them compute.
bool isTriangleNear(const Matrix &X, const Matrix &Y, long N) {
  for (long J = 0; J < N; ++J)
    for (long I = J; I < N; ++I)
      if (!(std::fabs(X[I + J * N] - Y[I + J * N]) <=
            1e-10 * (1 + std::fabs(X[I + J * N]))))
        return false;
  return true;
}

bool isNear(const Operands &X, const Operands &Y) {
  return isTriangleNear(X.C, Y.C, X.N) && isTriangleNear(X.B, Y.B, X.N);
}

bool isEqual(const Operands &X, const Operands &Y) {
  const size_t Bytes = X.N * X.N * sizeof(double);
  return !std::memcmp(X.C.data(), Y.C.data(), Bytes) &&
         !std::memcmp(X.B.data(), Y.B.data(), Bytes);
}

struct Row {
  const char *Name;
  void *In;
  bool IsNest;
  bool IsSlow = false; ///< Once is enough where it takes seconds.
};

/// Measures \p Rows in turn, so that a change of the clock meets all of them.
/// What runs for seconds is measured once in a while. Returns GFLOP/s, 0 where
/// there is nothing to measure.
std::vector<double> measure(const std::vector<Row> &Rows,
                            const std::string &Name, long N, bool &Wrong) {
  std::vector<Work> Works;
  for (const Row &R : Rows)
    Works.push_back(R.IsNest ? nestOf(R.In, Name) : libraryOf(R.In, Name));
  constexpr int Rounds = 15;
  constexpr double Most = 1.5; // Seconds of a row.
  std::vector<std::vector<double>> Times(Rows.size());
  std::vector<double> Spent(Rows.size());
  auto Run = [&](size_t At, Operands &O) {
    const double Began = seconds();
    Works[At](O);
    Times[At].push_back(seconds() - Began);
    Spent[At] += Times[At].back();
  };
  Operands Plain = fresh(N);
  Run(0, Plain);
  for (int Round = 0; Round != Rounds; ++Round)
    for (size_t At = 0; At != Rows.size(); ++At) {
      const int Least = Rows[At].IsSlow ? 0 : 2;
      if (!Works[At] || (Round > Least && Spent[At] > Most) ||
          (At == 0 && Spent[At] > 10 * Most))
        continue;
      Operands O = fresh(N);
      Run(At, O);
      const bool IsRight = At < 2 ? isEqual(Plain, O) : isNear(Plain, O);
      if (!IsRight && !std::exchange(Wrong, true))
        std::fprintf(stderr, "%s by %s is wrong at %ld\n", Name.c_str(),
                     Rows[At].Name, N);
    }
  std::vector<double> Speeds;
  for (std::vector<double> &Of : Times) {
    std::sort(Of.begin(), Of.end());
    Speeds.push_back(
        Of.empty() ? 0 : operations(Name, double(N)) / Of[Of.size() / 2] / 1e9);
  }
  return Speeds;
}

/// Geometric means of ratios, by what is compared.
class Means {
public:
  void add(const std::string &Of, double Ratio) {
    Sums[Of].first += std::log(Ratio);
    ++Sums[Of].second;
  }
  void print() const {
    for (const auto &[Of, Sum] : Sums)
      std::printf("%s: %.2f in geometric mean of %d\n", Of.c_str(),
                  std::exp(Sum.first / Sum.second), Sum.second);
  }

private:
  std::map<std::string, std::pair<double, int>> Sums;
};
} // namespace

int main(int Count, char **Words) {
  if (Count < 7)
    return 2;
  const bool AreNests = std::strcmp(Words[1], "routines") != 0;
  kernels::takeTheBest();
  const std::vector<Row> Rows{
      {"plain", dlopen(Words[2], RTLD_NOW), AreNests, true},
      {"Gemmify", dlopen(Words[3], RTLD_NOW), AreNests},
      {"Polly", dlopen(Words[4], RTLD_NOW), AreNests, true},
      {"OpenBLAS", dlopen(Words[5], RTLD_NOW | RTLD_LOCAL), false},
      {"BLIS", dlopen(Words[6], RTLD_NOW | RTLD_LOCAL), false}};
  if (!Rows[0].In || !Rows[1].In) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 2;
  }
  bool Wrong = false;
  Means All;
  std::printf("| nest | n | plain | Gemmify | Polly | OpenBLAS | BLIS |\n"
              "| --- | --: | --: | --: | --: | --: | --: |\n");
  std::vector<std::string> Names{"syrk", "syr2k", "symm", "trmm"};
  const size_t Products = Names.size();
  Names.insert(Names.end(), {"trsm", "potrf", "getrf"});
  if (!AreNests)
    Names.insert(Names.end(), {"gemm", "posv", "gesv"});
  for (size_t At = 0; At != Names.size(); ++At)
    for (int S = 7; S < Count; ++S) {
      const long N = std::atol(Words[S]);
      const std::vector<double> Speeds = measure(Rows, Names[At], N, Wrong);
      std::printf("| %s | %ld |", Names[At].c_str(), N);
      for (double Each : Speeds)
        Each > 0 ? std::printf(" %.1f |", Each) : std::printf(" – |");
      std::printf("\n");
      std::fflush(stdout);
      const std::string Of = At < Products ? "products" : "solvers";
      All.add(Of + " over plain", Speeds[1] / Speeds[0]);
      if (Speeds[2] > 0)
        All.add(Of + " over Polly", Speeds[1] / Speeds[2]);
      if (const double Best = std::max(Speeds[3], Speeds[4]); Best > 0)
        All.add(Of + " over the best library", Speeds[1] / Best);
    }
  All.print();
  return Wrong;
}
