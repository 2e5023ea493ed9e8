"""Follows a how-to in a copy of the sources, and builds the plugin of it.

    extend.py SOURCE_ROOT PLUGIN COPY CHANGE.diff...

Copies the sources to COPY, makes the changes there, and links COPY/Gemmify.so of
what they touch and, for the rest, of the object files that PLUGIN is made of.
Fails where a hunk does not apply, where the code does not compile, and where a
change touches a file that its section of docs/extending.md does not name (of a
new file, the folder).
"""

import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

root, plugin, copy = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
binary = plugin.parents[1]
HOWTO = "docs/extending.md"
# A row is added at the end of the table, so that other object files stay valid.
ALSO_BUILT = {"pass/recognize/Reasons.def": "pass/recognize/Reasons.cpp"}
HUNK = re.compile(r"^--- (\S+)\n\+\+\+ b/(\S+)\n((?:(?!--- ).*\n)+)", re.M)


def apply(change):
    """Makes the change and returns its files, with whether each is new."""
    files = {}
    for old_name, name, hunks in HUNK.findall(change.read_text()):
        path, is_new = copy / name, old_name == "/dev/null"
        text = "" if is_new else path.read_text()
        for hunk in re.split(r"^@@\n", hunks, flags=re.M)[1:]:
            lines = hunk.splitlines(keepends=True)
            before = "".join(line[1:] for line in lines if line[0] in " -")
            after = "".join(line[1:] for line in lines if line[0] in " +")
            if not is_new and text.count(before) != 1:
                sys.exit(f"{change.name}: not once in {name}:\n{before}")
            text = after if is_new else text.replace(before, after)
        path.write_text(text)
        files[name] = is_new
    if not files:
        sys.exit(f"{change.name}: no changes")
    return files


def not_named(change, files):
    """The files that the how-to of the change says nothing of."""
    sections = re.split(r"^## ", (root / HOWTO).read_text(), flags=re.M)
    section = next((s for s in sections if change.name in s), None)
    if section is None:
        sys.exit(f"{HOWTO} does not name {change.name}")
    for name, is_new in files.items():
        path = pathlib.PurePath(name)
        words = [f"{path.parent}/"] if is_new else [path.name, path.stem]
        if not any(re.search(rf"(?<![\w]){re.escape(word)}(?!\w)", section) for word in words):
            yield f"{change.name} touches {name}, of which {HOWTO} says nothing"


def units():
    """What the plugin is compiled of: text that includes its files, compile command
    and object file."""
    for entry in json.loads((binary / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        name = file.relative_to(binary if file.is_relative_to(binary) else root)
        if name.parts[0] in ("pass", "lowering", "intrinsic") and name.stem != "cmake_pch.hxx":
            words = shlex.split(entry["command"])
            text = file.read_text() if "Unity" in name.parts else f'#include "{file}"\n'
            yield text, words, binary / words[words.index("-o") + 1]


def main():
    shutil.rmtree(copy, ignore_errors=True)
    for folder in ("pass", "lowering", "intrinsic", "docs", "scripts", "test"):
        shutil.copytree(root / folder, copy / folder)
    changed = {}
    for change in map(pathlib.Path, sys.argv[4:]):
        files = apply(change)
        changed.update(files)
        if complaints := list(not_named(change, files)):
            sys.exit("\n".join(complaints))
    built = {ALSO_BUILT.get(name, name) for name in changed}
    names = [name for name in built if name.endswith(".cpp")]
    links, again = [], []
    for text, words, path in units():
        if any(f'"{root / name}"' in text for name in names):
            again.append((text, words))
        else:
            links.append(path)
    again += [(f'#include "{root / n}"\n', words) for n in names if not (root / n).exists()]
    for number, (text, words) in enumerate(again):
        source, path = copy / f"unit{number}.cpp", copy / f"unit{number}.o"
        source.write_text(text.replace(f'"{root}/', f'"{copy}/'))
        words = [w.replace(f"-I{root}", f"-I{copy}") for w in words]
        # In half the time, and still with macros that suit a precompiled header.
        words = ["-O1" if w == "-O3" else w for w in words]
        words[words.index("-o") + 1] = str(path)
        words[words.index("-c") + 1] = str(source)
        subprocess.run(words, cwd=binary, check=True)
        links.append(path)
    subprocess.run([words[0], "-shared", "-o", copy / "Gemmify.so", *links], check=True)


main()
