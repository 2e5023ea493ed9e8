"""Runs the measuring program, point by point."""

import json
import os
import subprocess
import time

from .workloads import Mistake

# Libraries choose their kernels by themselves, whatever the environment says;
# libraries/Kernels.h helps those that do not know the processor.
FORGET = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE", "BLIS_ARCH_TYPE")
# Without AVX-512 of ours, there is none of theirs.
AVX2_ONLY = {
    "OPENBLAS_CORETYPE": "Haswell",
    "BLIS_ARCH_TYPE": "3",  # Haswell's place in its table.
    "DNNL_MAX_CPU_ISA": "AVX2",
    "LIBXSMM_TARGET": "hsw",
}


class Runner:
    def __init__(self, program, folder, results, options):
        self.program = program
        self.folder = folder
        self.results = results
        self.options = options
        # GFLOP/s so far, by workload, types, layout and row.
        self.speed = {}

    def expected(self, point, row):
        """Seconds of one product, judged by the smaller ones; 0 if unknown."""
        rate = self.speed.get(self.series(point, row))
        return point.flops / rate * 1e-9 if rate else 0

    def remember(self, point, rows):
        """The speed at a point that was measured before."""
        for row in rows:
            rates = self.results.rates(point.key, row.key)
            if rates:
                self.speed[self.series(point, row)] = rates[-1]

    @staticmethod
    def series(point, row):
        return (point.workload.name, point.types, point.layout, row.key)

    def point(self, point, rows, threads=1):
        """Measures the rows, which are pairs of row and object."""
        chosen = []
        for row, path in rows:
            if self.expected(point, row) > row.limit:
                self.results.leave_out(point.key, row.key, "too slow")
            else:
                chosen.append((row, path))
        if not chosen:
            return
        # The JSON is of this run: none is left from another.
        output = self.folder / "point.json"
        output.unlink(missing_ok=True)
        command = [str(self.program), *self.arguments(point, chosen, threads)]
        command += [
            "--benchmark_enable_random_interleaving=true",
            f"--benchmark_out={output}",
            "--benchmark_out_format=json",
        ]
        with open(self.folder / "measure.log", "w") as log:
            log.write(" ".join(command) + "\n\n")
            log.flush()
            ran = subprocess.run(
                command, stdout=log, stderr=log, env=self.environment()
            )
        if ran.returncode:
            tail = (self.folder / "measure.log").read_text().splitlines()[-3:]
            what = f"signal {-ran.returncode}" if ran.returncode < 0 else "an error"
            why = f"the measuring program ended with {what}: {' '.join(tail)[-300:]}"
            if len(chosen) == 1:
                self.results.fail(point.key, chosen[0][0].key, why)
                return
            # One of them does it: each by itself.
            for pair in chosen:
                self.point(point, [pair], threads)
            return
        try:
            self.take(point, chosen, json.loads(output.read_text()), threads)
        except (OSError, ValueError) as error:
            raise Mistake(f"the measuring program wrote no result: {error}") from None

    def arguments(self, point, rows, threads):
        workload, size, options = point.workload, point.size, self.options
        values = {
            "types": point.types,
            "layout": point.layout,
            "m": size.m,
            "n": size.n,
            "k": size.k,
            "batch": workload.batch,
            "pad": workload.pad,
            "alpha": workload.alpha,
            "beta": workload.beta,
            "processor": options.processor,
            "threads": threads,
            "repetitions": options.repetitions,
            "seconds": options.seconds,
            "mintime": options.mintime,
        }
        for key, value in self.results.context.items():
            values[f"context.{key}"] = value
        yield from (f"{key}={value}" for key, value in values.items())
        for row, path in rows:
            yield f"row={row.bits},{row.key},{row.limit},{path}"

    def environment(self):
        kept = {k: v for k, v in os.environ.items() if k not in FORGET}
        if self.options.march == "x86-64-v3":
            kept.update(AVX2_ONLY)
        return kept

    def take(self, point, rows, data, threads):
        known = {row.key: row for row, _ in rows}
        for key, value in data["context"].items():
            if key.startswith("version."):
                self.results.context[key] = value
        for benchmark in data["benchmarks"]:
            key = benchmark["name"].split("/")[0]
            if benchmark.get("error_occurred"):
                self.refuse(point, key, benchmark["error_message"])
            elif benchmark["run_type"] == "iteration":
                if key == "peak":
                    rate = benchmark["GFLOP/s"]
                else:
                    # One thread's own time is its speed, also while other
                    # programs want the processor.
                    spent = "cpu_time" if threads == 1 else "real_time"
                    rate = point.flops / benchmark[spent]
                    self.speed[self.series(point, known[key])] = rate
                self.results.add_sample(point.key, key, benchmark, rate)

    def refuse(self, point, key, why):
        if self.results.why_not(point.key, key):
            return
        if why == "too slow" or why.startswith("not installed"):
            self.results.leave_out(point.key, key, why)
        else:
            self.results.fail(point.key, key, why)


class Progress:
    """One line that says what happens, or one per step where it is no terminal."""

    def __init__(self, stream):
        self.stream = stream
        self.started = time.monotonic()
        self.last = ""

    def __call__(self, text):
        spent = int(time.monotonic() - self.started)
        line = f"[{spent // 60:3d}:{spent % 60:02d}] {text}"
        if self.stream.isatty():
            self.stream.write("\r\033[K" + line[:110])
        elif text.split(":")[0] != self.last:
            self.stream.write(line + "\n")
            self.last = text.split(":")[0]
        self.stream.flush()

    def close(self):
        if self.stream.isatty():
            self.stream.write("\r\033[K")
