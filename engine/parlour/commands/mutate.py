"""`parlour mutate`: breaks rulesets in small ways and lists the changes that no example notices."""

from __future__ import annotations

import math
import os
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parlour.base.diagnostics import Diagnostic, did_you_mean, render_text
from parlour.base.parallel import workers
from parlour.base.usage import UsageError
from parlour.commands.arguments import seconds, several
from parlour.documents import document as doc
from parlour.mutation import report
from parlour.mutation.edits import OPERATORS
from parlour.mutation.mutants import Mutant, Verdict, score
from parlour.mutation.report import Tried
from parlour.mutation.work import MutationPlan, Work, results
from parlour.reporting.suppressions import sift
from parlour.terminal.console import Console
from parlour.terminal.stopping import Stopped

GAMES = 100
MOST_NAMED = 3
WRITE_ONE = "write one in its file, or name a file that has one with `--examples`"
USUAL_SECONDS = 60.0  # for a report that nothing depends on; the mutants have at least half of it


def run(asked: Namespace, console: Console) -> int:
    if not asked.subjects:
        raise UsageError("missing ruleset", "give its id or file")
    if asked.all and asked.minutes is not None:
        raise UsageError("`--all` and `--minutes` exclude each other")
    begun = time.monotonic()
    until = math.inf if asked.minutes is None else begun + seconds(asked.minutes)
    whole = asked.all or asked.only or asked.sample is not None or asked.fail_under is not None
    plan = _plan(asked, shuffled=asked.minutes is not None or not whole)
    if asked.cluster is not None:
        with workers(len, None, asked.cluster):  # playing all examples first takes minutes
            pass
    console.busy("composing the mixes of all examples")
    jobs = asked.jobs or os.cpu_count() or 1
    work = Work.of(plan, jobs, lambda done, of: console.busy(f"{done}/{of} examples"))
    _check_names(work, plan)
    if asked.list:
        _list(work, asked.json, console)
        return 0
    unheard = _without_examples(work)
    if asked.minutes is None and not whole:
        until = max(begun + USUAL_SECONDS, time.monotonic() + USUAL_SECONDS / 2)
    tried, failing = _tried(work, jobs, asked.cluster, until, console)
    missing = sum(len(each.target.mutants) - len(each.verdicts) for each in tried)
    tried = [each for each in tried if each.target.name not in unheard]
    tried, comments = explain(tried, complete=not (missing or plan.only or plan.sample))
    _say(tried, asked, missing > 0, console)
    if comments:
        console.tell(render_text(comments))
    for name in unheard:
        console.tell(f"note: no example has `{name}` in its mix, so Parlour didn't change it; {WRITE_ONE}")
    if failing:
        count = "1 example fails" if len(failing) == 1 else f"{len(failing)} examples fail"
        names = "; ".join([*sorted(failing)[:MOST_NAMED], *(["…"] if len(failing) > MOST_NAMED else [])])
        console.tell(f"note: {count} without any change, and Parlour ignores such examples: {names}")
    if work.stopped:
        console.tell("stopped: Parlour didn't try the mutants that are missing here")
        raise Stopped
    if missing:
        total = sum(len(each.target.mutants) for each in tried)
        more = "" if asked.minutes is not None else "; `--all` tries them too, `--minutes 5` more of them"
        console.tell(f"note: the time was too short for {missing} of {total} mutants, chosen at random{more}")
    share = score([verdict for each in tried for _, verdict in each.verdicts])
    return 1 if asked.fail_under is not None and share is not None and share * 100 < asked.fail_under else 0


def _plan(asked: Namespace, shuffled: bool) -> MutationPlan:
    return MutationPlan(
        tuple(asked.subjects), tuple(asked.examples), _only(asked.only), asked.sample, asked.budget or GAMES,
        1 if asked.seed is None else asked.seed, trace=not asked.list, shuffled=shuffled,
    )  # fmt: skip


def _only(given: Sequence[str]) -> tuple[str, ...]:
    names = several(given)
    for name in names:
        if ":" not in name and name not in OPERATORS:
            help = did_you_mean(name, OPERATORS) or "`--list` shows the ids of mutants and their operators"
            raise UsageError(f"no operator `{name}`", help)
    return names


def _check_names(work: Work, plan: MutationPlan) -> None:
    if not work.targets:
        raise UsageError("only examples here: nothing to change", "name a game, a frame or a rule")
    mutants = {mutant.id for target in work.targets for mutant in target.mutants}
    for name in plan.only:
        if ":" in name and name not in mutants:
            raise UsageError(f"no mutant `{name}`", "the ids change with the file; `--list` shows them")


def _without_examples(work: Work) -> list[str]:
    """Leave out the mutants of rulesets that no example has in its mix, and return their names. Raise an error if that
    is all."""
    lacking = [target.name for target in work.targets if target.mutants and not target.pool.all]
    work.targets = tuple(replace(t, mutants=()) if t.name in lacking else t for t in work.targets)
    if lacking and not any(target.mutants for target in work.targets):
        raise UsageError("; ".join(f"no example has `{name}` in its mix" for name in lacking), WRITE_ONE)
    return lacking


def _list(work: Work, as_json: bool, console: Console) -> None:
    mutants = [mutant for target in work.targets for mutant in target.mutants]
    if as_json:
        console.say_json([report.mutant_data(mutant) for mutant in mutants])
        return
    for mutant in mutants:
        console.say(f"{mutant.id} ({mutant.edit.operator}), {mutant.edit.place.place}: {mutant.edit.sentence}")
    used = [name for name in OPERATORS if any(mutant.edit.operator == name for mutant in mutants)]
    if used:
        console.say()
    for name in used:
        count = sum(mutant.edit.operator == name for mutant in mutants)
        console.say(f"{count:5}  {name:15} {OPERATORS[name]}")
    console.say("1 mutant" if len(mutants) == 1 else f"{len(mutants)} mutants")


def _tried(
    work: Work, jobs: int, cluster: str | None, until: float, console: Console
) -> tuple[list[Tried], frozenset[str]]:
    """The tried mutants, and the examples that fail without a mutant."""
    verdicts: dict[str, Verdict] = {}
    failing: frozenset[str] = frozenset()
    total = sum(len(target.mutants) for target in work.targets)
    doing = results(work, jobs, cluster)
    try:
        console.busy(f"0/{total} mutants")
        for _, (done, more) in doing:
            verdicts |= {verdict.id: verdict for verdict in done}
            failing |= more
            survived = sum(verdict.status == "survived" for verdict in verdicts.values())
            console.busy(f"{len(verdicts)}/{total} mutants, {survived} survived")
            if work.stopped or time.monotonic() > until:
                break
    except KeyboardInterrupt:
        work.stopped = True
    finally:
        doing.close()
    tried = [Tried(t, tuple((m, verdicts[m.id]) for m in t.mutants if m.id in verdicts)) for t in work.targets]
    return tried, failing


CODE = "survived"


def explain(tried: Sequence[Tried], complete: bool) -> tuple[list[Tried], tuple[Diagnostic, ...]]:
    """Apply the comments in the rulesets to the survivors. Also return the findings about comments. If the run tried
    all mutants, they include unnecessary comments."""
    sources = [each.target.document.source for each in tried]
    survivors = [_finding(m) for each in tried for m, verdict in each.verdicts if verdict.status == "survived"]
    sifted = sift(survivors, sources, {CODE} if complete else ())
    reasons = {ignored.finding: f"because {ignored.by.reason}" for ignored in sifted.ignored}

    def explained(mutant: Mutant, verdict: Verdict) -> Verdict:
        note = reasons.get(_finding(mutant)) if verdict.status == "survived" else None
        return verdict if note is None else replace(verdict, status="explained", note=note)

    known = [replace(each, verdicts=tuple((m, explained(m, v)) for m, v in each.verdicts)) for each in tried]
    return known, tuple(finding for finding in sifted.reported if finding.code != CODE)


def _finding(mutant: Mutant) -> Diagnostic:
    """Return the finding about a mutant that survived. Its place is that of the mutant; in code of several lines
    without room for comments, all of it."""
    place = mutant.edit.place
    spans = (scalar.span for scalar in doc.inner_scalars(mutant.document.node))
    text = next((span for span in spans if span.start <= place.start and place.end <= span.end), place)
    if "\n" in text.text and not text.text.startswith("|"):
        place = text
    message = f"no example notices {mutant.id} ({mutant.edit.operator}): {mutant.edit.sentence}"
    return Diagnostic(CODE, message, place, "note")


def _say(tried: Sequence[Tried], asked: Namespace, stopped: bool, console: Console) -> None:
    def lines() -> Iterator[str]:
        for each in tried:
            yield from report.each_one(each) if asked.verbose else report.idle_parts(each)
            yield from report.survivors(each)
        yield from report.summary(tried)

    console.report(asked.json, lambda: report.data(tried, stopped), lines)


VALUES = {"games": GAMES}
