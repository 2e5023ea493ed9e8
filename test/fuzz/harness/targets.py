"""Where generated programs run, and with which flags they are compiled there."""

from dataclasses import dataclass, field


@dataclass
class Target:
    name: str
    triple: str
    cpu: str  # of functions that are written in IR
    flags: list  # flags, and whether any order of additions is allowed
    compiler: list = field(default_factory=list)
    emulator: list = field(default_factory=list)
    native: list = field(default_factory=list)
    ir_flags: list = field(default_factory=list)  # for all of them
    tiles: list = field(default_factory=list)  # plans with other tiles
    cases: int = 24
    complex: list = field(default_factory=list)  # as flags, for complex elements
    short: bool = True  # floats of 16 bits can be compiled


X86 = [
    ("-O3 -march=x86-64-v3", False), ("-O2 -march=x86-64-v3", False),
    ("-O3", False), ("-O1 -march=x86-64-v3", False),
    ("-O3 -march=x86-64-v3 -ffast-math", True),
    ("-O2 -march=x86-64-v3 -ffp-contract=fast", False),
    ("-O3 -march=x86-64-v3 -ffp-contract=fast -fno-vectorize -fno-slp-vectorize", False),
    ("-O3 -march=x86-64-v3 -ffp-contract=off -fwrapv", False),
    ("-O3 -march=x86-64-v3 -fno-strict-aliasing -fno-math-errno", False),
    ("-O3 -march=x86-64-v3 -freciprocal-math", False),
]

# On AArch64 LLVM's own vectorizer splits fused operations, here and there.
SCALAR = "-fno-vectorize -fno-slp-vectorize"

TARGETS = {target.name: target for target in [
    Target("x86-64", "x86_64-pc-linux-gnu", "x86-64-v3", X86,
           native=[("-O3 -march=native", False)],
           complex=[("-O2 -march=x86-64-v3", False), ("-O3 -march=x86-64-v3", False),
                    ("-O2", False), ("-O3 -march=x86-64-v3 -ffast-math", True)],
           tiles=["strategy=tiling mr=4 nr=3", "nr=2", "strategy=packing mr=4 nr=1",
                  "strategy=tiling mr=3 nr=5", "strategy=tiling mr=8 nr=2"]),
    Target("aarch64", "aarch64-unknown-linux-gnu", "neoverse-v1",
           [(f"-O3 {SCALAR}", False), ("-O3 -ffp-contract=off", False),
            (f"-O2 -march=armv8.6-a {SCALAR}", False),
            ("-O3 -march=armv8.6-a -ffast-math", True), (f"-O1 {SCALAR}", False)],
           ["--target=aarch64-linux-gnu", "-static"], ["qemu-aarch64", "-cpu", "max"],
           complex=[(f"-O2 {SCALAR}", False)], ir_flags=SCALAR.split(), cases=8),
    Target("ppc64le", "powerpc64le-unknown-linux-gnu", "pwr10",
           [("-O3 -mcpu=power10", False), ("-O3 -mcpu=power9", False),
            ("-O2 -mcpu=power10", False), ("-O3 -mcpu=power10 -ffast-math", True),
            ("-O3 -mcpu=power10 -ffp-contract=off", False), ("-O1 -mcpu=power10", False)],
           ["--target=powerpc64le-linux-gnu", "-static"], ["qemu-ppc64le", "-cpu", "power10"],
           complex=[("-O2 -mcpu=power10", False)], cases=8, short=False),
    Target("sve", "aarch64-unknown-linux-gnu", "neoverse-v1",
           [(f"-O3 -march=armv8.2-a+sve {SCALAR}", False),
            ("-O3 -march=armv8.6-a+sve -ffp-contract=off", False),
            (f"-O2 -march=armv8.6-a+sve -msve-vector-bits=256 {SCALAR}", False),
            ("-O3 -march=armv8.6-a+sve -ffast-math", True)],
           ["--target=aarch64-linux-gnu", "-static"],
           ["qemu-aarch64", "-cpu", "max,sve-default-vector-length=32"],
           ir_flags=SCALAR.split(), cases=8),
]}
