"""What can be said of samples: medians and how far they can be trusted.

numpy and scipy are loaded when they are needed, so that `--list` and the like
work without them."""

import functools
import math

LEVEL = 0.95


@functools.lru_cache(maxsize=None)
def rank(count, level=LEVEL):
    """The median lies between the sample of this rank and the one of the same rank
    from above with a probability of `level` at least: 0 is the least sample. So
    it is for any distribution, by the binomial one. Fewer than six samples do not
    say as much; their interval is all of them."""
    from scipy.stats import binom

    below = int(binom.ppf((1 - level) / 2, count, 0.5))
    return max(below - 1, 0)


def median(values):
    ordered = sorted(values)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2


def interval(values):
    """(median, low, high)"""
    ordered = sorted(values)
    at = rank(len(ordered))
    return median(ordered), ordered[at], ordered[-1 - at]


def ratio(numerators, denominators):
    """(ratio of medians, low, high), by resampling; the same each time."""
    import numpy

    random = numpy.random.default_rng(1)

    def medians(values):
        values = numpy.asarray(values)
        drawn = random.integers(0, len(values), (1000, len(values)))
        return numpy.median(values[drawn], axis=1)

    ratios = medians(numerators) / medians(denominators)
    edges = (1 - LEVEL) / 2
    low, high = numpy.quantile(ratios, (edges, 1 - edges))
    middle = median(numerators) / median(denominators)
    return middle, min(float(low), middle), max(float(high), middle)


def geometric_mean(values):
    return math.exp(math.fsum(map(math.log, values)) / len(values))


def differ(one, other):
    """Whether two intervals (median, low, high) do not meet."""
    return one[2] < other[1] or other[2] < one[1]
