"""Compiles all forms of all workloads for a small product, plainly, and compares what
they compute: forms.py SOURCE_ROOT FOLDER

The affine form goes through a source-to-source compiler that changes nothing, and keeps
notes in the current folder as PLuTo does: several run at once, two of them on one text."""

import ctypes
import dataclasses
import os
import pathlib
import sys

root, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.path.insert(0, str(root / "benchmarks"))
from bench import build, rows, workloads  # noqa: E402

TYPES = {
    "float": ctypes.c_float, "double": ctypes.c_double, "int": ctypes.c_int,
    "int32_t": ctypes.c_int32, "int8_t": ctypes.c_int8, "uint8_t": ctypes.c_uint8,
    "signed char": ctypes.c_int8, "unsigned char": ctypes.c_uint8,
}  # fmt: skip
SIZE = workloads.Size(5, 7, 3)


def fake_polycc():
    path = folder.resolve() / "polycc"
    path.write_text(
        '#!/bin/sh\n[ "$1" = --help ] && echo --tile --second-level-tile && exit\n'
        'from=$1; while [ "$1" != -o ]; do shift; done\n'
        'echo $$ > .srcfilename; cp "$from" __tmp; sleep 0.1\n'
        'read own < .srcfilename; [ "$own" = $$ ] && mv __tmp "$2"\n'
    )
    path.chmod(0o755)
    os.environ["PLUTO"] = str(path)


def index(rows, columns, row, column, by_columns):
    return column * rows + row if by_columns else row * columns + column


def product(point, path):
    """All of C, of operands that depend on nothing but their place."""
    workload, size = point.workload, point.size
    m, n, k, batch = size.m, size.n, size.k, workload.batch
    left, right, total = (TYPES[name] for name in workloads.TYPES[point.types])
    A = (left * (batch * m * k))(*(x % 5 for x in range(batch * m * k)))
    B = (right * (batch * k * n))(*(x % 7 for x in range(batch * k * n)))
    C = (total * (batch * m * n))(*(2 * (x % 3) for x in range(batch * m * n)))
    strides = [
        height if letter == "c" else width
        for letter, height, width in zip(point.layout, (m, k, m), (k, n, n))
    ]
    lda, ldb, ldc = map(ctypes.c_long, strides)
    sizes = map(ctypes.c_long, (batch, m, n, k))
    ctypes.CDLL(str(path)).product(
        *sizes, total(int(2 * workload.alpha)), A, lda, B, ldb,
        total(int(2 * workload.beta)), C, ldc,
    )  # fmt: skip
    return list(C)


fake_polycc()
# Only the forms count: no plugin, no Polly.
pluto = next(row for row in rows.all_rows() if row.key == "pluto")
forms = [
    rows.Row("written", "", "plain"),
    rows.Row("in-place", "", "plain", flags=("-DIN_PLACE",)),
    pluto,
    dataclasses.replace(pluto, key="again"),
]
objects = build.Objects(folder / "objects", None, "native", 4)
wanted = []
for workload in workloads.all_workloads():
    # ctypes has no complex numbers.
    for types in (name for name in workload.types if name[0] != "c"):
        for layout in workload.layouts:
            point = workloads.Point(workload, types, layout, SIZE, ())
            wanted += [
                (form, point) for form in forms if workload.affine or not form.rewriter
            ]
objects.make_all(wanted, lambda _: None)
for point in {point.key: point for _, point in wanted}.values():
    results = {}
    for form in (form for form, other in wanted if other.key == point.key):
        path, why = objects.get(form, point)
        assert path, f"{point.key} {form.key}: {why}"
        results[form.key] = product(point, path)
    first = results["written"]
    assert any(first), point.key
    for key, result in results.items():
        assert result == first, f"{point.key} {key}"
    print(point.workload.name, point.types, point.layout, *results)
