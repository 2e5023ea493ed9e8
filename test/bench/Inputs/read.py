"""Reads the head of a workload: read.py FILE"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "benchmarks"))
from bench import workloads  # noqa: E402

try:
    print(workloads.read(pathlib.Path(sys.argv[1])))
except workloads.Mistake as mistake:
    print(mistake)
