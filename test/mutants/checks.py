"""Finds the checks of the pass in its sources: what scripts/mutate leaves out.

A check is an operand of an `if` that refuses, of a predicate that is returned,
of a test that is emitted, or a condition that is noted for the guard.
"""

import pathlib
import re

from mutants.exempt import EXEMPT

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

FILES = [
    "pass/Gemmify.cpp",
    "pass/NestRewriter.cpp",
    "pass/rewrite/HostGate.cpp",
    "pass/kernel/runtime/KernelWorkspace.cpp",
    "pass/kernel/runtime/IndirectCheck.cpp",
    "pass/plan/PlanVersions.cpp",
    "lowering/arm/ArmVersions.cpp",
    "lowering/target/HostLimits.cpp",
    "lowering/x86/CpuModel.cpp",
    "lowering/x86/TilePermission.cpp",
    "lowering/x86/X86Versions.cpp",
    "lowering/x86/AmxEmitter.cpp",
    "lowering/core/LowerCarriedSums.cpp",
    "lowering/x86/RowAmx.cpp",
    "pass/plan/PlanNest.cpp",
    "pass/recognize/**/*.cpp",
    "pass/rewrite/**/*.cpp",
]

# Checks that no rule finds: a file, a text that occurs in it once, the text
# with %s around what is tested, and the kind.
SPECIAL = [
    ("pass/rewrite/guard/TileTest.cpp", "B.CreateSelect(IsLast, @IsPart@, IsFull)", "emit"),
    ("pass/rewrite/guard/TileTest.cpp", "B.CreateSelect(IsLast, IsPart, @IsFull@)", "emit"),
]

REFUSAL = re.compile(
    r"return ((std::nullopt|nullptr|false|\{\}|PreservedAnalyses::all\(\)"
    r"|WorkspaceHome::Stack);|fail\()|fail\(|Why = |(Result|Legal)\.Impossible = "
    r"|(Missed\.add|keep)\("
)
RETURN = re.compile(r"\breturn (?=[^;]*(?:&&|\|\| fail\())")
LEFT_ALONE = re.compile(r"bool isLeftAlone\([^)]*\) \{\s*return ")
COLLECTED = re.compile(r"\b(\w+) = \1 && ")
EMITTED = re.compile(
    r"\b(?:B\.Create(?:Logical)?And|(?:GuardEmitter::)?both|require)\("
)
NOTED = re.compile(
    r"^ *((?:Access(?:\.|->))?require\((?!const |B\.)|(?:N\.)?Conditions\.push_back\("
    r"|Checks\.push_back\(|Counters\.push_back\(|Required\.push_back\(|test\(\{"
    r"|Forms\.require\(|requireRanges?\(|noteEqual\(|keep\((?=Within|Can|Is)"
    r"|Result\.(?:EqualRows|Fixed|Places|Writes|Exact)\.push_back\("
    r"|bound\(|widenOn\(|dropOnArguments\(|Call->setMemoryEffects\()",
    re.M,
)
# What only passes on that there is nothing: leaving it out follows null.
PASSED_ON = re.compile(r"!?(?!Follows|MayAllocate|Signed|OnlyOne|IsMatched|Carried|Between|Way"
                       r"|InOrder|Varying|Forked|RunsOnceMore|Sound|Apart|InRange)\w+$")
EMITTERS = ("Guard.cpp", "ResidualGuard.cpp", "IndirectCheck.cpp", "InvariantLoads.cpp", "TileTest.cpp")


def blank(text):
    """The text with comments and literals as spaces, of the same length."""

    def spaces(match):
        return re.sub(r"[^\n]", " ", match.group())

    return re.sub(r'//[^\n]*|"(?:[^"\\\n]|\\.)*"', spaces, text)


def closing(code, at):
    """Position of the bracket that closes the one at \p at."""
    depth = 0
    for i in range(at, len(code)):
        if code[i] in "([{":
            depth += 1
        elif code[i] in ")]}":
            depth -= 1
            if depth == 0:
                return i
    raise SystemExit("mutate: unbalanced brackets")


def split(code, begin, end, separator):
    """The parts of [begin, end) between separators outside of brackets."""
    parts, start, i = [], begin, begin
    while i < end:
        if code[i] in "([{":
            i = closing(code, i) + 1
        elif code.startswith(separator, i):
            parts.append((start, i))
            i += len(separator)
            start = i
        else:
            i += 1
    parts.append((start, end))
    return parts


def trim(code, begin, end):
    while begin < end and code[begin].isspace():
        begin += 1
    while begin < end and code[end - 1].isspace():
        end -= 1
    return begin, end


class Check:
    """One check: how it is switched and where it stands."""

    def __init__(self, file, text, begin, end, kind):
        self.file, self.begin, self.end, self.kind = file, begin, end, kind
        self.line = text.count("\n", 0, begin) + 1
        self.text = " ".join(text[begin:end].split())
        self.name = f"{file}:{self.line}: {self.text[:90]}"
        self.function = heading(text, begin)
        # Stays the same when lines move.
        self.key = f"{file}|{self.function}|{self.text}"

    def insertions(self):
        before = {
            "refuse": f"::gemmify::mutant::refuses({self.number}, bool(",
            "declare": f"::gemmify::mutant::refuses({self.number}, (",
            "hold": f"::gemmify::mutant::holds({self.number}, bool(",
            "emit": f"::gemmify::mutant::tests({self.number}, (",
            # With its own else, as one may follow.
            "note": f"if (!::gemmify::mutant::notes({self.number})) {{}} else ",
        }[self.kind]
        return [(self.begin, before), (self.end, "" if self.kind == "note" else "))")]


def heading(text, at):
    """The line that opens the function around \p at."""
    for line in reversed(text[:at].split("\n")):
        if re.match(r"(  )?[A-Za-z].*[({,]$|(  )?[A-Za-z].*\) (const )?\{$", line) and not re.match(
            r" *(if|for|while|switch|else|return|namespace|class|struct|do)\b", line
        ):
            return line.strip()
    return ""


def statement(code, at):
    """The statement behind a condition: its text, or that of its block."""
    begin, _ = trim(code, at, len(code))
    if code[begin] == "{":
        return code[begin + 1 : closing(code, begin)]
    return code[begin : code.index(";", begin) + 1]


def find_refusals(file, text, code):
    for match in re.finditer(r"\bif \(", code):
        begin, end = match.end(), closing(code, match.end() - 1)
        body = statement(code, end + 1)
        last = body.rstrip().rstrip(";").split(";")[-1].strip() + ";"
        if not (REFUSAL.match(body.strip()) or REFUSAL.match(last)):
            continue
        parts = split(code, begin, end, ";")
        begin, end = trim(code, *parts[-1])
        declared = re.match(r"[\w:<>,&* \n]+ [*&]?\w+\s*= ", code[begin:end])
        if declared and len(parts) == 1:
            yield Check(file, text, begin + declared.end(), end, "declare")
            continue
        chooses = len(split(code, begin, end, "?")) > 1
        for part in [(begin, end)] if chooses else split(code, begin, end, "||"):
            yield Check(file, text, *trim(code, *part), "refuse")


def find_predicates(file, text, code):
    for match in RETURN.finditer(code):
        begin = match.end()
        try:
            end = next(e for s, e in split(code, begin, len(code), ";")[:1])
        except StopIteration:
            continue
        if "?" in code[begin:end] and re.search(r"\?[^;]*:", code[begin:end]):
            ternary = split(code, begin, end, "?")
            if len(ternary) > 1:
                end = ternary[0][1]
        if code[begin:end].lstrip().startswith("["):
            continue
        for part in split(code, begin, end, "&&"):
            for choice in split(code, *part, "||")[:1]:
                yield Check(file, text, *trim(code, *choice), "hold")
    for match in LEFT_ALONE.finditer(code):
        begin, end = match.end(), code.index(";", match.end())
        for part in split(code, begin, end, "||"):
            yield Check(file, text, *trim(code, *part), "refuse")
    for match in COLLECTED.finditer(code):
        end = split(code, match.end(), len(code), ";")[0][1]
        yield Check(file, text, *trim(code, match.end(), end), "hold")


def in_list(code, begin, end):
    """What is in the braces of a list of conditions, or the argument itself."""
    if code[begin:end].startswith("{"):
        return [trim(code, *p) for p in split(code, begin + 1, end - 1, ",")]
    return [(begin, end)]


def find_emitted(file, text, code):
    if not file.endswith(EMITTERS):
        return
    for match in EMITTED.finditer(code):
        begin, end = match.end(), closing(code, match.end() - 1)
        parts = [p for argument in split(code, begin, end, ",") for p in in_list(code, *trim(code, *argument))]
        texts = [code[b:e] for b, e in parts]
        if any("Value *" in t or "IRBuilderBase" in t for t in texts):
            continue  # A declaration.
        assigned = re.search(r"(\w+)\s*=\s*(?:GuardEmitter::)?$", code[max(0, match.start() - 40) : match.start()])
        target = assigned.group(1) if assigned else None
        if match.group().startswith("require") and texts[0].startswith("B.CreateAnd("):
            continue
        for (b, e), t in zip(parts, texts):
            if t in ("B", target) or t.startswith('"'):
                continue
            yield Check(file, text, b, e, "emit")


def find_noted(file, text, code):
    for match in NOTED.finditer(code):
        if file.endswith("IndirectCheck.cpp"):
            continue
        begin = match.start(1)
        if re.search(r"(?:[;{})]|\belse)\s*$", code[:begin]):  # Not a part of an expression.
            yield Check(file, text, begin, code.index(";", begin) + 1, "note")


def find_special(file, text):
    for where, marked, kind in SPECIAL:
        if where != file:
            continue
        before, tested, after = marked.split("@")
        whole = before + tested + after
        if text.count(whole) != 1:
            raise SystemExit(f"mutate: {file} does not contain once: {whole}")
        begin = text.index(whole) + len(before)
        yield Check(file, text, begin, begin + len(tested), kind)


def find_checks():
    """All checks with their numbers; those that are exempt have a reason."""
    checks, used = [], set()
    for pattern in FILES:
        paths = sorted(ROOT.glob(pattern))
        if not paths:
            raise SystemExit(f"mutate: no file {pattern}")
        for path in paths:
            file = str(path.relative_to(ROOT))
            text = path.read_text()
            code = blank(text)
            found = [
                *find_refusals(file, text, code),
                *find_predicates(file, text, code),
                *find_emitted(file, text, code),
                *find_noted(file, text, code),
                *find_special(file, text),
            ]
            spans = {}
            for check in found:
                if check.kind in ("refuse", "hold") and PASSED_ON.match(check.text):
                    continue
                spans.setdefault((check.begin, check.end), check)
            checks += sorted(spans.values(), key=lambda c: (c.begin, -c.end))
    for number, check in enumerate(checks, 1):
        check.number = number
        check.exempt = None
        for entry in EXEMPT:
            file, part, why = entry
            if check.file.endswith("/" + file) and (
                part == check.text or part.endswith("(") and part in check.function
            ):
                check.exempt = why
                used.add(entry)
    unused = [e for e in EXEMPT if e not in used]
    if unused:
        raise SystemExit(f"mutate: exempt, but not found: {unused[0][:2]}")
    return checks
