"""The rules of a family or of a game, and the games that have two of them."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence

from parlour.documents.composition import Document
from parlour.library.library import Library, frames_of
from parlour.mixing.compose import compose
from parlour.mixing.needs import all_needs, groups_of


def rules_of(subject: Document, library: Library) -> tuple[Document, ...]:
    """Return the rules for a frame, and for the frames that it extends. For a game, the rules that it uses."""
    if subject.kind == "game":
        composition, _ = compose(library, subject.path)
        return tuple(use.rule for use in composition.uses) if composition is not None else ()
    return are_for(subject, library, all_rules(library))


def all_rules(library: Library) -> tuple[Document, ...]:
    """Return the rules that a library finds by their ids."""
    documents = [library.find(id, ("rule",))[0] for id in library.ids("rule")]
    return tuple(rule for rule in documents if rule is not None)


def are_for(frame: Document, library: Library, rules: Sequence[Document]) -> tuple[Document, ...]:
    """Return those of these rules that are for a frame or for a frame that it extends."""
    frames = {known.id for known in frames_of(frame, library)}
    return tuple(rule for rule in rules if frames & {*rule.strings("for")})


def pairs_of(rules: Sequence[str], asked: Collection[str], least: int) -> list[tuple[str, str]]:
    """Return the pairs with at least this number of requested rules."""
    return [pair for pair in itertools.combinations(sorted(rules), 2) if len({*pair} & {*asked}) >= least]


def apart(one: Document, other: Document, rules: Mapping[str, Document]) -> bool:
    """True if no mix has both: they, or rules that they need, are different rules of one group."""
    ours, theirs = _of_groups(one, rules), _of_groups(other, rules)
    return any(ours[group] != theirs[group] for group in ours.keys() & theirs.keys())


def _of_groups(rule: Document, rules: Mapping[str, Document]) -> dict[str, str]:
    """Return the rule that a mix with this one has of each group: the rule itself, or one that it needs by name."""
    named = all_needs(rule, rules)
    needed = [rule, *(other for id, other in rules.items() if id in named)]
    return {group: each.id for each in needed for group in groups_of(each)}


def games_with(library: Library, subject: Document) -> dict[str, frozenset[str]]:
    """The games of a family with the rules that each uses."""
    games: dict[str, frozenset[str]] = {}
    for listed in library.listed("game"):
        composition, _ = compose(library, listed.id)
        if composition is not None and subject.id in (document.id for document in composition.documents):
            games[listed.id] = frozenset(use.rule.id for use in composition.uses)
    return games
