"""Random C functions in which the bound of a loop moves with another one:
triangles and trapezoids of C, of k, bands, solves, and symmetric operands.

The same as nests.py otherwise. Offsets have both signs, and parts may be empty.
"""

SIZES = ["a->m % 90 + 40", "a->n % 80 + 50", "a->k % 60 + 60", "a->m % 9", "a->n % 40",
         "a->k % 100", "a->low"]
OFFSETS = ["", " + 1", " - 1", " + 2", " - 3", " + 17", " - 20", " + w"]
NEAR_MISSES = ["two-steps", "other-element", "extra-store", "sum-used"]


class TriangleNest:
    """One function, made from choices; see nests.Nest."""

    def __init__(self, c, name, free=False):
        self.c, self.name, self.free = c, name, free
        self.neighbors = {}
        self.near = c.pick(NEAR_MISSES) if c.flag(0.1) else None
        self.t = c.pick(["double", "float"])
        self.index = c.pick(["long", "int", "int", "unsigned"], plain=0.4)
        self.restrict = "restrict" if c.flag(0.7) else ""
        self.kind = c.pick(["steps", "elements", "symmetric", "solve", "band", "sides"])
        self.sizes = {x: c.pick(SIZES, plain=0.5) for x in "ijk"}
        if self.kind in ("symmetric", "solve", "sides") or c.flag(0.4):
            self.sizes["k"] = self.sizes["i"]
        self.turned = {x: c.flag() for x in "ABC"}
        self.lower = c.flag()
        self.text = self.render()

    def is_float(self):
        return True

    def at(self, x, row, column):
        if self.turned[x]:
            row, column = column, row
        return f"AT({x}[({row}) * ld{x} + ({column})])"

    def term(self, x):
        return x + self.c.pick(OFFSETS, plain=0.4)

    def loop(self, v, low, high, body, down=None):
        """\\p body for \\p v from \\p low to before \\p high."""
        t = self.index
        down = self.c.flag(0.15) if down is None else down
        signed = f"({t})({low}) < ({t})({high})" if t == "unsigned" else f"{low} < {high}"
        if down:
            if t == "unsigned":
                return f"for ({t} {v} = {high}; {signed} && {v}-- > {low};) {{\n{body}\n}}"
            return f"for ({t} {v} = ({high}) - 1; {v} >= {low}; --{v}) {{\n{body}\n}}"
        step = "+= 2" if self.near == "two-steps" and v == "k" else "+= 1"
        return f"for ({t} {v} = {low}; {v} < {high}; {v} {step}) {{\n{body}\n}}"

    def bounds(self, with_, n):
        """Bounds that move with \\p with_, cut off at 0 and \\p n."""
        moving = self.term(with_)
        if self.index == "unsigned":
            moving = with_ + self.c.pick(["", " + 1"])
        clamp = self.c.flag(0.8) and self.index != "unsigned"
        if self.lower:
            return "0", f"MIN({moving}, {n})" if clamp else moving
        return f"MAX({moving}, 0)" if clamp else moving, n

    def update(self, into):
        text = f"{into} {self.c.pick(['+=', '-='], plain=0.8)} " \
               f"{self.at('A', 'i', 'k')} * {self.at('B', 'k', 'j')};"
        if self.near == "extra-store":
            text += f" AT(W[k]) = {self.at('A', 'i', 'k')};"
        if self.near == "other-element":
            text += f" {self.at('C', 'i', 'j')} += {self.at('C', 'i', 'k')};"
        return text

    def element(self, loop_of_k):
        """What an iteration of i and j does around \\p loop_of_k(update)."""
        c, t = self.at("C", "i", "j"), self.t
        first = self.c.pick(["0", c, f"({t})beta * {c}", "-0.0"])
        last = self.c.pick(["s", f"({t})alpha * s", f"{c} + s", f"({t})beta * {c} - s"], plain=0.5)
        if self.c.flag(0.6):
            used = f"AT(W[i]) = s;" if self.near == "sum-used" else ""
            return f"{t} s = {first};\n{loop_of_k(self.update('s'))}\n{used}{c} = {last};"
        start = self.c.pick(["", f"{c} = 0;", f"{c} *= ({t})beta;"])
        return f"{start}\n{loop_of_k(self.update(c))}"

    def around(self, body):
        order = [("i", "ni"), ("j", "nj")]
        if self.c.flag():
            order.reverse()
        for v, n in order:
            body = self.loop(v, "0", n, body)
        return body

    def nest(self):
        if self.kind == "elements":
            low, high = self.bounds("i", "nj")
            inner = self.element(lambda u: self.loop("k", "0", "nk", u))
            return self.loop("i", "0", "ni", self.loop("j", low, high, inner))
        if self.kind == "steps":
            low, high = self.bounds(self.c.pick("ij"), "nk")
            return self.around(self.element(lambda u: self.loop("k", low, high, u, down=False)))
        if self.kind == "band":
            reach = self.c.pick(["w", "3", "30"])
            low, high = f"MAX(i - {reach}, 0)", f"MIN(i + {reach} + 1, nk)"
            return self.around(self.element(lambda u: self.loop("k", low, high, u, down=False)))
        if self.kind == "sides":
            gap = self.c.pick(["", " + 1"])
            return self.around(self.element(
                lambda u: self.loop("k", "0", "i", u, down=False) +
                self.loop("k", f"i{gap}", "ni", u, down=False)))
        return self.symmetric() if self.kind == "symmetric" else self.solve()

    def symmetric(self):
        a = self.at("A", "i", "k")
        if self.c.flag(0.3):
            test = self.c.pick(["k <= i", "k < i", "i <= k", "k + 2 < i"])
            chosen = f"({test} ? {a} : {self.at('A', 'k', 'i')}) * {self.at('B', 'k', 'j')}"
            body = f"{self.t} s = 0;\n" + \
                self.loop("k", "0", "ni", f"s += {chosen};", down=False) + \
                f"\n{self.at('C', 'i', 'j')} = s;"
            return self.around(body)
        low, high = ("0", "i") if self.lower else ("i + 1", "ni")
        step = f"{self.at('C', 'k', 'j')} += ({self.t})alpha * {self.at('B', 'i', 'j')} * {a};\n" \
               f"s += {self.at('B', 'k', 'j')} * {a};"
        if self.near == "other-element":
            step = step.replace("s +=", f"{self.at('C', 'i', 'j')} +=")
        c = self.at("C", "i", "j")
        body = f"{self.t} s = 0;\n{self.loop('k', low, high, step, down=False)}\n" \
               f"{c} = ({self.t})beta * {c} + {self.c.pick(['s', f'({self.t})alpha * s'])};"
        rows = lambda b: self.loop("i", "0", "ni", b, down=not self.lower and self.index != "unsigned")
        columns = lambda b: self.loop("j", "0", "nj", b)
        return rows(columns(body)) if self.c.flag() else columns(rows(body))

    def solve(self):
        """A triangle from the left, in place."""
        c = lambda row: self.at("C", row, "j")
        sub = f"{c('i')} -= {self.at('A', 'i', 'k')} * {c('k')};"
        scale = self.c.pick(["", f"{c('i')} *= ({self.t})alpha;",
                             f"{c('i')} /= 2 + {self.at('A', 'i', 'i')};"])
        if self.c.flag():
            body = self.loop("k", "0", "i", sub, down=False) + scale
            first = self.loop("i", "0", "ni", self.loop("j", "0", "nj", body), down=False)
            return first if self.c.flag() else \
                self.loop("j", "0", "nj", self.loop("i", "0", "ni", body, down=False))
        body = self.loop("i", "k" + self.c.pick([" + 1", " + 1", " + 2"]), "ni",
                         self.loop("j", "0", "nj", sub))
        return self.loop("k", "0", "ni", body, down=False)

    def render(self):
        nest = self.nest()
        t, r = self.t, self.restrict
        params = [f"{self.index} n{x}" for x in "ijk"] + \
            [f"{self.index} w", "double alpha, double beta"] + \
            [f"{'' if x == 'C' else 'const '}{t} *{r} {x}, long ld{x}" for x in "ABC"] + \
            [f"{t} *restrict W"]
        width = self.c.pick(["130", "141", "130 + a->pad[0]", "60"], plain=0.5)
        args = [self.sizes[x] for x in "ijk"] + ["a->low", "a->alpha, a->beta"] + \
            [f"a->p[{at}], {width}" for at in range(3)] + ["a->p[4]"]
        return (f"NAMED({self.name}, ({', '.join(params)})) {{\n{nest}\n}}\n"
                f"CALL({self.name}) {{ {self.name}({', '.join(args)}); }}\n")

    def entry(self):
        kind = f"KIND({self.t})"
        flags = "ALIASING" if not self.restrict else "0"
        return f'{{"{self.name}", call_{self.name}, {{{", ".join([kind] * 6)}}}, {flags}}},'
