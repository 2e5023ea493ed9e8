"""A copy of the checkout that has a switch at every check.

GEMMIFY_MUTANT is the number of the check that the plugin built from it leaves
out; to the file GEMMIFY_MUTANT_LOG it writes the numbers of those that decide.
"""

import os
import shutil
import subprocess

from mutants.checks import ROOT

WORK = ROOT / os.environ.get("GEMMIFY_MUTATE_DIR", "build-mutate")
SOURCE = WORK / "source"
BUILD = WORK / "build"

HEADER = """\
#pragma once
#include "llvm/IR/Constants.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
namespace gemmify::mutant {
inline bool isOff(unsigned N) {
  static const char *Off = std::getenv("GEMMIFY_MUTANT");
  return Off && std::strtoul(Off, nullptr, 10) == N;
}
inline void note(unsigned N) {
  static const char *Path = std::getenv("GEMMIFY_MUTANT_LOG");
  static std::set<unsigned> Seen;
  if (!Path || !Seen.insert(N).second)
    return;
  if (FILE *Log = std::fopen(Path, "a")) {
    std::fprintf(Log, "%u\\n", N);
    std::fclose(Log);
  }
}
/// A reason to refuse: none when it is off.
template <typename T> T refuses(unsigned N, T V) {
  if (!V)
    return V;
  note(N);
  return isOff(N) ? T() : std::move(V);
}
/// What has to hold: holds when it is off.
inline bool holds(unsigned N, bool V) {
  if (!V)
    note(N);
  return V || isOff(N);
}
/// What is tested at run time: true when it is off.
inline llvm::Value *tests(unsigned N, llvm::Value *V) {
  if (!V->getType()->isIntegerTy(1))
    return V;
  note(N);
  return isOff(N) ? llvm::ConstantInt::getTrue(V->getType()) : V;
}
/// What is noted for later.
inline bool notes(unsigned N) {
  note(N);
  return !isOff(N);
}
} // namespace gemmify::mutant
"""

def instrument(file, checks):
    text = (ROOT / file).read_text()
    edits = []
    for check in checks:
        (begin, before), (end, after) = check.insertions()
        # At one place: close inner ones first, open outer ones first.
        edits.append((begin, 1, -(end - begin), before))
        edits.append((end, 0, end - begin, after))
    for at, _, _, new in sorted(edits, reverse=True):
        text = text[:at] + new + text[at:]
    return f'#include "{WORK}/Mutant.h"\n#line 1 "{file}"\n' + text


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, str):
        content = content.encode()
    if not path.exists() or path.read_bytes() != content:
        path.write_bytes(content)


def build(checks, jobs):
    """Copies the checkout with a switch at every check, and builds it."""
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, text=True,
    ).stdout.split("\n")
    write(WORK / "Mutant.h", HEADER)
    for old in SOURCE.rglob("*"):
        if old.is_file() and str(old.relative_to(SOURCE)) not in files:
            old.unlink()
    for file in filter(None, files):
        if not (ROOT / file).is_file():
            continue
        own = [c for c in checks if c.file == file]
        write(SOURCE / file, instrument(file, own) if own else (ROOT / file).read_bytes())
        if not own:
            shutil.copymode(ROOT / file, SOURCE / file)
    quiet = dict(check=True, stdout=subprocess.DEVNULL)
    if not (BUILD / "build.ninja").exists():
        subprocess.run(
            ["cmake", "-S", SOURCE, "-B", BUILD, "-G", "Ninja", "-DCMAKE_CXX_FLAGS_RELEASE=-O0",
             "-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22"],
            **quiet,
        )
    done = subprocess.run(["ninja", "-C", BUILD, "-j", str(jobs)], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        raise SystemExit(done.stdout)
