"""Names the files and functions of the plugin that are too long.

    lengths.py SOURCE_ROOT

A file has at most 400 lines. A function has at most 60, from the first line of its
declaration to its last brace; lambdas belong to the function around them.
"""

import pathlib
import re
import sys

FILE_LINES, FUNCTION_LINES = 400, 60
NOT_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*"
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'""",
    re.S | re.M,
)
# What opens a brace that holds no statements.
SCOPE = re.compile(
    r"(?:inline\s+)?namespace\b|extern\b\s*$"
    r"|(?:template\s*<.*>\s*)?(?:class|struct|union|enum)\b(?!.*\))",
    re.S,
)
NAME = re.compile(r"((?:\w+::)*(?:~?\w+|operator[^\w\s]+))\s*\(")


def blank(match):
    """Nothing that has braces, on as many lines."""
    return re.sub(r"[^\n]", " ", match.group(0))


def functions(text):
    """Name, first line and number of lines of each function."""
    code = NOT_CODE.sub(blank, text)
    begin = place = 0  # Begin: of the declaration that is being read.
    while place < len(code):
        head = code[begin:place]
        if code[place] in ";}":
            begin = place + 1
        elif code[place] == "{" and SCOPE.match(head.lstrip()):
            begin = place + 1
        elif code[place] == "{":
            place = closing(code, place)
            if name := NAME.search(head):
                # Members may be initialized in braces before the body.
                while code[place + 1 :].lstrip()[:1] in (",", "{"):
                    place = closing(code, code.index("{", place + 1))
                first = begin + len(head) - len(head.lstrip())
                yield name[1], code.count("\n", 0, first) + 1, code.count("\n", first, place) + 1
                begin = place + 1
        place += 1


def closing(code, place):
    """Where the brace that opens at \\p place is closed."""
    depth = 0
    for place in range(place, len(code)):
        depth += (code[place] == "{") - (code[place] == "}")
        if depth == 0:
            return place
    sys.exit("braces do not match")


root = pathlib.Path(sys.argv[1])
complaints, count = [], 0
for folder in ("pass", "lowering", "intrinsic"):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        name, text = path.relative_to(root), path.read_text()
        if (lines := text.count("\n")) > FILE_LINES:
            complaints.append(f"{name}: {lines} lines")
        for function, first, lines in functions(text):
            count += 1
            if lines > FUNCTION_LINES:
                complaints.append(f"{name}:{first}: {function} has {lines} lines")
print("\n".join(complaints) or f"{count} functions")
sys.exit(1 if complaints or not count else 0)
