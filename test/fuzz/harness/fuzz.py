#!/usr/bin/env python3
"""Random nests, with and without the plugin, compared bit by bit.

    fuzz.py --plugin build/lib/Gemmify.so --work /tmp/w --seeds 0:20
    fuzz.py --plugin build/lib/Gemmify.so --work /tmp/w --minutes 60
    fuzz.py --plugin build/lib/Gemmify.so --work /tmp/w --target aarch64 --seeds 0:4

Each seed is a file of nests in C, or in IR, built under one set of flags. What
differs is shrunk and left in the work directory. The last lines say how many
nests were built, how many of them were rewritten and how many runs were compared.
"""

import argparse
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from batch import Batch, IRBatch
from targets import TARGETS


def batch_of(args, seed):
    """Every fourth seed is in IR, where no language was asked for."""
    in_c = args.groups or args.checks or args.complex or args.triangles
    if args.language == "both" and not in_c:
        quarter, rest = divmod(seed, 4)
        language, at = ("ir", quarter) if rest == 3 else ("c", 3 * quarter + rest)
    else:
        language, at = "c" if in_c else args.language, seed
    return (IRBatch if language == "ir" else Batch)(args, at)


def report(total):
    share = total["rewritten"] / max(total["nests"], 1)
    print(f"{total['nests']} nests, {total['rewritten']} rewritten ({share:.0%}), "
          f"{total['runs']} runs compared, {total['failures']} failures")
    print(f"{total['near']} of them only resemble products or do more than one; "
          f"{total['near rewritten']} rewritten")
    return share


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--clang", default="clang-22")
    parser.add_argument("--work", required=True)
    parser.add_argument("--seeds", default="0:", help="FIRST:LAST, LAST excluded")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--flags", default="", help="instead of the built-in sets")
    parser.add_argument("--native", action="store_true", help="use -march=native as well")
    parser.add_argument("--target", default="x86-64", choices=TARGETS)
    parser.add_argument("--language", default="both", choices=["both", "c", "ir"])
    parser.add_argument("--groups", action="store_true",
                        help="indices that several loops play, in C")
    parser.add_argument("--checks", action="store_true",
                        help="with a check at each access, in C")
    parser.add_argument("--triangles", action="store_true",
                        help="bounds that move with another loop, in C")
    parser.add_argument("--complex", action="store_true",
                        help="complex elements, in C")
    parser.add_argument("--shrink", type=int, default=60, help="most attempts")
    parser.add_argument("--least-share", type=float, default=0,
                        help="fail when a smaller share of nests is rewritten")
    args = parser.parse_args()
    first, _, last = args.seeds.partition(":")
    seed, end = int(first or 0), int(last) if last else sys.maxsize
    started = time.monotonic()
    total = Counter()
    while seed < end and time.monotonic() - started < args.minutes * 60:
        batch = batch_of(args, seed)
        try:
            hit, nests, runs, bad = batch.compare()
        except KeyboardInterrupt:
            break  # What has been compared so far counts.
        except subprocess.CalledProcessError:
            print(f"seed {seed}, {batch}\ncould not be built or run", flush=True)
            total["failures"] += 1
            seed += 1
            continue
        total.update(nests=len(nests), rewritten=len(hit), runs=runs,
                     near=sum(n.near is not None for n in nests))
        total["near rewritten"] += sum(n.near is not None for n in hit)
        for at, line in bad.items():
            print(f"seed {seed}, {batch}\n{line}", flush=True)
            if line.startswith("INVALID"):
                continue
            total["failures"] += 1
            if line.startswith("OTHER CODE"):
                print(batch.source(batch.nest(at)), flush=True)
                continue
            text = batch.reduce(at) if args.shrink else batch.source(batch.nest(at))
            out = Path(args.work) / f"failure-{seed}-{at}.{batch.kind.lower()}"
            out.write_text(f"{batch}\n{text}\n")
            print(out.read_text(), flush=True)
        seed += 1
    share = report(total)
    if not total["runs"] or share < args.least_share:
        print(f"too few nests were rewritten: {share:.0%}")
        total["failures"] += 1
    sys.exit(total["failures"] > 0)


if __name__ == "__main__":
    main()
