#!/usr/bin/env python3
"""Links a test of faults with Inputs/products.c and runs it.

    products.py signals.c --plugin build/lib/Gemmify.so --work /tmp/w

products.c is compiled plainly and with the plugin, in each way in SETS.
Fails when a set has too few rewritten products.
"""

import argparse
import re
import shlex
import subprocess
import sys
from pathlib import Path

INPUTS = Path(__file__).resolve().parent.parent / "Inputs"
# Options of the plugin, and how many of the eight products they suit.
SETS = {
    "auto": ([], 8),
    "packing": (["strategy=packing", "workspace=heap"], 8),
    "stack": (["strategy=packing", "workspace=stack"], 8),
    "tiling": (["strategy=tiling"], 6),
}


def run(command, **more):
    """Runs a command and returns its output; leaves when it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, check=False, **more)
    if done.returncode:
        print("$", shlex.join(map(str, command)))
        sys.exit(f"{done.stdout}exit status {done.returncode}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("source")
    add("--clang", default="clang-22")
    add("--plugin", help="the plugin's path, for use by hand")
    add("--clangplugin", help="clang with the plugin")
    add("--flang", help=argparse.SUPPRESS)
    add("--flangplugin", help=argparse.SUPPRESS)
    add("--work", required=True, help="directory for the outputs")
    add("--no-pool", action="store_true",
        help="compile products.c as for a system that is not known")
    add("--link-flags", default="")
    args = parser.parse_args()
    plain = shlex.split(args.clang)
    plugin = (plain + [f"-fpass-plugin={args.plugin}"] if args.plugin
              else shlex.split(args.clangplugin))
    work = Path(args.work)
    work.mkdir(parents=True, exist_ok=True)
    compile_c = ["-O3", "-march=native", "-c", INPUTS / "products.c", "-o"]
    if args.no_pool:
        compile_c[:0] = ["--target=x86_64-linux-android", "-isystem",
                         "/usr/include", "-isystem",
                         "/usr/include/x86_64-linux-gnu"]
    objects = [work / "plain.o"]
    run([*plain, "-DSET=plain", *compile_c, objects[0]])
    for name, (options, least) in SETS.items():
        objects.append(work / f"{name}.o")
        flags = [part for o in options for part in ("-mllvm", f"-gemmify-{o}")]
        said = run([*plugin, f"-DSET={name}", *flags, "-Rpass=gemmify",
                    *compile_c, objects[-1]])
        if len(re.findall(r"remark: .*\[-Rpass=gemmify\]", said)) < least:
            sys.exit(f"{said}fewer than {least} products of set {name} were "
                     "rewritten")
    out = work / "test"
    cxx = ["-xc++", "-std=c++17"] if args.source.endswith("cpp") else []
    run([*plain, "-O1", "-Wall", "-Werror", "-Wno-unused-function",
         "-D_GNU_SOURCE", "-I", INPUTS, *cxx, args.source, "-xnone", *objects,
         "-o", out, "-pthread", "-lm", *["-lstdc++"] * bool(cxx), *shlex.split(args.link_flags)])
    print(run([out]), end="")


if __name__ == "__main__":
    main()
