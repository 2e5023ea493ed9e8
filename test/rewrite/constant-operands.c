//===- constant-operands.c - What is packed at compile time ---------------===//
//
// RUN: %clang --target=x86_64-linux-gnu -O1 -fno-discard-value-names \
// RUN:   -gline-tables-only -S -emit-llvm -o %t.ll %s
// DEFINE: %{odd} = %opt -passes=gemmify -gemmify-target=odd -S \
// DEFINE:   -gemmify-strategy=packing -pass-remarks=gemmify -o -
// RUN: %{odd} %t.ll 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: %{odd} -gemmify-constant-bytes=4700 %t.ll 2>&1 | FileCheck %s \
// RUN:   --check-prefix=TWO
// RUN: %{odd} -gemmify-constant-bytes=2K %t.ll 2>&1 | FileCheck %s \
// RUN:   --check-prefix=NONE
// RUN: %{odd} -gemmify-constant-bytes=0 %t.ll 2>&1 | FileCheck %s \
// RUN:   --check-prefix=OFF
// RUN: sed -E 's/^(@w = .* \[float) 0.000000e\+00/\1 undef/' %t.ll > %t.undef.ll
// RUN: %{odd} %t.undef.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: sed -E 's/^(@w = .*) constant/\1 externally_initialized constant/' %t.ll > %t.init.ll
// RUN: %{odd} %t.init.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
//
//===----------------------------------------------------------------------===//

#define R4(i) i, i + 1, i + 2, i + 3
#define R16(i) R4(i), R4(i + 4), R4(i + 8), R4(i + 12)
#define R64(i) R16(i), R16(i + 16), R16(i + 32), R16(i + 48)
#define ALL                                                                    \
  R64(0), R64(64), R64(128), R64(192), R64(256), R64(320), R64(384), R64(448), \
      R64(512)

static const float w[576] = {ALL};
static const float same[2][576] = {{-1}, {ALL}};

// UNKNOWN: constant-operands.c:[[#@LINE+29]]:{{.*}} nc=255; original loops
// UNKNOWN: B packed at compile time
//
// Three columns in a sliver, and those of a k side by side; what is missing of
// the last one is zeros. Equal slivers are in the module once.
//
// CHECK: [[PACKED:@gemmify.packed.[0-9a-f]+]] = private unnamed_addr constant [576 x float]
// CHECK-SAME: [float 0.000000e+00, float 1.000000e+00, float 2.000000e+00,
// CHECK-SAME: float 2.400000e+01, float 2.500000e+01, float 2.600000e+01,
// CHECK-SAME: float 4.800000e+01,
// CHECK-SAME: float 3.000000e+00, float 4.000000e+00, float 5.000000e+00,
// CHECK-SAME: float 5.490000e+02, float 5.500000e+02, float 0.000000e+00,
// CHECK-SAME: float 5.730000e+02, float 5.740000e+02, float 0.000000e+00], align 64
// CHECK: [[DOWN:@gemmify.packed.[0-9a-f]+]] = private unnamed_addr constant [576 x float]
// CHECK-SAME: [float 0.000000e+00, float 2.400000e+01, float 4.800000e+01,
// CHECK-SAME: float 1.000000e+00, float 2.500000e+01, float 4.900000e+01,
// CHECK: [[LEFT:@gemmify.packed.[0-9a-f]+]] = private unnamed_addr constant [600 x float]
// CHECK-SAME: [float 0.000000e+00, float 2.400000e+01, float 4.800000e+01, float 7.200000e+01, float 9.600000e+01,
// CHECK-SAME: float 1.000000e+00, float 2.500000e+01,
// CHECK-NOT: @gemmify.packed
// CHECK-LABEL: define {{.*}} @rows(
// CHECK: call i1 [[KERNEL:@gemmify.kernel.[0-9a-f]+]]({{.*}}ptr [[PACKED]])
// REMARK: :[[#@LINE+7]]:{{.*}}; B packed at compile time, 2304 bytes; original loops
// TWO: :[[#@LINE+6]]:{{.*}}; B packed at compile time, 2304 bytes; original loops
// NONE: :[[#@LINE+5]]:{{.*}}; B not packed at compile time: 2304 bytes are more than -gemmify-constant-bytes leaves; original
void rows(int m, float *c, const float *a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 23; j++)
      for (int k = 0; k < 24; k++)
        c[i * 24 + j] += a[i * 24 + k] * w[k * 24 + j];
}

// CHECK-LABEL: define {{.*}} @shared(
// CHECK: call i1 [[KERNEL]]({{.*}}ptr [[PACKED]])
// REMARK: :[[#@LINE+6]]:{{.*}}; B packed at compile time, 2304 bytes;
// TWO: :[[#@LINE+5]]:{{.*}}; B packed at compile time, 2304 bytes;
void shared(int m, float *c, const float *a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 23; j++)
      for (int k = 0; k < 24; k++)
        c[i * 24 + j] += a[i * 24 + k] * same[1][k * 24 + j];
}

// CHECK-LABEL: define {{.*}} @columns(
// CHECK: call i1 @gemmify.kernel.{{.*}}ptr [[DOWN]])
// REMARK: :[[#@LINE+6]]:{{.*}}; B packed at compile time, 2304 bytes;
// TWO: :[[#@LINE+5]]:{{.*}}; B packed at compile time, 2304 bytes;
void columns(int m, float *c, const float *a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 23; j++)
      for (int k = 0; k < 24; k++)
        c[i * 24 + j] += a[i * 24 + k] * w[j * 24 + k];
}

// The right operand of the transposed product has five columns in a sliver.
//
// CHECK-LABEL: define {{.*}} @left(
// CHECK: call i1 @gemmify.kernel.{{.*}}ptr [[LEFT]])
// REMARK: :[[#@LINE+6]]:{{.*}}; A packed at compile time, 2400 bytes;
// TWO: :[[#@LINE+5]]:{{.*}}; A not packed at compile time: 2400 bytes are more
void left(int n, float *c, const float *b) {
  for (int i = 0; i < 23; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < 24; k++)
        c[i * n + j] += w[i * 24 + k] * b[k * n + j];
}

// The rest of the module packs as ever: a size that is not known, few elements,
// an array that another module may define or that the program may write, and
// elements beyond the array, which no program reads; operations that round, and
// conversions of what may be flushed or is no number.
//
// REMARK-NOT: compile time
// OFF-NOT: compile time
// CHECK-LABEL: define {{.*}} @any_size(
void any_size(int m, int n, float *c, const float *a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < 24; k++)
        c[i * n + j] += a[i * 24 + k] * w[k * 24 + j];
}

void few(int m, float *c, const float *a) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < 21; j++)
      for (int k = 0; k < 24; k++)
        c[i * 24 + j] += a[i * 24 + k] * w[k * 24 + j];
}

__attribute__((weak)) extern const float weak[576] = {ALL};
extern const float elsewhere[576];
float written[576] = {ALL};
static _Thread_local const float of_thread[576] = {ALL};
static const int large[576] = {ALL, [50] = 16777217};
static const float denormal[576] = {ALL, [50] = 1e-40f};
static const _Float16 nan[576] = {ALL, [50] = __builtin_nanf("")};
#define REFUSED(NAME, ELEMENT) REFUSED_AS(NAME, ELEMENT, float)
#define REFUSED_AS(NAME, ELEMENT, T)                                           \
  void refused_##NAME(int m, T *c, const T *a) {                               \
    for (int i = 0; i < m; i++)                                                \
      for (int j = 0; j < 23; j++)                                             \
        for (int k = 0; k < 24; k++)                                           \
          c[i * 24 + j] += a[i * 24 + k] * (ELEMENT[k * 24 + j]);              \
  }
REFUSED(weak, weak)
REFUSED(elsewhere, elsewhere)
REFUSED(written, written)
REFUSED(of_thread, of_thread)
REFUSED(beyond, (w + 25))
REFUSED(rounds, 1.5f * w)
REFUSED(rounds_integers, large)
REFUSED_AS(flushed, denormal, double)
REFUSED(converts_nan, nan)
