"""What machine this is, and which versions are compared."""

import os
import pathlib
import platform
import subprocess


def first_line(*command):
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    lines = ran.stdout.splitlines() if ran.returncode == 0 else []
    return lines[0].strip() if lines else ""


def read(path):
    try:
        return pathlib.Path(path).read_text().strip()
    except OSError:
        return ""


def processor():
    for line in read("/proc/cpuinfo").splitlines():
        if line.startswith(("model name", "cpu\t")):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def instruction_sets():
    """Those that matter here."""
    wanted = ("avx2", "fma", "avx512f", "avx512_vnni", "avx_vnni", "avx512_bf16")
    for line in read("/proc/cpuinfo").splitlines():
        if line.startswith("flags"):
            has = set(line.split(":", 1)[1].split())
            return " ".join(name for name in wanted if name in has)
    return ""


def family():
    """What tells machines apart that call themselves the same."""
    numbers = {}
    for line in read("/proc/cpuinfo").splitlines():
        key, _, value = line.partition(":")
        numbers.setdefault(key.strip(), value.strip())
    return "family {}, model {}, stepping {}".format(
        *(numbers.get(key, "?") for key in ("cpu family", "model", "stepping"))
    )


def caches():
    sizes = []
    for index in sorted(pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("i*")):
        if read(index / "type") != "Instruction":
            sizes.append(f"L{read(index / 'level')} {read(index / 'size')}")
    return ", ".join(sizes)


def all_facts(root, plugin, march):
    commit = first_line("git", "-C", str(root), "rev-parse", "--short=12", "HEAD")
    if first_line("git", "-C", str(root), "status", "--porcelain", "-uno"):
        commit += ", changed"
    governor = read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    virtual = first_line("systemd-detect-virt")
    return {
        "processor": processor(),
        "processor family": family(),
        "processors": str(len(os.sched_getaffinity(0))),
        "instructions": instruction_sets(),
        "caches": caches(),
        "governor": governor or "unknown",
        "machine": virtual if virtual and virtual != "none" else "unknown",
        "kernel": platform.release(),
        "march": march,
        "commit": commit,
        "version.clang": first_line("clang-22", "--version"),
        "version.gcc": first_line("gcc", "--version"),
    }
