"""Names the lines of pass/ that know an instruction set, or a pipeline.

    instruction-sets.py SOURCE_ROOT

Comments may give examples. What else remains is allowed here, with the reason;
an entry that nothing needs is an error, too.
"""

import pathlib
import re
import sys

# A file, a text of the line, and why.
ALLOWED = [
    ("pass/plan/Options.cpp", '"gemmify-amx"', "the option's name"),
    ("pass/plan/Options.cpp", '"Kernels for AMX', "its help"),
    ("pass/plan/Options.cpp", '"gemmify-sme"', "the option's name"),
    ("pass/plan/Options.cpp", '"Kernels for SME', "its help"),
    ("pass/plan/Options.cpp", '"Kernels for better x86-64', "the help of an option"),
    ("pass/plan/Options.cpp", '"vectors of SVE', "the help of an option"),
    ("pass/kernel/runtime/WorkspacePool.cpp", "case Triple::x86_64:",
     "Linux numbers its system calls by processor"),
    ("pass/kernel/runtime/WorkspacePool.cpp", "case Triple::aarch64:",
     "Linux numbers its system calls by processor"),
]

SETS = "avx[0-9]*|amx|sme[0-9]*|sve[0-9]*|neon|mma|vsx|x86(?:[-_]64)?|aarch64"
KNOWS = re.compile(
    # A word, or a part of one that begins with a capital letter.
    rf"(?i:(?<![a-z])(?:{SETS})(?![a-z]))"
    r"|(?:Avx[0-9]*|Amx|Sme|Sve|Neon|Mma|Vsx|X86|AArch64)(?![a-z])"
    r'|#include "lowering/(?:arm|x86|power)/'
)
# Passes that are put into a pipeline, but for the managers that ours belong to.
PIPELINE = re.compile(
    r'#include "llvm/(?:Passes/|Plugins/|Transforms/(?:Scalar|Vectorize|IPO|InstCombine)/'
    r"(?!LoopPassManager\.h))"
)


def without_comments(line):
    return re.sub(r'("(?:[^"\\]|\\.)*")|//.*', lambda m: m.group(1) or "", line).rstrip()


root = pathlib.Path(sys.argv[1])
complaints, used, files = [], set(), 0
for path in sorted((root / "pass").rglob("*")):
    if path.suffix not in (".cpp", ".h"):
        continue
    files += 1
    name = path.relative_to(root).as_posix()
    for number, line in enumerate(path.read_text().splitlines(), 1):
        code = without_comments(line)
        if not KNOWS.search(code) and (name == "pass/Plugin.cpp" or not PIPELINE.search(code)):
            continue
        entries = {e for e in ALLOWED if e[0] == name and e[1] in code}
        used |= entries
        if not entries:
            complaints.append(f"{name}:{number}: {code.strip()}")
# Another tree, as the test makes one, need not have the files.
complaints += [
    f"allowed, but not there: {file}: {text}"
    for file, text, why in ALLOWED
    if (root / file).exists() and (file, text, why) not in used
]
print("\n".join(complaints) or f"{files} files")
sys.exit(1 if complaints or not files else 0)
