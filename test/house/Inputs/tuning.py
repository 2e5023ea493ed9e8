"""Where numeric constants stand: tuning.py ROOT

Names every numeric constexpr of pass/plan, pass/kernel and pass/rewrite that is
not in the list below, every entry of the list that there is none of, and every
field of intrinsic/Tuning.h without a word on where its value comes from.
"""

import pathlib
import re
import sys

FOLDERS = ("pass/plan", "pass/kernel", "pass/rewrite")
# What decides what is right, how memory is laid out or what an instruction
# takes, and not time.
STRUCTURAL = {
    "pass/plan/PlanCheck.h": "MaxBlock MaxTile MaxKR MaxCacheBytes",  # Of options.
    "pass/plan/Options.h": "MaxThreads",  # So that steps are counted.
    "pass/plan/BlockingPlan.cpp": "Unit",  # Of fixed-point numbers.
    "pass/kernel/emit/RunTable.h": "EntryBytes",
    "pass/kernel/pack/Pack.cpp": "Lines",  # That one shuffle takes.
    "pass/kernel/pack/PackLongGroups.cpp": "Few",  # That one transposition takes.
    # Of cutting, so that none is another; of a record's room.
    "pass/kernel/pack/KeptPacking.h": "Ways MaxKeptKey",
    # LLVM's; of operands of operands.
    "pass/rewrite/chunks/LargerChunks.cpp": "Dynamic Guided Modifiers OwnArguments Deepest",
    "pass/kernel/runtime/IndirectCheck.cpp": "MaxWidthBits",  # So that sums do not wrap.
    "pass/kernel/runtime/ErrnoPlace.h": "ErrnoBytes",  # Of an int.
    "pass/kernel/runtime/KernelWorkspace.h": "WorkspaceAlign",
    # The last to be called; Linux's flag and the words of a set of signals.
    "pass/kernel/runtime/Team.cpp": "StartPriority SignalBlock SignalWords",
    # The pool's layout, which its name tells, and Linux's flags.
    "pass/kernel/runtime/WorkspacePool.cpp": "Slots HeaderBytes Protection Mapping",
    "pass/kernel/tile/MicroKernel.cpp": "GroupCols",  # That two distances reach.
    "pass/kernel/tile/SkinnyTile.cpp": "TallColumn",  # Of a switch.
    "pass/rewrite/version/ShortLoops.cpp": "MostUnrolled",  # LLVM's.
    # That a guard tells apart; LLVM's.
    "pass/rewrite/normalize/HeldElements.cpp": "MostBlocks",  # On a way.
    "pass/rewrite/normalize/StoredRows.cpp": "MostBits",  # That do not wrap.
    "pass/rewrite/distribute/ResidualLegality.cpp": "MaxPairs MostVectorBytes",
    # Of a path, of calls in calls; of one function.
    "pass/rewrite/accessors/Accessor.cpp": "MostInstructions Deepest MostInside",
    "pass/rewrite/accessors/FailureVariables.cpp": "Most",  # Of bytes.
    "pass/rewrite/accessors/OpenedFunction.cpp": "MostCalls",
    "pass/rewrite/guard/ColumnTest.cpp": "Params",
    "pass/rewrite/guard/Guard.h": "MaxTrip",  # So that products do not wrap.
    "pass/rewrite/groups/GroupLoop.cpp": "Deepest",  # Of operands of operands.
    "pass/rewrite/normalize/CaseBranches.cpp": "MostCases",  # Of a switch.
    "pass/rewrite/normalize/CheckConditions.cpp": "MostParts",  # Of a condition.
    "pass/rewrite/normalize/CheckedMemory.cpp": "Near",  # Bytes of one header.
    "pass/rewrite/normalize/ChosenElements.cpp": "Deepest",  # Of operands of operands.
    "pass/rewrite/normalize/ChosenStrides.cpp": "MostSteps",  # Of operands, and users.
    # Of operands of operands, on the way to a nest.
    "pass/rewrite/normalize/EqualBlocks.cpp": "MostInBlock",
    "pass/rewrite/normalize/FixedValues.cpp": "Deepest MostBlocks",
    "pass/rewrite/normalize/EarlyExits.cpp": "MostInBlock",
    "pass/rewrite/normalize/KnownExits.cpp": "MostBlocks",
    "pass/rewrite/normalize/IndexForm.cpp": "Deepest",  # Of operands of operands.
    "pass/rewrite/normalize/JoinedParts.cpp": "Deepest",  # Of phis of phis.
    "pass/rewrite/normalize/SumNest.cpp": "Deepest",  # Of operands of operands.
    "pass/rewrite/normalize/IndexForm.h": "Wide",  # Bits that forms are computed in.
    "pass/rewrite/normalize/NestChecks.cpp": "MostBounds",  # Of a test.
    "pass/rewrite/normalize/NestChecks.h": "MostRepeatsBits",  # So that i128 is enough.
    "pass/rewrite/normalize/TableValues.cpp": "Deepest",  # Of operands of operands.
    "pass/rewrite/normalize/MiddleIteration.cpp": "Deepest",  # Of operands of operands.
    "pass/rewrite/normalize/EarlierValues.cpp": "MostMoved",  # Of an address.
    "pass/rewrite/normalize/SumsInTurn.cpp": "MostUsers",  # Of a sum.
    "pass/rewrite/normalize/WindowSteps.cpp": "FewestSteps MostLoops",  # Of a window.
    "pass/rewrite/normalize/TrialReader.h": "Deepest",  # Copies of copies.
    # So that sides do not wrap.
    "pass/rewrite/padding/PaddingGuard.cpp": "MostIterations SideBits",
    # Of operands of operands, of a sum whose multiples float holds, of usual numbers.
    "pass/rewrite/recovery/Magnitudes.cpp": "Deepest Least",
    "pass/rewrite/recovery/Magnitudes.h": "StepBits PerStepBits MostSteps",
    "pass/rewrite/skips/ElementTest.cpp": "MostCode",  # Of a test.
    # Of loops in loops, and what SharedTuning has.
    "pass/rewrite/staircase/ModelAsks.cpp": "Deepest",  # Of operands of operands.
    "pass/rewrite/staircase/BlockLoops.cpp": "Deepest Rows",
    "pass/rewrite/staircase/BlockSchedule.cpp": "MostOthers Places",  # Of ways.
    # Positions and constants, so that sums do not wrap.
    "pass/rewrite/staircase/ModelBuilder.h": "BlockLength MostInBlock MostPlus",
    "pass/rewrite/staircase/ModelNest.h": "NoLoop",
    "pass/rewrite/tables/RowNumbers.cpp": "Deepest",  # Of operands of operands.
    "pass/rewrite/pivots/StepProof.h": "Root",  # The loop around all others.
    "pass/rewrite/pivots/WaitingColumns.cpp": "Root",
    "pass/rewrite/staircase/ModelAside.cpp": "Most",  # Rows beside another.
    "pass/rewrite/staircase/ModelStatements.cpp": "Most",  # Rows beside another.
    "pass/rewrite/staircase/ModelValues.cpp": "MostParts",  # Of one value.
    "pass/rewrite/staircase/PlainSums.cpp": "MostParts",  # Of one sum.
    "pass/rewrite/staircase/StaircaseGuard.cpp": "SizeBits",  # So that products do not wrap.
    "pass/rewrite/version/BranchWeights.cpp": "Likely",  # The weight of a branch.
}
NUMBER = r"(?:unsigned|int|size_t|float|double|auto|u?int\d+_t)"
CONSTANT = re.compile(r"\bconstexpr\s+(?:static\s+)?" + NUMBER + r"\s+(\w+\s*(?:=|\{)[^;]*);")
FIELD = re.compile(r"^\s*(?:static constexpr )?uint64_t (\w+) = [^;]*;(.*)$")
ORIGIN = re.compile(r"\[[^\]]+\]")


def constants(text):
    for match in CONSTANT.finditer(text):
        # Declarators after the first follow a comma: A = 1, B = 2.
        yield from re.findall(r"(?:^|,\s*)(\w+)\s*[={]", match.group(1))


def complaints(root):
    expected = {(path, name) for path, names in STRUCTURAL.items() for name in names.split()}
    found = set()
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                where = str(path.relative_to(root))
                found |= {(where, name) for name in constants(path.read_text())}
    for where, name in sorted(found - expected):
        yield f"{where}: {name} belongs to intrinsic/Tuning.h, or to the list of {__file__}"
    for where, name in sorted(expected - found):
        yield f"{__file__}: {where} has no {name}"
    if not found:
        yield "found no constants at all"


def without_origin(root):
    comment, fields = "", 0
    names = ("intrinsic/Tuning.h", "intrinsic/SharedTuning.h")
    lines = [line for name in names for line in (root / name).read_text().splitlines()]
    for line in lines:
        match = FIELD.match(line)
        if match:
            fields += 1
            if not ORIGIN.search(comment + match.group(2)):
                yield f"intrinsic/Tuning.h: {match.group(1)} does not say where it comes from"
        comment = comment + line.strip() + " " if line.lstrip().startswith("///") else ""
    if not fields:
        yield "found no fields in intrinsic/Tuning.h"


def main():
    root = pathlib.Path(sys.argv[1])
    wrong = list(complaints(root)) + list(without_origin(root))
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
