"""What changed since an older results.json, beyond noise."""

from . import stats
from .results import load  # noqa: F401


def changes(old, new):
    """Lines, the greatest change first. A change is one whose intervals do not
    meet."""
    found, same = [], 0
    for key in new.points:
        for row in new.labels:
            before, after = old.rates(key, row), new.rates(key, row)
            if not before or not after:
                continue
            one, other = stats.interval(before), stats.interval(after)
            if stats.differ(one, other):
                found.append((other[0] / one[0], f"{key}/{row}", one, other))
            else:
                same += 1
    for factor, name, one, other in sorted(found, key=lambda f: -abs(f[0] - 1)):
        word = "faster" if factor > 1 else "slower"
        yield (
            f"{name}: {100 * abs(factor - 1):.1f} % {word}"
            f" ({one[1]:.1f}–{one[2]:.1f} to {other[1]:.1f}–{other[2]:.1f})"
        )
    yield f"{len(found)} changed beyond noise, {same} did not"
    if old.context.get("processor") != new.context.get("processor"):
        yield "The two were not measured on the same processor."
