"""Reads x86 assembly and shows its innermost loops that multiply and add.

    inner_loops.py FILE.s      a line per loop: instructions by kind
"""

import re
import sys

# Where no frame begins with it, or without an offset, %rbp is a pointer like
# others.
FRAME = re.compile(r"\s+movq\s+%rsp, %rbp")
STACK = re.compile(r"\(%rsp\)")
STACK_OF_FRAME = re.compile(r"\(%rsp\)|-\d+\(%rbp\)")

with open(sys.argv[1]) as file:
    lines = file.read().splitlines()
labels = {}
for number, line in enumerate(lines):
    if match := re.match(r"(\.LBB\w+):", line):
        labels[match.group(1)] = number

stack = STACK
for number, line in enumerate(lines):
    if re.match(r"[^\s.#].*:", line):
        stack = STACK
    elif FRAME.match(line):
        stack = STACK_OF_FRAME
    match = re.match(r"\s+j\w+\s+(\.LBB\w+)", line)
    start = labels.get(match.group(1), number) if match else number
    if start >= number:
        continue
    body = lines[start : number + 1]
    if any(re.match(r"\.LBB", inner) for inner in body[1:]):
        continue
    text = [part.split("#")[0] for part in body]
    fmas = sum(bool(re.search(r"vfmadd\w*p[sd]", part)) for part in text)
    if fmas < 2:
        continue
    vector_stack = sum("mm" in p and bool(stack.search(p)) for p in text)
    loads = sum(bool(re.match(r"\s+vmov[au]p[sd]\s+[^%]*\(", p)) for p in text)
    broadcasts = sum("vbroadcasts" in p for p in text)
    print(
        f"fma {fmas} loads {loads} broadcasts {broadcasts} "
        f"vector stack accesses {vector_stack}"
    )
