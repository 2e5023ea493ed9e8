"""Random C functions with a check at each access, which leaves the function.

The same as nests.py otherwise.
"""

from nests import Nest

TESTS = ["{at} >= limit", "(unsigned long){at} >= (unsigned long)limit", "{at} < 0 || {at} >= limit"]

# Most limits hold, some fail in the middle, and some in the first iteration.
LIMITS = ["1 << 24", "1 << 24", "1L << 40", "a->m * (a->k + a->pad[0])", "a->n * a->k + a->low",
          "a->m + a->n + a->k", "(a->m + 1) * (a->n + 1)", "a->n"]


class CheckedNest(Nest):
    """One function, made from choices; see nests.Nest."""

    def render(self):
        self.test = self.c.pick(TESTS)
        self.places = 0
        limit = self.c.pick(LIMITS)
        text = super().render()
        return (text.replace("double alpha, double beta", "double alpha, double beta, long limit")
                .replace("a->alpha, a->beta", f"a->alpha, a->beta, {limit}"))

    def checked(self, index):
        self.places += 1
        at = f"at{self.places}"
        return f"({{ long {at} = {index}; if ({self.test.format(at=at)}) return; {at}; }})"

    def at(self, x, r, col):
        text = super().at(x, r, col)
        # Each index of a row and a column, or that of the element.
        parts = text.removeprefix(f"AT({x}[").removesuffix("])").split("][")
        if self.layouts[x] != "gathered" and len(parts) <= 2:
            text = f"AT({x}[{']['.join(self.checked(part) for part in parts)}])"
        return text
