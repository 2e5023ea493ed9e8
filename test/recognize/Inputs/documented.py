"""Checks that Reasons.def, the table in the manual and the tests have the same
sentences, and that the test that Reasons.def names for one expects it.

    documented.py SOURCE_ROOT
"""

import importlib.machinery
import importlib.util
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
sys.dont_write_bytecode = True
loader = importlib.machinery.SourceFileLoader("reasons", str(root / "scripts/reasons"))
script = importlib.util.module_from_spec(importlib.util.spec_from_loader("reasons", loader))
loader.exec_module(script)

EXPECTED = re.compile(r"CHECK(?:-NEXT)?: (?:no nest at \S+ |kept: |.*not rewritten: )(.+)")


def sentences_expected(test):
    """What a program under test/ expects to be refused for."""
    return {s.strip() for s in EXPECTED.findall(test.read_text())}


manual, found = script.find_manual()
documented = set(re.findall(r"^\| (.+?) \| ", found[2], re.M)) - {"the remark says", "---"}
told = [r for r in script.read_reasons() if r.is_told()]
sentences = {r.sentence for r in told}

complaints = [f"not in {manual.name}: {s}" for s in sorted(sentences - documented)]
complaints += [f"not in Reasons.def: {s}" for s in sorted(documented - sentences)]
for reason in told:
    test = root / "test" / reason.test
    if not test.is_file():
        complaints.append(f"{reason.id}: no file test/{reason.test}")
    elif reason.sentence not in sentences_expected(test):
        complaints.append(f"{reason.id}: test/{reason.test} does not expect: {reason.sentence}")

# Sentences that reach -Rpass-missed from the plan are described in the text.
for test in sorted((root / "test").rglob("*")):
    if test.suffix in {".c", ".cpp", ".ll", ".f90", ".F90"}:
        for sentence in sorted(sentences_expected(test) - sentences):
            complaints.append(f"{test.relative_to(root)}: not in Reasons.def: {sentence}")
print("\n".join(complaints) or f"{len(told)} sentences")
sys.exit(1 if complaints or not told else 0)
