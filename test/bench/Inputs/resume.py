"""What a stopped run leaves to do: resume.py SCRIPT_ROOT OLD.json PROCESSOR"""

import pathlib
import sys

sys.path.insert(0, sys.argv[1] + "/benchmarks")

from bench import results, workloads  # noqa: E402


class Row:
    def __init__(self, key):
        self.key = key


chosen = [
    (point, [Row("auto"), Row("openblas")])
    for point in workloads.points(workloads.all_workloads(), False, 1024, False)
    if point.key.startswith("row-major/f32/rrr/")
]
found = results.Results({"processor": sys.argv[3]})
try:
    done = found.take_from(results.load(pathlib.Path(sys.argv[2])), chosen)
except workloads.Mistake as mistake:
    sys.exit(str(mistake))
print(f"{len(chosen)} points, done:", " ".join(sorted(done)))
print(len(found.rates("row-major/f32/rrr/64", "auto")), "repetitions")
