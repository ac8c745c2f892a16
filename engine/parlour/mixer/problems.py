"""The problems that keep a draft from being a mix that people can play, and the drafts that solve them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from parlour.base.diagnostics import listing
from parlour.base.printable import capitalised
from parlour.base.source import is_shipped
from parlour.checking.playable import MOST, making_room, nobody_plays
from parlour.documents.composition import Document, scalars
from parlour.documents.prose import label_of, value_in_words, value_text
from parlour.mixer.bench import MixBench, in_titles, titled
from parlour.mixing.needs import groups_of, reason_for
from parlour.mixing.recipes import Recipe

Titles = Mapping[str, str]
"""The titles of rules by their ids."""

_NAMED = 4  # rules of a group; more are not listed


@dataclass(frozen=True)
class Remedy:
    """A draft without the problem, and what it changes, as an imperative."""

    words: str
    draft: Recipe
    rules: tuple[str, ...] = ()
    """The rules that it adds or removes."""


@dataclass(frozen=True)
class Problem:
    message: str
    remedies: tuple[Remedy, ...]


def _removing(rule: Document, draft: Recipe, bench: MixBench, too: str = "") -> Remedy:
    return Remedy(f"remove {titled(rule.title)}{too}", bench.without_rule(rule.id, draft), (rule.id,))


def problems_of(draft: Recipe, bench: MixBench, changed: Collection[str] = ()) -> Iterator[Problem]:
    """Yield the problems of rules that lack another rule, or exclude one. A remedy keeps the `changed` rules as they
    are, where that is possible."""
    rules = bench.rules(draft)
    for rule in rules.values():
        yield from _lacking(rule, draft, rules, bench, changed)
        yield from _excluded(rule, draft, rules, bench, changed)


def _lacking(
    rule: Document, draft: Recipe, rules: Mapping[str, Document], bench: MixBench, changed: Collection[str]
) -> Iterator[Problem]:
    """Yield the needs of a rule that the draft doesn't meet."""
    groups = {group for other in rules.values() for group in groups_of(other)}
    for item in scalars(rule.node.get("needs")):
        words = item.value.split()
        group = " ".join(words[2:]) if words[:2] == ["one", "of"] else None
        if item.value in rules or group in groups:
            continue
        listed = [each.id for each in bench.library.listed("rule") if group is not None and each.group == group]
        holders = [holder for id in listed or words[-1:] if (holder := bench.rule(id)) is not None]
        taking = [new for new in map(rules.get, changed) if new and any(groups_of(new) & groups_of(h) for h in holders)]
        instead = f", and {titled(taking[0].title)} takes its place" if taking and len(holders) == 1 else ""
        reasons = [f": {reason}" for holder in holders if (reason := reason_for(rule, holder.id))]
        message = f"{titled(rule.title)} needs {_either(holders)}{instead}{''.join(reasons[:1])}."
        free = [h for h in holders if h.id not in changed and not any(groups_of(new) & groups_of(h) for new in taking)]
        adding = [Remedy(f"add {titled(h.title)}", bench.with_rule(h.id, draft), (h.id,)) for h in free]
        leave_out = _removing(rule, draft, bench, " too")
        yield Problem(message, (*adding, *([leave_out] if len(free) < len(holders) else ())))


def _either(holders: Sequence[Document]) -> str:
    """Return the titles of rules one of which is enough, or how many rules these are."""
    if not 0 < len(holders) <= _NAMED:
        return "one of several rules"
    return listing([titled(holder.title) for holder in holders], "or", quote="")


def _excluded(
    rule: Document, draft: Recipe, rules: Mapping[str, Document], bench: MixBench, changed: Collection[str]
) -> Iterator[Problem]:
    """Yield the rules of the draft that a rule excludes."""
    for item in scalars(rule.node.get("excludes")):
        other = rules.get(item.value)
        if other is None:
            continue
        reason = reason_for(rule, other.id) or reason_for(other, rule.id)
        because = f": {reason}" if reason else ""
        message = f"{titled(rule.title)} and {titled(other.title)} can't be in the same mix{because}."
        both = (rule, other)
        older = [each for each in both if each.id not in changed] or both
        yield Problem(message, tuple(_removing(each, draft, bench) for each in older))


def clash_problem(draft: Recipe, bench: MixBench, changed: Collection[str], titles: Titles) -> Problem | None:
    """Return an error in which rules of a draft come together, other than those of `problems_of`, if something can
    be done. A remedy removes one of these rules, not one that the person has `changed` if possible, or takes back an
    option."""
    error = next(iter(bench.errors(draft)), None)
    if error is None or bench.composed(draft)[0] is None:
        return None
    places = {place.source.name for place in (error.span, *(related.span for related in error.related)) if place}
    rules = [rule for rule in bench.rules(draft).values() if rule.source.name in places]
    older = [rule for rule in rules if rule.id not in changed] or rules
    removing = [_removing(rule, draft, bench) for rule in older] if len(rules) > 1 else []
    remedies = (*_taken_back(draft, bench, rules), *removing)
    own = not all(is_shipped(str(rule.path)) for rule in rules)
    help = f" ({error.help})" if own and error.help else ""
    return Problem(in_titles(f"{error.message}{help}.", titles), remedies) if remedies else None


def _taken_back(draft: Recipe, bench: MixBench, rules: Collection[Document]) -> Iterator[Remedy]:
    """Yield the drafts without a value of an option of these rules, if that is enough to solve the problem."""
    named = bench.options(draft)
    for name in draft.options:
        usual = draft.without_value(name)
        if name not in named or named[name].document not in rules or bench.errors(usual):
            continue
        value = value_in_words(value_text(bench.options(usual)[name]))
        yield Remedy(f'set "{label_of(named[name])}" back to {value}', usual)


def nobody_problem(draft: Recipe, bench: MixBench) -> Problem | None:
    """Return why nobody can play a draft without other problems, with options that make it playable."""
    composition, _ = bench.composed(draft)
    nobody = nobody_plays(composition, bench.program(draft), draft)
    if composition is None or nobody is None:
        return None
    named = bench.options(draft)
    remedies = []
    for values in islice(making_room(composition, None, draft), MOST):
        words = " and ".join(f'"{label_of(named[name])}" to {value_in_words(value)}' for name, value in values)
        remedies.append(Remedy(f"set {words}", draft.set_to(dict(values))))
    return Problem(f"{capitalised(nobody.message)}.", tuple(remedies))
