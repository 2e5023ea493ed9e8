// Loads that lead to others behind a write of the nest: before the nest they may
// hold what leads nowhere.
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-strict-aliasing \
// RUN:   -fno-unroll-loops -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='print<gemmify-nests>' -disable-output 2>&1 \
// RUN:   | FileCheck %s
//
// Each load has its own type.
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-strict-aliasing \
// RUN:   -fno-unroll-loops -fno-vectorize -fno-discard-value-names -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='gemmify,verify' -gemmify-target=odd -S | FileCheck %s --check-prefix=LOADS
//
// The same where loops test at their top.
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -Xclang -disable-llvm-passes \
// RUN:   -fno-discard-value-names -DTOP -S -emit-llvm -o - %s \
// RUN:   | %opt -passes='sroa,instcombine,simplifycfg,loop-simplify,print<gemmify-nests>' \
// RUN:     -disable-output 2>&1 | FileCheck %s --check-prefix=TOP

#define SIZES long m, long n, long k
#define I for (long i = 0; i < m; i++)
#define J for (long j = 0; j < n; j++)
#define L for (long l = 0; l < k; l++)
#define STEP a[i * k + l] * b[l * n + j]

#ifndef TOP

/// C may overwrite the pointer before the nest reads the number of columns.
// CHECK-LABEL: GEMM nests of 'pointer':
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void pointer(SIZES, const long *a, const long *b, long *c, long **columns) {
  I {
    long j = 0;
    do {
      long s = 0;
      L s += STEP;
      c[i * n + j] = s;
    } while (++j < **columns);
  }
}

/// It is read before C is written, too, and may be read there.
// CHECK-LABEL: GEMM nests of 'read_before':
// CHECK: m = {{.*}}, n = (1 smax %[[N:.*]]), k =
// CHECK-NOT: kept
void read_before(SIZES, const long *a, const long *b, long *c, long **columns) {
  I if (**columns > 0) {
    long j = 0;
    do {
      long s = 0;
      L s += STEP;
      c[i * n + j] = s;
    } while (++j < **columns);
  }
}

/// Two numbers at one place.
// CHECK-LABEL: GEMM nests of 'two_types':
// CHECK: fixed: %{{.*}}, i64 at %x
// CHECK: fixed: %{{.*}}, i32 at %x
// LOADS-LABEL: define {{.*}}@two_types(
// LOADS: load i64, ptr %x
// LOADS-NEXT: load i32, ptr %x
// CHECK-NOT: kept
void two_types(SIZES, const long *a, const long *b, long *c, const long *x) {
  I {
    long j = 0;
    do {
      long l = 0;
      do
        c[i * n + j] += STEP;
      while (++l < *x);
    } while (++j < *(const int *)x);
  }
}

/// Each is where it is.
// CHECK-LABEL: GEMM nests of 'two_bounds':
// CHECK: GEMM nest at
// CHECK-NOT: kept
void two_bounds(SIZES, const long *a, const long *b, long *c, const long *x,
                const long *y) {
  I {
    long j = 0;
    do {
      long s = 0;
      L s += STEP;
      c[i * n + j] = s;
    } while (++j < *x + *y);
  }
}

/// C and the pointer are apart.
// CHECK-LABEL: GEMM nests of 'restricted':
// CHECK: GEMM nest at
// CHECK-NOT: kept
void restricted(SIZES, const long *a, const long *b, long *restrict c,
                long **columns) {
  I {
    long j = 0;
    do {
      long s = 0;
      L s += STEP;
      c[i * n + j] = s;
    } while (++j < **columns);
  }
}

/// A flag that C may clear leads to the length of the sum.
// CHECK-LABEL: GEMM nests of 'flag':
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void flag(SIZES, const long *a, const long *b, long *c, const long *go,
          const long *length) {
  I J {
    c[i * n + j] = 0;
    if (*go)
      for (long l = 0; l < *length; l++)
        c[i * n + j] += STEP;
  }
}

/// Sizes that lead there: the distance between two numbers.
// CHECK-LABEL: GEMM nests of 'distance':
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void distance(SIZES, const long *a, const long *b, long *c, const long *first,
              const long *ld) {
  I J {
    c[i * n + j] = 0;
    for (long l = *first; l < m; l++)
      c[i * n + j] += a[i * *ld + l] * b[l * n + j];
  }
}

/// A table of a table of a table: C may overwrite the second one.
// CHECK-LABEL: GEMM nests of 'three_tables':
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void three_tables(SIZES, const long *a, const long *b, long *c, const long *x,
                  const long *y, const long *z) {
  I J {
    long s = 0;
    L s += a[x[y[z[i]]] * k + l] * b[l * n + j];
    c[i * n + j] = s;
  }
}

/// C's rows are not known before all indices are known to be in range.
// CHECK-LABEL: GEMM nests of 'size_and_range':
// CHECK: must not wrap (unsigned): %{{.*}} of i32 + i*(0) + j*(1) + k*(0)
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void size_and_range(SIZES, const long *a, const long *b, long *c,
                    const unsigned *row, const long *columns) {
  I for (long j = 0; j < *columns; j++) {
    long s = 0;
    L s += STEP;
    c[row[i] + (unsigned)j] = s;
  }
}

// CHECK-LABEL: GEMM nests of 'size':
// CHECK: GEMM nest at
// CHECK-NOT: kept
void size(SIZES, const long *a, const long *b, long **c, const long *columns) {
  I for (long j = 0; j < *columns; j++) {
    long s = 0;
    L s += STEP;
    c[i][j] = s;
  }
}

/// Lengths of rows are read first. What C may overwrite must not decide how
/// many of them the nest reads, or where.
// CHECK-LABEL: GEMM nests of 'size_and_lengths':
// CHECK: equal for all i:
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void size_and_lengths(SIZES, const long *a, const long *b, long **c,
                      const long *columns, const long *length) {
  I for (long j = 0; j < *columns; j++) {
    long s = 0;
    for (long l = 0; l < length[i]; l++)
      s += STEP;
    c[i][j] = s;
  }
}

// CHECK-LABEL: GEMM nests of 'table_of_lengths':
// CHECK: equal for all i:
// CHECK: kept: a bound, address or stride of the nest cannot be computed safely before it
void table_of_lengths(SIZES, const long *a, const long *b, long **c,
                      const long *const *length) {
  I J {
    long s = 0;
    for (long l = 0; l < (*length)[i]; l++)
      s += STEP;
    c[i][j] = s;
  }
}

/// It may decide where the elements are that the nest multiplies.
// CHECK-LABEL: GEMM nests of 'elements_and_lengths':
// CHECK: equal for all i:
// CHECK-NOT: kept
void elements_and_lengths(SIZES, const long *a, const long *const *b, long **c,
                          const long *length) {
  I J {
    long s = 0;
    for (long l = 0; l < length[i]; l++)
      s += a[i * k + l] * (*b)[l * n + j];
    c[i][j] = s;
  }
}

// CHECK-LABEL: GEMM nests of 'range':
// CHECK: must not wrap (unsigned): %{{.*}} of i32 + i*(0) + j*(1) + k*(0)
// CHECK-NOT: kept
void range(SIZES, const long *a, const long *b, long *c, const unsigned *row) {
  I J {
    long s = 0;
    L s += STEP;
    c[row[i] + (unsigned)j] = s;
  }
}

#else

/// The length of the sum decides whether the nest gets to a leading dimension.
// TOP-LABEL: GEMM nests of 'length':
// TOP: kept: a bound, address or stride of the nest cannot be computed safely before it
void length(unsigned long m, unsigned long n, const long *a, const long *b,
            long *c, const unsigned long *length, const long *ld) {
  for (unsigned long i = 0; i < m; i++)
    for (unsigned long j = 0; j < n; j++) {
      c[i * n + j] = 0;
      unsigned long last = *length;
      for (unsigned long l = 0; l < last; l++)
        c[i * n + j] += a[i * *ld + l] * b[l * n + j];
    }
}

/// What is read before C is written is what the nest finds.
// TOP-LABEL: GEMM nests of 'length_before':
// TOP: GEMM nest at
// TOP-NOT: kept
void length_before(unsigned long m, unsigned long n, const long *a,
                   const long *b, long *c, const unsigned long *length,
                   const long *ld) {
  for (unsigned long i = 0; i < m; i++)
    for (unsigned long j = 0; j < n; j++) {
      unsigned long last = *length;
      c[i * n + j] = 0;
      for (unsigned long l = 0; l < last; l++)
        c[i * n + j] += a[i * *ld + l] * b[l * n + j];
    }
}

#endif
