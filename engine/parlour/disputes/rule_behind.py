"""Quotes the rule that makes a move legal or not: the one about the clauses that it obeys, or about its action; finds
house rules outside the mix that would make it possible."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.disputes.bearing import Ask
from parlour.disputes.passages import family_rules
from parlour.disputes.question_words import COMMON, GRAMMAR, PUTTING, content, is_question
from parlour.disputes.quotes import Quote, quotes
from parlour.disputes.readings import Reading
from parlour.disputes.spoken_cards import cards_in_move
from parlour.documents import document as doc
from parlour.documents.composition import Document
from parlour.game import Game
from parlour.library.library import Library
from parlour.library.spellings import spoken_words, stem, words_in_order
from parlour.program import NONE
from parlour.python.actions import ActionCode
from parlour.sheets.model import PARTS
from parlour.states.absence import not_in_pack
from parlour.states.machine import Machine
from parlour.states.moves import Move
from parlour.table.cells import Cells
from parlour.table.faults import RulesetFault
from parlour.table.packing import Digit, digit
from parlour.views.signs import in_signs

_PARTS = (PARTS["turn"], PARTS["before"])
_CONDITION = re.compile(r"^(?:If|When) [^,]+, ")
_NOT = re.compile(r"\b(?:\w+n't|not|neither|nor)\b")
_NEGATIVE = frozenset({"not", "nobody", "never"})


def rule_behind(game: Game, reading: Reading) -> Quote | None:
    """Return the passage that says which moves like this one are legal; None if there is none.

    For a legal move, it is about the clauses that the move obeys, or else about the action. For a forbidden move, it is
    about the clauses that forbid it; house rules count only for legal moves, because a refusal names them anyway.
    """
    state, why = reading.state, reading.why
    machine, move = state.table.machine, reading.state.read(reading.why.text)
    if why.verdict == "forbidden":
        standing = {clause.origin for clause in why.standing()}
        own = [origin for origin in standing if origin.document not in game.program.house_rules]
        broken = (each for permission in machine.program.permissions for each in permission.clauses)
        verb = why.text.partition(" ")[0]
        denied = (_Told(c.origin, f"can {verb} if {_words(c.says or ())}") for c in broken if c.origin in own)
        return _first(game, reading, denied)
    if why.verdict != "allowed" or not isinstance(move, Move):
        return None
    cells = list(state.cells)
    arm = machine.asked(cells).arm_of(move.number)
    clauses = obeyed(machine, cells, move.number)
    told = (_Told(clause.origin, _asked(clause, _words(arm.notation))) for clause in clauses)
    verbs = _with_object(arm.notation)
    action = [_Told(arm.origin, verbs, verbs.split()[0])] if content(verbs) - COMMON - PUTTING else []
    return _first(game, reading, chain(told, action))


@dataclass(frozen=True)
class _Told:
    """Words of a clause or an action. `verb` is the action that a passage must give, not only as a condition."""

    origin: p.Origin
    words: str
    verb: str = ""

    def fits(self, quote: Quote) -> bool:
        words = spoken_words(_CONDITION.sub("", quote.text))
        return any(word.startswith(stem(self.verb)) for word in words)  # `attacker` is about `attack`, too


def _first(game: Game, reading: Reading, told: Iterable[_Told]) -> Quote | None:
    """Return the first clear passage with the words of a clause or an action, of the document that has it. Prohibitions
    come last."""
    quoted = ((each, _quoted(game, each.words, each.origin)) for each in told)
    fitting = (quote for each, quote in quoted if quote is not None and each.fits(quote))
    found = [quote for quote in fitting if quote.is_clear and _is_about(quote, reading)]
    positive = (quote for quote in found if _NEGATIVE.isdisjoint(words_in_order(quote.text)))
    return next(chain(positive, found), None)


def _quoted(game: Game, words: str, origin: p.Origin) -> Quote | None:
    """Return the passage of a house rule that has most of these words, or of what the sheet says about play."""
    is_rule = origin.document in game.program.house_rules
    return next(iter(quotes(game, words, titles=(origin.title,) if is_rule else _PARTS)), None)


def _asked(clause: p.Clause, action: str) -> str:
    """Return a question with the words of a clause and of an action."""
    return f"is {_words(clause.says or ())} {action}"


def _with_object(notation: p.Template) -> str:
    """Return the words of an action, and the kind of a value that follows its verb: `discard card`."""
    told: list[str] = []
    for piece in notation:
        if isinstance(piece, str) or (told and told[-1] not in GRAMMAR):
            told += (piece if isinstance(piece, str) else piece.type.kind).split()
    return " ".join(told)


def _words(template: p.Template) -> str:
    """Return the words of a text without negations, and the kinds of its values."""
    return _NOT.sub("", " ".join(piece.strip() if isinstance(piece, str) else piece.type.kind for piece in template))


def _is_about(quote: Quote, reading: Reading) -> bool:
    """False for a passage that names only cards or suits that the move doesn't have."""
    pack = reading.state.table.machine.layout.pack
    design = pack.design
    faces = [design.face_named(card.text) for card in cards_in_move(reading.why.text, pack)]
    own = {design.faces[face].name for face in faces if face is not None}
    own |= {design.signs[s] for face in faces if face is not None and (s := design.suit_of(face)) != NONE}
    signs = {word.strip(".,;:()") for word in in_signs(quote.text, design).split()}
    named = (signs & {*design.signs}) | {card.text for card in cards_in_move(quote.text, pack) if not card.is_rank}
    return not named or not own or not named.isdisjoint(own)


MOST_TRIED = 300  # other values of a slot


def obeyed(machine: Machine, s: Cells, number: int) -> tuple[p.Clause, ...]:
    """Return the clauses that don't forbid a move, but would forbid it with another card, number or suit, whether its
    player could choose that or not. They are the rules that the move had to obey."""
    arm, payload = machine.question(s).chosen(number)
    own = arm.packing.unpack(payload)
    left = [code for code in arm.clauses if not code.clause.allow and not code.applies(s, *own)]
    found: list[p.Clause] = []
    for values in _others(arm, own):
        for clause in left:
            with suppress(RulesetFault):  # a clause can need a value that only real choices have
                if clause.clause not in found and clause.applies(s, *values):
                    found.append(clause.clause)
    return tuple(code.clause for code in left if code.clause in found)


def _others(arm: ActionCode, own: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the choices that differ from a move in one slot."""
    for place, slot in enumerate(arm.arm.slots):
        for value in _values(digit(arm.layout, slot), slot):
            yield (*own[:place], value, *own[place + 1 :])


def _values(values: Digit, slot: p.Slot) -> Iterator[int]:
    """Yield the values of a slot; single members if it takes several, and small numbers if it takes any."""
    if slot.many:
        yield from (1 << member for member in range(min(values.radix.bit_length() - 1, MOST_TRIED)))
    else:
        yield from range(min(values.radix - values.bias, MOST_TRIED))


MOST_RULES = 3  # rules that mention the move


def offers(game: Game, found: Reading, ask: Ask) -> Document | None:
    """Return a rule with which the input would be a move."""
    words = found.why.text.split()
    if found.why.verdict != "unknown" or not words or is_question(found.why.text):
        return None
    lacking = not_in_pack(found.state.table.machine, found.why.text) is not None
    rules = _setting(game) if lacking else _mentioning(game, words[0].casefold())
    for rule in islice(rules, MOST_RULES):
        try:
            other = ask(game.with_rule(rule.id).program)
        except (RulesetError, RulesetFault, ValueError):
            continue
        if other.why.verdict in ("allowed", "forbidden", "impossible"):
            return rule
    return None


def _mentioning(game: Game, word: str) -> Iterator[Document]:
    """Yield the rules of the family that aren't in the mix and whose questions have the word."""
    for rule in _rules_outside(game):
        prompts = rule.node.get("prompts")
        texts = doc.inner_scalars(prompts) if prompts is not None else ()
        if any(word in text.value.casefold().replace('"', " ").split() for text in texts):
            yield rule


def _setting(game: Game) -> Iterator[Document]:
    """Yield the rules of the family that aren't in the mix and that set options: these can add cards to the pack."""
    return (rule for rule in _rules_outside(game) if rule.node.get("set") is not None)


def _rules_outside(game: Game) -> Iterator[Document]:
    """Yield the rules of the family that aren't in the mix."""
    library = Library.standard()
    there = {use.rule.id for use in game.composition.uses}
    found = (library.find(listed.id, ("rule",))[0] for listed in family_rules(game) if listed.id not in there)
    return (rule for rule in found if rule is not None)
