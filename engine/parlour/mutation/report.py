"""The result of a run in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.base.diagnostics import listing
from parlour.documents.composition import Document
from parlour.mutation.mutants import STATUSES, Mutant, Verdict, score
from parlour.mutation.work import Target

INDENT = "  "
MOST_LINES = 30  # of an example; nobody reads the moves of a longer one
WHOLE = ("drop-action", "drop-clause", "drop-hook", "drop-power", "drop-rule")


@dataclass(frozen=True)
class Tried:
    """A ruleset and its tried mutants, each with its verdict."""

    target: Target
    verdicts: tuple[tuple[Mutant, Verdict], ...]

    def count(self, status: str) -> int:
        return sum(verdict.status == status for _, verdict in self.verdicts)

    @property
    def score(self) -> float | None:
        return score([verdict for _, verdict in self.verdicts])


def summary(tried: Sequence[Tried]) -> Iterator[str]:
    """One line for each ruleset, and one for all of them."""
    for each in tried:
        yield f"{each.target.name}: {_counted(each)}"
    if len(tried) > 1:
        verdicts = [verdict for each in tried for _, verdict in each.verdicts]
        counts = ", ".join(f"{sum(v.status == s for v in verdicts)} {s}" for s in STATUSES)
        yield f"{len(tried)} rulesets, {_mutants(len(verdicts))}: {counts}{_share(verdicts)}"


def _counted(tried: Tried) -> str:
    if not tried.verdicts:
        return "no mutants tried" if tried.target.mutants else _nothing(tried.target.document)
    counts = ", ".join(f"{n} {status}" for status in STATUSES if (n := tried.count(status)))
    return f"{_mutants(len(tried.verdicts))}: {counts}{_share([verdict for _, verdict in tried.verdicts])}"


def _nothing(document: Document) -> str:
    """Return `nothing to change`, and where a game has its members instead."""
    others = [*document.strings("extends"), *document.strings("uses")]
    return f"nothing to change; its members are in {listing(others, 'and')}" if others else "nothing to change"


def _mutants(count: int) -> str:
    return "1 mutant" if count == 1 else f"{count} mutants"


def _share(verdicts: Sequence[Verdict]) -> str:
    """The share of killed mutants and what it is a share of, unless all were killed."""
    share = score(verdicts)
    if share is None or all(verdict.status == "killed" for verdict in verdicts):
        return ""
    return f" (killed: {percent(share)} of those known to matter)"


def percent(share: float) -> str:
    """Return a share in percent, rounded down, so that 100 % means all."""
    return f"{int(share * 100)} %"


def survivors(tried: Tried) -> Iterator[str]:
    """The survivors: their changed lines, the difference, and an example that would notice it."""
    for mutant, verdict in tried.verdicts:
        if verdict.status != "survived":
            continue
        yield f"{mutant.edit.place.place}: note: no example notices {mutant.id} ({mutant.edit.operator}) [survived]"
        old, new = mutant.diff()
        yield from (f"{INDENT}- {line.strip()}" for line in old)
        yield from (f"{INDENT}+ {line.strip()}" for line in new if line.strip() or not old)
        yield f"{INDENT}difference: {verdict.note}"
        yield from _example(verdict.example.splitlines())
        yield ""


def _example(lines: Sequence[str]) -> Iterator[str]:
    if len(lines) > MOST_LINES:
        yield f"{INDENT}an example that notices it has {len(lines)} lines: `--json` shows it"
    elif lines:
        yield f"{INDENT}an example that notices it, if the current rules are right:"
        yield from (f"{INDENT * 2}{line}" for line in lines)


def idle_parts(tried: Tried) -> Iterator[str]:
    """One line for each whole part, such as a clause or a power, without which no game was different."""
    for mutant, verdict in tried.verdicts:
        if verdict.status == "not told apart" and mutant.edit.operator in WHOLE:
            place, games = mutant.edit.place.place, f"{verdict.games} games" if verdict.games != 1 else "1 game"
            yield f"{place}: note: {mutant.id} {mutant.edit.sentence}, and {games} show no difference"


def each_one(tried: Tried) -> Iterator[str]:
    """One line for each mutant."""
    for mutant, verdict in tried.verdicts:
        edit = mutant.edit
        yield f"{verdict.status}: {mutant.id} ({edit.operator}), {edit.place.place}: {edit.sentence}"
        why = reason(verdict)
        if why:
            yield f"{INDENT}{why}"


def reason(verdict: Verdict) -> str:
    """The reason for the verdict about a mutant, or the place where the difference shows."""
    match verdict.status:
        case "killed":
            return f"by {verdict.by}"
        case "refused":
            return f"{verdict.by}: {verdict.note}"
        case "not told apart":
            return f"in {verdict.games} games" if verdict.games != 1 else "in 1 game"
        case _:
            return verdict.note


def data(tried: Sequence[Tried], stopped: bool) -> dict[str, object]:
    verdicts = [verdict for each in tried for _, verdict in each.verdicts]
    return {
        "rulesets": [_ruleset_data(each) for each in tried],
        "mutants": [_mutant_data(each, m, v) for each in tried for m, v in each.verdicts],
        "killed": score(verdicts),
        "stopped": stopped,
    }


def _ruleset_data(tried: Tried) -> dict[str, object]:
    counts: dict[str, object] = {status: tried.count(status) for status in STATUSES}
    file = tried.target.document.source.name
    return {"ruleset": tried.target.name, "file": file, "mutants": len(tried.verdicts), **counts, "share": tried.score}


def _mutant_data(tried: Tried, mutant: Mutant, verdict: Verdict) -> dict[str, object]:
    return {
        **mutant_data(mutant),
        "ruleset": tried.target.name,
        "status": verdict.status,
        "by": verdict.by or None,
        "note": verdict.note or None,
        "example": verdict.example or None,
        "games": verdict.games,
    }


def mutant_data(mutant: Mutant) -> dict[str, object]:
    old, new = mutant.diff()
    change = {"operator": mutant.edit.operator, "change": mutant.edit.sentence, "at": mutant.edit.place.data}
    return {"id": mutant.id, **change, "old": old, "new": new}
