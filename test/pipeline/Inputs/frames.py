"""frames.py FILE.su BYTES: fails where a kernel's frame is larger than that."""

import sys

path, most = sys.argv[1], int(sys.argv[2])
with open(path) as file:
    frames = [(line.split("\t")[0], int(line.split("\t")[1])) for line in file]
kernels = [frame for frame in frames if "gemmify.kernel" in frame[0]]
large = [frame for frame in kernels if frame[1] > most]
if large or not kernels:
    sys.exit(f"{len(kernels)} kernels, above {most} bytes of stack: {large}")
