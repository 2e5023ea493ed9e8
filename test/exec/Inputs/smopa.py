"""Compiles a file as the command says, with SME's outer products of bytes replaced by
their definition (Arm Architecture Reference Manual, SMOPA): each row of a tile of ZA is
taken out, gets the dot products of its four bytes, and is put back. QEMU 7.2 computes
the instructions wrongly, all others rightly.

    smopa.py CLANG ... -c ... -o OUT
"""

import re
import subprocess
import sys

CALL = re.compile(r"call void @llvm\.aarch64\.sme\.(\w+)\.wide\.nxv16i8\(i32 (\d+), ")
DOTS = {"smopa": "sdot", "umopa": "udot", "usmopa": "usdot", "sumopa": "usdot"}
for name in list(DOTS):
    DOTS[name.replace("opa", "ops")] = DOTS[name]

DEFINITION = """
define internal void @definition.{name}.{tile}(<vscale x 16 x i1> %pn, <vscale x 16 x i1> %pm, <vscale x 16 x i8> %zn, <vscale x 16 x i8> %zm) "aarch64_pstate_sm_enabled" "aarch64_inout_za" "target-features"="+sme,+i8mm" {{
entry:
  %p = call <vscale x 4 x i1> @llvm.aarch64.sve.ptrue.nxv4i1(i32 9)
  %words = bitcast <vscale x 16 x i8> %zn to <vscale x 4 x i32>
  br label %loop
loop:
  %row = phi i32 [ 0, %entry ], [ %row.next, %loop ]
  %word = extractelement <vscale x 4 x i32> %words, i32 %row
  %one = insertelement <vscale x 4 x i32> poison, i32 %word, i32 0
  %all = shufflevector <vscale x 4 x i32> %one, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %n = bitcast <vscale x 4 x i32> %all to <vscale x 16 x i8>
  %sum = call <vscale x 4 x i32> @llvm.aarch64.sme.read.horiz.nxv4i32(<vscale x 4 x i32> zeroinitializer, <vscale x 4 x i1> %p, i32 {tile}, i32 %row)
  %dots = call <vscale x 4 x i32> @llvm.aarch64.sve.{dot}.nxv4i32(<vscale x 4 x i32> zeroinitializer, {operands})
  %new = {update} <vscale x 4 x i32> %sum, %dots
  call void @llvm.aarch64.sme.write.horiz.nxv4i32(i32 {tile}, i32 %row, <vscale x 4 x i1> %p, <vscale x 4 x i32> %new)
  %row.next = add i32 %row, 1
  %more = icmp ult i32 %row.next, 16
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""
DECLARATIONS = """
declare <vscale x 4 x i1> @llvm.aarch64.sve.ptrue.nxv4i1(i32)
declare <vscale x 4 x i32> @llvm.aarch64.sme.read.horiz.nxv4i32(<vscale x 4 x i32>, <vscale x 4 x i1>, i32, i32)
declare void @llvm.aarch64.sme.write.horiz.nxv4i32(i32, i32, <vscale x 4 x i1>, <vscale x 4 x i32>)
""" + "".join(
    f"declare <vscale x 4 x i32> @llvm.aarch64.sve.{dot}.nxv4i32"
    "(<vscale x 4 x i32>, <vscale x 16 x i8>, <vscale x 16 x i8>)\n"
    for dot in sorted(set(DOTS.values())))


def replace(ir):
    """The module, and how many calls of it were replaced."""
    used = sorted(set(CALL.findall(ir)))
    ir, count = CALL.subn(r"call void @definition.\1.\2(", ir)
    for name, tile in used:
        # The unsigned operand of a dot product comes first.
        operands = ["<vscale x 16 x i8> %n", "<vscale x 16 x i8> %zm"]
        if name.startswith("sum"):
            operands.reverse()
        ir += DEFINITION.format(name=name, tile=tile, dot=DOTS[name],
                                operands=", ".join(operands),
                                update="sub" if name.endswith("ops") else "add")
    if used:
        for line in DECLARATIONS.strip().splitlines():
            symbol = re.search(r"@[\w.]+\(", line).group(0)
            if not re.search(r"^declare.*" + re.escape(symbol), ir, re.M):
                ir += line + "\n"
    return ir, count


command = sys.argv[1:]
at = command.index("-o") + 1
out = command[at]
command[at] = out + ".ll"
command[command.index("-c"):command.index("-c") + 1] = ["-S", "-emit-llvm"]
subprocess.run(command, check=True)
with open(out + ".ll") as file:
    ir, count = replace(file.read())
if not count:
    sys.exit("smopa.py: no outer products of bytes in " + out)
with open(out + ".ll", "w") as file:
    file.write(ir)
target = [a for a in command if a.startswith("--target=")]
subprocess.run([command[0], *target, "-O1", "-c", out + ".ll", "-o", out], check=True)
