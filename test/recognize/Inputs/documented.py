"""Checks that each sentence of the table in docs/remarks.md is expected by a test,
and that each rejection that a test expects is in the table.

    documented.py SOURCE_ROOT
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
remarks = (root / "docs/remarks.md").read_text()
table = remarks.split("| the remark says |", 1)[1].split("\n\n", 1)[0]
documented = set(re.findall(r"^\| (.+?) \| ", table, re.M)) - {"---"}

expected = set()
for test in (root / "test").rglob("*"):
    if test.suffix in {".c", ".cpp", ".ll", ".f90", ".F90"}:
        for line in test.read_text().splitlines():
            found = re.search(
                r"CHECK(?:-NEXT)?: (?:no nest at \S+ |kept: |.*not rewritten: )(.+)",
                line,
            )
            if found:
                expected.add(found.group(1).strip())

# Sentences that reach -Rpass-missed from the plan are described in the text.
complaints = [f"no test expects: {s}" for s in sorted(documented - expected)]
complaints += [f"not in docs/remarks.md: {s}" for s in sorted(expected - documented)]
print("\n".join(complaints) or f"{len(documented)} sentences")
sys.exit(1 if complaints or not documented else 0)
