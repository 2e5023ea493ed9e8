#!/usr/bin/env python3
"""Random nests, with and without the plugin, compared bit by bit.

    fuzz.py --plugin build/lib/Gemmify.so --work /tmp/w --seeds 0:20
    fuzz.py --plugin build/lib/Gemmify.so --work /tmp/w --minutes 60

Each seed is a file of nests, built under one set of flags. What differs is
shrunk and left in the work directory. The last lines say how many nests were
built, how many of them were rewritten and how many runs were compared.
"""

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path

from choices import Choices, shrink
from nests import Nest, program

HERE = Path(__file__).resolve().parent
NESTS, CASES = 24, 24

# Flags, and whether any order of additions is allowed.
FLAGS = [
    ("-O3 -march=x86-64-v3", False), ("-O2 -march=x86-64-v3", False),
    ("-O3", False), ("-O1 -march=x86-64-v3", False),
    ("-O3 -march=x86-64-v3 -ffast-math", True),
    ("-O2 -march=x86-64-v3 -ffp-contract=fast", False),
    ("-O3 -march=x86-64-v3 -ffp-contract=fast -fno-vectorize -fno-slp-vectorize", False),
    ("-O3 -march=x86-64-v3 -ffp-contract=off -fwrapv", False),
    ("-O3 -march=x86-64-v3 -fno-strict-aliasing -fno-math-errno", False),
]
NATIVE = ("-O3 -march=native", False)
# How the plugin is made to take paths that small sizes do not take.
PLANS = ["", "", "strategy=packing mc=192 kc=24 nc=48", "strategy=tiling",
         "strategy=packing workspace=stack mc=192 kc=16 nc=48"]


class Batch:
    """A file of nests under one set of flags."""

    def __init__(self, args, seed):
        self.args, self.seed = args, seed
        flags = FLAGS + ([NATIVE] if args.native else [])
        self.flags, self.any_order = flags[seed % len(flags)]
        if args.flags:
            self.flags, self.any_order = args.flags, "fast-math" in args.flags
        plan = PLANS[seed // len(flags) % len(PLANS)]
        self.plan = [f for o in plan.split() for f in ("-mllvm", f"-gemmify-{o}")]
        self.records = []
        for at in range(NESTS):
            c = Choices(seed=seed * 1000 + at)
            Nest(c, "")
            self.records.append(c.record)

    def nest(self, at, record=None):
        return Nest(Choices(self.records[at] if record is None else record),
                    f"nest{self.seed}_{at}")

    def build(self, nests, work):
        """Compiles and links; returns which nests were rewritten."""
        work.mkdir(parents=True, exist_ok=True)
        source = work / "nests.c"
        source.write_text(program(nests))
        clang, common = self.args.clang, ["-w", f"-I{HERE}", "-c", source]
        target = self.args.target.split()
        plugin = [f"-fpass-plugin={self.args.plugin}", *self.plan, "-Rpass=gemmify"]
        run([clang, *target, *common, "-O1", "-DVERSION=probe", "-DPROBE",
             "-o", work / "probe.o"])
        run([clang, *target, *common, *self.flags.split(), "-DVERSION=plain",
             "-o", work / "plain.o"])
        remarks = run([clang, *target, *common, *self.flags.split(), *plugin,
                       "-DVERSION=gemmify", "-o", work / "gemmify.o"])
        runner = work.parent / "runner.o"
        if not runner.exists():
            run([clang, *target, "-w", "-O2", "-c", HERE / "runner.c", "-o", runner])
        run([clang, *target, runner, work / "probe.o", work / "plain.o",
             work / "gemmify.o", "-lm", "-o", work / "run"])
        lines = source.read_text().splitlines()
        hit = set()
        for line in re.findall(r"nests\.c:(\d+):.*\[-Rpass=gemmify\]", remarks):
            for at in range(int(line) - 1, -1, -1):
                if match := re.match(r"NAMED\((\w+),", lines[at]):
                    hit.add(match[1])
                    break
        return hit

    def run(self, work, cases=CASES):
        values = "exact" if self.any_order else "any"
        return run([*self.args.emulator.split(), work / "run", str(self.seed),
                    str(cases), values], limit=600)

    def compare(self):
        """Number of nests rewritten and of runs compared, and what differs."""
        nests = [self.nest(at) for at in range(NESTS)]
        work = Path(self.args.work) / "batch"
        hit = self.build(nests, work)
        output = self.run(work)
        compared = int(re.search(r"^compared (\d+)", output, re.M)[1])
        bad = {}
        for line in output.splitlines():
            if match := re.match(r"(DIFFERS|FAULT|INVALID) nest\d+_(\d+):", line):
                bad.setdefault(int(match[2]), line)
        return len(hit), compared, bad

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
        return self.nest(at, record).text + "\n".join(failing[:3])


def run(command, limit=300):
    done = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, timeout=limit, check=False)
    if done.returncode:
        print("$", " ".join(map(str, command)))
        print(done.stdout[-3000:])
        raise subprocess.CalledProcessError(done.returncode, command)
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--work", required=True)
    parser.add_argument("--seeds", default="0:", help="FIRST:LAST, LAST excluded")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--flags", default="", help="instead of the built-in sets")
    parser.add_argument("--native", action="store_true", help="use -march=native as well")
    parser.add_argument("--target", default="", help="flags of compiler and linker")
    parser.add_argument("--emulator", default="")
    parser.add_argument("--shrink", type=int, default=60, help="most attempts")
    parser.add_argument("--least-share", type=float, default=0,
                        help="fail when a smaller share of nests is rewritten")
    args = parser.parse_args()
    first, _, last = args.seeds.partition(":")
    seed, end = int(first or 0), int(last) if last else sys.maxsize
    started = time.monotonic()
    total = rewritten = compared = failures = 0
    while seed < end and time.monotonic() - started < args.minutes * 60:
        batch = Batch(args, seed)
        hit, runs, bad = batch.compare()
        total, rewritten, compared = total + NESTS, rewritten + hit, compared + runs
        for at, line in bad.items():
            print(f"seed {seed}, {batch.flags} {' '.join(batch.plan)}\n{line}", flush=True)
            if line.startswith("INVALID"):
                continue
            failures += 1
            text = batch.reduce(at) if args.shrink else batch.nest(at).text
            out = Path(args.work) / f"failure-{seed}-{at}.c"
            out.write_text(f"// {batch.flags} {' '.join(batch.plan)}\n{text}\n")
            print(out.read_text(), flush=True)
        seed += 1
    share = rewritten / max(total, 1)
    print(f"{total} nests, {rewritten} rewritten ({share:.0%}), {compared} runs compared, "
          f"{failures} failures")
    if not compared or share < args.least_share:
        print(f"too few nests were rewritten: {share:.0%}")
        failures += 1
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
