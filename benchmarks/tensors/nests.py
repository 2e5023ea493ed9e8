#!/usr/bin/env python3
"""C of tensor contractions: benchmarks/tensors/nests.py

    nests.py --corpus FOLDER    writes the contractions of tccg.txt as programs of
                                test/recognize/corpus
    nests.py --check FOLDER     fails where FOLDER has others

tccg.txt has a contraction in a line: abc-bda-dc is C(a,b,c) += A(b,d,a)·B(d,c).
"""

import argparse
import pathlib
import sys

TABLE = pathlib.Path(__file__).with_name("tccg.txt")


class Contraction:
    def __init__(self, line):
        self.indices, *sizes = line.split()
        self.tensors = dict(zip("CAB", self.indices.split("-")))
        self.axes = "".join(sorted(set(self.indices) - {"-"}))
        self.sizes = dict(zip(self.axes, map(int, sizes), strict=True))
        self.name = self.indices.replace("-", "_")
        # Of C, those that move it furthest outside; then those of the sum.
        inside = [x for x in self.axes if x not in self.tensors["C"]]
        self.order = [*reversed(self.tensors["C"]), *inside]
        self.of_sum = len(inside)

    def flat(self, tensor):
        """A flat array; the first index moves through memory."""
        text, *rest = reversed(self.tensors[tensor])
        for axis in rest:
            text = f"({text}) * n{axis} + {axis}" if len(text) > 1 else f"{text} * n{axis} + {axis}"
        return f"{tensor}[{text}]"

    def array(self, tensor):
        """An array of as many dimensions; its last index moves through memory."""
        return tensor + "".join(f"[{x}]" for x in reversed(self.tensors[tensor]))

    def declared(self, tensor, type):
        const = "" if tensor == "C" else "const "
        dims = [self.sizes[x] for x in reversed(self.tensors[tensor])]
        rest = "".join(f"[{size}]" for size in dims[1:])
        return f"{const}{type} (*restrict {tensor}){rest}"


def head(axes, indent, index, size):
    lines = []
    for axis in axes:
        lines.append(f"{indent}for ({index} {axis} = 0; {axis} < {size(axis)}; {axis}++)")
        indent += "  "
    return lines, indent


def function(of, type="float", index="int", scalar=False, constant=False, name=None, static=""):
    """One function: with a sum in a scalar or in C, for sizes that are known or
    not until it runs."""
    c, a, b = ((of.array if constant else of.flat)(x) for x in "CAB")
    size = (lambda x: of.sizes[x]) if constant else (lambda x: f"n{x}")
    if constant:
        parameters = ", ".join(of.declared(x, type) for x in "ABC")
    else:
        parameters = ", ".join(f"{index} n{x}" for x in of.axes)
        parameters += f", const {type} *restrict A, const {type} *restrict B, {type} *restrict C"
    lines = [f"{static}void {name or of.name}({parameters}) {{"]
    if scalar:
        some, indent = head(of.order[: -of.of_sum], "  ", index, size)
        lines += some
        lines[-1] += " {"
        lines.append(f"{indent}{type} sum = 0;")
        some, inner = head(of.order[-of.of_sum :], indent, index, size)
        lines += [*some, f"{inner}sum += {a} * {b};", f"{indent}{c} = sum;", indent[2:] + "}"]
    else:
        some, indent = head(of.order, "  ", index, size)
        lines += [*some, f"{indent}{c} += {a} * {b};"]
    return "\n".join([*lines, "}"]) + "\n"


def read(path=TABLE):
    return [
        Contraction(line)
        for line in path.read_text().splitlines()
        if line and not line.startswith("#")
    ]


# Programs by what they are named, with what is said of them and how they are written.
PROGRAMS = {
    "tccg_in_place.c": ("sums in C", {"index": "long"}),
    "tccg_scalar.c": ("sums in a scalar, sizes of int", {"scalar": True}),
    "tccg_constant.c": ("arrays of known sizes", {"type": "double", "constant": True}),
    "tccg_constant_scalar.c": (
        "arrays of known sizes, sums in a scalar",
        {"scalar": True, "constant": True},
    ),
}


def programs():
    contractions = read()
    for name, (what, how) in PROGRAMS.items():
        text = f"// The contractions of the TCCG benchmark: {what}. benchmarks/tensors/nests.py wrote it.\n"
        text += f"// expect: {len(contractions)}\n"
        yield name, text + "\n".join(function(each, **how) for each in contractions)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--corpus", type=pathlib.Path, metavar="FOLDER")
    parser.add_argument("--check", type=pathlib.Path, metavar="FOLDER")
    args = parser.parse_args()
    for name, text in programs():
        if args.corpus:
            (args.corpus / name).write_text(text)
        if args.check and (args.check / name).read_text() != text:
            sys.exit(f"{args.check / name} is not what benchmarks/tensors/nests.py writes")


if __name__ == "__main__":
    main()
