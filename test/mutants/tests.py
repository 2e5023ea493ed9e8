"""Which tests see a check decide, and which fail when it is left out."""

import json
import os
import re
import signal
import subprocess
import sys
import time

from mutants.switches import BUILD, SOURCE, WORK

CORPUS = "recognize/corpus"  # Its programs are tests of their own.
# What notices every check and takes seconds: guards.test lets each condition of
# a run-time test fail alone. Tiles are not in them.
QUICK = r"^((recognize|rewrite|plan|pipeline)/|exec/(guards|amx)\.test|lowering/(targets\.ll|random-products-amx))"


def first_failure(tests, timeout=900, **environment):
    """The first of \p tests that fails, or None. The programs of the corpus are
    compiled together, and so are other tests given together run."""
    if not tests:
        return None
    if tests[0].startswith(CORPUS):
        only = "/(" + "|".join(re.escape(t) for t in tests) + ")$"
        command = [SOURCE / "scripts/recognition", "--check", "--only", only,
                   "--plugin", BUILD / "lib/Gemmify.so"]
    else:
        command = ["lit-22", "-q", "-j1", "--max-failures=1"]
        command += [BUILD / "test" / t for t in tests]
    process = subprocess.Popen(
        command, env={**os.environ, **environment}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )
    try:
        output, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # With all that it has started.
        process.communicate()
        return tests[0]
    if process.returncode == 0:
        return None
    named = re.search(r"Gemmify :: (\S+)|^(\S+/\S+\.\w+): ", output, re.M)
    if not named:
        return tests[0]
    return named.group(1) or f"{CORPUS}/{named.group(2)}"


def all_tests(pattern):
    shown = subprocess.run(
        ["lit-22", "--show-tests", BUILD / "test"], check=True, capture_output=True, text=True
    ).stdout
    tests = re.findall(r"Gemmify :: (\S+)", shown)
    for own in ("recognize/corpus.test", "rewrite/mutations.test"):
        tests.remove(own)
    programs = sorted((SOURCE / "test" / CORPUS).glob("*/*.*"))
    tests += [str(p.relative_to(SOURCE / "test")) for p in programs]
    return [t for t in tests if re.search(pattern, t)]


class Deciding:
    """Which checks decide something in which test; kept between runs."""

    def __init__(self, checks):
        self.file = WORK / "deciding.json"
        self.data = json.loads(self.file.read_text()) if self.file.exists() else {}
        self.checks = {c.number: c for c in checks}

    def stamp(self, test):
        """When the test or what lies beside it for tests to use has changed."""
        file = SOURCE / "test" / test
        beside = [*file.parent.glob("Inputs/*"), *file.parent.glob("harness/*")]
        return max(f.stat().st_mtime for f in (file, *beside))

    def learn(self, test):
        log = WORK / ("log-" + test.replace("/", "-"))
        log.unlink(missing_ok=True)
        stamp = self.stamp(test)
        begin = time.monotonic()
        passes = first_failure([test], GEMMIFY_MUTANT_LOG=str(log)) is None
        seconds = time.monotonic() - begin
        numbers = {int(n) for n in log.read_text().split()} if log.exists() else set()
        log.unlink(missing_ok=True)
        self.data[test] = {
            "stamp": stamp, "passes": passes, "seconds": seconds,
            "keys": sorted(self.checks[n].key for n in numbers),
        }
        self.file.write_text(json.dumps(self.data, indent=0))

    def learn_all(self, tests, again):
        for test in tests:
            known = self.data.get(test)
            if again or not known or known["stamp"] != self.stamp(test):
                self.learn(test)
                if not self.data[test]["passes"]:
                    print(f"{test} fails with all checks in place", file=sys.stderr)

    def tests_for(self, check, tests):
        """In groups that are run together, quick ones first."""
        def seconds(test):
            return self.data[test]["seconds"]

        fit = [t for t in tests if self.data[t]["passes"] and check.key in self.data[t]["keys"]]
        fit.sort(key=seconds)
        corpus = [t for t in fit if t.startswith(CORPUS)]
        others = [t for t in fit if not t.startswith(CORPUS)]
        quick = [t for t in others if seconds(t) < 5]
        if check.kind == "emit":
            corpus = []  # Only compiled.
        return [quick, corpus[:60], *([t] for t in others[len(quick):])]

    def patience(self, tests):
        """Seconds after which \p tests hang, which is a failure."""
        return 30 + 5 * sum(self.data[t]["seconds"] for t in tests)


def find_killer(check, deciding, tests):
    for group in deciding.tests_for(check, tests):
        killer = first_failure(group, deciding.patience(group), GEMMIFY_MUTANT=str(check.number))
        if killer:
            return killer
    return None
