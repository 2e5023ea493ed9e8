"""Checks the table of sanitizers in docs/guarantees.md: compiles a product with each of them.

    sanitizers.py DOCUMENT SOURCE COMMAND...

A row says in its first column which sanitizers it is about, each in backquotes,
and in its second how products fare: "kept" or "kept where a check is left" or
"rewritten". The indices of SOURCE's product leave
checks of what is LEFT.
"""

import pathlib
import re
import subprocess
import sys

# What -fsanitize= takes in clang 22.
KNOWN = """address alignment alloc-token array-bounds bool bounds builtin cfi cfi-cast-strict cfi-derived-cast
cfi-icall cfi-mfcall cfi-nvcall cfi-unrelated-cast cfi-vcall dataflow enum float-cast-overflow
float-divide-by-zero function fuzzer fuzzer-no-link hwaddress implicit-bitfield-conversion implicit-conversion
implicit-integer-arithmetic-value-change implicit-integer-conversion implicit-integer-sign-change
implicit-integer-truncation implicit-signed-integer-truncation implicit-unsigned-integer-truncation integer
integer-divide-by-zero kcfi kernel-address kernel-hwaddress kernel-memory leak local-bounds memory memtag
memtag-globals memtag-heap memtag-stack nonnull-attribute null nullability nullability-arg nullability-assign
nullability-return numerical object-size pointer-overflow realtime return returns-nonnull-attribute safe-stack
scudo shadow-call-stack shift shift-base shift-exponent signed-integer-overflow thread type undefined
undefined-trap unreachable unsigned-integer-overflow unsigned-shift-base vla-bound vptr""".split()
# Of the kinds that check, those that find something in SOURCE that clang cannot prove.
LEFT = {"undefined", "undefined-trap", "integer", "signed-integer-overflow", "pointer-overflow"}
KEPT = "not rewritten: a sanitizer instruments this function"


def options(name):
    if name.startswith("memtag"):
        return ["--target=aarch64-linux-android35", "-march=armv8.5-a+memtag"]
    if name == "shadow-call-stack":
        return ["--target=aarch64-linux-android35"]
    cfi = ["-flto", "-fvisibility=hidden"] if name.startswith("cfi") else []
    return ["--target=x86_64-linux-gnu"] + cfi


def fare(command, name):
    run = subprocess.run(command + options(name) + ["-fsanitize=" + name], capture_output=True, text=True)
    if run.returncode:
        return run.stderr
    kept, rewritten = KEPT in run.stderr, "matrix product rewritten" in run.stderr
    return "kept" if kept and not rewritten else "rewritten" if rewritten and not kept else "both or neither"


table = pathlib.Path(sys.argv[1]).read_text().split("| `-fsanitize=` |", 1)[1].split("\n\n", 1)[0]
said = {}
for row in re.findall(r"^\| (`.+?) \| (.+?) \|", table, re.M):
    said.update(dict.fromkeys(re.findall(r"`([\w-]+)`", row[0]), row[1]))

complaints = [f"not in the document: {n}" for n in KNOWN if n not in said]
complaints += [f"unknown: {n}" for n in said if n not in KNOWN]
for name in KNOWN:
    says = said.get(name, "")
    wanted = "rewritten" if says.startswith("rewritten") or "check" in says and name not in LEFT else "kept"
    got = fare(sys.argv[3:] + [sys.argv[2]], name)
    if got != wanted:
        complaints.append(f"{name}: the document says {says}, which is {wanted} here, and the product is {got}")
print("\n".join(complaints) or f"{len(KNOWN)} sanitizers")
sys.exit(bool(complaints))
