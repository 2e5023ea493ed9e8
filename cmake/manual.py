"""Prints the manual page: manual.py NAME VERSION PLUGIN docs/usage.md

The sections of usage.md about remarks and options, as troff."""

import pathlib
import re
import sys

name, version, plugin, usage = sys.argv[1:]
manual = pathlib.Path(usage).read_text().replace("build/lib/Gemmify.so", plugin)
manual = manual.replace("scripts/report", f"{name}-report")
sections = re.split(r"^## ", manual, flags=re.M)
texts = {text.split("\n", 1)[0]: text.split("\n", 1)[1] for text in sections[1:]}


def troff(text):
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("\\", "\\e").replace("-", "\\-")
    text = re.sub(r"`([^`]*)`", r"\\fB\1\\fR", text)
    text = re.sub(r"(?<![\w*])\*(\w[^*]*)\*", r"\\fI\1\\fR", text)
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def section(title, text):
    print(f".SH {title.upper().rstrip('?')}")
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        if block.startswith("```"):
            block = "\n".join("    " + line for line in block.splitlines()[1:-1])
        if block.startswith("    "):
            print(".PP\n.nf\n" + troff(block) + "\n.fi")
        elif block.startswith("|"):
            for row in block.splitlines()[2:]:
                cells = [cell.strip() for cell in row.strip("|").split("|")]
                takes = f" ({cells[1]})" if len(cells) > 2 else ""
                print(f".TP\n{troff(cells[0])}{troff(takes)}\n{troff(cells[-1])}")
        elif block.startswith("* "):
            for item in re.split(r"^\* ", block, flags=re.M)[1:]:
                print(".IP \\(bu 2\n" + troff(item.strip()))
        else:
            print(".PP\n" + troff(block))


summary = "matrix products in loops as fast as a BLAS"
print(f'.TH {name.upper()} 7 "" "Gemmify {version}"')
print(f".SH NAME\n{troff(name)} \\- {summary}")
section("Synopsis", sections[0].split("\n", 1)[1])
for title in ("What did it do?", "Options"):
    section(title, texts[title])
print(".SH SEE ALSO")
print(f"/usr/share/doc/{troff(name)}/, \\fBclang\\fR(1), \\fBopt\\fR(1)")
