//===- repeated-runs.c - What is kept from one run to the next ------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -O1 -fno-discard-value-names \
// RUN:   -gline-tables-only -S -emit-llvm -o %t.ll %s
// RUN: %opt -passes=gemmify -gemmify-target=odd -S %t.ll -o - \
// RUN:   -pass-remarks=gemmify 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
//===----------------------------------------------------------------------===//

// The record is empty before the loop; what it says holds for the call alone,
// and only if the kernel has computed the product; its memory is given back
// behind each exit.
//
// CHECK-LABEL: define {{.*}} @runs(
// CHECK: %kept = alloca [[RECORD:{ ptr, i64, i64, i64, i64, \[8 x i64\] }]]
// CHECK: store ptr null, ptr [[MEMORY:%.*]],
// CHECK: [[PACKED:%[0-9]+]] = load i64, ptr %{{[0-9]+}}
// CHECK-NEXT: getelementptr {{.*}} [[RECORD]], ptr %kept, i32 0, i32 3
// CHECK-NEXT: store i64 0,
// CHECK: gemmify.call:
// CHECK: store i64 [[PACKED]], ptr
// CHECK: [[DONE:%.*]] = call i1 @gemmify.kernel.{{[^ ]*}}({{.*}}ptr %kept)
// CHECK: select i1 [[DONE]], i64 %{{.*}}, i64 0
// CHECK: [[GIVEN:%.*]] = load ptr, ptr
// CHECK-NEXT: icmp ne ptr [[GIVEN]], null
// CHECK: call void @gemmify.workspace.give{{.*}}(ptr [[GIVEN]])
// CHECK: [[GIVEN:%.*]] = load ptr, ptr
// CHECK-NEXT: icmp ne ptr [[GIVEN]], null
// CHECK: call void @gemmify.workspace.give{{.*}}(ptr [[GIVEN]])
// REMARK: :[[#@LINE+9]]:{{.*}}; packed B kept for further runs;
int runs(int times, int m, int n, int l, float *restrict x, float *restrict y,
         const float *restrict w) {
  for (int t = 0; t < times; t++) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        float sum = 0;
        for (int k = 0; k < l; k++)
          sum += x[i * l + k] * w[j * l + k];
        y[i * n + j] = sum;
      }
    if (y[0] < 0)
      return t;
    x[t] = y[t];
  }
  return -1;
}

// What may be the operand is written.
// REMARK: :[[#@LINE+8]]:{{.*}} nc=60; original loops kept
void may_be_written(int times, int m, int n, int l, float **x, float *y,
                    const float *w) {
  for (int t = 0; t < times; t++) {
    const float *own = x[t];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          y[i * n + j] += own[i * l + k] * w[j * l + k];
    y[t] = 1;
  }
}

// Both operands move.
// REMARK: :[[#@LINE+9]]:{{.*}} nc=60; original loops kept
void moves(int times, int m, int n, int l, float **restrict x,
           float **restrict y, float **restrict w) {
  for (int t = 0; t < times; t++) {
    const float *own = x[t], *other = w[t];
    float *out = y[t];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          out[i * n + j] += own[i * l + k] * other[j * l + k];
  }
}

// How many rows there are does not matter to B.
// REMARK: :[[#@LINE+9]]:{{.*}}; packed B kept for further runs;
void rows_change(int times, const int *restrict m, int n, int l,
                  float **restrict x, float **restrict y, const float *w) {
  for (int t = 0; t < times; t++) {
    const float *own = x[t];
    float *out = y[t];
    for (int i = 0; i < m[t]; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          out[i * n + j] += own[i * l + k] * w[j * l + k];
  }
}

// A size of B is that of the run.
// REMARK: :[[#@LINE+9]]:{{.*}} nc=60; original loops kept
void sizes_change(int times, int m, const int *restrict n, int l,
                  float **restrict x, float **restrict y, const float *w) {
  for (int t = 0; t < times; t++) {
    const float *own = x[t];
    float *out = y[t];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n[t]; j++)
        for (int k = 0; k < l; k++)
          out[i * 99 + j] += own[i * l + k] * w[j * l + k];
  }
}

// What may be the operand is written where the nest is passed by, and then it is
// forgotten.
// CHECK-LABEL: define {{.*}} @passes_by(
// CHECK: getelementptr {{.*}} %kept, i32 0, i32 3
// CHECK-NEXT: store i64 0,
// CHECK: store float 1.0
// REMARK: :[[#@LINE+12]]:{{.*}}; packed B kept for further runs;
void passes_by(int times, int m, int n, int l, float **x, float *y,
               const float *w) {
  for (int t = 0; t < times; t++) {
    const float *own = x[t];
    if (!own) {
      y[t] = 1;
      continue;
    }
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          y[i * n + j] += own[i * l + k] * w[j * l + k];
  }
}

// Which operand it is, is loaded in each run, and compared.
// CHECK-LABEL: define {{.*}} @loaded(
// CHECK: gemmify.call:
// CHECK: getelementptr {{.*}} %kept, i32 0, i32 5
// CHECK: [[WAS:%.*]] = load i64, ptr
// CHECK: icmp eq i64 [[WAS]],
// CHECK: select i1 %{{.*}}, i64 %{{.*}}, i64 0
// REMARK: :[[#@LINE+11]]:{{.*}}; packed B kept for further runs;
struct weights { long at, n, l; };
void loaded(int times, long m, long **x, long **y, const long *all,
            const struct weights *of) {
  for (int t = 0; t < times; t++) {
    const long *own = x[t], *w = all + of->at;
    long *out = y[t];
    const long n = of->n, l = of->l;
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          out[i * n + j] += own[i * l + k] * w[j * l + k];
  }
}

// Who is called may write, throw, or not come back.
// REMARK: :[[#@LINE+10]]:{{.*}} nc=60; original loops kept
void writes(void);
void calls(int times, int m, int n, int l, float **restrict x,
           float **restrict y, const float *restrict w) {
  for (int t = 0; t < times; t++) {
    const float *own = x[t];
    float *out = y[t];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          out[i * n + j] += own[i * l + k] * w[j * l + k];
    writes();
  }
}

// Three runs gain nothing.
// REMARK: :[[#@LINE+9]]:{{.*}} nc=60; original loops kept
void three_times(int m, int n, int l, float **restrict x, float **restrict y,
                 const float *restrict w) {
  for (int t = 0; t < 3; t++) {
    const float *own = x[t];
    float *out = y[t];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          out[i * n + j] += own[i * l + k] * w[j * l + k];
  }
}

// The frame may come back to life.
// REMARK: :[[#@LINE+11]]:{{.*}} nc=60; original loops kept
int setjmp(void *) __attribute__((returns_twice));
int comes_back(int times, int m, int n, int l, float **restrict x,
               float **restrict y, const float *restrict w, void *at) {
  int again = setjmp(at);
  for (int t = 0; t < times; t++) {
    const float *own = x[t];
    float *out = y[t];
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++)
        for (int k = 0; k < l; k++)
          out[i * n + j] += own[i * l + k] * w[j * l + k];
  }
  return again;
}

// In the kernel:
// CHECK: define internal i1 @gemmify.kernel.{{.*}}"gemmify-kept" %kept)
// CHECK: pack.left:
