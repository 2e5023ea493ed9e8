"""Workloads: what is multiplied. Each is a file of benchmarks/workloads, whose
head says in lines `// key: value` which products of which sizes it is."""

import dataclasses
import pathlib
import re

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "workloads"
CLASSES = ("small", "medium", "large")

# Element types of A, of B, and of C and the sums.
TYPES = {
    "f32": ("float", "float", "float"),
    "f64": ("double", "double", "double"),
    "c32": ("COMPLEX(float)",) * 3,
    "c64": ("COMPLEX(double)",) * 3,
    "s8s8s32": ("signed char", "signed char", "int"),
    "u8s8s32": ("unsigned char", "signed char", "int"),
}

KEYS = {
    "title", "layouts", "types", "alpha", "beta", "pad", "batch", "sizes",
    "rows", "quick", *CLASSES,
}  # fmt: skip


class Mistake(Exception):
    """Something that the user can put right; its text says what."""


@dataclasses.dataclass(frozen=True)
class Size:
    """C has m rows and n columns; k products make an element."""

    m: int
    n: int
    k: int

    @staticmethod
    def parse(text):
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        if not re.fullmatch(r"\d+(x\d+x\d+)?", text) or 0 in numbers:
            raise ValueError(text)
        return Size(*numbers) if len(numbers) == 3 else Size(*numbers * 3)

    def __str__(self):
        square = self.m == self.n == self.k
        return str(self.n) if square else f"{self.m}x{self.n}x{self.k}"


@dataclasses.dataclass(frozen=True)
class Workload:
    name: str
    path: pathlib.Path
    title: str
    layouts: tuple  # of A, B and C: "rrc" is C by columns
    types: tuple
    sizes: dict  # from class, or "quick", to sizes
    rows: tuple = ()  # all that apply, if empty
    alpha: float = 1.0
    beta: float = 1.0
    pad: int = 0
    batch: int = 1
    constant: bool = False  # sizes are known to the compiler

    @property
    def affine(self):
        """Whether there is a form of it that PLuTo reads."""
        return not self.pad and "scop" in source(self.path)

    @property
    def parallel(self):
        """Whether threads can share its outer loop."""
        return "\n  PARALLEL\n" in self.path.read_text()


@dataclasses.dataclass(frozen=True)
class Point:
    """One product: what one run of the measuring program measures."""

    workload: Workload
    types: str
    layout: str
    size: Size
    classes: tuple

    @property
    def key(self):
        return f"{self.workload.name}/{self.types}/{self.layout}/{self.size}"

    @property
    def flops(self):
        size = self.size
        each = 8 if self.types.startswith("c") else 2
        return each * size.m * size.n * size.k * self.workload.batch


def source(path):
    """The text of a file and of those that it includes by relative name."""
    text = path.read_text()
    for name in re.findall(r'^#include "(.*)"', text, re.M):
        text += source(path.parent / name)
    return text


def head(path):
    """The `// key: value` lines at the top."""
    values = {}
    for line in path.read_text().splitlines():
        match = re.fullmatch(r"// ([\w-]+): *(.*)", line)
        if not match:
            break
        values[match[1]] = match[2]
    return values


def read(path):
    values = head(path)

    def bad(what):
        return Mistake(f"{path}: {what}")

    for key in values.keys() - KEYS:
        raise bad(f"'{key}' is none of {', '.join(sorted(KEYS))}")
    for key in ("title", "layouts", "types"):
        if not values.get(key):
            raise bad(f"its head needs a line '// {key}: …'")
    for name in values["types"].split():
        if name not in TYPES:
            raise bad(f"'{name}' is none of the types {', '.join(TYPES)}")
    for layout in values["layouts"].split():
        if not re.fullmatch("[rc]{3}", layout):
            raise bad(f"a layout is three letters r or c, not '{layout}'")
    if values.get("sizes", "constant") != "constant":
        raise bad("sizes can only be 'constant'")
    try:
        sizes = {
            key: tuple(Size.parse(word) for word in values[key].split())
            for key in (*CLASSES, "quick")
            if key in values
        }
        return Workload(
            name=path.stem,
            path=path,
            title=values["title"],
            layouts=tuple(values["layouts"].split()),
            types=tuple(values["types"].split()),
            sizes=sizes,
            rows=tuple(values.get("rows", "").split()),
            alpha=float(values.get("alpha", 1)),
            beta=float(values.get("beta", 1)),
            pad=int(values.get("pad", 0)),
            batch=int(values.get("batch", 1)),
            constant="sizes" in values,
        )
    except ValueError as error:
        raise bad(f"not a number: {error}") from None


def all_workloads(folder=FOLDER):
    found = {path.stem: read(path) for path in sorted(folder.glob("*.c"))}
    # The paper's comes first.
    first = [name for name in ("column-major",) if name in found]
    return [found[name] for name in first + [n for n in found if n not in first]]


def points(workloads, quick=False, largest=None, all_types=True):
    """What there is to measure, or only the first types of each workload; sizes of a
    series ascend."""
    made = []
    for workload in workloads:
        classes = {}
        for name in ("quick",) if quick else CLASSES:
            for size in workload.sizes.get(name, ()):
                if not largest or max(size.m, size.n, size.k) <= largest:
                    classes.setdefault(size, []).append(name)
        ordered = sorted(classes, key=lambda s: s.m * s.n * s.k)
        for types in workload.types[: None if all_types else 1]:
            for layout in workload.layouts:
                for size in ordered:
                    made.append(
                        Point(workload, types, layout, size, tuple(classes[size]))
                    )
    return made
