"""Writes random products as IR and as a table of the same cases for
random_products.c, which computes each one by scalar loops and compares bits.

    random_products.py SEED COUNT OUT.ll OUT.inc [max dimension] [wide] [narrow] [-TYPE]

"wide" asks for products of several sections, -TYPE leaves a type out. "narrow" has
operands extended from a narrower type, of values whose sums are exact, and allows
any order of additions, and zeros for denormals; "bfloats" has those alone, which
may be fused. "-flat" leaves operands out that are shuffled.

Each case is a function f<n>(A, B, C, lda, ldb, ldc, count, alpha) that computes
C = E(Start(C) +- sum A*B) by llvm.matrix.multiply, in a loop or not. Operands
come by plain loads, column-major loads with a run-time stride, transposes or
shuffles; results leave the same ways.
"""

import random
import sys

SEED, COUNT, LL, INC = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
MAX = int(sys.argv[5]) if len(sys.argv) > 5 else 20
WIDE = "wide" in sys.argv
BFLOATS = "bfloats" in sys.argv
NARROW = BFLOATS or "narrow" in sys.argv
rng = random.Random(SEED)

TYPES = {
    "i8": ("i8", 1), "i16": ("i16", 2), "i32": ("i32", 4), "i64": ("i64", 8),
    "half": ("f16", 2), "bfloat": ("bf16", 2), "float": ("f32", 4),
    "double": ("f64", 8),
}
SIZES = dict(TYPES)
for argument in sys.argv[6:]:
    TYPES.pop(argument.removeprefix("-"), None)
FLUSH = '"denormal-fp-math"="preserve-sign,preserve-sign" '
declared = {}


def vec(n, ty):
    return f"<{n} x {ty}>"


def mangled(n, ty):
    return f"v{n}{SIZES[ty][0]}"


def declare(signature):
    declared[signature] = True


class Case:
    """One function; fields say what varies."""

    def __init__(self, index):
        small = rng.random() < 0.5
        top = 6 if small else MAX
        dim = lambda: rng.choice([rng.randint(1, top), rng.choice([1, 2, 4, 8, 16])])
        self.name = f"f{index}"
        self.ty = rng.choice(list(TYPES))
        if rng.random() < 0.5 and "float" in TYPES:
            self.ty = rng.choice(["float", "double"])
        self.operand, self.unsigned = self.ty, (0, 0)
        if NARROW:
            self.ty, self.operand = rng.choice([
                ("i32", "i8"), ("i32", "i8"), ("i32", "i16"), ("float", "half"),
                ("float", "bfloat"), ("i64", "i8"), ("i64", "i32"), ("i32", "i32")])
            if BFLOATS:
                self.ty, self.operand = "float", "bfloat"
            if self.ty != "float":
                self.unsigned = (rng.randint(0, 1), rng.randint(0, 1))
        self.m, self.k, self.n = dim(), dim(), dim()
        self.m, self.k, self.n = (min(d, MAX) for d in (self.m, self.k, self.n))
        if WIDE:
            self.m, self.k, self.n = (rng.randint(17, MAX) for _ in range(3))
        self.fp = not self.ty.startswith("i")
        self.contract = rng.random() < 0.5 or BFLOATS
        self.loop = rng.random() < 0.4 and not WIDE
        if self.loop and rng.random() < 0.6:
            self.k = 1
        ways = ["plain", "column", "transpose"] + ["flat"] * ("-flat" not in sys.argv)
        self.a_by, self.b_by = rng.choice(ways), rng.choice(ways)
        self.start = rng.choice(["none", "add", "sub", "rsub"])
        if self.loop:
            self.start = rng.choice(["add", "sub"])
        self.seeded = rng.random() < 0.7
        self.init = rng.choice(["c", "zero", "phi"]) if self.loop else "c"
        self.c_by = rng.choice(["plain", "column", "flat"])
        self.end = rng.choice(["none", "none", "scale", "relu", "fma"])
        if NARROW:
            self.end = "none"
        if not self.fp and self.end == "fma":
            self.end = "scale"
        self.alias = rng.choice(["no", "no", "a", "b"]) if not self.loop else "no"
        if NARROW and self.operand != self.ty:
            self.alias = "no"
        if self.alias == "a" and self.a_by in ("transpose", "column"):
            self.alias = "no"
        if self.alias == "b" and self.b_by in ("transpose", "column"):
            self.alias = "no"
        self.noalias = self.alias == "no" and rng.random() < 0.5
        self.body = []
        self.temps = 0

    def emit(self, line):
        self.body.append("  " + line)

    def temp(self):
        self.temps += 1
        return f"%t{self.temps}"

    def operand_of(self, how, ptr, stride, rows, cols, unsigned):
        """The same, extended from the type of operands."""
        value = self.load(how, ptr, stride, rows, cols, self.operand)
        if self.operand == self.ty:
            return value
        t = self.temp()
        ext = "fpext" if self.fp else "zext" if unsigned else "sext"
        self.emit(f"{t} = {ext} {vec(rows * cols, self.operand)} {value} to "
                  f"{vec(rows * cols, self.ty)}")
        return t

    def load(self, how, ptr, stride, rows, cols, ty=None):
        """The rows*cols matrix at ptr, by `how`; returns its name."""
        ty = ty or self.ty
        (short, size), count = SIZES[ty], rows * cols
        t = self.temp()
        if how == "transpose":
            inner = self.load("column", ptr, stride, cols, rows, ty)
            self.emit(f"{t} = call {vec(count, ty)} @llvm.matrix.transpose."
                      f"{mangled(count, ty)}({vec(count, ty)} {inner}, i32 {cols}, i32 {rows})")
            return t
        if how == "column":
            self.emit(f"{t} = call {vec(count, ty)} @llvm.matrix.column.major.load."
                      f"{mangled(count, ty)}.i64(ptr align {size} {ptr}, i64 {stride}, "
                      f"i1 false, i32 {rows}, i32 {cols})")
            return t
        self.emit(f"{t} = load {vec(count, ty)}, ptr {ptr}, align {size}")
        if how != "flat":
            return t
        return self.reverse(self.reverse(t, count, ty), count, ty)

    def reverse(self, value, count, ty):
        t = self.temp()
        mask = ", ".join(f"i32 {i}" for i in reversed(range(count)))
        v = vec(count, ty)
        self.emit(f"{t} = shufflevector {v} {value}, {v} poison, {vec(count, 'i32')} <{mask}>")
        return t

    def store(self, how, value, rows, cols):
        ty, (short, size), count = self.ty, SIZES[self.ty], rows * cols
        v = vec(count, ty)
        if how == "column":
            self.emit(f"call void @llvm.matrix.column.major.store.{mangled(count, ty)}.i64("
                      f"{v} {value}, ptr align {size} %c, i64 %ldc, i1 false, "
                      f"i32 {rows}, i32 {cols})")
            return
        if how == "flat":
            value = self.reverse(self.reverse(value, count, ty), count, ty)
        self.emit(f"store {v} {value}, ptr %c, align {size}")

    def offset(self, base, elements):
        t = self.temp()
        self.emit(f"{t} = getelementptr {self.operand}, ptr {base}, i64 {elements}")
        return t

    def product(self, a_ptr, b_ptr):
        m, k, n, ty = self.m, self.k, self.n, self.ty
        a = self.operand_of(self.a_by, a_ptr, "%lda", m, k, self.unsigned[0])
        b = self.operand_of(self.b_by, b_ptr, "%ldb", k, n, self.unsigned[1])
        t = self.temp()
        flags = self.flags()
        self.emit(f"{t} = call {flags}{vec(m * n, ty)} @llvm.matrix.multiply."
                  f"{mangled(m * n, ty)}.{mangled(m * k, ty)}.{mangled(k * n, ty)}("
                  f"{vec(m * k, ty)} {a}, {vec(k * n, ty)} {b}, i32 {m}, i32 {k}, i32 {n})")
        return t

    def flags(self):
        if not self.fp:
            return ""
        return ("reassoc " if NARROW else "") + ("contract " if self.contract else "")

    def combine(self, start, product, name):
        op = {"add": "add", "sub": "sub", "rsub": "sub"}[self.start]
        left, right = (product, start) if self.start == "rsub" else (start, product)
        flags = ""
        if self.fp:
            op, flags = "f" + op, self.flags()
        mark = ", !gemmify.seeded !0" if self.seeded else ""
        self.emit(f"{name} = {op} {flags}{vec(self.m * self.n, self.ty)} {left}, {right}{mark}")

    def looped(self):
        m, k, n, v = self.m, self.k, self.n, vec(self.m * self.n, self.ty)
        zero = "zeroinitializer"
        if self.init != "zero":
            first = self.load(self.c_by, "%c", "%ldc", m, n)
            self.emit("br label %next")
            self.body.append("other:")
            self.emit("br label %next")
            self.body.append("next:")
            other = first if self.init == "c" else zero
            # The "other" way in is never taken; the phi has to be split.
            self.emit(f"%init = phi {v} [ {first}, %way ], [ {zero}, %other ]")
        else:
            self.emit("br label %next")
            self.body.append("other:")
            self.emit("br label %next")
            self.body.append("next:")
            self.emit(f"%init = freeze {v} {zero}")
        self.emit("br label %loop")
        self.body.append("loop:")
        self.emit("%it = phi i64 [ 0, %next ], [ %it.next, %loop ]")
        self.emit(f"%acc = phi {v} [ %init, %next ], [ %acc.next, %loop ]")
        step = {"column": f"%ldak", "transpose": str(k)}.get(self.a_by, str(m * k))
        if self.a_by == "column":
            self.emit(f"%ldak = mul i64 %lda, {k}")
        self.emit(f"%ao = mul i64 %it, {step}")
        step = {"column": str(k), "transpose": "%ldbk"}.get(self.b_by, str(n * k))
        if self.b_by == "transpose":
            self.emit(f"%ldbk = mul i64 %ldb, {k}")
        self.emit(f"%bo = mul i64 %it, {step}")
        p = self.product(self.offset("%a", "%ao"), self.offset("%b", "%bo"))
        self.combine("%acc", p, "%acc.next")
        self.emit("%it.next = add i64 %it, 1")
        self.emit("%more = icmp ult i64 %it.next, %count")
        self.emit("br i1 %more, label %loop, label %done")
        self.body.append("done:")
        return "%acc.next"

    def finish(self, value):
        count, ty = self.m * self.n, self.ty
        v = vec(count, ty)
        if self.end == "none":
            return value
        t = self.temp()
        if self.end == "relu":
            zero = "zeroinitializer"
            cmp = f"fcmp ogt {v} {value}, {zero}" if self.fp else f"icmp sgt {v} {value}, {zero}"
            self.emit(f"{t}c = {cmp}")
            self.emit(f"{t} = select {vec(count, 'i1')} {t}c, {v} {value}, {v} {zero}")
            return t
        self.emit(f"{t}i = insertelement {v} poison, {ty} %alpha, i64 0")
        self.emit(f"{t}s = shufflevector {v} {t}i, {v} poison, {vec(count, 'i32')} zeroinitializer")
        if self.end == "scale":
            self.emit(f"{t} = {'fmul' if self.fp else 'mul'} {v} {value}, {t}s")
        else:
            f = f"{v} @llvm.fmuladd.{mangled(count, ty)}"
            declare(f"declare {f}({v}, {v}, {v})")
            self.emit(f"{t} = call {f}({v} {t}s, {v} {value}, {v} {t}s)")
        return t

    def function(self):
        if self.loop:
            value = self.looped()
        else:
            start = None
            if self.start != "none":
                start = self.load(self.c_by, "%c", "%ldc", self.m, self.n)
            value = self.product("%a", "%b")
            if start:
                self.combine(start, value, "%sum")
                value = "%sum"
        self.store(self.c_by, self.finish(value), self.m, self.n)
        attr = " noalias" if self.noalias else ""
        head = (f"define void @{self.name}(ptr{attr} %a, ptr{attr} %b, ptr{attr} %c, i64 %lda, "
                f"i64 %ldb, i64 %ldc, i64 %count, ptr %palpha) {FLUSH * NARROW}{{\nentry:\n"
                f"  %alpha = load {self.ty}, ptr %palpha\n"
                "  %taken = icmp ne i64 %count, 0\n"
                f"  br i1 %taken, label %way, label {'%other' if self.loop else '%way'}\nway:\n")
        return head + "\n".join(self.body) + "\n  ret void\n}\n"

    def entry(self):
        how = {"plain": 0, "flat": 0, "column": 1, "transpose": 2}
        fields = [self.name, "T_" + self.ty, self.m, self.k, self.n, how[self.a_by], how[self.b_by],
                  how[self.c_by], {"none": 0, "add": 1, "sub": 2, "rsub": 3}[self.start],
                  int(self.contract), int(self.seeded), int(self.loop),
                  int(self.init == "zero"), {"none": 0, "scale": 1, "relu": 2, "fma": 3}[self.end],
                  {"no": 0, "a": 1, "b": 2}[self.alias], "T_" + self.operand, *self.unsigned]
        return "{" + ", ".join(map(str, fields)) + "},\n"


cases = [Case(i) for i in range(COUNT)]
functions = [c.function() for c in cases]
with open(LL, "w") as out:
    out.write("\n".join(functions) + "\n" + "\n".join(declared) + "\n!0 = !{}\n")
with open(INC, "w") as out:
    out.writelines(f"DECLARE({c.name})\n" for c in cases)
    out.write("static const struct Case Cases[] = {\n")
    out.writelines(c.entry() for c in cases)
    out.write("};\n")
