"""Mutants as one page of HTML: the rulesets line by line, each with the changes that no example notices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from parlour.coverage.ruleset_listing import ListedLine, State, heading, lines_without_examples, listing, whole
from parlour.mutation.mutants import Mutant
from parlour.mutation.report import Tried, percent, reason
from parlour.mutation.verdicts import STATUSES, Verdict, score

Judged = tuple[Mutant, Verdict]
MEANINGS = {
    "killed": "an example failed, so it proves this place",
    "survived": "all examples passed, although the game is different",
    "explained": "all examples passed, and a comment gives the reason",
    "refused": "the change leads to an error or a warning",
    "not told apart": "all examples passed, and random games show no difference",
    "the same game": "the change has no effect in any mix of the examples",
}


def page(tried: Sequence[Tried]) -> str:
    """Return the page as HTML."""
    intro = (
        "Each line shows the results of small changes to it. Point at a line, or tap it, to see them. The colours: "
        "<span class=full>noticed</span>, <span class=part>some noticed</span>, <span class=none>none noticed</span>."
    )
    rulesets = (part for number, each in enumerate(tried) for part in _ruleset(each, number, len(tried) == 1))
    return whole("Mutation", "Changes that the examples notice", intro, (*_summary(tried), *rulesets, *_legend()))


def _summary(tried: Sequence[Tried]) -> Iterator[str]:
    yield f"<table><thead><tr><th>ruleset<th>{'<th>'.join(STATUSES)}<th></thead>\n"
    for number, each in enumerate(tried):
        name = f'<a href="#r{number}">{escape(each.target.name)}</a>'
        yield f"<tr><td>{name}{_counts(each.verdicts)}\n"
    yield f"<tfoot><tr><td>together{_counts([pair for each in tried for pair in each.verdicts])}</tfoot></table>\n"


def _counts(judged: Sequence[Judged]) -> str:
    verdicts = [verdict for _, verdict in judged]
    counts = "".join(f"<td>{sum(v.status == status for v in verdicts) or ''}" for status in STATUSES)
    share = score(verdicts)
    return f'{counts}<td class="{_state(judged)}">{percent(share) if share is not None else "–"}'


def _state(judged: Sequence[Judged]) -> State:
    statuses = {verdict.status for _, verdict in judged}
    if "survived" in statuses:
        return "part" if "killed" in statuses else "none"
    return "full" if "killed" in statuses else ""


def _legend() -> Iterator[str]:
    yield "<h2>Results</h2>\n<dl>\n"
    for status in STATUSES:
        yield f"<dt>{status}<dd>{MEANINGS[status]}.\n"
    yield "</dl>\n"


# ---------------------------------------------------------------- one ruleset


def _ruleset(each: Tried, number: int, alone: bool) -> Iterator[str]:
    yield heading(each.target.document, number, alone or each.count("survived") > 0)
    yield from listing(lines_of(each))
    yield "</details>\n"


def lines_of(each: Tried) -> list[ListedLine]:
    """The lines of a ruleset with their states, without its examples."""
    document = each.target.document
    source = document.source
    here: dict[int, list[Judged]] = {}
    for mutant, verdict in each.verdicts:
        here.setdefault(mutant.place.line, []).append((mutant, verdict))

    def line(number: int) -> ListedLine:
        judged = sorted(here.get(number, []), key=lambda pair: STATUSES.index(pair[1].status))
        left = [pair for pair in judged if pair[1].status != "killed"]
        notes = [*map(_note, left), *_killed(len(judged) - len(left))]
        return ListedLine(number, source.line_text(number), _state(judged), tuple(notes))

    return lines_without_examples(document, line)


def _note(judged: Judged) -> str:
    mutant, verdict = judged
    words = f"{verdict.status}: {mutant.id} ({mutant.operator}): {mutant.sentence}"
    why = reason(verdict)
    return "\n".join([words, *([why] if why else []), *([verdict.example] if verdict.example else [])])


def _killed(count: int) -> Iterator[str]:
    if count:
        yield f"killed: {count} {'change' if count == 1 else 'changes'} to this line"
