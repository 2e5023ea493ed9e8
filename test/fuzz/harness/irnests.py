"""Random nests written in IR: what no front end makes.

Loops that are rotated or not, with or without blocks of their own before and
behind them, counters of odd widths, phis in any order, exit tests turned round,
pointers that are advanced, fast-math flags that differ between instructions.
Each function takes the same numbers; `ir(version)` gives its text, in which a
probe asks for the place of every access (see nest.h).
"""

from itertools import permutations

# Types of A, B, the sum and C, and whether narrow integers are signed.
TYPES = [("float",) * 4, ("double",) * 4, ("float", "float", "double", "double"),
         ("half", "half", "float", "float"), ("float", "float", "double", "float"),
         ("bfloat", "bfloat", "float", "float"),
         ("i32",) * 4, ("i8", "i8", "i32", "i32"), ("i64",) * 4, ("i16", "i8", "i32", "i32"),
         ("i16",) * 4, ("i32", "i32", "i64", "i32"), ("i8",) * 4]
C_TYPES = {"float": "float", "double": "double", "half": "_Float16", "bfloat": "__bf16",
           "i8": "int8_t", "i16": "int16_t", "i32": "int32_t", "i64": "int64_t"}
BYTES = {"float": 4, "double": 8, "half": 2, "bfloat": 2, "i8": 1, "i16": 2, "i32": 4, "i64": 8}
NEAR_MISSES = ["volatile", "select", "extra-store", "running-use", "c-as-a", "a-with-j",
               "second-sum", "triangular", "no-k-in-b"]
SIZE = {"i": "%M", "j": "%N", "k": "%K"}
PARAMS = ("i64 %M, i64 %N, i64 %K, i64 %low, i64 %rsA, i64 %csA, i64 %rsB, i64 %csB, "
          "i64 %rsC, i64 %csC, double %alpha, double %beta")


class IRNest:
    """One function, made from choices. With \\p free, additions may be
    reordered and values are never NaN or infinite. Without \\p short no element
    is a float of 16 bits."""

    neighbors = {}  # Nothing of the C library stands beside it.

    def __init__(self, c, name, free=False, short=True):
        self.c, self.name, self.free = c, name, free
        self.near = c.pick(NEAR_MISSES) if c.flag(0.12) else None
        self.ta, self.tb, self.ts, self.tc = c.pick(
            [t for t in TYPES if short or t[0] not in ("half", "bfloat")], plain=0.2)
        self.real = not self.ts.startswith("i")
        self.signed = c.flag(0.75)
        self.width = c.pick([64, 32, 16, 8, 33, 48, 17], plain=0.3)
        if c.flag(0.03):
            self.width = c.pick([65, 128])
        self.order = c.pick(["".join(p) for p in permutations("ijk")])
        self.layouts = {x: c.pick(["row", "column", "general"], plain=0.3) for x in "ABC"}
        self.addressing = {x: c.pick(["i64", "bytes", "twice", "narrow"], plain=0.4)
                           for x in "ABC"}
        if c.flag(0.03):
            self.addressing["A"] = "integer"
        self.restrict = c.flag()
        self.register = self.order[2] == "k" and not c.flag(0.3)
        self.fused = c.pick(["", "", "fmuladd", "fma"])
        self.contract = c.flag(0.3)
        self.metadata = c.pick(["", "", ", !tbaa !{!1, !1, i64 0}"])
        self.lines, self.count, self.probing = [], 0, False
        before = len(c.record)
        texts = {False: self.render()}
        again, self.c = self.c, type(c)(c.record[before:])
        self.lines, self.count, self.probing = [], 0, True
        texts[True] = self.render()
        self.c, self.texts = again, texts
        self.text = self.declaration()

    # Instructions

    def emit(self, text, name=None):
        """Appends an instruction; returns its value."""
        if name is None:
            self.count += 1
            name = f"%v{self.count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text):
        self.lines.append(f"  {text}")

    def block(self, label):
        self.lines.append(f"{label}:")
        self.current = label

    def label(self, hint):
        self.count += 1
        return f"{hint}{self.count}"

    def flags(self):
        """Fast-math flags, drawn for each instruction; but AArch64 fuses where
        only the addition says so, so that this flag is on all or on none."""
        if not self.real:
            return ""
        safe = ["", "", "arcp ", "afn "]
        free = ["reassoc ", "fast ", "reassoc contract ", "nsz ", "nnan ninf ", "contract "]
        flags = self.c.pick(safe + (free if self.free else []), plain=0.2)
        return f"contract {flags}" if self.contract and not self.free else flags

    def multiply(self, x, y):
        return self.emit(f"fmul {self.flags()}{self.ts} {x}, {y}" if self.real
                         else f"mul {self.ts} {x}, {y}")

    def add(self, x, y, op="add"):
        return self.emit(f"f{op} {self.flags()}{self.ts} {x}, {y}" if self.real
                         else f"{op} {self.ts} {x}, {y}")

    def convert(self, value, of, to):
        if of == to:
            return value
        if of.startswith("i"):
            wider = int(to[1:]) > int(of[1:])
            op = ("sext" if self.signed else "zext") if wider else "trunc"
        else:
            op = "fpext" if BYTES[to] > BYTES[of] else "fptrunc"
        return self.emit(f"{op} {of} {value} to {to}")

    def scalar(self, name):
        """A parameter in the type of the sum."""
        if self.real:
            return self.convert(name, "double", self.ts)
        return self.emit(f"fptosi double {name} to {self.ts}")

    # Loops

    def index_type(self):
        return f"i{self.width}"

    def resize(self, value, of, to):
        if of == to:
            return value
        op = "trunc" if to < of else "sext" if self.signed else "zext"
        return self.emit(f"{op} i{of} {value} to i{to}")

    def branch(self, x, y, body, leave):
        """Goes to \\p body while x < y, in one of many ways to say so."""
        s = "s" if self.signed else "u"
        t = self.index_type()
        forms = [(f"{s}lt {t} {x}, {y}", True), (f"{s}gt {t} {y}, {x}", True),
                 (f"{s}ge {t} {x}, {y}", False), (f"{s}le {t} {y}, {x}", False)]
        test, straight = self.c.pick(forms)
        value = self.emit(f"icmp {test}")
        yes, no = (body, leave) if straight else (leave, body)
        self.do(f"br i1 {value}, label %{yes}, label %{no}")

    def loop(self, d, carried, body):
        """Loop \\p d around body(values), which returns the next values of
        \\p carried: a list of (type, start). Returns their values behind it."""
        c, t = self.c, self.index_type()
        end = self.resize(SIZE[d], 64, self.width)
        if self.near == "triangular" and d == self.order[1]:
            outer = f"%{self.order[0]}"
            less = self.emit(f"icmp slt {t} {outer}, {end}")
            end = self.emit(f"select i1 {less}, {t} {outer}, {t} {end}")
        kind = c.pick(["up", "step", "lower", "equal"] + (["down"] if self.signed else []),
                      plain=0.6)
        start = self.resize("%low", 64, self.width) if kind == "lower" else "0"
        step = c.pick([2, 3]) if kind == "step" else 1
        before = start
        if kind == "down":
            start, step = self.emit(f"sub {t} {end}, 1"), -1
        rotated, lonely = c.flag(0.6), c.flag()
        header, inside, leave = (self.label(x + d) for x in ("head", "body", "exit"))
        source = self.current
        if rotated or kind == "equal" or c.flag(0.3):
            first = self.label("pre") if lonely else header
            self.branch(before, end, first, leave)
            if lonely:
                self.block(first)
                self.do(f"br label %{header}")
            guard = source
        else:
            self.do(f"br label %{header}")
            guard = None
        entered = self.current
        self.count += 1
        latch = f"latch{self.count}"
        phis = [f"  %{d} = phi {t} [ {start}, %{entered} ], [ %{d}.next, %{latch} ]"]
        names = []
        for ct, cs in carried:
            self.count += 1
            names.append(f"%p{self.count}")
            phis.append(f"  {names[-1]} = phi {ct} [ {cs}, %{entered} ], "
                        f"[ {names[-1]}.next, %{latch} ]")
        if c.flag(0.3):
            phis.reverse()
        self.block(header)
        first_phi = len(self.lines)
        self.lines += phis
        flag = c.pick(["nsw ", ""]) if self.signed else c.pick(["nuw ", ""])

        def test(value, body):
            if kind == "down":
                self.branch("-1", value, body, leave)
            elif kind == "equal":
                differs = self.emit(f"icmp ne {t} {value}, {end}")
                self.do(f"br i1 {differs}, label %{body}, label %{leave}")
            else:
                self.branch(value, end, body, leave)

        if not rotated:
            test(f"%{d}", inside)
            self.block(inside)
            left = header
        after = body(names)
        for at in range(first_phi, first_phi + len(phis)):
            for name, value in zip(names, after):
                self.lines[at] = self.lines[at].replace(f"{name}.next,", f"{value},")
        self.do(f"br label %{latch}")
        self.block(latch)
        self.emit(f"add {flag}{t} %{d}, {step}", f"%{d}.next")
        if rotated:
            test(f"%{d}.next", header)
            left = latch
        else:
            self.do(f"br label %{header}")
        self.block(leave)
        values = []
        for name, value, (ct, cs) in zip(names, after, carried):
            result = value if rotated else name
            edges = [f"[ {result}, %{left} ]"] + ([f"[ {cs}, %{guard} ]"] if guard else [])
            values.append(self.emit(f"phi {ct} {', '.join(edges)}"))
        return values

    # Accesses

    def address(self, x, r, col, at=None):
        """Where element (r, col) of \\p x is; \\p at replaces counters."""
        t = {"A": self.ta, "B": self.tb, "C": self.tc}[x]
        layout, way = self.layouts[x], self.addressing[x]
        width = self.width if way == "narrow" and 32 <= self.width <= 64 else 64
        def part(v, one, stride):
            v = (at or {}).get(v, f"%{v}") if v in "ijk" else v
            v = v if v.isdigit() and width == self.width else self.resize(v, self.width, width)
            if layout == one:
                return v
            return self.emit(f"mul i{width} {v}, {self.resize(stride, 64, width)}")
        row = part(r, "column", f"%rs{x}")
        column = part(col, "row", f"%cs{x}")
        if way == "twice":
            outer = self.emit(f"getelementptr {t}, ptr %{x}, i64 {row}")
            return self.emit(f"getelementptr inbounds {t}, ptr {outer}, i64 {column}")
        offset = self.emit(f"add i{width} {row}, {column}")
        offset = self.resize(offset, width, 64)
        if way in ("i64", "narrow"):
            return self.emit(f"getelementptr inbounds {t}, ptr %{x}, i64 {offset}")
        offset = self.emit(f"mul i64 {offset}, {BYTES[t]}")
        if way == "bytes":
            return self.emit(f"getelementptr i8, ptr %{x}, i64 {offset}")
        whole = self.emit(f"ptrtoint ptr %{x} to i64")
        whole = self.emit(f"add i64 {whole}, {offset}")
        return self.emit(f"inttoptr i64 {whole} to ptr")

    def place(self, pointer, t):
        if not self.probing:
            return pointer
        return self.emit(f"call ptr @probe(ptr {pointer}, i64 {BYTES[t]})")

    def load(self, pointer, t, volatile=""):
        return self.emit(f"load {volatile}{t}, ptr {self.place(pointer, t)}, align "
                         f"{BYTES[t]}{self.metadata}")

    def store(self, value, t, pointer):
        self.do(f"store {t} {value}, ptr {self.place(pointer, t)}, align "
                f"{BYTES[t]}{self.metadata}")

    def vector(self, v):
        index = self.resize(f"%{v}", self.width, 64)
        return self.load(self.emit(f"getelementptr {self.ts}, ptr %V, i64 {index}"), self.ts)

    def element(self, x):
        """Pointer to the element of an operand inside of all loops."""
        r, col = ("i", "k") if x == "A" else ("k", "j")
        if self.near == "a-with-j" and x == "A":
            r = "j"
        if self.near == "no-k-in-b" and x == "B":
            r = "1"
        if self.near == "c-as-a" and x == "A" and self.ta == self.tc:
            return self.address("C", r, col)
        return self.address(x, r, col)

    # Statements

    def operand(self, x, pointer):
        t = self.ta if x == "A" else self.tb
        value = self.load(pointer, t, "volatile " if self.near == "volatile" and x == "A" else "")
        value = self.convert(value, t, self.ts)
        change = self.c.pick(["", "scale", "negate", "shift"], plain=0.6)
        if change == "scale":
            return self.multiply(value, self.scalar("%alpha"))
        if change == "negate":
            return self.emit(f"fneg {self.ts} {value}" if self.real else f"sub {self.ts} 0, {value}")
        if change == "shift":
            return self.add(value, self.vector("k"), "sub")
        return value

    def summand(self, total, a, b):
        """total + a * b, or minus."""
        if self.c.flag():
            a, b = b, a
        if self.real and self.fused:
            values = ", ".join(f"{self.ts} {v}" for v in (a, b, total))
            return self.emit(f"call {self.flags()}{self.ts} @llvm.{self.fused}."
                             f"f{8 * BYTES[self.ts]}({values})")
        product = self.multiply(a, b)
        if self.c.flag(0.2):
            return self.add(total, product, "sub")
        return self.add(*((product, total) if self.c.flag() else (total, product)))

    def update(self, total, pointers):
        a, b = (self.operand(x, pointers.get(x) or self.element(x)) for x in "AB")
        after = self.summand(total, a, b)
        index = self.resize(f"%{self.order[2]}", self.width, 64)
        spare = lambda: self.emit(f"getelementptr {self.ta}, ptr %W, i64 {index}")
        if self.near == "second-sum":
            after = self.add(after, b)
        if self.near == "select":
            test = self.emit(f"fcmp ogt {self.ts} {a}, 0.0" if self.real
                             else f"icmp sgt {self.ts} {a}, 0")
            after = self.emit(f"select i1 {test}, {self.ts} {after}, {self.ts} {total}")
        if self.near == "extra-store":
            self.store(self.load(self.element("A"), self.ta), self.ta, spare())
        if self.near == "running-use":
            self.store(self.convert(after, self.ts, self.ta), self.ta, spare())
        return after

    def innermost(self):
        """The last loop: sums in a register where it is k, else in memory."""
        d = self.order[2]
        moved = [x for x in "AB" if self.c.flag(0.15) and self.near is None]
        zero = "0.0" if self.real else "0"
        carried = []
        if self.register:
            kind = self.c.pick(["C", "zero", "scaled", "vector"])
            start = zero if kind == "zero" else self.vector("j") if kind == "vector" else \
                self.convert(self.load(self.address("C", "i", "j"), self.tc), self.tc, self.ts)
            if kind == "scaled":
                start = self.multiply(start, self.scalar("%beta"))
            carried.append((self.ts, start))
        for x in moved:
            r, col = ("i", "k") if x == "A" else ("k", "j")
            carried.append(("ptr", self.address(x, r, col, {d: "0"})))

        def body(values):
            values = list(values)
            total = values.pop(0) if self.register else None
            target = None if self.register else self.address("C", "i", "j")
            if target:
                total = self.convert(self.load(target, self.tc), self.tc, self.ts)
            after = self.update(total, dict(zip(moved, values)))
            if target:
                self.store(self.convert(after, self.ts, self.tc), self.tc, target)
            steps = []
            for x, pointer in zip(moved, values):
                t = self.ta if x == "A" else self.tb
                here = {"Ai": ("column", "rs"), "Ak": ("row", "cs"), "Bk": ("column", "rs"),
                        "Bj": ("row", "cs")}.get(x + d)
                stride = "0" if here is None else "1" if self.layouts[x] == here[0] else \
                    f"%{here[1]}{x}"
                steps.append(self.emit(f"getelementptr {t}, ptr {pointer}, i64 {stride}"))
            return ([after] if self.register else []) + steps

        values = self.loop(d, carried, body)
        if self.register:
            self.finish(values[0])

    def finish(self, total):
        target = self.address("C", "i", "j")
        final = self.c.pick(["", "scale", "add", "positive"], plain=0.5)
        if final == "scale":
            total = self.multiply(total, self.scalar("%alpha"))
        if final == "add":
            old = self.convert(self.load(target, self.tc), self.tc, self.ts)
            total = self.add(total, old)
        if final == "positive":
            zero = "0.0" if self.real else "0"
            test = self.emit(f"fcmp ogt {self.ts} {total}, {zero}" if self.real
                             else f"icmp sgt {self.ts} {total}, {zero}")
            total = self.emit(f"select i1 {test}, {self.ts} {total}, {self.ts} {zero}")
        self.store(self.convert(total, self.ts, self.tc), self.tc, target)

    def render(self):
        self.current = "entry"
        self.loop(self.order[0], [], lambda _: self.loop(
            self.order[1], [], lambda _: self.innermost() or []))
        self.do("ret void")
        alias = "noalias " if self.restrict else ""
        pointers = ", ".join(f"ptr {alias}%{x}" for x in "ABCVW")
        return (f"define void @VERSION_{self.name}({PARAMS}, {pointers}) #0 {{\nentry:\n"
                + "\n".join(self.lines) + "\n}\n")

    def ir(self, version):
        return self.texts[version == "probe"].replace("@VERSION", "@" + version)

    # The side of C

    def declaration(self):
        sizes = []
        for at, (x, rows, cols) in enumerate([("A", "m", "k"), ("B", "k", "n"), ("C", "m", "n")]):
            sizes += {"row": [f"a->{cols} + a->pad[{at}]", "1"],
                      "column": ["1", f"a->{rows} + a->pad[{at}]"],
                      "general": [f"a->rs[{at}]", f"a->cs[{at}]"]}[self.layouts[x]]
        name = f"CAT(VERSION, _{self.name})"
        return (f"void {name}(long, long, long, long, long, long, long, long, long, long, double, "
                f"double, void *, void *, void *, void *, void *);\n"
                f"CALL({self.name}) {{ {name}(a->m, a->n, a->k, a->low, {', '.join(sizes)}, "
                f"a->alpha, a->beta, a->p[0], a->p[1], a->p[2], a->p[3], a->p[4]); }}\n")

    def entry(self):
        kinds = ", ".join(f"KIND({C_TYPES[t]})"
                          for t in (self.ta, self.tb, self.tc, self.ts, self.ta, self.ta))
        flags = "0" + ("" if self.restrict else "|ALIASING") + ("|SIGNED" if self.signed else "")
        return f'{{"{self.name}", call_{self.name}, {{{kinds}}}, {flags}}},'


def module(nests, version, triple, cpu):
    """The IR file that holds \\p nests."""
    attributes = f'attributes #0 = {{ noinline "target-cpu"="{cpu}" }}'
    return (f'target triple = "{triple}"\n' + "\n".join(n.ir(version) for n in nests) +
            f"declare ptr @probe(ptr, i64)\n{attributes}\n"
            '!0 = !{!"root"}\n!1 = !{!"element", !0, i64 0}\n')
