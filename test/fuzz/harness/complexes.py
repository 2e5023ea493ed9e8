"""Random C functions that multiply matrices of complex elements.

The same as nests.py otherwise; sizes of A, B and C count complex elements.
"""

from itertools import permutations

# Flags that decide how products recover from NaN, and how they are rounded.
RANGES = ["", "-fcx-limited-range"]
ROUNDING = ["", "-ffp-contract=off", "-ffp-contract=on", "-ffp-contract=fast"]

STARTS = ["0", "{c}", "beta * {c}", "V[j]", "beta", "0"]
FINALS = ["s", "alpha * s", "alpha * s + beta * {c}", "{c} + alpha * s", "~s", "{c} - s",
          "creal(alpha) * s + creal(beta) * {c}", "s * V[i]", "beta * {c} + alpha * s"]

NEAR_MISSES = ["reads-other", "parts-of-several", "extra-store"]


class ComplexNest:
    """One function, made from choices; see nests.Nest."""

    def __init__(self, c, name, free=False):
        self.c, self.name, self.free = c, name, free
        self.neighbors = {}
        self.near = c.pick(NEAR_MISSES) if c.flag(0.06) else None
        self.t = c.pick(["double", "float"])
        self.index = c.pick(["long", "int", "unsigned"], plain=0.5)
        self.restrict = "restrict" if c.flag(0.8) else ""
        self.order = c.pick(["".join(p) for p in permutations("ijk")])
        self.columns = {x: c.flag(0.35) for x in "ABC"}
        self.conj = {x: c.flag(0.3) for x in "AB"}
        self.real = c.pick("AB") if c.flag(0.12) else None
        self.scalar = self.order[2] == "k" and c.flag(0.8)
        self.start, self.final = c.pick(STARTS, plain=0.2), c.pick(FINALS, plain=0.2)
        self.scaled = c.pick(["{a}", "alpha * {a}", "-{a}", "beta * {a}"], plain=0.5)
        self.sign = c.pick(["+", "-"], plain=0.85)
        self.parts = c.flag(0.25)
        self.half = c.pick(["j <= i", "j >= i"]) if c.flag(0.2) else None
        self.text = self.render()

    def is_float(self):
        return True

    def loop(self, d, body, whole=False):
        size = {"i": "M", "j": "N", "k": "K"}[d]
        if self.half and not whole and d in "ij" and self.order.replace("k", "")[1] == d:
            out, after = ("i", self.half == "j >= i") if d == "j" else ("j", self.half == "j <= i")
            t = self.index
            return (f"for ({t} {d} = {out}; {d} < {size}; ++{d}) {{\n{body}\n}}" if after else
                    f"for ({t} {d} = 0; {d} < MIN({size}, {out} + 1); ++{d}) {{\n{body}\n}}")
        head = self.c.pick([f"for ({self.index} {d} = 0; {d} < {size}; ++{d})",
                            f"for ({self.index} {d} = {size}; {d}-- > 0;)"], plain=0.85)
        return f"{head} {{\n{body}\n}}"

    def at(self, x):
        r, col = {"A": "ik", "B": "kj", "C": "ij"}[x]
        if self.near == "reads-other" and x == "B":
            r = "i"
        where = f"{r} + {col} * ld{x}" if self.columns[x] else f"{r} * ld{x} + {col}"
        return f"AT({x}[{where}])"

    def operand(self, x):
        return f"~{self.at(x)}" if self.conj[x] and x != self.real else self.at(x)

    def product(self, into):
        """Adds a product to \\p into."""
        a, b = self.scaled.format(a=f"({self.operand('A')})"), f"({self.operand('B')})"
        text = f"{into} = {into} {self.sign} {a} * {b};"
        if self.near == "extra-store":
            text += " AT(W[k]) = alpha;"
        if self.parts and self.scalar:
            sign = {x: "-" if self.conj[x] else "" for x in "AB"}
            x, y = (self.at(o) for o in "AB")
            text = (f"{{ const T x = {x}, y = {y}; const R a = creal(x), b = {sign['A']}cimag(x), "
                    f"c = creal(y), d = {sign['B']}cimag(y);\n"
                    f"re {self.sign}= a * c - b * d; im {self.sign}= "
                    f"{self.c.pick(['a * d + b * c', 'b * c + a * d'])}; }}")
        return text

    def body(self):
        c, final = self.at("C"), self.final.format(c=self.at("C"))
        start = self.start.format(c=c)
        if self.near == "parts-of-several":
            final = f"{final} * creal(s)"
        read = lambda text: text.replace("V[i]", "AT(V[i])").replace("V[j]", "AT(V[j])")
        if not self.scalar:
            text = self.product(c)
            for d in reversed(self.order):
                text = self.loop(d, text)
            if self.start not in ("0", "{c}"):
                init = f"{c} = {read(start)};"
                text = self.loop("i", self.loop("j", init, True), True) + "\n" + text
            return text
        if self.parts:
            inner = self.loop("k", self.product("s"))
            text = (f"T s0 = {read(start)}; R re = creal(s0), im = cimag(s0);\n{inner}\n"
                    f"const T s = MAKE(re, im); {c} = {read(final)};")
        else:
            inner = self.loop("k", self.product("s"))
            text = f"T s = {read(start)};\n{inner}\n{c} = {read(final)};"
        for d in reversed(self.order[:2]):
            text = self.loop(d, text)
        return text

    def render(self):
        t = self.t
        types = {x: t if x == self.real else f"{t} _Complex" for x in "ABC"}
        params = [f"{self.index} M", f"{self.index} N", f"{self.index} K", f"{t} _Complex alpha",
                  f"{t} _Complex beta"]
        args = ["a->m", "a->n", "a->k", "__builtin_complex(a->alpha, a->beta)",
                "__builtin_complex(a->beta, a->alpha)"]
        if t == "float":
            args[3:] = ["__builtin_complex((float)a->alpha, (float)a->beta)",
                        "__builtin_complex((float)a->beta, (float)a->alpha)"]
        sizes = {"A": "mk", "B": "kn", "C": "mn"}
        for at, x in enumerate("ABC"):
            const = "" if x == "C" else "const "
            lines = sizes[x][0 if self.columns[x] else 1]
            params += [f"{const}{types[x]} *{self.restrict} {x}", f"{self.index} ld{x}"]
            args += [f"a->p[{at}]", f"a->{lines} + a->pad[{at}]"]
        params += [f"const {t} _Complex *restrict V", f"{t} _Complex *{self.restrict} W"]
        args += ["a->p[3]", "a->p[4]"]
        make = "__builtin_complex(X, Y)"
        return (f"#undef R\n#undef T\n#undef MAKE\n#define R {t}\n#define T {t} _Complex\n"
                f"#define MAKE(X, Y) {make}\n#define creal(X) __real__(X)\n"
                f"#define cimag(X) __imag__(X)\n"
                f"NAMED({self.name}, ({', '.join(params)})) {{\n{self.body()}\n}}\n"
                f"CALL({self.name}) {{ {self.name}({', '.join(args)}); }}\n")

    def entry(self):
        kinds = ", ".join([f"KIND({self.t})"] * 6)
        flags = "ALIASING" if not self.restrict else "0"
        return f'{{"{self.name}", call_{self.name}, {{{kinds}}}, {flags}}},'
