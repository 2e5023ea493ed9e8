"""Writes functions that differ in parts: fill.py TEMPLATE TEST

TEMPLATE is a function @NAME with declarations in front of it. Lines between
";{ PART" and ";}" in it are what PART is unless TEST says otherwise:

    @name of a function
    PART:
    what stands there instead, up to the next part or an empty line

TEST has comments, too, with '#'.
"""

import re
import sys

DEFAULT = re.compile(r"^;\{ (\w+)\n(.*?)^;\}\n", re.M | re.S)


def functions(test):
    """Names and parts of the functions."""
    name, parts, part = None, {}, None
    for line in test.splitlines():
        if line.startswith("@"):
            if name:
                yield name, parts
            name, parts, part = line[1:], {}, None
        elif re.fullmatch(r"[A-Z]+:", line):
            part = line[:-1]
            parts[part] = ""
        elif not line or line.startswith("#"):
            part = None
        else:
            parts[part] += line + "\n"
    yield name, parts


def main():
    template, test = (open(path).read() for path in sys.argv[1:])
    head, function = template.split("define ", 1)
    known = {match[1] for match in DEFAULT.finditer(function)}
    print(head)
    for name, parts in functions(test):
        if not set(parts) <= known:
            sys.exit(f"{name}: no such part")
        body = DEFAULT.sub(lambda match: parts.get(match[1], match[2]), function)
        print("define " + body.replace("@NAME", "@" + name))


main()
