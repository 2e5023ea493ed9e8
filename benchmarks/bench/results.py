"""results.json: what was measured. It is Google Benchmark's format, all runs in
one; `points` says what was multiplied, `left_out` which rows were not measured,
and why."""

import collections
import json

from .workloads import CLASSES, Mistake, Size

FORMAT = 1
# Facts that have to be the same for a run to go on.
COMPARED = ("processor", "instructions", "commit", "march", "repetitions")


class Results:
    def __init__(self, context):
        self.context = context
        self.points = {}
        self.benchmarks = []
        self.left_out = []
        self.failed = []
        self.labels = {}  # of rows, in the order of the tables
        self.kinds = {}

    def add_row(self, row):
        self.labels[row.key] = row.label
        self.kinds[row.key] = row.kind

    def add_point(self, point):
        workload, size = point.workload, point.size
        self.points[point.key] = {
            "workload": workload.name,
            "title": workload.title,
            "types": point.types,
            "layout": point.layout,
            "m": size.m,
            "n": size.n,
            "k": size.k,
            "flops": point.flops,
            "classes": list(point.classes),
        }

    def add_sample(self, key, row, benchmark, rate):
        self.benchmarks.append(
            {**benchmark, "name": f"{key}/{row}", "GFLOP/s": rate}
        )
        self.__dict__.pop("_rates", None)

    def take_from(self, old, chosen):
        """Takes the points that an interrupted run of the same has measured, with all
        rows that are asked for; returns their keys."""
        for name in COMPARED:
            was, now = old.context.get(name), self.context.get(name)
            if was != now:
                raise Mistake(f"--resume: its {name} is {was}, and now it is {now}")
        done = {
            point.key
            for point, rows in chosen
            if all(old.rates(point.key, row.key) or old.why_not(point.key, row.key) for row in rows)
        }
        self.benchmarks += [
            entry for entry in old.benchmarks if entry["name"].rsplit("/", 1)[0] in done
        ]
        self.left_out += [entry for entry in old.left_out if entry["point"] in done]
        self.failed += [entry for entry in old.failed if entry["point"] in done]
        self.context = {**old.context, **self.context}
        self.labels = {**old.labels, **self.labels}
        self.kinds = {**old.kinds, **self.kinds}
        return done

    def leave_out(self, key, row, why):
        self.left_out.append({"point": key, "row": row, "why": why})

    def fail(self, key, row, why):
        self.failed.append({"point": key, "row": row, "why": why})

    def rates(self, key, row):
        """GFLOP/s of each repetition."""
        if "_rates" not in self.__dict__:
            self._rates = collections.defaultdict(list)
            for benchmark in self.benchmarks:
                self._rates[benchmark["name"]].append(benchmark["GFLOP/s"])
        return self._rates.get(f"{key}/{row}", [])

    def why_not(self, key, row):
        for entry in self.left_out + self.failed:
            if entry["point"] == key and entry["row"] == row:
                return entry["why"]
        return None

    def groups(self):
        """From (workload, types, layout) to keys of points, sizes ascending."""
        found = {}
        for key, point in self.points.items():
            name = (point["workload"], point["types"], point["layout"])
            found.setdefault(name, []).append(key)
        for keys in found.values():
            keys.sort(key=lambda key: self.points[key]["flops"])
        return found

    def rows_of(self, keys, kinds=None):
        """Rows measured at one of the points at least."""
        return [
            row
            for row in self.labels
            if (kinds is None or self.kinds[row] in kinds)
            and any(self.rates(key, row) for key in keys)
        ]

    def size(self, key):
        point = self.points[key]
        return Size(point["m"], point["n"], point["k"])

    def classes(self, keys):
        """The classes of these points that have any, in order."""
        return [
            name
            for name in (*CLASSES, "quick")
            if any(name in self.points[key]["classes"] for key in keys)
        ]

    def save(self, path):
        write(path, self.data(), indent=1)

    def save_short(self, path):
        """The same without what Google Benchmark says of each repetition besides its
        rate, which has four digits: to be kept with the sources."""
        data = self.data()
        del data["benchmarks"]
        rates = collections.defaultdict(list)
        for benchmark in self.benchmarks:
            rates[benchmark["name"]].append(f"{benchmark['GFLOP/s']:.4g}")
        data["rates"] = {name: " ".join(each) for name, each in rates.items()}
        write(path, data, indent=0, separators=(",", ":"))

    def data(self):
        return {"format": FORMAT, **{name: getattr(self, name) for name in SAVED}}


def write(path, data, **how):
    new = path.with_suffix(".new")
    new.write_text(json.dumps(data, **how) + "\n")
    new.rename(path)


SAVED = (
    "context", "points", "labels", "kinds", "benchmarks", "left_out", "failed",
)  # fmt: skip


def load(path):
    try:
        data = json.loads(path.read_text())
    except OSError as error:
        raise Mistake(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise Mistake(f"{path} is not JSON: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Mistake(f"{path} is no results.json of scripts/bench")
    if "rates" in data:
        data["benchmarks"] = [
            {"name": name, "GFLOP/s": float(rate)}
            for name, each in data["rates"].items()
            for rate in each.split()
        ]
    made = Results({})
    for name in SAVED:
        setattr(made, name, data[name])
    return made
