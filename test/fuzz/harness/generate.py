"""Writes IR files for gemmify-mutate to start from: nests that no front end makes,
and products of any shape and type.

usage: generate.py FOLDER
"""

import random
import sys
from pathlib import Path

from batch import NESTS
from choices import Choices
from irnests import IRNest, module
from targets import TARGETS

TYPES = {"float": "f32", "double": "f64", "half": "f16", "bfloat": "bf16", "fp128": "f128",
         **{f"i{bits}": f"i{bits}" for bits in (1, 3, 8, 16, 24, 32, 64, 128, 256)}}


def product(draw, name):
    """A product of random shape, by itself or added up in a loop."""
    rows, inner, columns = (draw.choice([1, 2, 3, 4, 5, 8, 13, 16, 17, 33]) for _ in range(3))
    t, mangled = draw.choice(list(TYPES.items()))
    flags = draw.choice(["", "contract ", "fast ", "nnan "]) if mangled[0] != "i" else ""
    a, b, c = rows * inner, inner * columns, rows * columns
    add = f"add <{c} x {t}>" if mangled[0] == "i" else f"fadd {flags}<{c} x {t}>"
    call = (f"call {flags}<{c} x {t}> @llvm.matrix.multiply.v{c}{mangled}.v{a}{mangled}."
            f"v{b}{mangled}(<{a} x {t}> %x, <{b} x {t}> %y, i32 {rows}, i32 {inner}, "
            f"i32 {columns})")
    return f"""
define <{c} x {t}> @{name}(ptr %a, ptr %b, <{c} x {t}> %start, i64 %n) {{
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <{c} x {t}> [ %start, %entry ], [ %after, %loop ]
  %p = getelementptr <{a} x {t}>, ptr %a, i64 %k
  %q = getelementptr <{b} x {t}>, ptr %b, i64 %k
  %x = load <{a} x {t}>, ptr %p
  %y = load <{b} x {t}>, ptr %q
  %product = {call}
  %after = {add} {"%sum" if draw.random() < 0.7 else "%start"}, %product
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret <{c} x {t}> %after
}}
"""


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for at, target in enumerate(TARGETS.values()):
        for file in range(8):
            seeds = range(100 * at + 10 * file, 100 * at + 10 * file + NESTS // 8)
            nests = [IRNest(Choices(seed=s), f"nest{s}", s % 2 == 1, target.short) for s in seeds]
            text = module(nests, "plain", target.triple, target.cpu)
            (folder / f"nests-{target.name}-{file}.ll").write_text(text)
            draw = random.Random(f"{target.name} {file}")
            text = "".join(product(draw, f"product{n}") for n in range(4))
            (folder / f"products-{target.name}-{file}.ll").write_text(
                f'target triple = "{target.triple}"\n{text}')


if __name__ == "__main__":
    main()
