#!/usr/bin/env python3
"""C of tensor contractions and convolutions: benchmarks/tensors/nests.py

    nests.py --corpus FOLDER    writes the contractions of tccg.txt as programs of
                                test/recognize/corpus
    nests.py --check FOLDER     fails where FOLDER has others

tccg.txt has a contraction in a line: abc-bda-dc is C(a,b,c) += A(b,d,a)·B(d,c).
resnet50.txt has convolutions, which only scripts/bench --tensors needs.
"""

import argparse
import math
import pathlib
import sys

TABLE = pathlib.Path(__file__).with_name("tccg.txt")
LAYERS = pathlib.Path(__file__).with_name("resnet50.txt")


class Contraction:
    """A line of tccg.txt."""

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

    @property
    def parameters(self):
        return {f"n{axis}": size for axis, size in self.sizes.items()}

    def size(self, axis):
        return f"n{axis}"

    def strides(self, tensor):
        """From axis to the elements between two of its steps."""
        found, step = {}, 1
        for axis in self.tensors[tensor]:
            found[axis] = step
            step *= self.sizes[axis]
        return found

    def elements(self, tensor):
        return math.prod(self.sizes[axis] for axis in self.tensors[tensor])

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


class Convolution:
    """A line of resnet50.txt. Axes: o and c are channels of output and input, i and j
    rows and columns of the output, r and s those of the filter. A is the filter, B the
    input, C the output; with channels first or last."""

    def __init__(self, line, last=False):
        self.inputs, self.outputs, self.rows, self.filter, self.stride = map(int, line.split())
        self.last = last
        self.span = (self.rows - 1) * self.stride + self.filter
        rows, filter = self.rows, self.filter
        self.sizes = dict(o=self.outputs, i=rows, j=rows, c=self.inputs, r=filter, s=filter)
        self.name = f"conv_{self.inputs}_{self.outputs}_{rows}_{filter}_{self.stride}"
        self.indices = f"{self.inputs}→{self.outputs}, {rows}², {filter}×{filter}"
        self.indices += f", stride {self.stride}" if self.stride > 1 else ""
        self.order = list("ijorsc" if last else "oijcrs")
        self.of_sum = 3
        # Slowest first; of the input, what it is moved by together.
        self.dims = {
            "A": ["r", "s", "c", "o"] if last else ["o", "c", "r", "s"],
            "B": ["ir", "js", "c"] if last else ["c", "ir", "js"],
            "C": ["i", "j", "o"] if last else ["o", "i", "j"],
        }

    @property
    def parameters(self):
        return dict(
            inputs=self.inputs, outputs=self.outputs, span=self.span, rows=self.rows,
            filter=self.filter, stride=self.stride,
        )

    def size(self, axis):
        return {"o": "outputs", "c": "inputs", "r": "filter", "s": "filter"}.get(axis, "rows")

    def extent(self, dim, constant=True):
        if len(dim) == 2:
            return self.span if constant else "span"
        return self.sizes[dim] if constant else self.size(dim)

    def strides(self, tensor):
        found, step = {}, 1
        for dim in reversed(self.dims[tensor]):
            found[dim[0]] = step * (self.stride if len(dim) == 2 else 1)
            if len(dim) == 2:
                found[dim[1]] = step
            step *= self.extent(dim)
        return found

    def elements(self, tensor):
        return math.prod(self.extent(dim) for dim in self.dims[tensor])

    def index(self, dim, stride):
        if len(dim) == 1:
            return dim
        return f"{dim[0]} * {stride} + {dim[1]}" if stride != 1 else f"{dim[0]} + {dim[1]}"

    def flat(self, tensor):
        text = ""
        for dim in self.dims[tensor]:
            index = self.index(dim, "stride")
            inside = f"({text})" if len(text) > 1 else text
            text = f"{inside} * {self.extent(dim, False)} + {index}" if text else index
        return f"{tensor}[{text}]"

    def array(self, tensor):
        return tensor + "".join(f"[{self.index(d, self.stride)}]" for d in self.dims[tensor])

    def declared(self, tensor, type):
        const = "" if tensor == "C" else "const "
        rest = "".join(f"[{self.extent(dim)}]" for dim in self.dims[tensor][1:])
        return f"{const}{type} (*restrict {tensor}){rest}"


def head(axes, indent, index, size):
    lines = []
    for axis in axes:
        lines.append(f"{indent}for ({index} {axis} = 0; {axis} < {size(axis)}; {axis}++)")
        indent += "  "
    return lines, indent


def function(of, type="float", index="int", scalar=False, constant=False, sum=None):
    """One function: with a sum in a scalar or in C, for sizes that are known or
    not until it runs. Sums are of the type of elements, or another one."""
    sum = sum or type
    c, a, b = ((of.array if constant else of.flat)(x) for x in "CAB")
    size = (lambda x: of.sizes[x]) if constant else of.size
    if constant:
        parameters = ", ".join(of.declared(x, sum if x == "C" else type) for x in "ABC")
    else:
        parameters = ", ".join(f"{index} {x}" for x in of.parameters)
        parameters += f", const {type} *restrict A, const {type} *restrict B, {sum} *restrict C"
    lines = [f"void {of.name}({parameters}) {{"]
    if scalar:
        some, indent = head(of.order[: -of.of_sum], "  ", index, size)
        lines += some
        lines[-1] += " {"
        lines.append(f"{indent}{sum} sum = 0;")
        some, inner = head(of.order[-of.of_sum :], indent, index, size)
        lines += [*some, f"{inner}sum += {a} * {b};", f"{indent}{c} = sum;", indent[2:] + "}"]
    else:
        some, indent = head(of.order, "  ", index, size)
        lines += [*some, f"{indent}{c} += {a} * {b};"]
    return "\n".join([*lines, "}"]) + "\n"


def lines_of(path):
    return [l for l in path.read_text().splitlines() if l and not l.startswith("#")]


def read():
    return [Contraction(line) for line in lines_of(TABLE)]


def layers(last):
    return [Convolution(line, last) for line in lines_of(LAYERS)]


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
