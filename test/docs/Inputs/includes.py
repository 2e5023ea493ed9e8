"""Checks that #include lines go one way.

    includes.py SOURCE_ROOT

pass -> lowering -> intrinsic, and within pass: recognize -> product -> plan ->
kernel -> rewrite -> the files at the top, each including only what stands to
its left. ALLOWED lists what does not yet; an entry that is no longer needed is
an error.
"""

import pathlib
import re
import sys

ALLOWED = set()

LEVELS = ["intrinsic", "lowering", "pass"]
ROOMS = ["recognize", "product", "plan", "kernel", "rewrite"]


def rank(path):
    """How far to the right a file stands; None outside of the house."""
    top, *rest = path.split("/")
    if top not in LEVELS:
        return None
    if top != "pass":
        return LEVELS.index(top)
    return len(LEVELS) + (ROOMS.index(rest[0]) if len(rest) > 1 else len(ROOMS))


root = pathlib.Path(sys.argv[1]).resolve()
backward, complaints, lines = set(), [], 0
for level in LEVELS:
    for path in sorted((root / level).rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        name = path.relative_to(root).as_posix()
        if len(name.split("/")) > 2 and level == "pass" and name.split("/")[1] not in ROOMS:
            complaints.append(f"{name}: no such room in this script")
            continue
        for included in re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.M):
            beside = (path.parent / included).resolve()
            if beside.is_file():
                included = beside.relative_to(root).as_posix()
            lines += 1
            if (to := rank(included)) is not None and to > rank(name):
                backward.add((name, included))

complaints += [f"{f} includes {i}" for f, i in sorted(backward - ALLOWED)]
complaints += [
    f"{f} does not include {i}: take it off the list in includes.py"
    for f, i in sorted(ALLOWED - backward)
]
print("\n".join(complaints) or f"{lines} includes, {len(ALLOWED)} of them backward")
sys.exit(bool(complaints) or not lines)
