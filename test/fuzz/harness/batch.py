"""A file of nests under one set of flags: built with and without the plugin,
run, compared, and shrunk where something differs."""

import re
import resource
import runpy
import subprocess
from pathlib import Path

from choices import Choices, shrink
from checks import CheckedNest
from complexes import RANGES, ROUNDING, ComplexNest
from groups import GroupNest
from irnests import IRNest, module
from nests import Nest, program
from targets import TARGETS
from triangles import TriangleNest

HERE = Path(__file__).resolve().parent
UNTOUCHED = HERE.parents[2] / "scripts/untouched"
NESTS = 24

# How the plugin is made to take paths that small sizes do not take.
PLANS = ["", "", "strategy=packing mc=192 kc=24 nc=48", "strategy=tiling",
         "strategy=packing workspace=stack mc=192 kc=16 nc=48"]


class Batch:
    """Nests in C. A language is what nests() and write() say it is."""

    kind = "C"

    def __init__(self, args, seed):
        self.args, self.seed = args, seed
        self.target = TARGETS[args.target]
        sets = self.sets()
        self.flags, self.any_order = sets[seed % len(sets)]
        plans = PLANS + self.target.tiles
        plan = plans[seed // len(sets) % len(plans)]
        self.plan = [f"-gemmify-{o}" for o in plan.split()]
        self.records = []
        for at in range(NESTS):
            c = Choices(seed=seed * 1000 + at)
            self.make(c, "")
            self.records.append(c.record)

    def __str__(self):
        return f"{self.kind}, {self.target.name}: {self.flags} {' '.join(self.plan)}"

    def sets(self):
        """Flags, and whether any order of additions is allowed."""
        if self.args.flags:
            return [(self.args.flags, "fast-math" in self.args.flags)]
        if self.args.complex:
            return [(f"{base} {more}", free) for base, free in self.target.complex
                    for more in self.variants(base)]
        return self.target.flags + (self.target.native if self.args.native else [])

    @staticmethod
    def variants(base):
        """What decides on complex numbers, unless \p base does."""
        rounding = ROUNDING if "-ff" not in base else [""]
        return [f"{x} {y}".strip() for y in rounding for x in RANGES]

    def make(self, choices, name):
        if self.args.complex:
            return ComplexNest(choices, name, free=self.any_order)
        if self.args.groups:
            return GroupNest(choices, name, free=self.any_order)
        if self.args.triangles:
            return TriangleNest(choices, name, free=self.any_order)
        kind = CheckedNest if self.args.checks else Nest
        return kind(choices, name, free=self.any_order, short=self.target.short)

    def nest(self, at, record=None):
        return self.make(Choices(self.records[at] if record is None else record),
                         f"nest{self.seed}_{at}")

    def source(self, nest):
        """What is shown of a nest that fails."""
        return nest.text

    def build(self, nests, work):
        """Compiles and links; returns the names of the nests that were
        rewritten."""
        work.mkdir(parents=True, exist_ok=True)
        clang = [self.args.clang, *self.target.compiler, "-w", f"-I{HERE}"]
        objects = []
        for version in ("probe", "plain", "gemmify"):
            objects += self.compile(nests, version, clang, work)
        # It does not change, and many batches use it.
        runner = work.parent / f"runner-{self.target.name}.o"
        if not runner.exists():
            run([*clang, "-O2", "-c", HERE / "runner.c", "-o", runner])
        run([*clang, runner, *objects, "-lm", "-o", work / "run"])
        return rewritten(work / "record")

    def compile(self, nests, version, clang, work):
        source, made = work / "nests.c", work / f"{version}.o"
        source.write_text(program(nests))
        clang = [*clang, "-c", source, f"-DVERSION={version}", "-o", made]
        if version == "probe":
            run([*clang, "-O1", "-DPROBE"])
        elif version == "plain":
            run([*clang, *self.flags.split()])
        else:
            run([*clang, *self.flags.split(), *self.plugin(work)])
        return [made]

    def plugin(self, work):
        options = [f for option in self.plan for f in ("-mllvm", option)]
        return [f"-fpass-plugin={self.args.plugin}", *options, "-fsave-optimization-record",
                f"-foptimization-record-file={work / 'record'}",
                "-foptimization-record-passes=gemmify"]

    def run(self, work):
        values = "exact" if self.any_order else "any"
        return run([*self.target.emulator, work / "run", str(self.seed),
                    str(self.target.cases), values], limit=600)

    def compare(self):
        """Which nests were rewritten, how many runs were compared, and what
        differs."""
        nests = [self.nest(at) for at in range(NESTS)]
        work = Path(self.args.work) / "batch"
        hit = self.build(nests, work)
        output = self.run(work)
        compared = int(re.search(r"^compared (\d+)", output, re.M)[1])
        bad = {}
        for line in output.splitlines():
            if match := re.match(r"(DIFFERS|FAULT|INVALID) nest\d+_(\d+):", line):
                bad.setdefault(int(match[2]), line)
        for name in self.changed(nests, hit, work):
            bad.setdefault(int(name.rsplit("_", 1)[1]), f"OTHER CODE {name}")
        return [n for n in nests if n.name in hit], nests, compared, bad

    def changed(self, nests, hit, work):
        """Names of nests that were not rewritten and are compiled to something
        else nevertheless. Every fourth batch is looked at."""
        if self.seed % 4:
            return []
        functions = runpy.run_path(str(UNTOUCHED))["functions"]
        found = []
        for version, extra in (("plain", []), ("gemmify", self.plugin(work)[:-3])):
            out = work / f"{version}.s"
            run([self.args.clang, *self.target.compiler, "-w", f"-I{HERE}", "-DVERSION=plain",
                 *self.flags.split(), *extra, "-S", work / "nests.c", "-o", out])
            found.append(functions(out.read_text()))
        return [n.name for n in nests
                if n.name not in hit and found[0].get(n.name) != found[1].get(n.name)]

    def reduce(self, at):
        """The smallest program that still fails, as text."""
        work = Path(self.args.work) / "shrink"
        # The runner draws a nest's cases from its position in the table.
        empty = [Choices().record] * NESTS

        def fails(record):
            nests = [self.nest(o, record if o == at else empty[o]) for o in range(at + 1)]
            try:
                self.build(nests, work)
            except subprocess.SubprocessError:
                return False
            return f"_{at}:" in re.sub("(?m)^INVALID.*$", "", self.run(work))

        record = shrink(self.records[at], fails, self.args.shrink)
        fails(record)
        failing = [l for l in self.run(work).splitlines() if f"_{at}:" in l]
        return self.source(self.nest(at, record)) + "\n".join(failing[:3])


class IRBatch(Batch):
    """Nests in IR, through clang's pipelines or the plugin's passes alone."""

    def changed(self, nests, hit, work):
        return []

    kind = "IR"

    def sets(self):
        levels = ["-O3", "-O2", "passes", "-O1", "passes-simplified"]
        return [(level, free) for free in (False, True) for level in levels]

    def make(self, choices, name):
        return IRNest(choices, name, free=self.any_order, short=self.target.short)

    def source(self, nest):
        return module([nest], "gemmify", self.target.triple, self.target.cpu)

    def compile(self, nests, version, clang, work):
        text, code = work / f"{version}.ll", work / f"{version}-ir.o"
        text.write_text(module(nests, version, self.target.triple, self.target.cpu))
        made = super().compile(nests, "probe", clang, work) if version == "probe" else \
            self.calls(version, clang, work)
        ir = ["-Wno-override-module", *self.target.ir_flags, "-c"]
        clang, level = [*clang, *ir], self.flags
        if level.startswith("passes"):
            level = "-O2"
        if version == "gemmify" and level == self.flags:
            run([*clang, level, text, *self.plugin(work), "-o", code])
            return [*made, code]
        if version == "gemmify":
            passes = "gemmify,gemmify-lower"
            if "simplified" in self.flags:
                passes = (
                    "mem2reg,loop-simplify,lcssa,loop-rotate,"
                    "instcombine<no-verify-fixpoint>," + passes
                )
            changed = work / "changed.bc"
            run([self.args.clang.replace("clang", "opt"),
                 f"-load-pass-plugin={self.args.plugin}", *self.plan, f"-passes={passes}",
                 f"-pass-remarks-output={work / 'record'}", "-pass-remarks-filter=gemmify",
                 "-verify-each", text, "-o", changed])
            text = changed
        run([*clang, level, text, "-o", code])
        return [*made, code]

    def calls(self, version, clang, work):
        """The table and the calls, which are in C."""
        made = work / f"{version}.o"
        run([*clang, "-c", "-O1", f"-DVERSION={version}", work / "nests.c", "-o", made])
        return [made]


def rewritten(record):
    """Names of the functions in which a nest was rewritten."""
    parts = record.read_text().split("--- !")
    names = (re.search(r"^Function:\s+(\S+)$", p, re.M) for p in parts if p.startswith("Passed"))
    return {name[1].removeprefix("gemmify_") for name in names if name}


def run(command, limit=120):
    """Runs for \p limit seconds of processor time at most: the machine may be
    busy with something else."""
    bound = lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, check=False, preexec_fn=bound)
    if done.returncode:
        print("$", " ".join(map(str, command)))
        print(done.stdout[-3000:])
        raise subprocess.CalledProcessError(done.returncode, command)
    return done.stdout
