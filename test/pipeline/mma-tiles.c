//===- mma-tiles.c - Tiles of POWER10's matrix unit -----------------------===//
//
// The k loops of a kernel's tiles hold loads, outer products, address and branch
// only. Whole tiles have eight accumulators, sixteen steps unrolled, and what is
// left of k. Those of narrower tiles at the edges do with the fewest
// accumulators that hold them: 4x1 up to 16x8 without it.
//
// DEFINE: %{flags} =
// DEFINE: %{ger} =
// DEFINE: %{shapes} =
// DEFINE: %{see} = %clangplugin --target=powerpc64le-linux-gnu -mcpu=power10 \
// DEFINE:   -O3 %{flags} -S %s -o - \
// DEFINE:   | %python %S/../lowering/Inputs/loop_histogram.py \
// DEFINE:   | grep ger | awk '{ print $NF, $0 }' | sort -n \
// DEFINE:   | FileCheck %s -DGER=%{ger} --check-prefixes=%{shapes},WHOLE
//
// REDEFINE: %{flags} = -DT=float -DL=float -DR=float
// REDEFINE: %{ger} = xvf32gerpp
// REDEFINE: %{shapes} = SITES
// RUN: %{see}
// REDEFINE: %{flags} = -DT=double -DL=double -DR=double
// REDEFINE: %{ger} = xvf64gerpp
// RUN: %{see}
// REDEFINE: %{flags} = -DT=int -DL=short -DR=short
// REDEFINE: %{ger} = xvi16ger2pp
// REDEFINE: %{shapes} = PAIRS
// RUN: %{see}
// REDEFINE: %{flags} = -DT=int "-DL=signed char" "-DR=signed char"
// REDEFINE: %{ger} = xvi8ger4pp
// REDEFINE: %{shapes} = FOURS
// RUN: %{see}
// REDEFINE: %{flags} = -DT=int "-DL=unsigned char" "-DR=signed char"
// RUN: %{see}
// REDEFINE: %{flags} = -DT=int "-DL=unsigned char" "-DR=unsigned char"
// RUN: %{see}
//
// One k after the other, and sites of sixteen ks.
// SITES: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 1{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 2{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 2{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 3{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 4{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 4{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 6{{$}}
// SITES-NEXT: [[GER]] 8{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 16{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 32{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 32{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 48{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 64{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 64{{$}}
// SITES-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 96{{$}}
//
// Pairs of ks, unrolled by two. One of the eights is a whole tile's.
// PAIRS: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 2{{$}}
// PAIRS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 4{{$}}
// PAIRS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 4{{$}}
// PAIRS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 6{{$}}
// PAIRS-COUNT-3: stack 0, [[GER]] 8{{$}}
// PAIRS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 12{{$}}
//
// Four ks, unrolled by four, and what is left of them.
// FOURS: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 1{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 2{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 2{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 3{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 4{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 4{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 4{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 6{{$}}
// FOURS-COUNT-3: stack 0, [[GER]] 8{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 12{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 16{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 16{{$}}
// FOURS-NEXT: bdnz 1, {{(lxvp?x? [0-9]+, )+}}stack 0, [[GER]] 24{{$}}
//
// WHOLE-NEXT: addi 3, b{{..}} 1, cmp{{l?}}d 1, lxvp {{48|64}}, stack 0, [[GER]] 128{{$}}
// WHOLE-NOT: ger
//
//===----------------------------------------------------------------------===//

void product(long m, long n, long kk, const L *restrict A, const R *restrict B,
             T *restrict C) {
  for (long i = 0; i < m; i++)
    for (long j = 0; j < n; j++)
      for (long k = 0; k < kk; k++)
        C[i * n + j] += (T)A[i * kk + k] * (T)B[k * n + j];
}
