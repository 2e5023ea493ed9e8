"""The results as Markdown, and as sentences."""

from . import stats

RIVALS = ("openblas", "blis", "eigen", "libxsmm", "onednn")
OURS = "auto"

# What a layout is called; its letters say it where this does not.
LAYOUTS = {"rrr": "row-major", "ccc": "column-major", "crr": "Aᵀ·B", "rcr": "A·Bᵀ"}


def unit(types):
    return "GFLOP/s" if types[0] in "fc" else "GOP/s"


def layout_name(layout):
    return LAYOUTS.get(layout, layout)


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"


def cell(found, key, row):
    rates = found.rates(key, row)
    if not rates:
        why = found.why_not(key, row)
        return "" if why is None else "too slow" if "too slow" in why else "–"
    middle, low, high = stats.interval(rates)
    return f"{number(middle)} ±{number((high - low) / 2)}"


def best_rival(found, key):
    """The library that is fastest here, and how much faster we are: (row, ratio);
    None where either was not measured."""
    ours = found.rates(key, OURS)
    medians = {
        row: stats.median(found.rates(key, row))
        for row in RIVALS
        if found.rates(key, row)
    }
    if not ours or not medians:
        return None
    best = max(medians, key=medians.get)
    return best, stats.ratio(ours, found.rates(key, best))


def ratios(found, keys):
    """From size to (library, ratio) against the best library."""
    every = {key: best_rival(found, key) for key in keys}
    return {key: value for key, value in every.items() if value}


def verdict(found, keys):
    """One sentence about one series, or nothing."""
    against = ratios(found, keys)
    if not against:
        return ""
    middles = {key: value[1][0] for key, value in against.items()}
    worst = min(middles, key=middles.get)
    return (
        f"Gemmify over the best library at each size: geometric mean"
        f" {stats.geometric_mean(list(middles.values())):.2f},"
        f" least {middles[worst]:.2f} at {found.size(worst)}"
        f" ({found.labels[against[worst][0]]})"
    )


def series_name(group):
    workload, types, layout = group
    name = layout_name(layout)
    return f"{workload}, {types}" + ("" if name == workload else f", {name}")


def summary(found):
    """Lines for the terminal."""
    for group, keys in found.groups().items():
        text = verdict(found, keys)
        if text:
            yield f"{series_name(group)}: {text}"


def left_out(found, keys):
    """Sentences: which rows are not there, and why."""
    reasons = {}
    for entry in found.left_out:
        if entry["point"] in keys:
            name = found.labels.get(entry["row"], entry["row"])
            sizes = reasons.setdefault((name, entry["why"]), [])
            sizes.append(str(found.size(entry["point"])))
    for (name, why), sizes in reasons.items():
        every = len(set(sizes)) == len(keys)
        where = "" if every else f" (n = {', '.join(dict.fromkeys(sizes))})"
        yield f"{name}{where}: {why}"


def failures(found):
    for entry in found.failed:
        why = entry["why"].splitlines()[0]
        yield f"FAILED {entry['point']}/{entry['row']}: {why}"


def rows_shown(found, keys):
    """Those that were measured, and those that were too slow."""
    slow = {
        entry["row"]
        for entry in found.left_out
        if entry["point"] in keys and "too slow" in entry["why"]
    }
    return [row for row in found.labels if row in found.rows_of(keys) or row in slow]


def grid(found, keys):
    """One Markdown table: rows by sizes."""
    rows = rows_shown(found, keys)
    yield "| | " + " | ".join(str(found.size(key)) for key in keys) + " |"
    yield "| --- |" + " --: |" * len(keys)
    for row in rows:
        cells = (cell(found, key, row) for key in keys)
        yield f"| {found.labels[row]} | " + " | ".join(cells) + " |"
    for name, values in relations(found, keys):
        cells = (f"{values[key]:.2f}" if key in values else "" for key in keys)
        yield f"| *{name}* | " + " | ".join(cells) + " |"


def relations(found, keys):
    """Gemmify's ratios: (to what, from size to ratio)."""
    against = ratios(found, keys)
    if against:
        yield (
            "Gemmify over the best library",
            {key: value[1][0] for key, value in against.items()},
        )
    for row, name in (("peak", "of the peak"), ("auto-fast", "over -ffast-math")):
        values = {
            key: stats.median(found.rates(key, OURS))
            / stats.median(found.rates(key, row))
            for key in keys
            if found.rates(key, OURS) and found.rates(key, row)
        }
        if values:
            yield f"Gemmify {name}", values


def markdown(found):
    lines = ["# scripts/bench", ""]
    lines += [f"* {line}" for line in context_lines(found)]
    for group, keys in found.groups().items():
        point = found.points[keys[0]]
        lines += ["", f"## {series_name(group)}", ""]
        lines += [f"{point['title']}. {unit(group[1])}.", ""]
        for name in found.classes(keys):
            here = [k for k in keys if name in found.points[k]["classes"]]
            lines += [*grid(found, here), ""]
        lines += [f"* {line}" for line in [verdict(found, keys)] if line]
        lines += [f"* {line}" for line in left_out(found, keys)]
    lines += [f"* {line}" for line in failures(found)]
    return "\n".join(lines) + "\n"


def context_lines(found):
    """What was measured where."""
    c = found.context.get
    yield (
        f"{c('processor')} ({c('processor family')}; {c('instructions')};"
        f" {c('caches')}), one thread on one core"
    )
    versions = [v for k, v in found.context.items() if k.startswith("version.")]
    yield "; ".join(dict.fromkeys(v for v in versions if "missing" not in v))
    yield (
        f"-march={c('march')}, commit {c('commit')}; medians of up to"
        f" {c('repetitions')} repetitions in random order, ± half of their 95 %"
        " confidence interval"
    )
