"""The plots, in the manner of the paper's Figures 4 to 9, as SVG and PNG.

Each is drawn for one series: a workload, types and layout. Error bars are 95 %
confidence intervals."""

import math

from . import stats, table

# Colours that stay apart for the colour-blind, and in print by their marks.
STYLES = {
    "auto": ("#c0392b", "o"),
    "auto-fast": ("#e67e22", "v"),
    "packing": ("#d98880", "s"),
    "tiling": ("#7d3c98", "D"),
    "intrinsic": ("#45b39d", "^"),
    "openblas": ("#1f618d", "s"),
    "blis": ("#2e86c1", "^"),
    "eigen": ("#117864", "D"),
    "libxsmm": ("#b7950b", "P"),
    "onednn": ("#1f618d", "s"),
}
OTHER = ("#7f8c8d", ".")
# In the plot of speeds; the others are in the table.
SPEEDS = (
    "auto", "openblas", "blis", "eigen", "libxsmm", "onednn", "pluto",
    "pluto-l2tile", "pluto-unroll2", "pluto-untiled", "polly-matmul", "plain", "gcc",
)  # fmt: skip
STRATEGIES = ("intrinsic", "tiling", "packing", "auto")
# What the strategies are compared with: the first one that was measured.
COMPILERS = (
    "pluto-l2tile", "pluto-unroll2", "pluto-untiled", "pluto", "polly-matmul", "polly",
)  # fmt: skip


def pyplot():
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams.update({
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.titlesize": 10,
        "axes.titlelocation": "left",
        "svg.hashsalt": "gemmify",
        "svg.fonttype": "none",
        "errorbar.capsize": 2,
    })  # fmt: skip
    import matplotlib.pyplot

    return matplotlib.pyplot


def save(figure, folder, name):
    figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
    figure.savefig(folder / f"{name}.png", dpi=150)
    pyplot().close(figure)
    return f"{name}.svg"


def sizes_axis(axes, found, keys):
    """Sizes stand side by side, whatever they are."""
    names = [str(found.size(key)).replace("x", "×") for key in keys]
    long = max(map(len, names)) > 5 or len(names) > 14
    axes.set_xticks(range(len(keys)), names, rotation=60 if long else 0,
                    ha="right" if long else "center")  # fmt: skip
    axes.set_xlabel("m×n×k" if "×" in "".join(names) else "n")


def labels_beside(axes, ends):
    """Writes (y, text, colour) at the right end of lines, none over another."""
    place, value = (lambda y: y), (lambda y: y)
    if axes.get_yscale() == "log":
        place, value = math.log2, (lambda y: 2**y)
    low, high = map(place, axes.get_ylim())
    step = (high - low) * 0.055
    last = low - step
    spread = []
    for y, text, colour in sorted(ends):
        last = max(place(y), last + step)
        spread.append([last, text, colour])
    # What was pushed out at the top moves all below it down.
    limit = high
    for entry in reversed(spread):
        entry[0] = min(entry[0], limit)
        limit = entry[0] - step
    for y, text, colour in spread:
        axes.annotate(
            text, (1.01, value(y)), xycoords=("axes fraction", "data"),
            color=colour, va="center", fontsize=8,
        )  # fmt: skip


def ratios_axis(axes):
    """Twice as fast is as far from 1 as half as fast; 1/2 to 2 at least."""
    axes.set_yscale("log", base=2)
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, 0.5), max(high, 2))
    axes.yaxis.set_major_formatter(lambda y, _: f"{y:g}")


def line(axes, found, keys, row, values):
    """One row: from place on the axis to (median, low, high)."""
    colour, mark = STYLES.get(row, OTHER)
    at = sorted(values)
    middles = [values[x][0] for x in at]
    below = [values[x][0] - values[x][1] for x in at]
    above = [values[x][2] - values[x][0] for x in at]
    axes.errorbar(
        at, middles, (below, above), color=colour, marker=mark, markersize=4,
        linewidth=2 if row == "auto" else 1.2, elinewidth=1,
    )  # fmt: skip
    return middles[-1], found.labels[row], colour


def draw_speeds(found, group, keys, folder):
    """GFLOP/s by size, with the peak."""
    rows = [row for row in SPEEDS if any(found.rates(key, row) for key in keys)]
    if not rows or len(keys) < 2:
        return None
    figure, axes = pyplot().subplots(figsize=(7.2, 3.8), layout="constrained")
    ends = []
    for row in rows:
        values = {
            x: stats.interval(found.rates(key, row))
            for x, key in enumerate(keys)
            if found.rates(key, row)
        }
        ends.append(line(axes, found, keys, row, values))
    peaks = [rate for key in keys for rate in found.rates(key, "peak")]
    if peaks:
        peak = stats.median(peaks)
        axes.axhline(peak, color="#555555", linestyle=":", linewidth=1)
        ends.append((peak, f"FMA peak {peak:.0f}", "#555555"))
    axes.set_ylim(0)
    labels_beside(axes, ends)
    sizes_axis(axes, found, keys)
    axes.set_title(f"{table.unit(group[1])}: {table.series_name(group)}")
    return save(figure, folder, file_name("speed", group))


def draw_speedups(found, group, keys, class_name, folder):
    """Bars: the strategies over a compiler, as in Figures 4, 5 and 6."""
    base = next(
        (r for r in COMPILERS if any(found.rates(key, r) for key in keys)), None
    )
    if base is None:
        return None
    keys = [key for key in keys if found.rates(key, base)]
    rows = [r for r in STRATEGIES if any(found.rates(key, r) for key in keys)]
    if not rows:
        return None
    figure, axes = pyplot().subplots(figsize=(7.2, 3), layout="constrained")
    width = 0.8 / len(rows)
    for number, row in enumerate(rows):
        for x, key in enumerate(keys):
            if not found.rates(key, row):
                continue
            middle, low, high = stats.ratio(
                found.rates(key, row), found.rates(key, base)
            )
            axes.bar(
                x + (number - (len(rows) - 1) / 2) * width, middle, width,
                yerr=([middle - low], [high - middle]), linewidth=0,
                color=STYLES.get(row, OTHER)[0], error_kw={"elinewidth": 0.8},
            )  # fmt: skip
    axes.set_ylim(0)
    axes.axhline(1, color="#555555", linestyle=":", linewidth=1)
    for number, row in enumerate(rows):
        axes.annotate(
            found.labels[row], (1.01, 0.9 - 0.1 * number),
            xycoords="axes fraction", fontsize=8,
            color=STYLES.get(row, OTHER)[0],
        )  # fmt: skip
    sizes_axis(axes, found, keys)
    axes.set_title(
        f"Times faster than {found.labels[base]}: {table.series_name(group)},"
        f" {class_name} sizes"
    )
    return save(figure, folder, file_name(f"speedup-{class_name}", group))


def draw_libraries(found, group, keys, folder):
    """Gemmify over each library, as in Figures 7, 8 and 9."""
    rows = [row for row in table.RIVALS if any(found.rates(k, row) for k in keys)]
    lines = {
        row: {
            x: stats.ratio(found.rates(key, "auto"), found.rates(key, row))
            for x, key in enumerate(keys)
            if found.rates(key, row) and found.rates(key, "auto")
        }
        for row in rows
    }
    lines = {row: values for row, values in lines.items() if values}
    if not lines or len(keys) < 2:
        return None
    figure, axes = pyplot().subplots(figsize=(7.2, 3), layout="constrained")
    ends = [line(axes, found, keys, row, lines[row]) for row in lines]
    axes.axhline(1, color="#555555", linestyle=":", linewidth=1)
    ratios_axis(axes)
    labels_beside(axes, [(y, f"over {text}", c) for y, text, c in ends])
    sizes_axis(axes, found, keys)
    axes.set_title(f"Times faster than each library: {table.series_name(group)}")
    return save(figure, folder, file_name("libraries", group))


def draw_layouts(found, groups, folder):
    """Gemmify over the best library, a line for each layout."""
    keys = groups[0][1]
    figure, axes = pyplot().subplots(figsize=(7.2, 3.8), layout="constrained")
    colours = pyplot().get_cmap("tab10").colors
    ends = []
    for (group, here), colour in zip(groups, colours):
        at = {str(found.size(key)): x for x, key in enumerate(keys)}
        values = {
            at[str(found.size(key))]: ratio[0]
            for key, (_, ratio) in table.ratios(found, here).items()
            if str(found.size(key)) in at
        }
        if values:
            axes.plot(list(values), list(values.values()), ".-", color=colour)
            ends.append((list(values.values())[-1], group[2], colour))
    axes.axhline(1, color="#555555", linestyle=":", linewidth=1)
    axes.set_ylim(0)
    labels_beside(axes, ends)
    sizes_axis(axes, found, keys)
    workload, types, _ = groups[0][0]
    axes.set_title(f"Times faster than the best library: {workload}, {types}")
    return save(figure, folder, file_name("best", (workload, types)))


def file_name(kind, group):
    return "-".join((kind, *group))


CAPTIONS = {
    "speed": "Speed by size; the dotted line is what the multiply-add units can"
    " do at most, measured in the same run. Higher is better.",
    "speedup": "How many times faster each strategy is than the other compiler"
    " from the same loops; above the dotted line it is faster.",
    "best": "The best library at each size and layout is 1; letters are the layouts"
    " of A, B and C, by rows or by columns.",
    "libraries": "Three loops compiled by Gemmify over each library called for"
    " the same product; above the dotted line the loops are faster.",
}


def draw_all(found, folder):
    """From series to [(file, caption)]."""
    for old in (*folder.glob("*.svg"), *folder.glob("*.png")):
        old.unlink()
    drawn = {}
    for group, keys in found.groups().items():
        pictures = [("speed", draw_speeds(found, group, keys, folder))]
        for name in found.classes(keys):
            here = [k for k in keys if name in found.points[k]["classes"]]
            file = draw_speedups(found, group, here, name, folder)
            pictures.append(("speedup", file))
        pictures.append(("libraries", draw_libraries(found, group, keys, folder)))
        layouts = [g for g in found.groups().items() if g[0][:2] == group[:2]]
        if len(layouts) > 2 and layouts[0][0] == group and len(keys) > 1:
            pictures.append(("best", draw_layouts(found, layouts, folder)))
        drawn[group] = [(file, CAPTIONS[kind]) for kind, file in pictures if file]
    return drawn
