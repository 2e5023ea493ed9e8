"""Random C functions in which several loops play one index of a product, or one
loop several: contractions of tensors, convolutions, batches in any place.

The same as nests.py otherwise.
"""

from nests import FLOATS, INTEGERS, MIXED

# Sizes of axes, as arguments of a test case give them.
SIZES = ["a->m % 9", "a->n % 14", "a->k % 11", "a->k % 5", "a->m % 4", "a->n % 3", "a->batch",
         "a->k % 37", "a->low", "a->m / 3", "a->n / 4"]

NEAR_MISSES = ["extra-store", "moving-c", "operand-of-all", "running-use", "missing-axis"]


class GroupNest:
    """One function, made from choices; see nests.Nest."""

    def __init__(self, c, name, free=False):
        self.c, self.name, self.free = c, name, free
        self.neighbors = {}
        self.near = c.pick(NEAR_MISSES) if c.flag(0.1) else None
        self.ta, self.tb, self.ts, self.tc = c.pick(c.pick([FLOATS, FLOATS, INTEGERS, MIXED]))
        self.index = c.pick(["long", "int", "size_t", "unsigned"], plain=0.4)
        self.restrict = "restrict" if c.flag() else ""
        letters = iter("bcdefghijl")
        axes = lambda most: [next(letters) for _ in range(1 + c.below(most))]
        self.i, self.j, self.k = axes(2), axes(3), axes(3)
        if len(self.i + self.j + self.k) == 3:
            self.k.append(next(letters))
        self.batch = [next(letters)] if c.flag(0.2) else []
        self.all = self.i + self.j + self.k + self.batch
        self.sizes = {x: c.pick(SIZES) for x in self.all}
        self.fixed = {x: c.pick([2, 3, 4, 8, 16]) for x in self.all if c.flag(0.15)}
        # An axis of k slides over one of i or j.
        self.slides = {}
        for x in "AB":
            if c.flag(0.25):
                free = c.pick(self.i if x == "A" else self.j)
                self.slides[x] = (free, c.pick(self.k), c.pick([1, 2, 3]), c.pick([1, 2]))
        self.scalar = c.pick(["all", "none", "some"])
        self.layouts = {x: c.pick(["flat", "array", "strides"]) for x in "ABC"}
        self.dims = {"A": self.shuffled(self.batch + self.i + self.k),
                     "B": self.shuffled(self.batch + self.k + self.j),
                     "C": self.shuffled(self.batch + self.i + self.j)}
        if self.near == "moving-c" and self.scalar != "none":
            self.near = None
        self.text = self.render()

    def shuffled(self, axes):
        axes, result = list(axes), []
        while axes:
            result.append(axes.pop(self.c.below(len(axes), 0.5)))
        return result

    def is_float(self):
        return self.ts in ("float", "double")

    def size(self, x):
        return str(self.fixed.get(x, f"n{x}"))

    # Accesses

    def places(self, x):
        """The index and the size of each dimension of tensor \\p x."""
        slide = self.slides.get(x)
        places = []
        for d in self.dims[x]:
            if slide and d == slide[1]:
                continue
            index, size = d, self.size(d)
            if slide and d == slide[0]:
                index = f"({d} * {slide[2]} + {slide[1]} * {slide[3]})"
                size = f"({size} * {slide[2]} + {self.size(slide[1])} * {slide[3]})"
            places.append([index, size])
        if self.near == "moving-c" and x == "C":
            places[0][0] += f" + {self.k[0]}"
        if self.near == "operand-of-all" and x == "A":
            places[0][0] += f" + {self.j[0]}"
        if self.near == "missing-axis" and x == "C" and len(places) > 1:
            places.pop()
        return places

    def at(self, x):
        places = self.places(x)
        if self.layouts[x] == "array":
            return f"AT({x}{''.join(f'[{index}]' for index, _ in places)})"
        if self.layouts[x] == "strides":
            terms = [f"({index}) * s{x}{at}" for at, (index, _) in enumerate(places)]
            return f"AT({x}[{' + '.join(terms)}])"
        text = places[0][0]
        for index, size in places[1:]:
            text = f"({text}) * {size} + {index}"
        return f"AT({x}[{text}])"

    def operand(self, x):
        text = self.at(x)
        if self.ts not in (self.ta, self.tb):
            text = f"({self.ts}){text}"
        free = self.c.pick(self.i if x == "A" else self.j)
        if self.c.flag(0.15):
            text = self.masked(text, free)
        return self.c.pick([text, text, f"-{text}", f"({text} * AT(V[{free}]))",
                            f"({text} - ({self.ts})beta)"], plain=0.6)

    def masked(self, text, free):
        """\p text where counters of \p free and of the sum allow it, or zero."""
        number = f"{free} + {self.c.pick(self.k)}"
        test = self.c.pick([f"{number} > {self.c.below(9)}", f"{number} < {self.size(free)}",
                            f"{number} >= 1 && {number} <= {self.size(free)}",
                            f"{free} * 2 != {self.c.pick(self.k)} + 1"])
        return f"({test} ? {text} : 0)"

    # Statements

    def update(self, into):
        text = f"{into} {self.c.pick(['+=', '-='], plain=0.8)} {self.operand('A')} * " \
               f"{self.operand('B')};"
        if self.near == "extra-store":
            text += f" AT(W[{self.k[0]}]) = {self.at('A')};"
        if self.near == "running-use" and into == "s":
            text += f" AT(W[{self.k[-1]}]) = s;"
        return text

    def loops(self, axes, body):
        axes = list(axes)
        while axes:
            together = min(len(axes), self.c.pick([2, 3]) if self.c.flag(0.2) else 1)
            axes, inner = axes[:-together], axes[-together:]
            head = self.loop(inner[0]) if together == 1 else self.collapsed(inner)
            body = f"{head}\n{body}\n}}"
        return body

    def loop(self, x):
        return self.c.pick([f"for ({self.index} {x} = 0; {x} < {self.size(x)}; ++{x}) {{",
                            f"for ({self.index} {x} = {self.size(x)}; {x}-- > 0;) {{"], plain=0.85)

    def collapsed(self, axes):
        """One loop for all of \\p axes, or a part of it."""
        t, total = f"t{axes[0]}", " * ".join(self.size(x) for x in axes)
        first = self.c.pick(["0", "1", "5", self.size(axes[-1])], plain=0.5)
        last = self.c.pick([t, f"{t} + 1", f"{t} + 6"], plain=0.5)
        digits = []
        one_by_one = self.c.flag()
        for at, x in enumerate(axes):
            below = " * ".join(self.size(y) for y in axes[at + 1:])
            digit = f"{t} / ({below})" if below else t
            if at != 0 and one_by_one:
                digit = f"{digit} % {self.size(x)}"
            elif at != 0:
                above = " * ".join(self.size(y) for y in axes[at:])
                digit = f"{t} % ({above})" + (f" / ({below})" if below else "")
            digits.append(f"{x} = {digit}")
        return (f"for ({self.index} {t} = {first}; {last} < {total}; ++{t}) {{ "
                f"{self.index} {', '.join(digits)};")

    def body(self):
        c, t = self.at("C"), self.ts
        if self.scalar == "none":
            return self.loops(self.shuffled(self.all), self.update(c))
        outside = self.shuffled(self.batch + self.i + self.j)
        of_k = self.shuffled(self.k)
        cut = len(of_k)
        start = self.c.pick(["0", c, f"AT(V[{self.c.pick(self.i + self.j)}])", f"({t})alpha"])
        final = self.c.pick(["s", "s > 0 ? s : 0", f"s * ({t})alpha", f"{c} + s",
                             f"s + AT(V[{self.c.pick(self.i + self.j)}])"], plain=0.4)
        if self.scalar == "some" and cut > 1:
            cut = 1 + self.c.below(cut - 1)
            start, final = c, "s"
            outside += of_k[:-cut]
            if self.c.flag():
                outside = self.shuffled(outside)
        inner = self.loops(of_k[-cut:], self.update("s"))
        return self.loops(outside, f"{t} s = {start};\n{inner}\n{c} = {final};")

    def render(self):
        nest = self.body()
        params = [f"{self.index} n{x}" for x in self.all] + ["double alpha", "double beta"]
        args = [self.sizes[x] for x in self.all] + ["a->alpha", "a->beta"]
        for at, (x, t) in enumerate([("A", self.ta), ("B", self.tb), ("C", self.tc)]):
            const = "" if x == "C" else "const "
            places = self.places(x)
            if self.layouts[x] == "array":
                dims = "".join(f"[{size}]" for _, size in places[1:])
                params.append(f"{const}{t} (*{self.restrict} {x}){dims}" if dims
                              else f"{const}{t} *{self.restrict} {x}")
            else:
                params.append(f"{const}{t} *{self.restrict} {x}")
            args.append(f"a->p[{at}]")
            if self.layouts[x] == "strides":
                for place in range(len(places)):
                    params.append(f"long s{x}{place}")
                    inside = "".join(f" * s_({size})" for _, size in places[place + 1:])
                    args.append(self.c.pick([f"1{inside}", f"(1{inside}) + a->pad[{at}]",
                                             f"-(1{inside})"], plain=0.8))
        params += [f"const {self.ts} *restrict V", f"{self.ta} *{self.restrict} W"]
        args += ["a->p[3]", "a->p[4]"]
        locals_ = "".join(f"long n{x} = {self.sizes[x]}; " for x in self.all)
        args = [f"n{x}" for x in self.all] + args[len(self.all):]
        args = [arg.replace("s_(", "(") for arg in args]
        # Sizes of arrays are positive.
        runs = " && ".join(f"n{x} > 0" for x in self.all)
        return (f"NAMED({self.name}, ({', '.join(params)})) {{\n{nest}\n}}\n"
                f"CALL({self.name}) {{ {locals_} if ({runs}) {self.name}({', '.join(args)}); }}\n")

    def entry(self):
        kinds = ", ".join(f"KIND({t})" for t in (self.ta, self.tb, self.tc, self.ts, self.ta,
                                                 self.ta))
        flags = "ALIASING" if not self.restrict else "0"
        return f'{{"{self.name}", call_{self.name}, {{{kinds}}}, {flags}}},'
