"""Checks that what docs/correctness.md names exists.

    names.py SOURCE_ROOT DOCUMENT

`File.cpp: one, other` in backquotes: a file of that name is under pass/,
lowering/ or intrinsic/, and its code, comments apart, contains these functions.
`beginning…` stands for all that begin so; what follows in parentheses is not
looked at. A backquoted `Type::member` is somewhere in the code. A backquoted
path of a test is a file under test/.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
document = re.sub(r"\s+", " ", pathlib.Path(sys.argv[2]).read_text())

sources = [
    path
    for folder in ("pass", "lowering", "intrinsic")
    for path in sorted((root / folder).rglob("*"))
    if path.suffix in {".cpp", ".h"}
]
code = {p: re.sub(r"//[^\n]*", "", p.read_text()) for p in sources}
everything = "\n".join(code.values())
TEST = r"(?:docs|exec|fuzz|lowering|pipeline|plan|recognize|rewrite)/[\w./-]+"


def has(text, name):
    """Whether name, or something that begins so, is a word of text."""
    end = r"\w+" if name.endswith("…") else r"\b"
    return re.search(r"\b" + re.escape(name.rstrip("…")) + end, text)


def complaints(span):
    if found := re.fullmatch(r"((?:[\w-]+/)*\w+\.(?:cpp|h))(?:: (.+))?", span):
        if (root / "test" / span).exists():
            return
        files = [p for p in sources if f"/{p.as_posix()}".endswith("/" + found[1])]
        if not files:
            yield f"no such file: {span}"
            return
        text = "\n".join(code[p] for p in files)
        for name in re.sub(r"\([^)]*\)", "", found[2] or "").split(","):
            for part in filter(None, re.split(r"::", name.strip())):
                if not has(text, part):
                    yield f"{part} is not in {found[1]}"
    elif re.fullmatch(TEST, span) and "." in span:
        if not (root / "test" / span).exists():
            yield f"no such test: {span}"
    elif re.fullmatch(r"[\w-]+\.(?:c|ll|test|f90|F90)", span):
        yield f"a test without its folder: {span}"
    elif found := re.fullmatch(r"(\w+)::(\w+)", span):
        for part in found.groups():
            if not has(everything, part):
                yield f"{part} of {span} is nowhere in the code"


spans = re.findall(r"`([^`]+)`", document)
wrong = [text for span in spans for text in complaints(span)]
named = [s for s in spans if re.match(r"[\w/-]+\.(?:cpp|h)\b", s) or re.fullmatch(TEST, s)]
print("\n".join(wrong) or f"{len(named)} names")
sys.exit(bool(wrong) or not named)
