"""Bitcode of all C programs and IR files below some folders.

usage: bitcode.py CLANG OUTPUT FOLDER...
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

clang, output, *folders = sys.argv[1:]
FLAGS = {".c": ["-O1", "-march=x86-64-v3", "-fno-vectorize", "-fno-unroll-loops",
                "--target=x86_64-linux-gnu"],
         ".ll": ["-Wno-override-module"]}


def compile_one(path):
    name = "-".join(path.parts[-2:]) + ".bc"
    done = subprocess.run([clang, "-w", *FLAGS[path.suffix], "-c", "-emit-llvm", path, "-o",
                           Path(output) / name], stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0


# Dozens of products in a file take a minute to be compiled and verified.
LARGEST = 15_000

paths = sorted(p for f in folders for p in Path(f).rglob("*")
               if p.suffix in FLAGS and p.stat().st_size <= LARGEST)
with ThreadPoolExecutor(2) as pool:
    built = sum(pool.map(compile_one, paths))
print(f"{built} of {len(paths)} files")
sys.exit(built < 100)
