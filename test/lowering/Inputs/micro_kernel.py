"""Prints a micro-kernel as the macro level writes it: a loop over packed panels
whose accumulator is a phi of llvm.matrix.multiply and an addition.

    micro_kernel.py TRIPLE MR NR TYPE [--kr N] [--rows] [--strict] [--sub] [--unroll N]
                    [--from TYPE] [--unsigned l|r|lr] [--fast] [--vscale RANGE]
                    [--group N] [--tiles] [--streams]

--rows packs B one k after the other, as the macro level does, --strict leaves
`contract` out, --unroll asks for unrolling by metadata. --from packs operands of a
narrower type, kr ks of a row or column side by side; they are extended with their
sign but for those that --unsigned names. --fast has the flags of -ffast-math.
--vscale says how long SVE's vectors are, in 128 bits: 2,16.
--group packs N ks of a row side by side, fewer than kr. --tiles says that the system
has been asked for AMX's tiles, --streams that the function enters streaming mode.
"""

import argparse

TYPES = {
    "float": ("f32", 4), "double": ("f64", 8), "half": ("f16", 2),
    "bfloat": ("bf16", 2), "i8": ("i8", 1), "i16": ("i16", 2),
    "i32": ("i32", 4), "i64": ("i64", 8), "i4": ("i4", 1),
}

parser = argparse.ArgumentParser()
parser.add_argument("triple")
parser.add_argument("mr", type=int)
parser.add_argument("nr", type=int)
parser.add_argument("type", choices=TYPES)
parser.add_argument("--kr", type=int, default=1)
parser.add_argument("--rows", action="store_true")
parser.add_argument("--strict", action="store_true")
parser.add_argument("--sub", action="store_true")
parser.add_argument("--from", dest="narrow", choices=TYPES)
parser.add_argument("--unsigned", default="")
parser.add_argument("--fast", action="store_true")
parser.add_argument("--vscale")
parser.add_argument("--group", type=int)
parser.add_argument("--tiles", action="store_true")
parser.add_argument("--streams", action="store_true")
parser.add_argument("--unroll", type=int, default=1)
o = parser.parse_args()

ty, (short, size) = o.type, TYPES[o.type]
fp = not ty.startswith("i")
flags = "contract" if fp and not o.strict else ""
if o.fast:
    flags += " fast"
op = ("f" if fp else "") + ("sub" if o.sub else "add")
c, a, b = o.mr * o.nr, o.mr * o.kr, o.nr * o.kr
seeded = ", !gemmify.seeded !0" if o.kr > 1 and not o.fast else ""
load_a = f"%av = load <{a} x {ty}>, ptr %ap, align {size}"
load_b = f"%bv = load <{b} x {ty}>, ptr %bp, align {size}"
if o.rows:
    load_b = (load_b.replace("%bv", "%bt") + f"\n  %bv = call <{b} x {ty}> "
              f"@llvm.matrix.transpose.v{b}{short}(<{b} x {ty}> %bt, i32 {o.nr}, i32 {o.kr})")
lengths = f" vscale_range({o.vscale})" if o.vscale else ""
step = ty
if o.narrow:
    step, (nshort, nsize) = o.narrow, TYPES[o.narrow]

    def extended(name, count, side):
        how = "fpext" if fp else "zext" if side in o.unsigned else "sext"
        return f"%{name} = {how} <{count} x {step}> %{name}.n to <{count} x {ty}>"

    load_a = (f"%av.t = load <{a} x {step}>, ptr %ap, align {nsize}\n"
              f"  %av.n = call <{a} x {step}> @llvm.matrix.transpose.v{a}{nshort}"
              f"(<{a} x {step}> %av.t, i32 {o.kr}, i32 {o.mr})\n  " + extended("av", a, "l"))
    if o.group:
        words, bits = a // o.group, 8 * o.group * nsize
        word, inner = f"<{words} x i{bits}>", f"<{a} x {step}>"
        load_a = (f"%av.w = load {word}, ptr %ap, align {nsize}\n"
                  f"  %av.r = call {word} @llvm.matrix.transpose.v{words}i{bits}"
                  f"({word} %av.w, i32 {o.mr}, i32 {o.kr // o.group})\n"
                  f"  %av.t = bitcast {word} %av.r to {inner}\n"
                  f"  %av.n = call {inner} @llvm.matrix.transpose.v{a}{nshort}"
                  f"({inner} %av.t, i32 {o.kr}, i32 {o.mr})\n  " + extended("av", a, "l"))
    load_b = (f"%bv.n = load <{b} x {step}>, ptr %bp, align {nsize}\n  " + extended("bv", b, "r"))

attributes = ' "gemmify-added"' + ' "gemmify-may-use-tiles"' * o.tiles
if o.streams:
    attributes += ' "gemmify-may-stream"="512" "aarch64_pstate_sm_body" "aarch64_new_za"'
print(f"""\
target triple = "{o.triple}"
define void @kernel(ptr noalias %a, ptr noalias %b, ptr noalias %c, i64 %ldc, i64 %kc){lengths}{attributes} {{
entry:
  %init = call <{c} x {ty}> @llvm.matrix.column.major.load.v{c}{short}.i64(ptr align {size} %c, i64 %ldc, i1 false, i32 {o.mr}, i32 {o.nr})
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %acc = phi <{c} x {ty}> [ %init, %entry ], [ %acc.next, %loop ]
  %ao = mul i64 %k, {a}
  %bo = mul i64 %k, {b}
  %ap = getelementptr {step}, ptr %a, i64 %ao
  %bp = getelementptr {step}, ptr %b, i64 %bo
  {load_a}
  {load_b}
  %prod = call {flags} <{c} x {ty}> @llvm.matrix.multiply.v{c}{short}.v{a}{short}.v{b}{short}(<{a} x {ty}> %av, <{b} x {ty}> %bv, i32 {o.mr}, i32 {o.kr}, i32 {o.nr})
  %acc.next = {op} {flags} <{c} x {ty}> %acc, %prod{seeded}
  %k.next = add nuw nsw i64 %k, 1
  %done = icmp eq i64 %k.next, %kc
  br i1 %done, label %exit, label %loop, !llvm.loop !1
exit:
  call void @llvm.matrix.column.major.store.v{c}{short}.i64(<{c} x {ty}> %acc.next, ptr align {size} %c, i64 %ldc, i1 false, i32 {o.mr}, i32 {o.nr})
  ret void
}}
!0 = !{{}}
!1 = distinct !{{!1, !2}}
!2 = !{{!"llvm.loop.unroll.count", i32 {o.unroll}}}""")
