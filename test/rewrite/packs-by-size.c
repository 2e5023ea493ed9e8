//===- packs-by-size.c - Which products with lines that collide are packed ===//
//
// RUN: %clang --target=x86_64-linux-gnu -march=x86-64-v3 -O1 -fno-inline -S \
// RUN:   -emit-llvm -o - %s | %opt -passes='gemmify,gemmify-lower' -S \
// RUN:   | sed -E 's/noinline//; /^define.* @(product|gemmify.kernel)/s/ #/ alwaysinline #/' \
// RUN:   | %opt -passes='always-inline,function(sccp,simplifycfg)' -S \
// RUN:   | FileCheck %s
//
//===----------------------------------------------------------------------===//

// The kernel decides by its arguments. Where these are known, the decision is,
// and blocks are packed into workspace only then. Operands are laid out by rows:
// what is read in slivers of whole vectors is B.

void product(long m, long n, long k, long ld, long ldb, const float *restrict A,
             const float *restrict B, float *restrict C) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long l = 0; l < k; l++)
        C[i * ld + j] += A[i * ld + l] * B[l * ldb + j];
}

#define IS(NAME, M, N, K, LD, LDB)                                             \
  void NAME(const float *restrict A, const float *restrict B,                  \
            float *restrict C) {                                               \
    product(M, N, K, LD, LDB, A, B, C);                                        \
  }

// Lines of B have to collide, whatever those of A do.
// CHECK-LABEL: @packed_b(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_b, 24, 24, 24, 1000, 1024)
// CHECK-LABEL: @in_place_a(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_a, 24, 24, 24, 1024, 1000)

// 4 KiB: no side has less than 8 elements.
// CHECK-LABEL: @in_place_m7(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_m7, 7, 28, 28, 1024, 1024)
// CHECK-LABEL: @packed_m8(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_m8, 8, 28, 28, 1024, 1024)
// CHECK-LABEL: @in_place_n7(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_n7, 28, 7, 28, 1024, 1024)
// CHECK-LABEL: @packed_n8(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_n8, 28, 8, 28, 1024, 1024)
// CHECK-LABEL: @in_place_k7(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_k7, 28, 28, 7, 1024, 1024)
// CHECK-LABEL: @packed_k8(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_k8, 28, 28, 8, 1024, 1024)

// A small C of whole vectors beside many steps of k stays where it is.
// CHECK-LABEL: @packed_depth_128(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_depth_128, 16, 16, 128, 1024, 1024)
// CHECK-LABEL: @in_place_depth_129(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_depth_129, 16, 16, 129, 1024, 1024)
// CHECK-LABEL: @packed_part_of_vector(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_part_of_vector, 16, 15, 129, 1024, 1024)

// 2 KiB: no side has less than 9 elements, ...
// CHECK-LABEL: @in_place_half_m8(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_half_m8, 8, 28, 24, 512, 512)
// CHECK-LABEL: @packed_half_m9(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_half_m9, 9, 28, 24, 512, 512)
// CHECK-LABEL: @in_place_half_n8(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_half_n8, 28, 8, 28, 512, 512)
// CHECK-LABEL: @packed_half_n9(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_half_n9, 28, 9, 28, 512, 512)
// CHECK-LABEL: @in_place_half_k8(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_half_k8, 28, 28, 8, 512, 512)
// CHECK-LABEL: @packed_half_k9(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_half_k9, 28, 28, 9, 512, 512)

// ... there are no more than three times m of ks, ...
// CHECK-LABEL: @packed_half_depth_48(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_half_depth_48, 16, 16, 48, 512, 512)
// CHECK-LABEL: @in_place_half_depth_49(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_half_depth_49, 16, 16, 49, 512, 512)

// ... and more than a few tiles of whole lines.
// CHECK-LABEL: @in_place_half_few(
// CHECK-NOT: {{^go[0-9]*.i:}}
IS(in_place_half_few, 16, 16, 16, 512, 512)
// CHECK-LABEL: @packed_half_more(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_half_more, 17, 16, 16, 512, 512)
// CHECK-LABEL: @packed_half_part_of_line(
// CHECK: {{^go[0-9]*.i:}}
IS(packed_half_part_of_line, 16, 15, 16, 512, 512)
