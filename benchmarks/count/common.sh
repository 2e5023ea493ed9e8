# shellcheck shell=bash disable=SC2154
# What scripts share that count executed instructions under QEMU. Source it with
# here= the folder benchmarks, cc=() the cross compiler, qemu=() the emulator and
# sizes=() the values of n.

plugin=${PLUGIN:-$here/../build/lib/Gemmify.so}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 -shared -fPIC "$here/count/Count.c" -o "$work/libcount.so"

executed() { # PROGRAM N REPETITIONS
  OPENBLAS_NUM_THREADS=1 "${qemu[@]}" \
    -plugin "$work/libcount.so" -d plugin "$1" "$2" "$3" 2>&1 |
    sed -n 's/^executed //p'
}

# Start-up is in both counts: two repetitions are left.
report() { # NAME PROGRAM
  local n once thrice
  printf '%-32s' "$1"
  for n in "${sizes[@]}"; do
    once=$(executed "$2" "$n" 1)
    thrice=$(executed "$2" "$n" 3)
    awk -v d=$((thrice - once)) -v n="$n" 'BEGIN { printf "%9.4f", d / 2 / n^3 }'
  done
  echo
}

ours() { # NAME OPERAND SUM FLAGS...
  local name=$1 types=("-DOPERAND=$2" "-DSUM=$3")
  shift 3
  "${cc[@]}" "${types[@]}" "$@" -fpass-plugin="$plugin" -c \
    "$here/count/Product.c" -o "$work/product.o"
  "${cc[@]}" -static "${types[@]}" "$here/count/Main.c" "$work/product.o" \
    -o "$work/ours"
  report "$name" "$work/ours"
}

library() { # NAME TYPE FUNCTION
  [ -n "${OPENBLAS:-}" ] || return 0
  "${cc[@]}" -static "-DOPERAND=$2" "-DSUM=$2" "-DBLAS=$3" \
    "$here/count/Main.c" "$OPENBLAS" -lpthread -lm -o "$work/library" \
    2>"$work/log" || { cat "$work/log" >&2; exit 1; }
  report "$1" "$work/library"
}

heading() {
  printf '%-32s' 'instructions per multiply-add'
  printf '    n=%-4s' "${sizes[@]}"
  echo
}
