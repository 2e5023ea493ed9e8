"""Does what the README of an example says: run.py FOLDER PLUGIN LLVM BUILD

The first indented block is what to type, in a copy of the folder; the lines of the
second come out, in this order, among others. LLVM is the version whose programs run."""

import pathlib
import re
import shutil
import subprocess
import sys

folder, plugin, version, build = sys.argv[1:]
text = (pathlib.Path(folder) / "README.md").read_text()
blocks = re.findall(r"(?:^    .*\n)+", text, flags=re.M)


def lines(block):
    return [line[4:] for line in block.splitlines()]


copy = pathlib.Path("copy")
shutil.rmtree(copy, ignore_errors=True)
shutil.copytree(folder, copy)
plugin_there = "../../build/lib/Gemmify.so"
config = copy / ".cargo/config.toml"
if config.exists():
    config.write_text(config.read_text().replace(plugin_there, plugin))
script = "\n".join(lines(blocks[0])).replace("$PWD/" + plugin_there, plugin)
script = script.replace(plugin_there, plugin).replace("../../build ", build + " ")
script = re.sub(r"\b(clang|clang\+\+|flang|opt)-22\b", rf"\g<1>-{version}", script)
script = script.replace("gemmify-22", f"gemmify-{version}")
ran = subprocess.run(
    ["bash", "-e", "-c", script], cwd=copy, text=True,
    stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
)  # fmt: skip
rest = ran.stdout
wanted = lines(blocks[1]) if len(blocks) > 1 else []
for line in wanted:
    if line not in rest:
        sys.exit(f"not printed: {line}\n{script}\n{ran.stdout}")
    rest = rest.split(line, 1)[1]
if ran.returncode or not wanted:
    sys.exit(f"{script}\nended with {ran.returncode}\n{ran.stdout}")
print(f"{len(wanted)} lines as in {folder}/README.md")
