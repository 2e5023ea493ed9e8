"""Writes results.json with given speeds: make.py FILE FACTOR

The rows `auto` are FACTOR times as fast as 50 and 90 GFLOP/s."""

import json
import sys

path, factor = sys.argv[1], float(sys.argv[2])
SPEEDS = {
    "peak": ("FMA peak", "peak", (112, 112)),
    "plain": ("clang -O3", "plain", (3, None)),
    "polly-matmul": ("Polly, matmul pattern", "compiler", (25, 30)),
    "auto": ("Gemmify", "ours", (50 * factor, 90 * factor)),
    "openblas": ("OpenBLAS", "library", (60, 80)),
    "eigen": ("Eigen", "library", (40, 75)),
}
data = {
    "format": 1,
    "context": {"processor": "Test", "version.openblas": "OpenBLAS 0"},
    "points": {},
    "labels": {row: speed[0] for row, speed in SPEEDS.items()},
    "kinds": {row: speed[1] for row, speed in SPEEDS.items()},
    "benchmarks": [],
    "left_out": [
        {"point": "row-major/f32/rrr/1024", "row": "plain", "why": "too slow"},
        {"point": "row-major/f32/rrr/64", "row": "pluto", "why": "not installed"},
    ],
    "failed": [],
}
for at, n in enumerate((64, 1024)):
    key = f"row-major/f32/rrr/{n}"
    data["points"][key] = {
        "workload": "row-major", "title": "Three loops", "types": "f32",
        "layout": "rrr", "m": n, "n": n, "k": n, "flops": 2 * n**3,
        "classes": ["small"],
    }  # fmt: skip
    for row, (_, _, speeds) in SPEEDS.items():
        # Repetitions differ by up to 3 %; their median is the speed.
        for part in (-3, -2, -1, 0, 1, 2, 3) if speeds[at] else ():
            rate = speeds[at] * (1 + part / 100)
            data["benchmarks"].append({"name": f"{key}/{row}", "GFLOP/s": rate})
if len(sys.argv) > 3:
    data["failed"].append(
        {"point": "row-major/f32/rrr/64", "row": "eigen", "why": sys.argv[3]}
    )
with open(path, "w") as file:
    json.dump(data, file)
