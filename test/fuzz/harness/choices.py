"""Programs as sequences of small numbers, so that they can be shrunk.

A generator asks a Choices object for every decision. What it answers is
recorded; the same record makes the same program again, and a record with
smaller numbers makes a simpler one, because the first option of each decision
is the plainest.
"""

import random


class Choices:
    """Answers from a record; beyond its end from \\p seed, or plainly."""

    def __init__(self, record=(), seed=None):
        self.given = list(record)
        self.record = []
        self.random = None if seed is None else random.Random(seed)

    def below(self, limit, plain=0.0):
        """A number in [0, limit); 0 with at least the probability \\p plain."""
        at = len(self.record)
        if at < len(self.given):
            value = min(self.given[at], limit - 1)
        elif self.random is None or self.random.random() < plain:
            value = 0
        else:
            value = self.random.randrange(limit)
        self.record.append(value)
        return value

    def pick(self, options, plain=0.0):
        """One of \\p options, the first of which is the plainest."""
        return options[self.below(len(options), plain)]

    def flag(self, chance=0.5):
        return self.below(2, 1 - 2 * chance) == 1


def shrink(record, still_fails, budget):
    """A smaller record for which \\p still_fails holds. Asks at most \\p budget
    times."""
    best = list(record)

    def attempt(candidate):
        nonlocal best, budget
        if candidate == best or budget <= 0:
            return False
        budget -= 1
        if not still_fails(candidate):
            return False
        best = candidate
        return True

    width = max(1, len(best) // 2)
    while budget > 0:
        progress = False
        for start in range(0, len(best), width):
            piece = best[start:start + width]
            if any(piece):
                zeros = [0] * len(piece)
                progress |= attempt(best[:start] + zeros + best[start + width:])
        if width > 1:
            width //= 2
        elif not progress:
            break
    for at, value in enumerate(list(best)):
        while best[at] > 0 and attempt(best[:at] + [best[at] - 1] + best[at + 1:]):
            pass
    while best and best[-1] == 0:
        best.pop()
    return best
