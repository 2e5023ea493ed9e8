# shellcheck shell=bash disable=SC2034
# What run and reference share: the plugin, and a program that measures.

cd "$(dirname "$0")/../.."
out=build/triangles
plugin=${PLUGIN-$PWD/build/lib/Gemmify.so}
mkdir -p "$out"
if [ -z "${PLUGIN-}" ]; then
  scripts/setup bench
  scripts/setup test
  [ -f build/build.ninja ] || cmake -S . -B build -G Ninja >/dev/null
  ninja -C build Gemmify >/dev/null
fi

# installed NAME: the first shared library of that name.
installed() {
  find /usr/lib /usr/local/lib -name "$1" -print -quit 2>/dev/null
}

# measure nests|routines PLAIN GEMMIFY POLLY SIZE...: beside the libraries.
measure() {
  local openblas blis
  openblas=${OPENBLAS-$(installed 'libopenblas*.so.0')}
  blis=${BLIS-$(installed 'libblis*.so.4')}
  clang++-22 -std=c++17 -O2 benchmarks/triangles/Main.cpp -ldl -o "$out/measure"
  OPENBLAS_NUM_THREADS=1 BLIS_NUM_THREADS=1 taskset -c 0 "$out/measure" \
    "$1" "$2" "$3" "$4" "${openblas:-none}" "${blis:-none}" "${@:5}"
}
