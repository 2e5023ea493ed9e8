# Configuration of the lit tests. Run them with `ninja -C build check-gemmify`,
# or one directory with `lit-22 -sv build/test --filter=recognize`.
#
# Substitutions
#   %gemmify       path of the plugin
#   %plain_plugin  path of the one in build/
#   %split-file    split-file of the same LLVM
#   %opt           opt with the plugin loaded, which verifies its loop analyses
#   %clang         clang without the plugin, %clangplugin with it
#   %flang         flang without the plugin, %flangplugin with it
#   %rustc         rustc without the plugin, %rustcplugin with it
#   %known_rustc   the same, or nothing where there is none
#   %llc %lli %mca of the same LLVM; FileCheck, not, count are on the PATH
#   %llvm_major    the LLVM that the plugin is for: 22
#   %python        the Python that runs lit
#   %source_root   top of the checkout
#   %qemu-ppc64le, %qemu-ppc64, %qemu-aarch64
#                  run a static program of that target
#   %qemu-x86_64   runs a program on the processor that -cpu names
#   %machine       runs a queue of static programs on one with AVX-512
# Features
#   native-x86, native-avx2 (with FMA), native-avx512, native-avx512-bf16,
#   native-avx512-vnni, native-amx   what this machine executes
#   emulated-amx                it has AVX2 and no AMX: exec/Inputs/amx.c stands in
#   qemu-ppc64le, qemu-aarch64  cross compiler and emulator are here
#   qemu-ppc64                  emulator of big-endian POWER, and LLVM's linker
#   qemu-others                 emulators of what has no row of its own, and LLVM's linker
#   qemu-x86_64                 emulator of other x86-64 processors than this one
#   avx512-machine              emulator of a processor with AVX-512, and its kernel
#   flang, asan                 flang is installed; sanitizer build
#   plain-plugin                the plugin in build/, as users build it
#   rust                        a rustc with our LLVM, which loads plugins
#   llvm-22                     the plugin is for LLVM 22; llvm-19 likewise
#   meson, cargo                build systems that examples use
#   plots                       scipy and matplotlib, which draw benchmarks

import importlib.util
import os
import platform
import shutil
import subprocess
import sys

import lit.formats

config.name = "Gemmify"
# What does not hold with an older LLVM is named in a file for it.
sys.path.insert(0, os.path.dirname(__file__))
from listed import ListedShTest  # noqa: E402

major = config.llvm_major
config.available_features.add("llvm-" + major)
config.test_format = ListedShTest(
    os.path.join(os.path.dirname(__file__), f"llvm-{major}.txt")
)
config.suffixes = [".ll", ".c", ".cpp", ".f90", ".test"]
config.excludes = ["Inputs", "corpus", "unit", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.gemmify_binary_root, "test")

path = os.pathsep.join((config.llvm_tools_dir, os.environ.get("PATH", "")))
config.environment["PATH"] = path
config.environment["OPENBLAS_NUM_THREADS"] = "1"
# Build systems use it where it is installed, and it does not know plugins: they
# would get code of an older one.
config.environment["CCACHE_DISABLE"] = "1"
# scripts/mutate tells its plugin which check to leave out; scripts/test --all-forms
# asks execution tests for every form with every type, and its half for another LLVM
# for a share of them.
for name in ("GEMMIFY_MUTANT", "GEMMIFY_MUTANT_LOG", "GEMMIFY_ALL_FORMS", "GEMMIFY_DEAL"):
    if name in os.environ:
        config.environment[name] = os.environ[name]


def tool(name):
    """The program of our LLVM, by full path; Debian's suffixed name else."""
    return (
        shutil.which(name, path=config.llvm_tools_dir)
        or shutil.which(f"{name}-{major}")
        or name
    )


def cpu_flags():
    """Instruction sets that this machine executes, as Linux spells them."""
    try:
        with open("/proc/cpuinfo") as info:
            for line in info:
                if line.startswith(("flags", "Features")):
                    return set(line.split(":", 1)[1].split())
    except OSError:
        pass
    return set()


# A sanitized plugin needs its run-time in the host program from the start: in
# clang for the linker that it calls, too, even without the plugin.
# LLVM itself is not instrumented: it leaks by design, and what its containers
# and allocators do inside its own library leaves no marks for the plugin's half.
sanitized = ""
if config.gemmify_sanitizer_runtime:
    config.available_features.add("asan")
    sanitized = (
        "env LD_PRELOAD=" + config.gemmify_sanitizer_runtime + " "
        "ASAN_OPTIONS=abort_on_error=1:detect_leaks=0"
        ":detect_container_overflow=0:allow_user_poisoning=0 "
        "UBSAN_OPTIONS=abort_on_error=1:print_stacktrace=1 "
    )

plugin = config.gemmify_plugin
plain_plugin = os.path.join(config.gemmify_source_root, "build", "lib", "Gemmify.so")
if os.path.exists(plain_plugin):
    config.available_features.add("plain-plugin")
clang = sanitized + tool("clang")
flang = shutil.which("flang-" + major) or shutil.which(
    "flang", path=config.llvm_tools_dir
)

# Older ones read -mllvm options before they load plugins of passes.
loading = "" if major == "22" else f" -Xclang -load -Xclang {plugin}"

# Longer names first: lit replaces in this order.
substitutions = [
    ("%clangplugin", clang + loading + " -fpass-plugin=" + plugin),
    ("%clang_path", tool("clang")),
    ("%clang", clang),
    ("%gemmify", plugin),
    ("%plain_plugin", plain_plugin),
    ("%mutate", sanitized + os.path.join(config.gemmify_binary_root, "bin", "gemmify-mutate")
     + " --plugin=" + plugin),
    ("%split-file", tool("split-file")),
    ("%opt", sanitized + tool("opt") + " -load-pass-plugin=" + plugin
     + " -verify-dom-info -verify-loop-info"),
    ("%llc", tool("llc")),
    ("%lli", tool("lli")),
    ("%mca", tool("llvm-mca")),
    ("%untouched", sanitized + os.path.join(config.gemmify_source_root, "scripts", "untouched")
     + " --plugin " + plugin + " --clang " + tool("clang")),
    ("%llvm_major", major),
    ("%python", sys.executable),
    ("%source_root", config.gemmify_source_root),
    ("%binary_root", config.gemmify_binary_root),
]
if flang:
    config.available_features.add("flang")
    substitutions[:0] = [
        ("%flangplugin", sanitized + flang + " -fpass-plugin=" + plugin),
        ("%flang", sanitized + flang),
    ]

def find_rustc():
    """Debian's rustc, or the user's, if its LLVM is ours."""
    for rustc in ("/usr/bin/rustc", shutil.which("rustc")):
        if rustc and os.path.exists(rustc):
            about = subprocess.run([rustc, "-vV"], capture_output=True, text=True)
            if f"LLVM version: {major}.1" in about.stdout:
                return rustc
    return None


rustc = None if sanitized else find_rustc()
substitutions.append(("%known_rustc", rustc or ""))
if rustc:
    config.available_features.add("rust")
    rustc = "env RUSTC_BOOTSTRAP=1 " + rustc
    substitutions[:0] = [
        ("%rustcplugin", rustc + " -Z llvm-plugins=" + plugin),
        ("%rustc", rustc),
    ]

config.available_features.update(
    name for name in ("meson", "cargo") if shutil.which(name)
)

eigen = "/usr/include/eigen3"
if os.path.exists(eigen + "/Eigen/Core"):
    config.available_features.add("eigen")
    substitutions.append(("%eigen", eigen))

if all(importlib.util.find_spec(name) for name in ("scipy", "matplotlib")):
    config.available_features.add("plots")

flags = cpu_flags()
if platform.machine() == "x86_64":
    config.available_features.add("native-x86")
if {"avx2", "fma"} <= flags:
    config.available_features.add("native-avx2")
    if "amx_tile" not in flags and sys.platform == "linux":
        config.available_features.add("emulated-amx")
if {"avx512f", "avx512bw", "avx512dq", "avx512vl"} <= flags:
    config.available_features.add("native-avx512")
    if "avx512_bf16" in flags:
        config.available_features.add("native-avx512-bf16")
    if "avx512_vnni" in flags:
        config.available_features.add("native-avx512-vnni")
if {"amx_tile", "amx_int8", "amx_bf16"} <= flags:
    config.available_features.add("native-amx")
if platform.machine() == "x86_64" and shutil.which("qemu-x86_64"):
    config.available_features.add("qemu-x86_64")
    substitutions.append(("%qemu-x86_64", shutil.which("qemu-x86_64")))

# scripts/setup puts the kernel there.
caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
kernel = os.path.join(caches, "gemmify", "vmlinuz")
if platform.machine() == "x86_64" and os.path.exists(kernel):
    if all(shutil.which(name) for name in ("bochs-bin", "xorriso", "cpio")):
        config.available_features.add("avx512-machine")
        machine = os.path.join(config.test_source_root, "exec/machine/machine.py")
        substitutions.append(
            ("%machine", f"{sys.executable} {machine} --clang={tool('clang')} --kernel={kernel}")
        )

for arch, cross, arguments in [
    ("ppc64le", "powerpc64le-linux-gnu", "-cpu power10"),
    ("aarch64", "aarch64-linux-gnu", "-cpu max"),
]:
    emulator = shutil.which("qemu-" + arch)
    if emulator and shutil.which(cross + "-gcc"):
        config.available_features.add("qemu-" + arch)
        substitutions.append(("%qemu-" + arch, emulator + " " + arguments))

if shutil.which("qemu-ppc64") and os.path.exists(tool("ld.lld")):
    config.available_features.add("qemu-ppc64")
    substitutions.append(
        ("%qemu-ppc64", shutil.which("qemu-ppc64") + " -cpu power10")
    )

others = ["riscv64", "s390x", "loongarch64", "sparc64", "aarch64_be"]
if all(shutil.which("qemu-" + arch) for arch in others) and os.path.exists(tool("ld.lld")):
    config.available_features.add("qemu-others")
    substitutions.append(("%lld", tool("ld.lld")))

config.substitutions.extend(
    (name + r"\b", text) for name, text in substitutions
)
