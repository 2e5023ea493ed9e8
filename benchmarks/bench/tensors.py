"""Contractions and convolutions: scripts/bench --tensors.

benchmarks/tensors holds the tables of what is computed, the generator of the loops,
and the measuring program."""

import dataclasses
import json
import subprocess
import sys

from . import build, facts, stats
from .workloads import TYPES

FOLDER = build.BENCHMARKS / "tensors"
sys.path.insert(0, str(FOLDER))

import nests  # noqa: E402

POLLY = [
    word
    for flag in ("-polly", "-polly-pattern-matching-based-opts", "-polly-tc-opt")
    for word in ("-mllvm", flag)
]
# Sizes are parameters of the function, or the compiler sees them.
RUN_TIME = dict(scalar=True, index="long")
CONSTANT = dict(constant=True)


@dataclasses.dataclass(frozen=True)
class Row:
    key: str
    label: str
    kind: str = "free"  # see Tensors.h
    form: dict = None  # of the loops; None: another source
    flags: tuple = ()
    ours: bool = False
    only: str = ""  # groups whose name begins with it
    bytes: bool = True  # whether there is one for groups of bytes


ROWS = (
    Row("plain", "clang -O3", "reference", RUN_TIME),
    Row("polly", "Polly, constant sizes", "free", CONSTANT, tuple(POLLY), bytes=False),
    Row("auto", "Gemmify", "strict", RUN_TIME, ours=True),
    Row("constant", "Gemmify, constant sizes", "strict", CONSTANT, ours=True),
    Row("matrices", "Gemmify, matrices of m×k and k×n", "matrices", ours=True),
    Row("openblas", "copies and OpenBLAS", "blas", bytes=False),
    Row("onednn", "oneDNN", only="resnet50"),
    Row("onednn-own", "oneDNN, its own layout", only="resnet50-nchw"),
)
LABELS = {row.key: row.label for row in ROWS}

GEMM = """void tensor(const long *n, const {T} *restrict A, const {T} *restrict B, {S} *restrict C) {{
  for (long i = 0; i < n[0]; i++)
    for (long j = 0; j < n[1]; j++) {{
      {S} sum = 0;
      for (long k = 0; k < n[2]; k++)
        sum += A[i * n[2] + k] * B[k * n[1] + j];
      C[i * n[1] + j] = sum;
    }}
}}
"""


def groups():
    """From a name to its contractions or convolutions."""
    return {
        "tccg/f32": nests.read(),
        "tccg/f64": nests.read(),
        "resnet50-nchw/f32": nests.layers(last=False),
        "resnet50-nhwc/f32": nests.layers(last=True),
        "resnet50-nhwc/s8s8s32": nests.layers(last=True),
    }


def is_of_bytes(group):
    return group.endswith("s8s8s32")


def points(only):
    """Triples of group, nest and rows."""
    for group, members in groups().items():
        for nest in members:
            rows = [
                row
                for row in ROWS
                if group.startswith(row.only)
                and (row.bytes or not is_of_bytes(group))
                and only.search(f"{group}/{nest.name}/{row.key}")
            ]
            if rows:
                yield group, nest, rows


def source(nest, row, type, sum):
    """The loops, and a function that calls them as the measuring program does."""
    text = nests.function(nest, type=type, sum=sum, **row.form)
    if row.form.get("constant"):
        arguments = "(const void *)A, (const void *)B, (void *)C"
    else:
        sizes = [f"n[{at}]" for at in range(len(nest.parameters))]
        arguments = ", ".join([*sizes, "A", "B", "C"])
    # A call of its own: as in a program, nothing is known of the arguments.
    text = text.replace("void ", "__attribute__((noinline)) void ", 1)
    return text + (
        f"void tensor(const long *n, const {type} *A, const {type} *B, {sum} *C) {{\n"
        f"  {nest.name}({arguments});\n}}\n"
    )


class Bench:
    def __init__(self, options, progress):
        self.options, self.progress = options, progress
        plugin = build.build_plugin(progress)
        self.plugin = plugin
        self.facts = facts.all_facts(build.ROOT, plugin, options.march)
        self.folder = options.output.resolve()
        self.sources = self.folder / "tensors"
        self.sources.mkdir(parents=True, exist_ok=True)
        self.objects = build.Objects(
            self.folder / "objects", plugin, options.march, options.jobs
        )
        self.said = {}  # missed remarks, by group, nest and row

    def measuring_program(self):
        files = [FOLDER / f"{name}.cpp" for name in ("Measure", "Tensors", "Transposed")]
        files.append(build.BENCHMARKS / "compare/Peak.cpp")
        command = [
            "clang++-22", "-std=c++17", "-O3", f"-march={self.options.march}",
            "-ffp-contract=fast", *map(str, files),
        ]  # fmt: skip
        texts = [path.read_text() for path in [*files, *sorted(FOLDER.glob("*.h"))]]
        name = self.objects.name("tensors", command, "".join(texts))
        if not name.exists():
            build.run([*command, "-ldl", "-o", name], "the measuring program")
        return name

    def make(self, group, nest, row):
        """The row's object; "-" for what is no object, None if it does not compile."""
        type, _, sum = TYPES[group.split("/")[1]]
        flags = ["-O3", f"-march={self.options.march}", "-fPIC", "-shared"]
        if row.kind == "blas":
            return "-"
        if row.key.startswith("onednn"):
            last = int("nhwc" in group)
            macros = [f"-DLAST={last}", f"-DREORDERED={int(row.key == 'onednn')}"]
            macros.append(f"-DBYTES={int(is_of_bytes(group))}")
            return self.objects.compile(
                ["g++", "-std=c++17", *flags, *macros],
                FOLDER / "OneDnnConvolution.cpp", ["-ldnnl"],
            )[1]  # fmt: skip
        text = source(nest, row, type, sum) if row.form else GEMM.format(T=type, S=sum)
        stem = f"{nest.name}-{row.key}" if row.form else "matrices"
        path = self.sources / f"{group.replace('/', '-')}-{stem}.c"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        more = list(row.flags)
        if row.ours:
            more += [f"-fpass-plugin={self.plugin}", "-Rpass=gemmify", "-Rpass-missed=gemmify"]
        try:
            said, made = self.objects.compile(["clang-22", *flags], path, more)
        except (build.Mistake, subprocess.TimeoutExpired) as why:
            self.said[group, nest.name, row.key] = f"does not compile: {why}"
            return None
        if row.ours and "[-Rpass=gemmify]" not in said:
            self.said[group, nest.name, row.key] = "keeps the loops" + build.reason(said)
        return made

    def measure(self, program, group, nest, rows):
        """From row to seconds of each round, or to what is wrong."""
        command = [str(program), f"types={group.split('/')[1]}"]
        strides = {tensor: nest.strides(tensor) for tensor in "ABC"}
        for axis, size in nest.sizes.items():
            at = [str(strides[tensor].get(axis, 0)) for tensor in "ABC"]
            command.append(f"axis={size},{','.join(at)}")
        command.append("sizes=" + ",".join(map(str, nest.parameters.values())))
        command.append("elements=" + ",".join(str(nest.elements(t)) for t in "ABC"))
        command += [f"processor={self.options.processor}", f"rounds={self.options.rounds}"]
        command.append(f"mintime={self.options.mintime}")
        for row in rows:
            made = self.make(group, nest, row)
            if made:
                command.append(f"row={row.kind},{row.key},{made}")
        found, ran = run_program(command, self.options, self.facts)
        if ran.returncode < 0 or not found:
            found["peak"] = f"wrong: the measuring program failed: {ran.stderr[-300:]}"
        return found


def run_program(command, options, noted):
    """Runs a measuring program. From row to seconds of each round, or to what is
    wrong; and how the program ended. Notes the version of OpenBLAS."""
    from . import run

    environment = run.Runner(None, None, None, options).environment()
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    found = {}
    for line in ran.stdout.splitlines():
        name, _, rest = line.partition(" ")
        if name == "version":
            noted["version.openblas"] = rest
        elif name.endswith(":"):
            found[name[:-1]] = rest
        else:
            found[name] = [float(value) for value in rest.split()]
    return found, ran


def flops(nest):
    product = 2
    for size in nest.sizes.values():
        product *= size
    return product


def ratio(found, of, over):
    """Median over the rounds of one row's speed by another's."""
    if not all(isinstance(found.get(row), list) and found[row] for row in (of, over)):
        return None
    return stats.median([b / a for a, b in zip(found[of], found[over])])


# What Gemmify is compared with.
OVER = ("plain", "polly", "matrices", "openblas", "onednn", "onednn-own")


def table(results, names):
    """Markdown of each group."""
    for group in dict.fromkeys(group for group, _ in results):
        here = {name: found for (of, name), found in results.items() if of == group}
        rows = [row for row in ROWS if any(row.key in found for found in here.values())]
        keys = [row.key for row in rows]
        over = [key for key in OVER if key in keys]
        yield f"\n### {group}\n"
        heads = [*(LABELS[key] for key in keys), "peak"]
        heads += [f"*over {LABELS[key]}*" for key in over if "auto" in keys]
        yield "| | " + " | ".join(heads) + " |"
        yield "| --- |" + " --: |" * len(heads)
        for name, found in here.items():
            cells = []
            for key in keys:
                value = found.get(key)
                rate = isinstance(value, list) and value
                work = flops(names[group, name]) * 1e-9
                cells.append(f"{work / stats.median(value):.1f}" if rate else "–")
            peak = found.get("peak")
            cells.append(f"{max(peak):.0f}" if isinstance(peak, list) else "–")
            if "auto" in keys:
                for key in over:
                    value = ratio(found, "auto", key)
                    cells.append("" if value is None else f"{value:.2f}")
            yield f"| {names[group, name].indices} | " + " | ".join(cells) + " |"


def summary(results):
    """A sentence for each group and each of those that Gemmify is compared with."""
    for group in dict.fromkeys(group for group, _ in results):
        here = {name: found for (of, name), found in results.items() if of == group}
        for key in OVER:
            ratios = {name: ratio(found, "auto", key) for name, found in here.items()}
            ratios = {name: value for name, value in ratios.items() if value}
            if not ratios:
                continue
            least = min(ratios, key=ratios.get)
            mean = stats.geometric_mean(list(ratios.values()))
            yield (
                f"{group}: Gemmify over {LABELS[key]}: geometric mean {mean:.2f},"
                f" least {ratios[least]:.2f} at {least}"
            )


def main(options, progress):
    options.rounds = options.repetitions if options.repetitions < 20 else 7
    chosen = list(points(options.only))
    if not chosen:
        raise build.Mistake(f"--only '{options.only.pattern}' fits none of the tensors")
    if options.list:
        for group, nest, rows in chosen:
            for row in rows:
                print(f"{group}/{nest.name}/{row.key}")
        return 0
    bench = Bench(options, progress)
    progress("compiling")
    program = bench.measuring_program()
    results, names, wrong = {}, {}, []
    for number, (group, nest, rows) in enumerate(chosen, 1):
        progress(f"{number} of {len(chosen)}, {group}: {nest.indices}")
        found = bench.measure(program, group, nest, rows)
        results[group, nest.name] = found
        names[group, nest.name] = nest
        for row, value in found.items():
            if isinstance(value, str):
                wrong.append(f"FAILED {group}/{nest.name}/{row}: {value}")
        stored = {
            "context": bench.facts,
            "seconds": {"/".join(key): value for key, value in results.items()},
            "remarks": {"/".join(key): value for key, value in bench.said.items()},
        }
        (bench.folder / "tensors.json").write_text(json.dumps(stored, indent=1) + "\n")
    progress.close()
    lines = [*table(results, names), ""]
    lines += [f"* {'/'.join(key)}: {why}" for key, why in bench.said.items()]
    (bench.folder / "tensors.md").write_text("\n".join(lines) + "\n")
    for line in [*summary(results), *wrong]:
        print(line)
    print(f"\n{bench.folder / 'tensors.md'} has all of it.")
    return 1 if wrong else 0
