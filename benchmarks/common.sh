# shellcheck shell=bash disable=SC2034,SC2154
# What scripts/demo and benchmarks/first-mark share. Source it from the top of
# the checkout, with out= set to a directory for the compiled rows.

plugin=$PWD/build/lib/Gemmify.so
polly=(-mllvm -polly -mllvm -polly-pattern-matching-based-opts)

say() { printf '\n== %s\n' "$*"; }

# Builds the plugin and the program that measures.
build_all() {
  mkdir -p "$out"
  [ -f build/build.ninja ] || cmake -S . -B build -G Ninja >"$out/cmake.log" || {
    cat "$out/cmake.log"
    return 1
  }
  ninja -C build Gemmify
  clang++-22 -std=c++17 -O3 -march=native -ffp-contract=fast -Wall -Wextra \
    benchmarks/compare/*.cpp -ldl -o "$out/gemm-compare"
}

# compile_c SOURCE TYPE OBJECT FLAG...
compile_c() {
  local source=$1 type=$2 object=$3
  shift 3
  clang-22 -O3 -march=native -fPIC -shared "-DT=$type" "$@" "$source" \
    -o "$out/$object.new" && mv "$out/$object.new" "$out/$object"
}

# compile_fortran SOURCE KIND OBJECT FLAG...
compile_fortran() {
  local source=$1 kind=$2 object=$3
  shift 3
  flang-22 -O3 -march=native -fPIC -c "-DRK=$kind" "$@" "$source" \
    -o "$out/$object.o" && clang-22 -shared "$out/$object.o" -o "$out/$object"
}
