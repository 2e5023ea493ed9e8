"""Random C functions with a loop nest in which a product may hide.

Each function comes with a wrapper that turns the numbers of a test case into
its arguments. AT(x) stands for an access: the real one, or one that only notes
its address (see nest.h).
"""

from itertools import permutations

import asides
from choices import Choices

SIZE = {"i": "M", "j": "N", "k": "K"}

# Element types of A, B, the sum and C.
FLOATS = [("float",) * 4, ("double",) * 4]
MIXED = [("float", "float", "double", "double"),
         ("float", "float", "float", "double"),
         ("double", "double", "double", "float")]
INTEGERS = [("int32_t",) * 4, ("int64_t",) * 4, ("uint32_t",) * 4,
            ("int8_t", "int8_t", "int32_t", "int32_t"),
            ("uint8_t", "int8_t", "int32_t", "int32_t"),
            ("uint8_t", "uint8_t", "uint32_t", "uint32_t"),
            ("int16_t", "int16_t", "int32_t", "int32_t"),
            ("int16_t", "int16_t", "int64_t", "int64_t"),
            ("int8_t", "int8_t", "int32_t", "int8_t"),
            ("uint8_t",) * 4]
HALVES = [("_Float16", "_Float16", "float", "float"),
          ("__bf16", "__bf16", "float", "float")]

NEAR_MISSES = ["triangular", "condition", "break", "extra-store", "moving-c",
               "c-as-a", "a-with-j", "no-k-in-b", "prefix", "sum-of-sums",
               "second-update", "row-sum", "two-products", "running-use"]


class Nest:
    """One function, made from choices. With \\p free, additions may be
    reordered, so that only exact numbers can be compared. Without \\p short no
    element is a float of 16 bits."""

    def __init__(self, c, name, free=False, short=True):
        self.c, self.name, self.free = c, name, free
        self.near = c.pick(NEAR_MISSES) if c.flag(0.15) else None
        types = c.pick([FLOATS, FLOATS, INTEGERS, MIXED, HALVES if short else FLOATS])
        self.ta, self.tb, self.ts, self.tc = c.pick(types)
        self.index = c.pick(["long", "int", "size_t", "unsigned", "short",
                             "unsigned char"], plain=0.3)
        self.signed = self.index in ("long", "int", "short")
        self.restrict = "restrict" if c.flag() else ""
        self.order = c.pick(["".join(p) for p in permutations("ijk")])
        self.styles = {d: self.loop_style() for d in "ijk"}
        self.tiles = {d: c.pick([4, 8, 5, 16, 1, 3]) for d in "ijk"
                      if c.flag(0.08)}
        self.batch = c.flag(0.06)
        self.layouts = {x: c.pick(["row", "column", "general", "fixed", "rows", "gathered",
                                   "narrow rows", "narrow columns"], plain=0.2)
                        for x in "ABC"}
        self.steps = {x: c.pick([4, 8, 3, 16, 24, 6, 2, 1]) for x in "ABC"}
        shifts = ["", " + 1", " - 2"] if self.signed else ["", " + 1", " + 3"]
        self.shifts = {x: c.pick(shifts, plain=0.8)
                       for x in ("Ar", "Ac", "Br", "Bc", "Cr", "Cc")}
        self.scalar = self.order[2] == "k" and c.flag()
        self.unroll = c.pick([2, 4, 3, 8]) if c.flag(0.08) else 1
        self.remainder = c.flag()
        self.aside = c.pick(["optional", "side loop"]) if c.flag(0.12) else None
        self.spot = c.pick(["return", "frame"]) if c.flag(0.05) else None
        self.libm = c.pick(asides.LIBM) if c.flag(0.05) and self.is_float() else None
        if self.libm and self.ts == "float":
            self.libm += "f"
        self.neighbors = dict([asides.neighbor(c)]) if c.flag(0.05) else {}
        if self.libm:
            self.neighbors[self.libm] = asides.own_function(self.libm, self.ts)
        self.region = self.pick_region() if c.flag(0.15) else None
        if self.region:
            self.tiles = {d: size for d, size in self.tiles.items() if d == "k"}
        self.text = self.render()

    def pick_region(self):
        """How the bounds of the inner one of i and j move with the outer one:
        its lower and upper bound, where OUT is the outer index and END the
        inner size, and whether the outer loop ends there too."""
        some = self.c.pick([0, 1, 3, 20])
        less = self.c.pick([1, 2, 5, 40])
        kinds = [("OUT", "END", False), ("0", "OUT + 1", True), ("0", "OUT", True),
                 (f"OUT + {some}", "END", False), ("0", f"MIN(END, OUT + {some})", False),
                 ("0", "END - OUT", True), ("END - 1 - OUT", "END", True)]
        if self.signed:
            kinds += [("0", f"OUT - {less}", True), ("0", f"{some} - OUT", True),
                      ("0", f"MIN(OUT - {less}, END)", False),
                      (f"(OUT < {less} ? 0 : OUT - {less})", "END", False)]
        return self.c.pick(kinds)

    def moving_bounds(self, d):
        """The bounds of loop \p d where they move."""
        outer, inner = [x for x in self.order if x != "k"]
        low, high, square = self.region
        end = f"({self.index}){SIZE[inner]}"
        if d == outer:
            return "0", f"MIN({SIZE[d]}, {SIZE[inner]})" if square else SIZE[d]
        return [x.replace("OUT", outer).replace("END", end) for x in (low, high)]

    def loop_style(self):
        styles = ["up", "down", "while", "step", "lower", "backwards"]
        styles += ["not-equal", "do"]
        if self.signed:
            styles += ["or-equal"]
        return self.c.pick(styles, plain=0.4)

    def is_float(self):
        return self.ts in ("float", "double")

    # Loops

    def loop(self, d):
        """Text before and behind the body of loop \\p d."""
        t, v, n, style = self.index, d, SIZE[d], self.styles[d]
        if d in self.tiles:
            step = self.tiles[d]
            return f"for ({t} {v} = {v}0; {v} < MIN({v}0 + {step}, {n}); ++{v}) {{", "}"
        if self.region and d != "k":
            low, n = self.moving_bounds(d)
            if d == [x for x in self.order if x != "k"][1]:
                if style == "down":
                    return f"for ({t} {v} = {n}; {v}-- > {low};) {{", "}"
                if style == "while":
                    return f"{{ {t} {v} = {low}; while ({v} < {n}) {{", f"++{v}; }} }}"
                return f"for ({t} {v} = {low}; {v} < {n}; ++{v}) {{", "}"
        if self.near == "triangular" and d == self.order[1]:
            n = f"MIN({n}, {self.order[0]} + 1)"
        forms = {
            "up": (f"for ({t} {v} = 0; {v} < {n}; ++{v}) {{", "}"),
            "down": (f"for ({t} {v} = {n}; {v}-- > 0;) {{", "}"),
            "while": (f"{{ {t} {v} = 0; while ({v} < {n}) {{", f"++{v}; }} }}"),
            "step": (f"for ({t} {v} = 0; {v} < {n}; {v} += 2) {{", "}"),
            "lower": (f"for ({t} {v} = low; {v} < {n}; ++{v}) {{", "}"),
            "backwards": (f"for ({t} {v}b = 0; {v}b < {n}; ++{v}b) {{ "
                          f"{t} {v} = {n} - 1 - {v}b;", "}"),
            "not-equal": (f"if ({n} > 0) for ({t} {v} = 0; {v} != {n}; ++{v}) {{", "}"),
            "do": (f"if ({n} > 0) {{ {t} {v} = 0; do {{", f"}} while (++{v} < {n}); }}"),
            "or-equal": (f"for ({t} {v} = 0; {v} <= {n} - 1; ++{v}) {{", "}"),
        }
        return forms[style]

    def around(self, dims, body):
        for d in reversed(dims):
            head, tail = self.loop(d)
            body = f"{head}\n{body}\n{tail}"
        return body

    def tiled(self, body):
        for d in self.tiles:
            head = f"for ({self.index} {d}0 = 0; {d}0 < {SIZE[d]}; {d}0 += {self.tiles[d]})"
            body = f"{head} {{\n{body}\n}}"
        return body

    # Accesses

    def at(self, x, r, col):
        """Element (r, col) of matrix \\p x."""
        r += self.shifts[x + "r"]
        col += self.shifts[x + "c"]
        if self.batch:
            r = f"l * rows{x} + {r}"
        layout = self.layouts[x]
        if layout in ("fixed", "rows"):
            return f"AT({x}[{r}][{col}])"
        if layout == "gathered":
            return f"AT({x}[index{x}[{r}] * ld{x} + {col}])"
        if layout == "narrow rows":
            return f"AT({x}[({r}) * {self.steps[x]} + {col}])"
        if layout == "narrow columns":
            return f"AT({x}[{r} + ({col}) * {self.steps[x]}])"
        if layout == "row":
            return f"AT({x}[({r}) * ld{x} + {col}])"
        if layout == "column":
            return f"AT({x}[{r} + ({col}) * ld{x}])"
        return f"AT({x}[({r}) * rs{x} + ({col}) * cs{x}])"

    def operand(self, x, r, col):
        if self.near == "a-with-j" and x == "A":
            r += " + j"
        if self.near == "no-k-in-b" and x == "B":
            r = "1"
        if self.near == "c-as-a" and x == "A" and self.is_float():
            return self.at("C", r, col)
        free = r if x == "A" else col
        t = self.ts
        text = self.at(x, r, col)
        if t not in (self.ta, self.tb):
            text = f"({t}){text}"
        if self.libm and x == "A":
            return f"own_{self.libm}({text})"
        if self.spot and x == "B":
            return f"(__builtin_{self.spot}_address(0) == here ? {text} : -{text})"
        if self.is_float() and not self.free and self.c.flag(0.1):
            return text + self.c.pick([f" / ({t})alpha", f" / AT(V[{free}])", " / AT(V[k])"])
        return self.c.pick([
            text, text, text, f"-{text}", f"({t})alpha * {text}",
            f"({text} + AT(V[{free}]))", f"({text} * AT(V[{free}]))",
            f"({text} - AT(V[k]))", f"({text} - ({t})beta)",
            f"({t})({text} > 0 ? {text} : -{text})"], plain=0.4)

    # Statements

    def product(self, k):
        a, b = self.operand("A", "i", k), self.operand("B", k, "j")
        if self.near == "sum-of-sums":
            return f"{a} + {b}"
        return self.c.pick([f"{a} * {b}", f"{b} * {a}", f"({self.ts})alpha * ({a} * {b})",
                            f"{a} * ({self.ts})alpha * {b}", f"{a} * {b} * ({self.ts})alpha"],
                           plain=0.5)

    def result(self, k="k"):
        if self.near == "moving-c":
            return self.at("C", "i", f"j + {k}")
        if self.near == "prefix":
            return self.at("C", "i", "0")
        return self.at("C", "i", "j")

    def update(self, k="k"):
        into = "s" if self.scalar else self.result(k)
        op = self.c.pick(["+=", "-="], plain=0.7)
        text = f"{into} {op} {self.product(k)};"
        if self.near == "condition":
            text = f"if (IF({self.at('A', 'i', k)} > 0)) {{ {text} }}"
        if self.near == "break":
            text += f" if (UNLESS({self.at('A', 'i', k)} > 2)) break;"
        if self.near == "extra-store":
            text += f" AT(W[{self.order[2]}]) = {self.at('A', 'i', k)};"
        if self.near == "second-update":
            text += f" {into} += {self.at('B', k, 'j')};"
        if self.near == "running-use" and self.scalar:
            text += " AT(W[k]) = s;"
        return text

    def k_loop(self):
        """The innermost loop when it is k, perhaps unrolled by hand."""
        if self.unroll == 1 or self.order[2] != "k" or "k" in self.tiles:
            return self.around("k", self.update())
        u = self.unroll
        copies, rest = self.alike([f"(k + {at})" for at in range(u)] + ["k"])
        main = f"for (; k + {u - 1} < K; k += {u}) {{ {' '.join(copies)} }}"
        rest = f"for (; k < K; ++k) {{ {rest} }}" if self.remainder else ""
        return f"{{ long k = 0; {main} {rest} }}"

    def alike(self, indices):
        """Updates at \\p indices that differ in nothing else; the last apart."""
        before = len(self.c.record)
        texts = [self.update(indices[0])]
        choices, self.c = self.c, None
        for k in indices[1:]:
            self.c = Choices(choices.record[before:])
            texts.append(self.update(k))
        self.c = choices
        return texts[:-1], texts[-1]

    def start(self):
        c = self.at("C", "i", "j")
        t = self.ts
        return self.c.pick([c, "0", f"({t})beta * {c}", "AT(V[j])", "AT(V[i])", f"({t})alpha",
                            f"({t})AT(V[j]) + {c}"])

    def final(self):
        c = self.at("C", "i", "j")
        t = self.ts
        if self.is_float() and not self.free and self.c.flag(0.1):
            return self.c.pick([f"s / ({t})alpha", "s / AT(V[j])", f"{c} + s / AT(V[i])"])
        return self.c.pick([
            "s", "s", f"s * ({t})alpha", f"({t})alpha * s + ({t})beta * {c}",
            "s + AT(V[j])", "s + AT(V[i])", "s > 0 ? s : 0", f"{c} + s",
            f"MIN(s, ({t})3)", f"(s + AT(V[j])) * ({t})alpha"], plain=0.3)

    def body(self):
        """What the loops i and j contain when k is innermost, or the update."""
        if self.order[2] != "k":
            return self.around(self.order[2], self.update())
        inner = self.k_loop()
        extra = ""
        if self.near == "row-sum":
            extra = f"AT(W[i]) += {self.at('A', 'i', 'j')};"
        if self.near == "two-products":
            extra = f"{{ {self.ts} s = 0; {self.around('k', self.update_two())} AT(W[i]) = s; }}"
        if self.scalar:
            return (f"{self.ts} s = {self.start()};\n{inner}\n"
                    f"{self.result('0')} = {self.final()}; {extra}")
        zero = self.c.pick(["", f"{self.result('0')} = 0;",
                            f"{self.result('0')} *= ({self.ts})beta;"])
        return f"{zero}\n{inner}\n{extra}"

    def update_two(self):
        return f"s += {self.at('A', 'i', 'k')} * {self.at('B', 'k', 'j')};"

    def before(self):
        """A nest of its own that initializes C."""
        if self.scalar or self.order[2] == "k" or self.tiles or not self.c.flag(0.4):
            return ""
        return (f"for ({self.index} i = 0; i < M; ++i) for ({self.index} j = 0; j < N; ++j) "
                f"{self.at('C', 'i', 'j')} = 0;")

    def beside(self, body):
        """\\p body in the two outer loops, and what else is in one of these."""
        outer, inner = self.order[:2]
        if not self.aside:
            return self.around(outer + inner, body)
        v = self.c.pick([outer, inner], plain=0.4)
        aside = (asides.optional(self.c, v, self.ta) if self.aside == "optional"
                 else asides.side_loop(self.c, v))
        texts = [aside, None] if self.c.flag() else [None, aside]
        if v == inner:
            return self.around(outer + inner, "\n".join(t or body for t in texts))
        return self.around(outer, "\n".join(t or self.around(inner, body) for t in texts))

    def render(self):
        nest = self.tiled(self.beside(self.body()))
        nest = f"{self.before()}\n{nest}"
        if self.batch:
            nest = f"for (long l = 0; l < batch; ++l) {{\n{nest}\n}}"
        params = [f"{self.index} M", f"{self.index} N", f"{self.index} K", f"{self.index} low",
                  "long batch", "double alpha", "double beta"]
        args = ["a->m", "a->n", "a->k", "a->low", "a->batch", "a->alpha", "a->beta"]
        setup = []
        stride = self.c.pick(["long", self.index]) if self.index not in ("short", "unsigned char") \
            else "long"
        for at, (x, t, rows, cols) in enumerate([("A", self.ta, "m", "k"), ("B", self.tb, "k", "n"),
                                                 ("C", self.tc, "m", "n")]):
            const = "const " if x != "C" else ""
            layout = self.layouts[x]
            ld = {"row": cols, "column": rows}.get(layout, cols)
            params += [f"long rows{x}", f"{stride} ld{x}", f"{stride} rs{x}", f"{stride} cs{x}"]
            args += [f"a->{rows} + 2", f"a->{ld} + a->pad[{at}]", f"a->rs[{at}]", f"a->cs[{at}]"]
            if layout == "fixed":
                params.append(f"{const}{t} (*{self.restrict} {x})[FIXED]")
                args.append(f"a->p[{at}]")
            elif layout == "rows":
                params.append(f"{const}{t} *{const}*{x}")
                setup.append(f"static {const}{t} *table{x}[2 * ROWS]; for (long r = 0; r < 2 * ROWS; "
                             f"++r) table{x}[r] = ({t} *)a->p[{at}] + row(a, r - 4) * "
                             f"(a->{cols} + a->pad[{at}]);")
                args.append(f"table{x} + 4")
            else:
                if layout == "gathered":
                    unsigned = stride in ("size_t", "unsigned")
                    kind = self.c.pick(["unsigned", "size_t", "uint16_t"] if unsigned
                                       else ["int", "long", "short"])
                    params.append(f"const {kind} *index{x}")
                    setup.append(f"static {kind} index{x}[2 * ROWS]; for (long r = 0; r < 2 * "
                                 f"ROWS; ++r) index{x}[r] = {'labs' if unsigned else ''}"
                                 f"(row(a, r - 4));")
                    args.append(f"index{x} + 4")
                params.append(f"{const}{t} *{self.restrict} {x}")
                args.append(f"a->p[{at}]")
        if self.aside == "optional":
            params += ["const int *flags", f"{self.ta} *const *far"]
            args += ["flags", "far"]
            setup.append(asides.optional_setup(self.ta))
        if self.aside == "side loop":
            params.append("const unsigned *spins")
            args.append("spins")
            setup.append(asides.SIDE_SETUP)
        if self.spot:
            nest = f"void *volatile spot = __builtin_{self.spot}_address(0), *here = spot;\n{nest}"
        params += [f"const {self.ts} *{self.restrict} V", f"{self.ta} *{self.restrict} W"]
        args += ["a->p[3]", "a->p[4]"]
        return (f"NAMED({self.name}, ({', '.join(params)})) {{\n{nest}\n}}\n"
                f"CALL({self.name}) {{ {' '.join(setup)} {self.name}({', '.join(args)}); }}\n")

    def entry(self):
        kinds = ", ".join(f"KIND({t})" for t in (self.ta, self.tb, self.tc, self.ts, self.ta,
                                                 self.ta))
        flags = "|".join(["0"] + (["ALIASING"] if not self.restrict else [])
                         + (["SIGNED"] if self.signed else [])
                         + (["SMALL"] if "char" in self.index else [])
                         + (["MAY_NOT_END"] if self.aside == "side loop" else []))
        return f'{{"{self.name}", call_{self.name}, {{{kinds}}}, {flags}}},'


def program(nests):
    """The C file that holds \\p nests and the table of them."""
    neighbors = {name: text for n in nests for name, text in n.neighbors.items()}
    return ('#include "nest.h"\n' + "".join(neighbors.values()) +
            "\n".join(n.text for n in nests) +
            "\nconst struct nest TABLE[] = {\n" + "\n".join(n.entry() for n in nests) +
            "\n{0}};\n")
