"""Rows: the ways to compute a product that are compared. All of them stand in
ALL; a new one is an entry there, and for a library an adapter in
benchmarks/libraries."""

import dataclasses
import os
import shutil
import subprocess

CLANG = "clang-22"


@dataclasses.dataclass(frozen=True)
class Row:
    key: str  # in regular expressions and in the JSON
    label: str  # in tables and plots
    kind: str  # "plain", "compiler", "ours" or "library"
    compiler: str = CLANG
    flags: tuple = ()
    # How bits are compared: "strict" ones with the "reference"'s.
    bits: str = "free"
    # Seconds: left out where one product takes longer.
    limit: float = 2.0
    # Adapter in benchmarks/libraries, for libraries.
    adapter: str = ""
    # A source-to-source compiler that runs before: path and its options.
    rewriter: tuple = ()
    # Says why the row does not apply to a workload and types; None if it does.
    excluded: object = lambda workload, types, layout: None
    threads: bool = False  # can use several
    # More flags with which it does.
    thread_flags: tuple = ()
    # By one thread it is another row.
    only_threads: bool = False
    # A file without which it is "not installed".
    needs: str = ""
    # A strategy by name: not measured where it keeps the loops.
    named: bool = False
    # Takes a minute to compile: with --quick only for the first workload.
    laborious: bool = False

    @property
    def takes_plugin(self):
        """Whatever the number of threads."""
        return any(flag.startswith("-gemmify-") for flag in self.flags)


def polly(*flags):
    words = ("-polly", *flags)
    options = tuple(part for word in words for part in ("-mllvm", word))
    # Its pattern is a sum that is formed in C.
    return ("-DIN_PLACE", *options)


def strategy(name, *flags):
    return ("-mllvm", f"-gemmify-strategy={name}", *flags)


def only_floats(workload, types, layout):
    return None if types in ("f32", "f64") else "multiplies real floats only"


def only_blas_types(workload, types, layout):
    return None if types[0] in "fc" else "multiplies floats only"


def not_doubles(workload, types, layout):
    if types[0] == "c" or types == "f64":
        return "multiplies float and bytes only"
    return None


def only_small(workload, types, layout):
    """What LIBXSMM generates code for."""
    if layout not in ("rrr", "ccc"):
        return "takes one layout for all matrices"
    if workload.alpha != 1 or workload.beta not in (0, 1):
        return "takes alpha = 1 and beta = 0 or 1 only"
    return only_floats(workload, types, layout)


def only_constant(workload, types, layout):
    return None if workload.constant else "for sizes known to the compiler"


def only_affine(workload, types, layout):
    return None if workload.affine else "the workload has no affine form"


def only_parallel(workload, types, layout):
    return None if workload.parallel else "the workload has no loop of threads"


# LLVM's OpenMP, for pragmas.
OPENMP = "/usr/lib/llvm-22/lib/libomp.so"

# What is patient is measured at every size.
PATIENT = 1000.0

ALL = [
    Row("plain", "clang -O3", "plain", bits="reference"),
    Row("fast", "clang -O3 -ffast-math", "plain", flags=("-ffast-math",)),
    Row("gcc", "GCC -O3", "plain", compiler="gcc"),
    Row(
        "polly", "Polly", "compiler",
        flags=polly("-polly-pattern-matching-based-opts=false"),
    ),
    Row(
        "polly-matmul", "Polly, matmul pattern", "compiler",
        flags=polly("-polly-pattern-matching-based-opts"), laborious=True,
    ),
    Row(
        "intrinsic", "Gemmify intrinsic", "ours", flags=strategy("intrinsic"),
        bits="strict", excluded=only_constant, named=True,
    ),
    Row(
        "tiling", "Gemmify tiling", "ours", flags=strategy("tiling"),
        bits="strict", limit=15, named=True,
    ),
    Row(
        "packing", "Gemmify packing", "ours", flags=strategy("packing"),
        bits="strict", limit=PATIENT, named=True,
    ),
    Row(
        "auto", "Gemmify", "ours", flags=strategy("auto"),
        bits="strict", limit=PATIENT, threads=True,
        thread_flags=("-mllvm", "-gemmify-threads", "-fopenmp=libgomp"),
    ),
    Row(
        "parallel-for", "Gemmify, parallel for", "ours", flags=strategy("auto"),
        bits="strict", limit=PATIENT, threads=True, only_threads=True,
        thread_flags=("-fopenmp", "-DPARALLEL=_Pragma(\"omp parallel for\")"),
        excluded=only_parallel, needs=OPENMP,
    ),
    Row(
        "parallel-for-dynamic", "Gemmify, schedule(dynamic)", "ours",
        flags=strategy("auto"),
        bits="strict", limit=PATIENT, threads=True, only_threads=True,
        thread_flags=(
            "-fopenmp", "-DPARALLEL=_Pragma(\"omp parallel for schedule(dynamic)\")",
        ),
        excluded=only_parallel, needs=OPENMP,
    ),
    Row(
        "auto-fast", "Gemmify -ffast-math", "ours",
        flags=strategy("auto", "-ffast-math"), limit=PATIENT,
    ),
    Row(
        "openblas", "OpenBLAS", "library", adapter="Blas.cpp",
        flags=('-DLIBRARY="libopenblas.so.0"',), limit=PATIENT,
        excluded=only_blas_types, threads=True,
    ),
    Row(
        "blis", "BLIS", "library", adapter="Blas.cpp",
        flags=('-DLIBRARY="libblis.so.4"',), limit=PATIENT,
        excluded=only_blas_types, threads=True,
    ),
    Row(
        "eigen", "Eigen", "library", adapter="Eigen.cpp",
        flags=("-isystem", "/usr/include/eigen3"), limit=PATIENT,
        excluded=only_blas_types, needs="/usr/include/eigen3/Eigen/Core",
        threads=True, thread_flags=("-fopenmp",),
    ),
    Row(
        "libxsmm", "LIBXSMM", "library", adapter="Xsmm.cpp",
        flags=("-lxsmm", "-lxsmmnoblas", "-lpthread", "-ldl", "-lm"),
        excluded=only_small, needs="/usr/include/libxsmm.h", limit=PATIENT,
    ),
    Row(
        "onednn", "oneDNN", "library", adapter="OneDnn.cpp",
        flags=("-ldnnl",), excluded=not_doubles, limit=PATIENT, threads=True,
        needs="/usr/include/oneapi/dnnl/dnnl.h",
    ),
]  # fmt: skip

PEAK = Row("peak", "FMA peak", "peak")

# LIBXSMM is for small matrices; no dimension is larger.
XSMM_LARGEST = 128

# Options of PLuTo: those of release 0.11.4, as in the paper, what they are called
# today, and what was fastest with release 0.13, whose unrolling by 8 makes lines that
# are a power of two apart slow. All of them make one thread. The second option of a row
# is the one that a polycc has to know.
PLUTO = [
    ("pluto-l2tile", "PLuTo --l2tile", ("--tile", "--l2tile")),
    (
        "pluto",
        "PLuTo --second-level-tile",
        ("--tile", "--second-level-tile", "--noparallel"),
    ),
    ("pluto-unroll2", "PLuTo --ufactor=2", ("--tile", "--ufactor=2", "--noparallel")),
    (
        "pluto-untiled",
        "PLuTo --notile --nounrolljam",
        ("--notile", "--nounrolljam", "--noparallel"),
    ),
]


def polyccs():
    """The compilers called polycc: what PLUTO names (several are separated by
    colons), then the one on PATH."""
    named = [path for path in os.environ.get("PLUTO", "").split(":") if path]
    found = [shutil.which(path) or path for path in named]
    on_path = shutil.which("polycc")
    return list(dict.fromkeys(found + ([on_path] if on_path else [])))


def knows(polycc, option):
    try:
        ran = subprocess.run(
            [polycc, "--help"], capture_output=True, text=True, timeout=60
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return option in ran.stdout + ran.stderr


def pluto_rows():
    """PLuTo's rows; a row whose polycc is not here has no rewriter."""
    found = polyccs()
    made = []
    for key, label, options in PLUTO:
        which = [path for path in found if knows(path, options[1].split("=")[0])]
        made.append(
            Row(
                key, label, "compiler", excluded=only_affine,
                rewriter=(which[0], *options) if which else ("",),
            )  # fmt: skip
        )
    return made


def all_rows():
    rows = list(ALL)
    rows[5:5] = pluto_rows()
    return rows


def threaded(row, count):
    """The row with so many threads."""
    return dataclasses.replace(
        row,
        key=f"{row.key}-{count}-threads",
        label=f"{row.label}, {count} threads",
        kind="threads",
        flags=(*row.flags, *row.thread_flags),
    )


def excluded(row, point):
    """Why the row is not measured at this point; None if it is."""
    workload = point.workload
    if row.key == "libxsmm":
        size = point.size
        if max(size.m, size.n, size.k) > XSMM_LARGEST:
            return "for small matrices"
    if row.rewriter == ("",):
        return "not installed"
    if row.needs and not os.path.exists(row.needs):
        return "not installed"
    if not row.rewriter and row.kind != "library" and not shutil.which(row.compiler):
        return "not installed"
    return row.excluded(workload, point.types, point.layout)
