"""Targets without hardware, counted: executed instructions per multiply-add under
QEMU, and llvm-mca's cycles of the loop that is executed most, ours beside those
of OpenBLAS."""

import collections
import dataclasses
import json
import re
import shutil
import subprocess
import sys

from . import build, foreign, run
from .workloads import Mistake

SIZES = (64, 256, 512)
QUICK = SIZES[:1]
COUNT = build.BENCHMARKS / "count"
# Bytes of the longest loop.
FARTHEST = 1 << 14
BRANCH = re.compile(r"0x[0-9a-f]+ <.*>$")


@dataclasses.dataclass(frozen=True)
class Target:
    compiler: tuple
    emulator: tuple
    mca: tuple  # options of llvm-mca
    gcc: str  # it links
    debian: str  # its architecture
    # Products: label, operand, sum, flags
    products: tuple
    # Multiply-adds of an instruction: expressions that it fits, as printed
    work: tuple


BYTE = "signed char"


def sve(bits):
    """Vectors of so many bits, met by a program for any length."""
    flags = "-march=armv8.6-a+sve"
    return Target(
        compiler=("clang-22", "--target=aarch64-linux-gnu", "-O3"),
        emulator=("qemu-aarch64", "-cpu",
                  f"max,sve-default-vector-length={bits // 8}"),
        mca=("-mtriple=aarch64-linux-gnu",
             "-mcpu=" + {256: "neoverse-v1", 512: "a64fx"}[bits]),
        gcc="aarch64-linux-gnu-gcc",
        debian="arm64",
        products=(
            ("float, Gemmify", "float", "float", (flags,)),
            ("double, Gemmify", "double", "double", (flags,)),
            ("float, products rounded", "float", "float",
             (flags, "-ffp-contract=off")),
            ("int8 to int32, blocks of bytes", BYTE, "int", (flags,)),
            ("half to half", "_Float16", "_Float16", (flags,)),
            ("bfloat to float, blocks of bfloats", "__bf16", "float",
             (flags, "-ffast-math")),
        ),
        work=(
            (r"(us|s|u)mmla", bits // 4), (r"bfmmla", bits // 8),
            (r"fml[as]\s.*\.h", bits // 16), (r"fml[as]\s.*\.s", bits // 32),
            (r"fml[as]\s.*\.d", bits // 64), (r"fmul\s.*\.s", bits // 32),
        ),
    )  # fmt: skip


def sme():
    """512 bits in streaming mode; bytes are left out, which QEMU multiplies wrongly.
    A caller has nothing in ZA that would have to be saved."""
    flags = ("-march=armv9-a+sme+sme-f64f64", "-mllvm", "-gemmify-sme")
    return Target(
        compiler=("clang-22", "--target=aarch64-linux-gnu", "-O3",
                  "-Wno-unused-command-line-argument",
                  "-Wl,--defsym=__arm_tpidr2_save=abort"),
        emulator=("qemu-aarch64", "-cpu",
                  "max,sve-default-vector-length=64,sme-default-vector-length=64"),
        mca=("-mtriple=aarch64-linux-gnu", "-mcpu=apple-m4"),
        gcc="aarch64-linux-gnu-gcc",
        debian="arm64",
        products=(
            ("float, Gemmify", "float", "float", flags),
            ("double, Gemmify", "double", "double", flags),
            ("bfloat to float", "__bf16", "float", (*flags, "-ffast-math")),
        ),
        work=(
            (r"bfmopa", 512), (r"fmopa\s.*\.s", 256), (r"fmopa\s.*\.d", 64),
        ),
    )  # fmt: skip


TARGETS = {
    "power10": Target(
        compiler=("clang-22", "--target=powerpc64le-linux-gnu", "-O3"),
        emulator=("qemu-ppc64le", "-cpu", "power10"),
        mca=("-mtriple=powerpc64le-linux-gnu", "-mcpu=pwr10"),
        gcc="powerpc64le-linux-gnu-gcc",
        debian="ppc64el",
        products=(
            ("float, Gemmify", "float", "float", ("-mcpu=power10",)),
            ("float, OpenBLAS", "float", "float", "cblas_sgemm"),
            ("float, Gemmify -mno-mma", "float", "float",
             ("-mcpu=power10", "-mno-mma")),
            ("double, Gemmify", "double", "double", ("-mcpu=power10",)),
            ("double, OpenBLAS", "double", "double", "cblas_dgemm"),
            ("double, Gemmify -mno-mma", "double", "double",
             ("-mcpu=power10", "-mno-mma")),
            ("int8 to int32, Gemmify", BYTE, "int", ("-mcpu=power10",)),
            ("int8 to int32, Gemmify -mno-mma", BYTE, "int",
             ("-mcpu=power10", "-mno-mma")),
        ),
        work=(
            (r"p?m?xvf32ger\w*", 16), (r"p?m?xvf64ger\w*", 8),
            (r"p?m?xvi8ger4\w*", 64), (r"p?m?xvi16ger2\w*", 32),
            (r"xvn?madd[am]sp", 4), (r"xvn?madd[am]dp", 2),
            (r"vmsum[um]bm", 16), (r"vmsum[us]h[ms]", 8), (r"vmladduhm", 8),
            (r"vmuluwm", 4),
        ),
    ),
    "armv8.6": Target(
        compiler=("clang-22", "--target=aarch64-linux-gnu", "-O3"),
        emulator=("qemu-aarch64", "-cpu", "max"),
        mca=("-mtriple=aarch64-linux-gnu", "-mcpu=neoverse-v1"),
        gcc="aarch64-linux-gnu-gcc",
        debian="arm64",
        products=(
            ("float, Gemmify", "float", "float", ("-march=armv8.6-a",)),
            ("float, OpenBLAS", "float", "float", "cblas_sgemm"),
            ("double, Gemmify", "double", "double", ("-march=armv8.6-a",)),
            ("double, OpenBLAS", "double", "double", "cblas_dgemm"),
            ("float, products rounded", "float", "float",
             ("-march=armv8.6-a", "-ffp-contract=off")),
            ("int8 to int32, blocks of bytes", BYTE, "int",
             ("-march=armv8.6-a",)),
            ("int8 to int32, dot products", BYTE, "int",
             ("-march=armv8.2-a+dotprod",)),
            ("int8 to int32, neither", BYTE, "int", ("-march=armv8.2-a",)),
            ("int16 to int32", "short", "int", ("-march=armv8.2-a",)),
            ("int32 to int64", "int", "long", ("-march=armv8.2-a",)),
            ("half to half", "_Float16", "_Float16", ("-march=armv8.2-a+fp16",)),
            ("bfloat to float, blocks of bfloats", "__bf16", "float",
             ("-march=armv8.6-a", "-ffast-math")),
            ("bfloat to float, in order", "__bf16", "float",
             ("-march=armv8.6-a",)),
        ),
        work=(
            (r"(us|s|u)mmla", 32), (r"bfmmla", 16), (r"(us|s|u)dot", 16),
            (r"fmla\s.*\.8h", 8), (r"f?mla\s.*\.4s", 4), (r"fmla\s.*\.2d", 2),
            (r"[su]mlal2?\s.*\.2d", 2), (r"[su]mlal2?", 4),
            (r"fmadd\s+[sd]", 1), (r"fmul\s.*\.4s", 4),
        ),
    ),
    "sve-256": sve(256),
    "sve-512": sve(512),
    "sme-512": sme(),
}  # fmt: skip


@dataclasses.dataclass
class Loop:
    """The code that is executed most."""

    instructions: int
    multiply_adds: int
    cycles: float


def executed(target, counter, program, size, repetitions):
    """(instructions, {address: (bytes, instructions, times)}, output)"""
    ran = subprocess.run(
        [*target.emulator, "-plugin", counter, "-d", "plugin",
         program, str(size), str(repetitions)],
        capture_output=True, text=True, env={"OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    said = ran.stderr + ran.stdout
    count = re.search(r"^executed (\d+)", said, re.M)
    if ran.returncode or not count:
        raise Mistake(f"{' '.join(target.emulator)} failed: {said[-300:]}")
    blocks = collections.defaultdict(lambda: (0, 0, 0))
    for line in re.findall(r"^block (\w+) (\d+) (\d+) (\d+)", said, re.M):
        size, instructions, times = map(int, line[1:])
        before = blocks[int(line[0], 16)]
        blocks[int(line[0], 16)] = (size, instructions, before[2] + times)
    return int(count[1]), dict(blocks), said


def without(before, blocks):
    """The blocks with what was executed of them besides."""
    none = (0, 0, 0)
    return {
        at: (size, instructions, times - before.get(at, none)[2])
        for at, (size, instructions, times) in blocks.items()
    }


def hottest(target, program, blocks):
    """Start and end of the loop on which most instructions are spent. A long one
    is several blocks, one behind the other, about as often executed; the branch
    at its end leads to its start."""
    start = max(blocks, key=lambda at: blocks[at][1] * blocks[at][2])
    times = blocks[start][2]
    end = start
    while end in blocks and abs(blocks[end][2] - times) <= times / 4:
        end += blocks[end][0]
    last = objdump(target, program, end - 4, end)[-1]
    branch = re.search(r"0x([0-9a-f]+) <", last)
    if branch and end - FARTHEST < int(branch[1], 16) < end:
        start = int(branch[1], 16)
    return start, end


def objdump(target, program, start, end):
    """Lines of assembly."""
    said = build.run(
        ["llvm-objdump-22", "-d", "--no-show-raw-insn", "--no-leading-addr",
         f"--mcpu={target.mca[-1].split('=')[1]}",
         f"--start-address={start}", f"--stop-address={end}", program],
        "llvm-objdump",
    )  # fmt: skip
    lines = [line for line in said.splitlines() if line[:1].isspace()]
    return [line.split("//")[0].strip() for line in lines if line.strip()]


def analyse(target, program, blocks):
    """The Loop of a program; None if llvm-mca cannot judge it."""
    lines = objdump(target, program, *hottest(target, program, blocks))
    # For llvm-mca it is enough that branches lead to some place.
    lines = [BRANCH.sub(".Ltop", line) for line in lines]
    work = sum(
        next((n for form, n in target.work if re.match(form, line)), 0)
        for line in lines
    )
    text = ".Ltop:\n" + "\n".join(lines) + "\n"
    iterations = 200
    ran = subprocess.run(
        ["llvm-mca-22", *target.mca, f"-iterations={iterations}"],
        input=text, capture_output=True, text=True,
    )  # fmt: skip
    cycles = re.search(r"Total Cycles:\s+(\d+)", ran.stdout)
    program.with_suffix(".loop.s").write_text(text + ran.stderr)
    if not cycles or not work:
        return None
    return Loop(len(lines), work, int(cycles[1]) / iterations)


def compile_product(target, flags, types, plugin, library, program):
    macros = [f"-DOPERAND={types[0]}", f"-DSUM={types[1]}"]
    main = [*target.compiler, "-static", *macros, COUNT / "Main.c", "-o", program]
    if isinstance(flags, str):
        build.run([*main, f"-DBLAS={flags}", library, "-lpthread", "-lm"], "linking")
        return
    source = program.with_suffix(".o")
    build.run(
        [*target.compiler, *flags, *macros, f"-fpass-plugin={plugin}", "-c",
         COUNT / "Product.c", "-o", source],
        "compiling the product",
    )  # fmt: skip
    build.run([*main, source], "linking")


def measure(target, counter, label, program, sizes):
    """A row: instructions per multiply-add by size, and the loop."""
    row = {"label": label, "instructions": {}}
    for size in sizes:
        # Start-up is in both counts: two repetitions are left.
        once, before, _ = executed(target, counter, program, size, 1)
        thrice, blocks, said = executed(target, counter, program, size, 3)
        blocks = without(before, blocks)
        row["instructions"][size] = (thrice - once) / 2 / size**3
    if library := re.search(r"^library OpenBLAS (\S+) .* (\S+)$", said, re.M):
        row["label"] += f" {library[1]}, {library[2]} kernels"
    loop = analyse(target, program, blocks)
    row["loop"] = loop and dataclasses.asdict(loop)
    return row


def markdown(rows, sizes):
    heads = "".join(f" n = {size} |" for size in sizes)
    yield "Instructions executed per multiply-add, all of the product, and the loop"
    yield "that is executed most, as llvm-mca judges it:"
    yield ""
    yield f"| |{heads} loop: instructions | multiply-adds | cycles | per cycle |"
    yield "| --- |" + " --: |" * (len(sizes) + 4)
    for row in rows:
        cells = [f"{row['instructions'][size]:.3f}" for size in sizes]
        if loop := row["loop"]:
            speed = loop["multiply_adds"] / loop["cycles"]
            cells += [str(loop["instructions"]), str(loop["multiply_adds"])]
            cells += [f"{loop['cycles']:.1f}", f"{speed:.1f}"]
        else:
            cells += ["–"] * 4
        yield f"| {row['label']} | " + " | ".join(cells) + " |"


def is_installed(name):
    target = TARGETS[name]
    return all(
        shutil.which(program)
        for program in (
            target.compiler[0], target.emulator[0], target.gcc,
            "llvm-objdump-22", "llvm-mca-22",
        )
    )  # fmt: skip


def main(name, options):
    target, folder = TARGETS[name], options.output
    sizes = [
        size
        for size in (QUICK if options.quick else SIZES)
        if not options.largest or size <= options.largest
    ] or [options.largest]
    chosen = [product for product in target.products if options.only.search(product[0])]
    if not chosen:
        labels = ", ".join(product[0] for product in target.products)
        raise Mistake(f"--only '{options.only.pattern}' fits none of: {labels}")
    work = folder.resolve() / f"counted-{name}"
    work.mkdir(parents=True, exist_ok=True)
    progress = run.Progress(sys.stderr)
    plugin = build.build_plugin(progress)
    library, why = None, None
    if any(isinstance(flags, str) for *_, flags in chosen):
        progress("OpenBLAS of Debian")
        library, why = foreign.openblas(target.debian, folder)
    counter = work / "libcount.so"
    build.run(
        ["cc", "-O2", "-shared", "-fPIC", COUNT / "Count.c", "-o", counter],
        "the counter",
    )
    rows = []
    for number, (label, *types, flags) in enumerate(chosen):
        if isinstance(flags, str) and not library:
            continue
        progress(f"{label}: {number + 1} of {len(chosen)}")
        program = work / f"product-{number}"
        compile_product(target, flags, types, plugin, library, program)
        rows.append(measure(target, counter, label, program, sizes))
    progress.close()
    lines = list(markdown(rows, sizes))
    if why:
        lines.append(f"\nOpenBLAS is missing: {why}")
    (folder / f"counted-{name}.md").write_text("\n".join(lines) + "\n")
    (folder / f"counted-{name}.json").write_text(json.dumps(rows, indent=1) + "\n")
    print("\n".join(lines))
    return 0
