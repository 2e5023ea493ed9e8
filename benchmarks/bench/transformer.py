"""Tokens per second of a small language model: scripts/bench --transformer.

benchmarks/transformer holds the model in plain C and the measuring program."""

import dataclasses
import json
import subprocess

from . import build, facts, stats
from .tensors import ratio, run_program

FOLDER = build.BENCHMARKS / "transformer"

# Shapes of llama2.c's smallest and largest model, and how much is run of each.
SHAPES = {
    "15M": dict(dim=288, hidden=768, layers=6, heads=6, words=32000, length=256,
                prompt=128, tokens=32),
    "110M": dict(dim=768, hidden=2048, layers=12, heads=12, words=32000, length=1024,
                 prompt=128, tokens=8),
}  # fmt: skip
# A prompt at once, and one token after the other.
PHASES = ("prompt", "tokens")


@dataclasses.dataclass(frozen=True)
class Row:
    key: str
    label: str
    kind: str = "free"  # see Measure.cpp
    compiler: str = "clang-22"
    flags: tuple = ()
    libraries: tuple = ()
    ours: bool = False
    types: tuple = ("f32", "s8")


ROWS = (
    # The first one's logits are those of all others.
    Row("plain", "clang -O3", "strict"),
    Row("fast", "clang -O3 -ffast-math", flags=("-ffast-math",)),
    Row("gcc", "GCC -O3", compiler="gcc"),
    Row("auto", "Gemmify", "strict", ours=True),
    Row("auto-fast", "Gemmify -ffast-math", flags=("-ffast-math",), ours=True),
    Row("openblas", "products by OpenBLAS", flags=("-DBLAS",),
        libraries=("-l:libopenblas.so.0",), types=("f32",)),
)  # fmt: skip
# What Gemmify is compared with.
OVER = ("plain", "fast", "gcc", "openblas")


def points(only):
    """Triples of types, name of a shape, and rows."""
    for types in ("f32", "s8"):
        for shape in SHAPES:
            rows = [
                row
                for row in ROWS
                if types in row.types
                and only.search(f"transformer/{types}/{shape}/{row.key}")
            ]
            if rows:
                yield types, shape, rows


class Bench:
    def __init__(self, options, progress):
        self.options = options
        self.plugin = build.build_plugin(progress)
        self.facts = facts.all_facts(build.ROOT, self.plugin, options.march)
        self.folder = options.output.resolve()
        self.objects = build.Objects(
            self.folder / "objects", self.plugin, options.march, options.jobs
        )

    def measuring_program(self):
        source = FOLDER / "Measure.cpp"
        command = ["clang++-22", "-std=c++17", "-O3", f"-march={self.options.march}", source]
        texts = [path.read_text() for path in (source, *sorted(FOLDER.glob("*.h")))]
        name = self.objects.name("transformer", command, "".join(texts))
        if not name.exists():
            build.run([*command, "-ldl", "-o", name], "the measuring program")
        return name

    def make(self, types, row):
        flags = ["-O3", f"-march={self.options.march}", "-fPIC", "-shared", *row.flags]
        flags += ["-DBYTES"] if types == "s8" else []
        more = [f"-fpass-plugin={self.plugin}"] if row.ours else []
        return self.objects.compile(
            [row.compiler, *flags], FOLDER / "Transformer.c", [*more, *row.libraries, "-lm"]
        )[1]  # fmt: skip

    def measure(self, program, types, shape, rows):
        """From row and phase to seconds of each round, or to what is wrong."""
        options, found = self.options, {}
        command = [str(program), *(f"{key}={value}" for key, value in SHAPES[shape].items())]
        command += [f"bytes={int(types == 's8')}", f"processor={options.processor}"]
        command.append(f"rounds={options.rounds}")
        # All are compared with the first one.
        for row in rows if ROWS[0] in rows else (ROWS[0], *rows):
            try:
                command.append(f"row={row.kind},{row.key},{self.make(types, row)}")
            except (build.Mistake, subprocess.TimeoutExpired) as why:
                found[row.key] = f"does not compile: {why}"
        seconds, ran = run_program(command, options, self.facts)
        found |= seconds
        if ran.returncode:
            found["program"] = f"wrong: it failed: {ran.stderr[-300:]}"
        return found


def bound(found, row):
    """Median over the rounds of the time to read the weights by a token's time."""
    return ratio(found, f"{row}/tokens", "read")


def table(results):
    """Markdown of each phase."""
    for phase in PHASES:
        title = "one after the other" if phase == "tokens" else "a prompt at once"
        yield f"\n### Tokens per second, {title}\n"
        yield "| | " + " | ".join("/".join(point) for point in results) + " |"
        yield "| --- |" + " --: |" * len(results)
        for row in ROWS:
            cells = []
            for found in results.values():
                value = found.get(f"{row.key}/{phase}")
                cells.append(f"{1 / stats.median(value):.0f}" if value else "–")
            yield f"| {row.label} | " + " | ".join(cells) + " |"
        if phase == "tokens":
            rates = [1 / stats.median(found["read"]) for found in results.values()]
            yield "| *all weights read* | " + " | ".join(f"{r:.0f}" for r in rates) + " |"


def summary(results):
    for (types, shape), found in results.items():
        for phase in PHASES:
            ours = f"auto/{phase}"
            over = [(row, ratio(found, ours, f"{row.key}/{phase}"))
                    for row in ROWS if row.key in OVER]  # fmt: skip
            text = [f"{value:.2f} of {row.label}" for row, value in over if value]
            if phase == "tokens" and bound(found, "auto"):
                text.append(f"{bound(found, 'auto'):.2f} of the reading of all weights")
            if text:
                yield f"{types}/{shape}/{phase}: Gemmify runs at {', '.join(text)}"


def main(options, progress):
    options.rounds = options.repetitions if options.repetitions < 20 else 7
    chosen = list(points(options.only))
    if not chosen:
        raise build.Mistake(f"--only '{options.only.pattern}' fits none of the models")
    if options.list:
        for types, shape, rows in chosen:
            for row in rows:
                print(f"transformer/{types}/{shape}/{row.key}")
        return 0
    bench = Bench(options, progress)
    progress("compiling")
    program = bench.measuring_program()
    results, wrong = {}, []
    for number, (types, shape, rows) in enumerate(chosen, 1):
        progress(f"{number} of {len(chosen)}, {types}/{shape}: {len(rows)} rows")
        found = bench.measure(program, types, shape, rows)
        for name, value in found.items():
            if isinstance(value, str):
                wrong.append(f"FAILED {types}/{shape}/{name}: {value}")
        if "read" in found:
            results[types, shape] = found
        stored = {
            "context": bench.facts,
            "seconds": {"/".join(key): value for key, value in results.items()},
        }
        (bench.folder / "transformer.json").write_text(json.dumps(stored, indent=1) + "\n")
    progress.close()
    lines = [*table(results), "", *(f"* {line}" for line in summary(results))]
    (bench.folder / "transformer.md").write_text("\n".join(lines) + "\n")
    for line in [*lines, *wrong]:
        print(line)
    print(f"\n{bench.folder / 'transformer.md'} has all of it.")
    return 1 if wrong else 0
