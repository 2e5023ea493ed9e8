"""Checks the relative links of the documentation.

    links.py SOURCE_ROOT

Every link in README.md, CONTRIBUTING.md, docs/*.md and the README of any folder
leads to a file or folder that exists, and its #anchor to a heading there. Paths
from the top in backquotes exist, with or without the ending of a file, except
placeholders in capitals; those of tests may begin under test/. Every file of
docs/ can be reached from README.md, and every folder of pass/ and lowering/ has
a README.
"""

import os
import pathlib
import re
import sys

PATH = r"`((?:benchmarks|docs|intrinsic|lowering|pass|scripts|test)/[\w./-]*\w)/?`"

root = pathlib.Path(sys.argv[1]).resolve()
pages = {root / "README.md", root / "CONTRIBUTING.md", *root.glob("docs/*.md")}
folders = []
for top in ("pass", "lowering", "intrinsic", "benchmarks", "test", "examples"):
    for folder, _, files in os.walk(root / top):
        folders.append(pathlib.Path(folder))
        if "README.md" in files:
            pages.add(pathlib.Path(folder, "README.md"))


def prose(text):
    """Without blocks of code and code in lines."""
    text = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.M | re.S)
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^ {4}.*$", "", text, flags=re.M))


def anchors(path):
    """As GitHub makes them of headings."""
    text = re.sub(r"^(```|~~~).*?^\1", "", path.read_text(), flags=re.M | re.S)
    found, seen = set(re.findall(r'<a (?:id|name)="([^"]+)"', text)), {}
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", text, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        seen[slug] = seen.get(slug, -1) + 1
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
    return found


def is_there(path):
    """Whether git can hold it: a folder without files is not in a clone."""
    return path.is_file() or any(p.is_file() for p in path.rglob("*"))


complaints, leads, count = [], {}, 0
for page in sorted(pages):
    name = page.relative_to(root)
    leads[page] = set()
    if not page.exists():
        complaints.append(f"{name} is missing")
        continue
    for path in re.findall(PATH, page.read_text()):
        if any(re.fullmatch("[A-Z]+", part) for part in path.split("/")):
            continue
        tops = (root, root / "test")
        if not any(is_there(t / path) or list(t.glob(path + ".*")) for t in tops):
            complaints.append(f"{name}: no such path: {path}")
    for link in re.findall(r"\]\(<?([^)\s>]+)>?[^)]*\)", prose(page.read_text())):
        if re.match(r"[a-z]+:", link):
            continue
        count += 1
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not is_there(target):
            complaints.append(f"{name}: no such file: {link}")
            continue
        leads[page].add(target)
        if anchor and (not target.is_file() or anchor not in anchors(target)):
            complaints.append(f"{name}: no such heading: {link}")

reached, queue = set(), [root / "README.md"]
while queue:
    page = queue.pop()
    if page not in reached:
        reached.add(page)
        queue += leads.get(page, ())
for page in sorted(root.glob("docs/*.md")):
    if page not in reached:
        complaints.append(f"{page.relative_to(root)} cannot be reached from README.md")
for folder in sorted(folders):
    name = folder.relative_to(root)
    if name.parts[0] in ("pass", "lowering") and any(folder.glob("*.[ch]*")):
        if not (folder / "README.md").exists():
            complaints.append(f"{name}/ has no README.md")

print("\n".join(complaints) or f"{count} links in {len(pages)} files")
sys.exit(bool(complaints) or not count)
