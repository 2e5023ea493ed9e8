"""Runs the commands of a document and compares what they print with what it
says they print.

    life.py DOCUMENT FOLDER --gemmify=PATH --clang=COMMAND --opt=COMMAND

A block of C whose first line is `// NAME` is written to NAME in FOLDER. In a
block of console, lines that begin with `$ ` are commands, each with what it
prints below it; `...` stands for any lines, or for a part of one; others have to follow each
other.
Numbers of values and of registers, hashes and what follows at the end of a
line may be others. clang-22, and opt-22 with
the plugin loaded, are the commands given here.
"""

import argparse
import pathlib
import re
import subprocess
import sys

parser = argparse.ArgumentParser()
parser.add_argument("document", type=pathlib.Path)
parser.add_argument("folder", type=pathlib.Path)
for name in ("gemmify", "clang", "opt"):
    parser.add_argument("--" + name, required=True)
args = parser.parse_args()

PLUGIN = "build/lib/Gemmify.so"
# What may be otherwise in a line, and what takes its place.
LOOSE = {
    r"(?<=\.)[0-9a-f]{16}\b": "[0-9a-f]{16}",
    r"(?<=%)\d+\b": r"\d+",
    r"(?<=[!#])\d+\b": r"\d+",
    r"(?<=%ymm)\d+": r"\d+",
    r"(?<=%)r(?:\d+|[a-ds][xip]|[bs]p)\b": r"r\w+",
    r"\.\.\.": ".*",
    r"\s+": r"[ \t]+",
}
TOKEN = re.compile("|".join(f"({text})" for text in LOOSE))


def pattern(line):
    """For one line that a command prints: more may stand at its end."""
    made, at = "", 0
    for found in TOKEN.finditer(line):
        loose = list(LOOSE.values())[found.lastindex - 1]
        made += re.escape(line[at : found.start()]) + loose
        at = found.end()
    return made + re.escape(line[at:]) + ".*"


def missing(said, printed):
    """The first lines of what is said that are not printed; empty if all are."""
    at = 0
    for group in filter(None, re.split(r"^\.\.\.\n", said, flags=re.M)):
        lines = "\n".join(pattern(line.rstrip()) for line in group.splitlines())
        found = re.compile("^" + lines + "$", re.M).search(printed, at)
        if not found:
            return group
        at = found.end()
    return ""


def run(command):
    real = {
        "opt-22 -load-pass-plugin=" + PLUGIN: args.opt,
        "clang-22": args.clang,
        PLUGIN: args.gemmify,
    }
    names = "|".join(map(re.escape, real))
    command = re.sub(names, lambda found: real[found[0]], command)
    return subprocess.run(
        command, shell=True, cwd=args.folder, text=True, capture_output=True
    )


args.folder.mkdir(parents=True, exist_ok=True)
blocks = re.findall(r"^```(\w+)\n(.*?)^```$", args.document.read_text(), re.M | re.S)
failed, compared = False, 0
for language, text in blocks:
    if language == "c" and (name := re.match(r"// (\S+)\n", text)):
        (args.folder / name[1]).write_text(text)
    if language != "console":
        continue
    for command, said in re.findall(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", text, re.M):
        done = run(command)
        lost = missing(said, done.stdout + done.stderr)
        compared += bool(said)
        if done.returncode or lost:
            print(f"not what {args.document.name} says: {command}\n{lost or done.stderr}")
            failed = True
print(f"{compared} outputs")
sys.exit(failed or not compared)
