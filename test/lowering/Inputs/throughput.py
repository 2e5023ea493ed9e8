"""Reads assembly and prints how many of an instruction its innermost loop starts
per cycle, as llvm-mca's model of a CPU has it, in percent of two:

    throughput.py LLVM-MCA CPU INSTRUCTION < x.s
"""

import re
import subprocess
import sys

mca, cpu, instruction = sys.argv[1:]
lines = [line.split("#")[0].rstrip() for line in sys.stdin]
body = []
for number, line in enumerate(lines):
    if back := re.match(r"\s+bdnz (\.L\w+)", line):
        first = lines.index(back.group(1) + ":")
        body = [l for l in lines[first:number] if re.match(r"\s+[a-z]", l)]
        if any(l.split()[0] == instruction for l in body):
            break

ROUNDS = 200
report = subprocess.run(
    [mca, "-mtriple=powerpc64le-linux-gnu", "-mcpu=" + cpu, f"-iterations={ROUNDS}"],
    input="\n".join(body) + "\n", stdout=subprocess.PIPE, text=True, check=True).stdout
cycles = int(re.search(r"Total Cycles:\s+(\d+)", report).group(1))
count = sum(l.split()[0] == instruction for l in body)
print(f"{count} {instruction} at {count * ROUNDS * 50 // cycles} % of two per cycle")
