"""The one page that shows all: static, with the plots beside it."""

import html

from . import stats, table

STYLE = """
body { font: 16px/1.5 sans-serif; color: #222; max-width: 60em; margin: 2em auto;
       padding: 0 1em; }
h1, h2 { font-weight: 600; line-height: 1.2; } h2 { margin-top: 2.5em; }
figure { margin: 1.5em 0; } figure img { max-width: 100%; }
figcaption, .note { color: #555; font-size: 0.9em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.85em; }
td, th { padding: 0.15em 0.6em; text-align: right; white-space: nowrap;
         font-variant-numeric: tabular-nums; }
td:first-child, th:first-child { text-align: left; }
tr { border-bottom: 1px solid #ddd; }
.failed { color: #b00; }
"""


def paragraph(text, kind=""):
    kind = f' class="{kind}"' if kind else ""
    return f"<p{kind}>{html.escape(text)}</p>"


def bullets(lines):
    items = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    return f'<ul class="note">{items}</ul>' if items else ""


def grid(found, keys):
    rows = table.rows_shown(found, keys)
    heads = "".join(f"<th>{found.size(key)}</th>" for key in keys)
    lines = [f"<tr><th></th>{heads}</tr>"]
    for row in rows:
        cells = "".join(
            f"<td{tip(found, key, row)}>{table.cell(found, key, row)}</td>"
            for key in keys
        )
        lines.append(f"<tr><td>{html.escape(found.labels[row])}</td>{cells}</tr>")
    for name, values in table.relations(found, keys):
        cells = "".join(
            f"<td>{values[key]:.2f}</td>" if key in values else "<td></td>"
            for key in keys
        )
        lines.append(f"<tr><td><em>{html.escape(name)}</em></td>{cells}</tr>")
    return f'<div class="wide"><table>{"".join(lines)}</table></div>'


def tip(found, key, row):
    """The interval, or why there is no number, where the mouse rests."""
    rates = found.rates(key, row)
    if rates:
        _, low, high = stats.interval(rates)
        text = f"{low:.2f} to {high:.2f}, {len(rates)} repetitions"
    else:
        text = found.why_not(key, row) or ""
    return f' title="{html.escape(text, quote=True)}"'


def section(found, group, keys, pictures):
    point = found.points[keys[0]]
    yield f"<h2>{html.escape(table.series_name(group))}</h2>"
    yield paragraph(f"{point['title']}. {table.verdict(found, keys)}")
    for file, caption in pictures:
        png = file.replace(".svg", ".png")
        yield (
            f'<figure><img src="{file}" alt="{html.escape(caption)}">'
            f'<figcaption>{html.escape(caption)} <a href="{png}">PNG</a>'
            "</figcaption></figure>"
        )
    yield paragraph(
        f"{table.unit(group[1])}: median ± half of the 95 % confidence interval.",
        "note",
    )
    for name in found.classes(keys):
        here = [key for key in keys if name in found.points[key]["classes"]]
        yield grid(found, here)
    yield bullets(table.left_out(found, keys))


def write(found, pictures, path):
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        "<title>Gemmify beside compilers and libraries</title>",
        f"<style>{STYLE}</style></head><body>",
        "<h1>Gemmify beside compilers and libraries</h1>",
        paragraph(
            "The same products, from naive loops by several compilers and from"
            " libraries. Every result was checked in the run that measured it;"
            " Gemmify's have the bits of the plain loops, but where -ffast-math"
            " is named."
        ),
        bullets(table.context_lines(found)),
    ]
    lines += [paragraph(line, "failed") for line in table.failures(found)]
    for group, keys in found.groups().items():
        lines += section(found, group, keys, pictures.get(group, []))
    lines.append("</body></html>")
    path.write_text("\n".join(lines) + "\n")
