"""Names the files of the plugin whose first line does not say what they are.

    titles.py SOURCE_ROOT

As in LLVM's own files: one line of 80 columns with the name of the file.
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
complaints, count = [], 0
for folder in ("pass", "lowering", "intrinsic"):
    for path in sorted((root / folder).rglob("*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        count += 1
        title = path.read_text().split("\n", 1)[0]
        tail = r"-\*- C\+\+ -\*-===//" if path.suffix == ".h" else "===//"
        if len(title) != 80 or not re.fullmatch(
            rf"//===-+ {re.escape(path.name)} - \S.*\S -*{tail}", title
        ):
            complaints.append(f"{path.relative_to(root)}: {title}")
print("\n".join(complaints) or f"{count} files")
sys.exit(1 if complaints or not count else 0)
