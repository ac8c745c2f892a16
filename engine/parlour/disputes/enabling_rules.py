"""Finds house rules outside a mix that would make a move possible."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from parlour.base.diagnostics import RulesetError
from parlour.disputes.bearing import Ask
from parlour.disputes.passages import family_rules
from parlour.disputes.question_words import is_question
from parlour.disputes.readings import Reading
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.game import Game
from parlour.library.library import Library
from parlour.states.absence import not_in_pack
from parlour.table.faults import RulesetFault

MOST_TRIED = 3  # rules that mention the move


def offers(game: Game, found: Reading, ask: Ask) -> Document | None:
    """Return a rule with which the input would be a move."""
    words = found.why.text.split()
    if found.why.verdict != "unknown" or not words or is_question(found.why.text):
        return None
    lacking = not_in_pack(found.state.table.machine, found.why.text) is not None
    rules = _setting(game) if lacking else _mentioning(game, words[0].casefold())
    for rule in islice(rules, MOST_TRIED):
        try:
            other = ask(game.with_rule(rule.id).program)
        except (RulesetError, RulesetFault, ValueError):
            continue
        if other.why.verdict in ("allowed", "forbidden", "impossible"):
            return rule
    return None


def _mentioning(game: Game, word: str) -> Iterator[Document]:
    """Yield the rules of the family that aren't in the mix and whose questions have the word."""
    for rule in _others(game):
        prompts = rule.node.get("prompts")
        texts = doc.inner_scalars(prompts) if prompts is not None else ()
        if any(word in text.value.casefold().replace('"', " ").split() for text in texts):
            yield rule


def _setting(game: Game) -> Iterator[Document]:
    """Yield the rules of the family that aren't in the mix and that set options: these can add cards to the pack."""
    return (rule for rule in _others(game) if rule.node.get("set") is not None)


def _others(game: Game) -> Iterator[Document]:
    """Yield the rules of the family that aren't in the mix."""
    library = Library.standard()
    there = {use.rule.id for use in game.composition.uses}
    found = (library.find(listed.id, ("rule",))[0] for listed in family_rules(game) if listed.id not in there)
    return (rule for rule in found if rule is not None)
