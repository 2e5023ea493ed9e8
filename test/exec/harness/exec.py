#!/usr/bin/env python3
"""Builds one family of nests with and without the plugin and compares bits.

    exec.py orders.c --plugin build/lib/Gemmify.so --work /tmp/w

The optimization record says which forms were rewritten; a form that is marked
MUST and was not, or MUSTNOT and was, fails the test as a wrong bit does.
A family is NAME.c or NAME.cpp, or NAME.F90 with its table of forms beside it,
NAME.table.c. --types lists element types, or A:B:C where A, B and C differ in
type.

Forms and types are many: with --deal=N, each type is run with every Nth form
only, beginning one further for each type, and each form with every Nth type. Without
it N is 2 where there are several types, and where it begins depends on the flags.
On an emulated processor, whose kernels are the point, N is twice that.
Where GEMMIFY_ALL_FORMS is set, all forms are run with all types; where GEMMIFY_DEAL
is set to a number, every family is dealt out by that number, with one of its types.

So that a test takes half of the time, the version without the plugin is compiled with
-O1 where the bits of a result cannot depend on the level, and the other one without
the copies of bodies that LLVM makes of the source's loops: neither where
GEMMIFY_ALL_FORMS is set. The random nests of scripts/fuzz have both versions as users
build them.
"""

import argparse
import hashlib
import itertools
import os
import re
import shlex
import subprocess
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
WRAPS = ["malloc", "aligned_alloc", "posix_memalign", "free", "mmap", "munmap"]
CONFIGURATIONS = {"plain": False, "gemmify": True}
# Of so many forms one is run, with one type: 0 leaves it to the command.
SHARE = int(os.environ.get("GEMMIFY_DEAL") or 0)
BLOCKS = ["strategy=packing", "workspace=heap", "kc=24", "nc=48"]
ALL_FORMS = bool(os.environ.get("GEMMIFY_ALL_FORMS"))
FEWER_COPIES = ["-mllvm", "-unroll-runtime=false", "-mllvm", "-force-vector-interleave=1"]


def run(command):
    """Runs a command; on failure prints it with its output and leaves."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        print("$", shlex.join(map(str, command)))
        sys.exit(done.stdout or f"exit status {done.returncode}")
    return done.stdout


def free(flags):
    """Whether the flags let a compiler choose the bits of a result, by the level."""
    return re.search(r"fast|-funsafe|-fassociative", flags) is not None


def spread(args):
    """A number that differs from one command of a test to the next."""
    return zlib.crc32(args.flags.encode())


class Build:
    """One program: a family, one element type, one set of flags."""

    def __init__(self, args, element, at):
        self.args = args
        self.element = element
        self.source = Path(args.source)
        self.fortran = self.source.suffix == ".F90"
        self.work = Path(args.work) / element.replace(":", "-")
        self.work.mkdir(parents=True, exist_ok=True)
        self.clang = {False: shlex.split(args.clang),
                      True: shlex.split(args.clangplugin)}
        self.flang = {False: shlex.split(args.flang),
                      True: shlex.split(args.flangplugin or args.flang)}
        self.target = shlex.split(args.target)
        step = SHARE or args.deal or min(2, args.types.count(",") + 1)
        if args.emulator or args.queue:
            step *= 2
        # Other drivers run all forms.
        dealt = (step > 1 and "driver" in args.driver.split(",")
                 and not ALL_FORMS)
        first = at if args.deal else at + spread(args)
        self.only = self.deal(first, step) if dealt else args.only

    def define_types(self):
        types = self.element.split(":")
        defines = [f"-DT={types[-1]}"]
        if len(types) == 3:
            defines += [f"-DTA={types[0]}", f"-DTB={types[1]}"]
        return defines

    def deal(self, first, step):
        """The names of one form in so many, for --only; all, where they are not found."""
        table = self.source.with_suffix(".table.c") if self.fortran else self.source
        text = run([*self.clang[False], *self.target, "-E", "-w", *self.define_types(),
                    "-DTABLE=plain", "-I", HERE, *shlex.split(self.args.flags), table])
        names = re.findall(r'struct form form_\w+ = \{\s*"(\w+)"', text)
        if self.args.only:
            names = [n for n in names if n in self.args.only.split(",")]
        step = min(step, len(names))
        return ",".join(names[first % step::step]) if names else self.args.only

    def compiler(self, *flags, plugin=False):
        return [*self.clang[plugin], *self.target, "-c", *self.define_types(), "-I", HERE,
                "-Wall", "-Werror", *flags]

    def compile_c(self, source, name, *flags, plugin=False):
        out = self.work / f"{name}.o"
        chosen = []
        if self.only:
            names = [*self.only.split(","), *(self.args.big or "").split(",")]
            # Others are not optimized, whatever else they ask for.
            chosen = ["-DONLY", *[f"-DONLY_{n}=1" for n in names if n],
                      "-Wno-ignored-attributes"]
        standard = ["-std=c++17"] if Path(source).suffix == ".cpp" else []
        run([*self.compiler(*chosen, *standard, *flags, plugin=plugin), source, "-o", out])
        return out

    def compile_driver(self, part):
        """A part of the driver, compiled once for all families beside this one."""
        wraps = ["-DWRAPS"] * ("-fwrapv" in self.args.flags)
        command = [*self.compiler("-O1", *wraps), HERE / f"{part}.c"]
        texts = [shlex.join(map(str, command)).encode(),
                 *[path.read_bytes() for path in sorted(HERE.glob("*.[ch]"))]]
        shared = Path(self.args.work).resolve().parent / "drivers"
        out = shared / f"{hashlib.sha256(b''.join(texts)).hexdigest()}.o"
        if not out.exists():
            shared.mkdir(exist_ok=True)
            own = out.with_suffix(f".{os.getpid()}")
            run([*command, "-o", own])
            own.replace(out)
        return out

    def compile_standing_in(self, source, name, *flags):
        """The same with the plugin, and functions for VNNI's dot products:
        the rest is compiled for AVX2."""
        code = self.work / f"{name}.ll"
        self.compile_c(source, name, "-S", "-emit-llvm", "-Wno-unused-command-line-argument",
                       *flags, plugin=True)
        text = (self.work / f"{name}.o").read_text()
        text, count = re.subn(r"@llvm\.x86\.avx\d*\.vpdp", "@vpdp", text)
        if not count:
            sys.exit(f"{name} has none of the instructions that others stand in for")
        text = re.sub(r"^declare.*@vpdp.*\n", "", text, flags=re.M)
        text = re.sub(r'"target-cpu"="[^"]*"', '"target-cpu"="haswell"', text)
        text = re.sub(r' "(target-features|tune-cpu)"="[^"]*"', "", text)
        # Calls are compiled sooner than what they do, again and again.
        dots = re.sub(r"\) \{$", ') noinline "target-cpu"="haswell" {',
                      Path(self.args.stand_in).read_text(), flags=re.M)
        code.write_text(text + dots)
        out = self.work / f"{name}.o"
        run([*self.clang[False], "-O1", "-Wno-override-module", "-c", code, "-o", out])
        return out

    def compile_fortran(self, name, *flags, plugin=False):
        out = self.work / f"{name}.o"
        kind = {"float": 4, "double": 8}[self.element]
        run([*self.flang[plugin], *self.target, "-c", f"-DRK={kind}",
             f"-DMOD={name}", "-module-dir", self.work, *flags, self.source,
             "-o", out])
        return out

    def blocks(self):
        """Options for small blocks; tiles of short integers are high."""
        if not self.args.blocks:
            return []
        high = re.search(r"int(8|16)_t$", self.element)
        options = [*BLOCKS, "mc=128" if high else "mc=96"]
        return [part for o in options for part in ("-mllvm", f"-gemmify-{o}")]

    def family(self, name, with_plugin):
        """Object files of one of the two versions, and the record."""
        flags = shlex.split(self.args.flags)
        record = self.work / f"{name}.yaml"
        record.unlink(missing_ok=True)
        if with_plugin:
            flags += [*shlex.split(self.args.plugin_flags), *self.blocks(),
                      "-fsave-optimization-record",
                      f"-foptimization-record-file={record}",
                      "-foptimization-record-passes=gemmify"]
            flags += FEWER_COPIES * (not ALL_FORMS)
        elif not (self.fortran or ALL_FORMS or free(self.args.flags)):
            flags.append("-O1")
        if with_plugin and self.args.stand_in:
            return [self.compile_standing_in(self.source, name, f"-DTABLE={name}",
                                             *flags)], record
        if not self.fortran:
            return [self.compile_c(self.source, name, f"-DTABLE={name}",
                                   *flags, plugin=with_plugin)], record
        table = self.source.with_suffix(".table.c")
        return [self.compile_fortran(name, *flags, plugin=with_plugin),
                self.compile_c(table, f"{name}-table", f"-DTABLE={name}",
                               "-O1")], record

    def link(self):
        objects = [self.compile_driver(part) for part in self.args.driver.split(",")]
        for name, with_plugin in CONFIGURATIONS.items():
            more, record = self.family(name, with_plugin)
            objects += more
        out = self.work / "driver"
        linker = (self.flang if self.fortran else self.clang)[False]
        wraps = WRAPS if "memory" in self.args.driver else []
        run([*linker, *self.target, *shlex.split(self.args.link_flags),
             *[f"-Wl,--wrap={f}" for f in wraps], *objects, "-o", out, "-lm",
             *["-lstdc++"] * (self.source.suffix == ".cpp")])
        return out, record


def rewritten_functions(record):
    """Forms that the optimization record lists as rewritten."""
    if not record.exists():
        return set()
    text = record.read_text()
    names = set()
    for entry in re.split(r"^--- ", text, flags=re.M):
        function = re.search(r"^Function:\s*'?([^'\s]+)", entry, re.M)
        if entry.startswith("!Passed") and function:
            name = function.group(1)
            name = re.sub(r"^(gemmify_|_QMgemmifyP)", "", name)
            names.add(re.sub(r"_impl$", "", name))
    return names


def check_remarks(forms, rewritten, element):
    wrong = 0
    for name, wanted in forms:
        if wanted == "must" and name not in rewritten:
            print(f"FAIL {name} ({element}): was not rewritten")
            wrong += 1
        if wanted == "mustnot" and name in rewritten:
            print(f"FAIL {name} ({element}): was rewritten, must not be")
            wrong += 1
    return wrong


def run_element(args, element, at):
    """Number of failures for the element type at position `at`."""
    build = Build(args, element, at)
    driver, record = build.link()
    commands = [[*shlex.split(how), str(driver)] for how in args.emulator or [""]]
    options = [f"--only={build.only}"] if build.only else []
    listed = run([*commands[0], "--list", *options])
    forms = [line.split()[1:] for line in listed.splitlines()
             if line.startswith("form ")]
    rewritten = rewritten_functions(record)
    wrong = 0 if args.no_must else check_remarks(forms, rewritten, element)
    if args.sizes != "edge":
        options.append(f"--sizes={args.sizes}")
    options += ["--tolerance"] * args.tolerance
    options += ["--expect-heap"] * args.expect_heap
    runs = [options]
    if args.big:
        runs.append(["--sizes=big", "--expect-heap", f"--only={args.big}"])
    if args.queue:
        with open(args.queue, "a") as queue:
            queue.writelines(shlex.join([str(driver), *options]) + "\n"
                             for options in runs)
        return wrong
    for command, options in itertools.product(commands, runs):
        done = subprocess.run([*command, *options], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
        print(f"{element}: {len(rewritten & {f[0] for f in forms})} of "
              f"{len(forms)} forms rewritten; {done.stdout.strip()}")
        wrong += done.returncode != 0
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("source")
    add("--clang", default="clang-22")
    add("--flang", default="flang-22")
    add("--plugin", help="the plugin's path, for use by hand")
    add("--clangplugin", help="clang with the plugin")
    add("--flangplugin", help="flang with the plugin")
    add("--work", required=True, help="directory for the outputs")
    add("--types", default="float,double")
    add("--target", default="", help="flags of compiler and linker")
    add("--flags", default="-O3 -march=native", help="flags of both versions")
    add("--plugin-flags", default="", help="flags of the rewritten version")
    add("--link-flags", default="")
    add("--stand-in", help="IR with functions for instructions that are not there")
    add("--emulator", action="append",
        help="what runs the program; several run it one after the other")
    add("--queue", help="file to which the command line is added instead of run")
    add("--sizes", default="edge",
        choices=["tiny", "small", "edge", "big", "sweep", "slender", "distant"])
    add("--driver", default="driver,memory", help="parts of the driver")
    add("--only", help="names of forms, separated by commas; others are not optimized")
    add("--deal", type=int, metavar="N", help="only every Nth form for each type")
    add("--deal-from", type=int, default=0, metavar="FIRST",
        help="begin with this form for the first type")
    add("--big", help="forms that run with large sizes as well")
    add("--blocks", action="store_true",
        help="pack always, in blocks that small sizes are larger than")
    add("--tolerance", action="store_true",
        help="the flags allow reassociation: compare within a bound")
    add("--expect-heap", action="store_true",
        help="large MUST products have to ask for workspace")
    add("--no-must", action="store_true",
        help="do not look at what was rewritten")
    args = parser.parse_args()
    if args.plugin:
        args.clangplugin = f"{args.clang} -fpass-plugin={args.plugin}"
        args.flangplugin = f"{args.flang} -fpass-plugin={args.plugin}"
    types = list(enumerate(args.types.split(",")))
    if SHARE:
        types = [types[spread(args) % len(types)]]
    wrong = sum(run_element(args, t, args.deal_from + at) for at, t in types)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
