"""Writes code with functions of 60 and 61 lines, and files of 400 and 401."""

import pathlib
import sys

root = pathlib.Path(sys.argv[1])


def code(first, lines, indent=""):
    """A function of so many lines."""
    return [indent + first, *[f"{indent}  run([&] {{ return 1; }});"] * (lines - 2), indent + "}"]


text = [
    '#include "A.h"',
    "namespace n {",
    "// A { in a comment.",
    "struct Row { int A; };",
    "static const Row Rows[] = {",
    "    {1},",
    "    {2},",
    "};",
    'constexpr char Text[] = "{";',
    "template <typename T> struct Other {",
    "  int Of = 1;",
    "};",
    *code("void longFunction(int X) {", 61),
    "",
    "enum class Kind { A, B };",
    "/// What it is for",
    "/// is no part of it.",
    *code("Class::longMethod(int X) : A{X}, B(X) {", 61),
    "",
    "class Local {",
    "public:",
    "  Local() : A(1) {}",
    "",
    "  bool",
    *code("inClass(const char *Name = \"}\") const {", 61, "  "),
    "};",
    "} // namespace n",
]
(root / "pass/A.cpp").write_text("\n".join(text) + "\n")
(root / "pass/C.cpp").write_text("\n".join(code("void f() {", 60)) + "\n" * 341)
(root / "lowering/B.h").write_text("\n" * 401)
