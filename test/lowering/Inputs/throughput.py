"""Reads assembly and prints how many of an instruction its first innermost loop that
has them starts per cycle, as llvm-mca's model of a CPU has it, in percent of the
most that the model allows:

    throughput.py [--plain-loads | --as-fmla] LLVM-MCA TRIPLE CPU INSTRUCTION [-mattr=+FEATURE] < x.s

The limit is the one that llvm-mca prints for the instruction alone, where no other
needs the same unit. With --plain-loads, loads of one element into all lanes count as
loads of a whole vector: some models of x86 give them a unit that multiplies as well,
where the processors' load units do it by themselves. With --as-fmla, Arm's other products
of whole vectors are counted as FMLA is, which loads may overtake in models of processors
that work in order.
"""

import re
import subprocess
import sys

ROUNDS = 200
COMMENT = {"x86_64": "#", "aarch64": "//", "powerpc64le": "#"}
BRANCH = re.compile(r"\s+(?:bdnz|j\w+|b\.\w+|cbn?z \w+,)\s+(\.L\w+)")

arguments = sys.argv[1:]
option = arguments.pop(0) if arguments[0].startswith("--") else ""
mca, triple, cpu, instruction, *features = arguments
comment = COMMENT[triple.split("-")[0]]
lines = [line.split(comment)[0].rstrip() for line in sys.stdin]
body = []
for number, line in enumerate(lines):
    back = BRANCH.match(line)
    if back and back.group(1) + ":" in lines[:number]:
        first = lines.index(back.group(1) + ":")
        body = [l for l in lines[first:number] if re.match(r"\s+[a-z]", l)]
        if any(l.split()[0] == instruction for l in body):
            break

if option == "--plain-loads":
    body = [re.sub(r"vbroadcasts[sd](\s+\S*\()", r"vmovups\1", l) for l in body]
if option == "--as-fmla":
    product = re.compile(rf"{instruction}2?(\s+v\d+)\.\w+, (v\d+)\.\w+, (v\d+).*")
    body = [product.sub(r"fmla\1.4s, \2.4s, \3.4s", l) for l in body]
    instruction = "fmla"
report = subprocess.run(
    [mca, f"-mtriple={triple}", f"-mcpu={cpu}", *features, f"-iterations={ROUNDS}"],
    input="\n".join(body) + "\n", stdout=subprocess.PIPE, text=True, check=True).stdout
cycles = int(re.search(r"Total Cycles:\s+(\d+)", report).group(1))
# [1] uOps [2] latency [3] reciprocal throughput [4-6] flags, then the instruction.
each = re.search(rf"^\s*\d+\s+\d+\s+([\d.]+)[*U ]+{instruction}\s", report, re.M)
limit = 1 / float(each.group(1))
count = sum(l.split()[0] == instruction for l in body)
percent = int(count * ROUNDS / cycles / limit * 100)
print(f"{count} {instruction} at {percent} % of {limit:g} per cycle")
