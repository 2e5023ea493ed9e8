"""Checks that the functions which the plugin adds are compiled as their host is.

    added_attributes.py FILE CLANG ARGUMENTS...

FILE holds a line for each way to compile: options, one after the other. A line
that begins with "target" gives options for those below it. Each is to give the
host another attribute than the target's options alone do, and all that the host
has and that is not about itself is to be found on each added function.
"""

import re
import subprocess
import sys

# Facts and wishes about the host's own body, its callers and its vectors.
OWN = re.compile(
    r"memory\(.*|nofree|norecurse|nosync|nounwind|mustprogress|willreturn|"
    r'"min-legal-vector-width"=.*|noinline|cold|hot|vscale_range\(.*'  # A level has its own.
    
)


def attributes(text):
    # vscale_range(1,16) and "a"="b c" are one attribute each; a level adds to
    # the features.
    each = set(re.findall(r'(?:"[^"]*"(?:="[^"]*")?|[a-z_]+(?:\([^)]*\))?)', text))
    features = {a for a in each if a.startswith('"target-features"')}
    for a in features:
        each |= {"feature " + f for f in a.split('"')[3].split(",")}
    return each - features


def functions(ir):
    groups = {n: attributes(t) for n, t in re.findall(r"^attributes #(\d+) = \{ (.*) \}", ir, re.M)}
    found = {}
    for name, rest in re.findall(r"^define [^@]*@([\w.]+)\((.*)$", ir, re.M):
        group = re.search(r"#(\d+)", rest)
        found[name] = groups[group.group(1)] if group else set()
    return found


def compile(command):
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode:
        sys.exit(f"{' '.join(command)}\n{run.stderr}")
    return functions(run.stdout)


command = sys.argv[2:]
target, plain, complaints, ways = [], set(), [], 0
for line in open(sys.argv[1]):
    words = line.split("#")[0].split()
    if not words:
        continue
    if words[0] == "target":
        target = words[1:]
        plain = compile(command + target)["product"]
        continue
    ways += 1
    all = compile(command + target + words)
    host = all["product"]
    added = {n: a for n, a in all.items() if n.startswith("gemmify.")}
    what = " ".join(words)
    if not added:
        complaints.append(f"{what}: nothing added")
    if host == plain:
        complaints.append(f"{what}: no attribute tells of it")
    for name, has in added.items():
        missing = {a for a in host - has if not OWN.fullmatch(a)}
        if missing:
            complaints.append(f"{what}: {name} lacks {sorted(missing)}")
print("\n".join(complaints) or f"{ways} ways to compile")
sys.exit(1 if complaints or not ways else 0)
