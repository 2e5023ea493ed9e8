"""Reads assembly and prints one line for each innermost loop, in the order of
the code: how often each instruction occurs and how many touch the stack, e.g.

    loop: addq 2, decq 1, jne 1, stack 0, vbroadcastss 6, vfmadd231ps 12, vmovups 2
"""

import re
import sys
from collections import Counter

LABEL = re.compile(r"^(\.L\w+):")
BRANCH = re.compile(r"^\s+(?:j\w+|b[\w.]*|cbn?z|tbn?z)\s.*?(\.L\w+)")
STACK = re.compile(r"%rsp|%rbp\)|\[sp|\[x29|\(1\)|\(31\)")

lines = [line.split("#")[0].replace("{vex}\t", "").rstrip() for line in sys.stdin]
labels, loops = {}, []
for number, line in enumerate(lines):
    if match := LABEL.match(line):
        labels[match.group(1)] = number
    if (match := BRANCH.match(line)) and match.group(1) in labels:
        loops.append((labels[match.group(1)], number))

for first, last in loops:
    if any(first <= f and l < last for f, l in loops if (f, l) != (first, last)):
        continue
    body = [l for l in lines[first : last + 1] if re.match(r"^\s+[a-z]", l)]
    count = Counter(line.split()[0] for line in body)
    count["stack"] = sum(bool(STACK.search(line)) for line in body)
    print("loop:", ", ".join(f"{name} {count[name]}" for name in sorted(count)))
