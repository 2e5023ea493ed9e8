"""Compiles what is measured. Objects are kept under the name of what made them:
source, command, compiler and plugin."""

import concurrent.futures
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading

from . import workloads
from .workloads import Mistake

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BENCHMARKS = ROOT / "benchmarks"
# Seconds that a compiler may think about one product.
PATIENCE = 300
# How the reason starts for which something is not measured that should be.
BROKEN = "does not compile"


def run(command, what, **options):
    """Runs a command that has to succeed; returns what it said."""
    ran = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        **options,
    )  # fmt: skip
    if ran.returncode:
        lines = "\n".join(ran.stdout.splitlines()[-20:])
        raise Mistake(f"{what} failed:\n  {' '.join(map(str, command))}\n{lines}")
    return ran.stdout


def build_plugin(progress):
    """build/lib/Gemmify.so, or what PLUGIN names."""
    named = os.environ.get("PLUGIN")
    if named:
        if not os.path.exists(named):
            raise Mistake(f"PLUGIN names '{named}', which is not there")
        return pathlib.Path(named).resolve()
    build = ROOT / "build"
    progress("building the plugin")
    if not (build / "build.ninja").exists():
        run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja"], "configuring")
    run(["ninja", "-C", build, "Gemmify"], "building the plugin")
    return build / "lib/Gemmify.so"


class Objects:
    """Shared objects by row and point."""

    def __init__(self, folder, plugin, march, jobs):
        self.folder = folder
        self.plugin = plugin
        self.march = march
        self.jobs = jobs
        self.stamps = {}
        self.made = {}
        folder.mkdir(parents=True, exist_ok=True)

    def measuring_program(self):
        folder = BENCHMARKS / "bench"
        sources = [*sorted(folder.glob("*.cpp")), BENCHMARKS / "compare/Peak.cpp"]
        texts = sorted(folder.glob("*.h")) + sources
        # Contraction makes the peak's loop one of fused multiply-adds.
        command = [
            "clang++-22", "-std=c++17", "-O3", f"-march={self.march}",
            "-ffp-contract=fast", *map(str, sources),
        ]  # fmt: skip
        name = self.name("measure", command, "".join(t.read_text() for t in texts))
        if not name.exists():
            new = f"{name}.new"
            libraries = ["-lbenchmark", "-lpthread", "-ldl"]
            run([*command, *libraries, "-o", new], "the measuring program")
            os.rename(new, name)
        return name

    def make_all(self, wanted, progress):
        """Compiles for all pairs of row and point; get() has them then."""
        steps = {}
        for row, point in wanted:
            steps.setdefault(self.identity(row, point), (row, point))
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            futures = {
                pool.submit(self.make, row, point): identity
                for identity, (row, point) in steps.items()
                if identity not in self.made
            }
            done = concurrent.futures.as_completed(futures)
            for count, future in enumerate(done, 1):
                self.made[futures[future]] = future.result()
                progress(f"compiling: {count} of {len(futures)}")

    def get(self, row, point):
        """Path of the object; or None, and why there is none."""
        return self.made[self.identity(row, point)]

    def identity(self, row, point):
        """What can share an object."""
        constant = point.workload.constant or row.rewriter
        library = row.adapter and not constant
        return (
            row.key,
            "" if library else point.workload.name,
            point.types,
            point.layout,
            point.size if constant else None,
        )

    def make(self, row, point):
        macros = [f"-D{key}={value}" for key, value in self.macros(row, point)]
        common = ["-O3", f"-march={self.march}", "-fPIC", "-shared", *macros]
        try:
            if row.rewriter:
                return self.make_affine(row, point, common)
            if row.adapter:
                source = BENCHMARKS / "libraries" / row.adapter
                compiler = ["g++", "-std=c++17"]
            else:
                source = point.workload.path
                compiler = [row.compiler]
            flags = list(row.flags)
            if row.takes_plugin:
                flags += [
                    f"-fpass-plugin={self.plugin}",
                    "-Rpass=gemmify", "-Rpass-missed=gemmify",
                ]  # fmt: skip
            said, path = self.compile([*compiler, *common], source, flags)
        except subprocess.TimeoutExpired:
            return None, "too slow to compile"
        except Mistake as mistake:
            return None, f"{BROKEN}: {mistake}"
        if row.named and "[-Rpass=gemmify]" not in said:
            return None, "keeps the loops" + reason(said)
        return path, None

    def macros(self, row, point):
        types = workloads.TYPES[point.types]
        yield from zip(("LEFT", "RIGHT", "SUM"), types)
        for matrix, letter in zip("ABC", point.layout):
            yield f"{matrix}_COLUMN", int(letter == "c")
        if point.workload.constant or row.rewriter:
            size = point.size
            yield from zip("MNK", (size.m, size.n, size.k))

    def compile(self, command, source, flags):
        """Returns what the compiler said, and the object."""
        stamp = self.version(command[0])
        if any("-fpass-plugin" in flag for flag in flags):
            stamp += self.stamp(self.plugin)
        text = workloads.source(source) + stamp
        path = self.name(source.stem, [*command, *flags], text, ".so")
        said = path.with_suffix(".txt")
        if not path.exists():
            new = self.new(path)
            words = run(
                [*command, str(source), *flags, "-o", new],
                f"compiling {source.name}", timeout=PATIENCE,
            )  # fmt: skip
            said.write_text(words)
            os.rename(new, path)
        return said.read_text(), path

    def make_affine(self, row, point, common):
        """The affine form of the workload, rewritten, and called by Affine.c."""
        polycc, *options = row.rewriter
        macros = [word for word in common if word.startswith("-D")]
        expanded = run(
            ["clang-22", "-E", "-P", "-DAFFINE", *macros, point.workload.path],
            "the preprocessor",
        )
        name = self.name("affine", [polycc, *options], expanded, ".in.c")
        output = name.with_name(name.name.replace(".in.c", ".pluto.c"))
        if not output.exists():
            try:
                self.rewrite([polycc, *options], expanded, name.name, output)
            except (Mistake, OSError) as error:
                lines = [line for line in str(error).splitlines() if line.strip()]
                return None, f"polycc failed: {lines[-1]}"
        _, path = self.compile(
            ["clang-22", *common], BENCHMARKS / "libraries/Affine.c",
            [f'-DFORM="{output}"'],
        )  # fmt: skip
        return path, None

    def rewrite(self, command, text, name, output):
        """In a folder of its own: polycc writes files of fixed names beside its input."""
        polycc, *options = command
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            (pathlib.Path(folder) / name).write_text(text)
            run(
                [polycc, name, *options, "-o", "new.c"], "polycc",
                cwd=folder, timeout=PATIENCE,
            )  # fmt: skip
            new = self.new(output)
            shutil.move(pathlib.Path(folder) / "new.c", new)
        os.rename(new, output)

    def new(self, path):
        """Where to write what becomes the path, which others may be making too."""
        return f"{path}.{os.getpid()}.{threading.get_ident()}"

    def name(self, stem, command, text, suffix=""):
        key = "\0".join([*map(str, command), text])
        digest = hashlib.sha256(key.encode()).hexdigest()[:16]
        return self.folder / f"{stem}-{digest}{suffix}"

    def version(self, program):
        if program not in self.stamps:
            said = run([program, "--version"], f"{program} --version")
            self.stamps[program] = said.splitlines()[0]
        return self.stamps[program]

    def stamp(self, path):
        if path not in self.stamps:
            digest = hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
            self.stamps[path] = digest
        return self.stamps[path]


def reason(remarks):
    """The first missed remark, as ": reason"."""
    found = re.search(r"remark: (.*) \[-Rpass-missed=gemmify\]", remarks)
    return f": {found[1]}" if found else ""
