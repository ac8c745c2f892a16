"""The explanations behind `?`: the question, the possible moves, the impossible ones and the reasons.

Uses only what the seat may know: its own moves, and the clauses that forbid others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour import program as p
from parlour.base.diagnostics import listing
from parlour.base.printable import capitalised, closed
from parlour.documents.composition import Document
from parlour.documents.prose import text_of
from parlour.game import Game
from parlour.play.menu import legal, menu
from parlour.play.typed import Refused, is_cards, read_move
from parlour.program import IN_FORCE
from parlour.states.moves import Move
from parlour.states.state import Question, State
from parlour.states.why import UNEXPLAINED, ClauseReason, Why
from parlour.table.faults import RulesetFault
from parlour.views.move_texts import explained, fitting
from parlour.views.signs import design_of, in_signs

MOST_CHOICES = 60  # choices of one action that are examined one by one
MOST_REFUSALS = 16  # lines
FEW = 4  # moves that are named because another isn't possible
MOST_WORDED = 24  # choices whose conditions are put in words
LAST_RESORT = "only if nothing else is possible"
UNMET = ("not-offered", "not-possible")
MOST_ALIKE = 2  # reasons that differ only in their numbers
_NUMBER = re.compile(r"(?<![\w♣♦♥♠])\d+(?![\w♣♦♥♠])")  # not the 10 of a card
MOST_NAMED = 14  # possible moves; if there are more, only their number is shown


@dataclass(frozen=True)
class Refusal:
    """An illegal move. Without `why` its action isn't available with this choice, but with those of `others`."""

    text: str
    arm: p.Arm
    why: Why | None
    others: tuple[str, ...] = ()

    @property
    def clause(self) -> ClauseReason | None:
        """Return the first clause that forbids the move."""
        return next(iter(self.why.standing()), None) if self.why is not None else None

    @property
    def reason(self) -> str:
        """Return the reason in a few words."""
        if self.why is None:
            return f"you can only {listing(self.others, 'or', '')}" if 0 < len(self.others) <= FEW else "not now"
        if self.clause is None:
            return next((o.message for o in self.why.others if o.kind != "last-resort"), LAST_RESORT)
        return self.clause.words

    @property
    def far(self) -> int:
        """Return how far the move is from being allowed."""
        return sum(clause.far for clause in self.why.standing()) if self.why is not None else 0

    @property
    def weight(self) -> int:
        """Return a sort key: the most informative reason comes first. Several actions can have the same text."""
        return 2 if self.why is None else int(not self.why.standing())


class Explainer:
    """Explains the questions of one game, in lines of any length. With `places` it names the file and line of each
    rule."""

    def __init__(self, game: Game, places: bool = False) -> None:
        self.game = game
        self.places = places
        self.looked_at: tuple[State, list[Refusal]] | None = None

    @cached_property
    def rules(self) -> dict[str, Document]:
        """Return the house rules of the mix. Composing takes a while, so this waits for the first explanation."""
        return {rule.id: rule for rule in self.game.composition.rules}

    def asked(self, state: State) -> str:
        """Return `which suit must follow? (Eights are wild)`; the title only if a house rule asks."""
        origin = _origin(state)
        by_rule = origin.document in self.game.program.house_rules
        return _wording(state.question) + (f" ({origin.title})" if by_rule else "")

    def _refused(self, state: State) -> list[Refusal]:
        """Return the illegal moves. Those of the last state are cached, as people ask several times."""
        if self.looked_at is None or self.looked_at[0] is not state:
            self.looked_at = state, refused(state)
        return self.looked_at[1]

    # ------------------------------------------------------------ one move

    def move(self, state: State, text: str) -> Iterator[str]:
        """Explain why a move is possible or not, and which rule a possible one comes from."""
        meant = read_move(state, text)
        if isinstance(meant, Refused):
            about = self._about(state, text)
            if meant.choices or not about:
                yield from meant.lines
            yield from self._refusals(state, about, quiet=meant.choices)
            yield from self._powers(in_signs(text, design_of(state)))
            return
        why = state.why(meant)
        yield from self._why(why)
        origins = [clause.origin for clause in why.clauses if clause.applies]
        if meant in state.question.legal:
            origin = _arms(state, [meant])[0].origin
            if self.places or origin.document in self.rules:
                yield f"  rule: {origin.title}" + (f" [{origin.place}]" if self.places else "")
            elif not origins:
                yield "  nothing forbids it"
            origins.append(origin)
        yield from self._texts(origins)
        yield from self._powers(meant.text)

    def rules_against(self, state: State, text: str) -> set[str]:
        """Return the house rules that forbid the moves that an input is about."""
        standing = (each.why.standing() for each in self._about(state, text) if each.why is not None)
        return {clause.origin.document for clauses in standing for clause in clauses} & self.rules.keys()

    def is_about_move(self, state: State, text: str) -> bool:
        """False for words that have nothing to do with a move of the current question."""
        meant = read_move(state, text)
        if isinstance(meant, Move) or meant.choices or is_cards(state, text) or self._about(state, text):
            return True
        return any(other.kind != "unknown" for other in explained(state, text).others)

    def _about(self, state: State, text: str) -> list[Refusal]:
        """Return the illegal moves that an input can mean."""
        return fitting(state, text, self._refused(state), lambda refusal: refusal.text)

    def _powers(self, text: str) -> Iterator[str]:
        """Yield `  10: Goes on almost anything. It clears the discard pile.` for each named card with powers."""
        from parlour.sheets.chart import chart  # slow to import, and needed for this only

        named = frozenset(_names(text, self.game.program.deck.design))
        for row in chart(self.game) if named else ():
            cards = [card for card in row.cards if card in named]
            if cards:
                yield f"  {' '.join(cards)}: {' '.join(paragraph.text for paragraph in row.words)}"

    def _why(self, why: Why) -> Iterator[str]:
        yield from why.lines(None if self.places else self.rules)

    def _refusals(self, state: State, about: Sequence[Refusal], quiet: bool) -> Iterator[str]:
        """Explain why some moves aren't possible. Moves without a reason are listed only if all lack one."""
        telling = [refusal for refusal in about if refusal.why is not None]
        if len(telling) == 1 and not quiet:
            why = telling[0].why
            assert why is not None, "`telling` has only refusals with a reason"
            yield from self._why(why)
            yield from self._texts(clause.origin for clause in why.standing())
        elif telling:
            yield "You can't:"
            yield from self._by_reason(telling, "  ")
        elif about and not quiet:
            worded = [known for refusal in about[:MOST_WORDED] if (known := self._worded(refusal)) is not None]
            idle = [] if worded else [action for action in _actions(about) if action not in _available(state)]
            if idle:
                yield f"Not now: {'; '.join(idle)}"
            else:
                yield "You can't:"
                yield from self._by_reason(worded or about[:MOST_WORDED], "  ")
            yield from self._texts(refusal.arm.origin for refusal in about)

    def _worded(self, refusal: Refusal) -> Refusal | None:
        """Return a refusal with the condition that its choice doesn't meet; None if there are no words for it."""
        assert self.looked_at is not None, "the refusals come from a state"
        why = self.looked_at[0].why(refusal.text)
        known = any(other.kind in UNMET and other.message not in UNEXPLAINED for other in why.others)
        return replace(refusal, why=why) if known else None

    def _texts(self, origins: Iterable[p.Origin]) -> Iterator[str]:
        """Yield the texts of the house rules among these origins."""
        for document in dict.fromkeys(origin.document for origin in origins):
            rule = self.rules.get(document)
            if rule is not None:
                yield f"    {text_of(rule, self.game.composition)}"

    def _by_reason(self, refused: Iterable[Refusal], indent: str) -> Iterator[str]:
        """Yield a line for each reason, with the title of its house rule. Of several that differ only in their numbers,
        only the first, which is nearest to being allowed, is shown."""
        grouped: dict[str, list[str]] = {}
        alike: dict[str, dict[str, None]] = {}
        for refusal in refused:
            rule = self.rules.get(refusal.clause.origin.document) if refusal.clause else None
            reason = refusal.reason + (f" ({rule.title})" if rule else "")
            grouped.setdefault(reason, []).append(refusal.text)
            alike.setdefault(_NUMBER.sub("0", reason), {})[reason] = None
        others: dict[str, int] = {}
        for first, *rest in alike.values():
            if len(rest) >= MOST_ALIKE:
                others[first] = sum(len(grouped.pop(reason)) for reason in rest)
        for reason, texts in list(grouped.items())[:MOST_REFUSALS]:
            more = f"; similarly for {others[reason]} more" if reason in others else ""
            yield f"{indent}{'; '.join(texts)}: {reason}{more}"
        if len(grouped) > MOST_REFUSALS:
            yield f"{indent}and {len(grouped) - MOST_REFUSALS} more"

    # ------------------------------------------------------------ the whole question

    def question(self, state: State) -> Iterator[str]:
        question = state.question
        yield closed(capitalised(self.asked(state)))
        yield from self._texts([_origin(state)])
        yield f"  You can: {'; '.join(_possible(state))}"
        if question.tries:
            yield f"  Not allowed, but you can try: {'; '.join(m.text for m in question.tries)}"
        every = self._refused(state)
        telling = [refusal for refusal in every if refusal.why is not None]
        if telling:
            yield "  You can't:"
        yield from self._by_reason(telling, "    ")
        possible = _available(state) | set(_actions(telling))
        off = _rules_off(state)
        others = (refusal for refusal in every if refusal.arm.origin.document not in off)
        idle = [action for action in _actions(others) if action not in possible]
        if idle:
            yield f"  Not now: {'; '.join(idle)}"
        yield "  To ask about one move or card, type ? and the move or card."


def _names(text: str, design: p.Design) -> Iterator[str]:
    """Yield the cards and ranks among the words, as the chart names them."""
    for word in text.replace(";", " ").split():
        face = design.face_named(word)
        if face is not None:
            yield design.faces[face].name
            yield design.rank_names[design.rank_of(face)]
        elif word in design.rank_names:
            yield word


def _origin(state: State) -> p.Origin:
    """Return the place of the current question."""
    return state.table.machine.asked(list(state.cells)).origin


def _wording(question: Question) -> str:
    """Return the question in the words of the ruleset, if it has any."""
    return question.wording if question.wording is not None else "it's your move"


def _arms(state: State, moves: Iterable[Move]) -> list[p.Arm]:
    """Return the actions of some moves."""
    question = state.table.machine.asked(list(state.cells))
    return [question.arm_of(move.number) for move in moves]


def _possible(state: State) -> list[str]:
    """Return the possible moves; of many, only the number for each action."""
    moves = legal(state)
    if len(moves) <= MOST_NAMED:
        return [move.text for move in moves]
    by_action: dict[str, list[str]] = {}
    for move, arm in zip(moves, _arms(state, moves), strict=True):
        by_action.setdefault(_action(arm), []).append(move.text)
    return [texts[0] if len(texts) == 1 else f"{action} ({len(texts)} moves)" for action, texts in by_action.items()]


def refused(state: State) -> list[Refusal]:
    """Return the illegal moves of all actions: each text once, with the most informative reason.

    For each action, those nearest to being allowed come first. Leaves out words that also mean a possible move.
    """
    machine, cells = state.table.machine, list(state.cells)
    code = machine.question(cells)
    notation, allowed = state.table.notation, [each.number for each in menu(state)]
    possible = {move.text for move in notation.each(cells, allowed)}
    refusals: dict[str, Refusal] = {}
    for index, arm in enumerate(code.arms):
        admitted, choices = set(arm.admitted(cells)), list(arm.thinkable(cells))
        if len(choices) > MOST_CHOICES:
            choices = [choice for choice in choices if choice in admitted][:MOST_CHOICES]
        numbers = [choice * len(code.arms) + index for choice in choices]
        try:  # one by one: written together, moves with the same text would get numbers
            moves = notation.each(cells, numbers)
        except RulesetFault:
            continue  # the choices include cards that this seat doesn't see
        copies: dict[str, list[Move]] = {}
        others = tuple(dict.fromkeys(move.text for move in moves if move.text in possible))
        for choice, move in zip(choices, moves, strict=True):
            if move.text not in possible:
                refusal = Refusal(move.text, arm.arm, state.why(move) if choice in admitted else None, others)
                refusals[move.text] = min(refusals.get(move.text, refusal), refusal, key=lambda refusal: refusal.weight)
            elif choice in admitted:
                copies.setdefault(move.text, []).append(move)
        for text, alike in copies.items():
            for n, move in enumerate(notation.prompts[code.number].copies(cells, alike, allowed), 1):
                if n > 1 and move.number not in allowed:
                    refusals[f"{text} #{n}"] = Refusal(f"{text} #{n}", arm.arm, state.why(f"{text} #{n}"))
    by_arm = {id(arm.arm): place for place, arm in enumerate(code.arms)}
    return sorted(refusals.values(), key=lambda refusal: (by_arm[id(refusal.arm)], refusal.far))


def _rules_off(state: State) -> frozenset[str]:
    """Return the rules that play can switch on, and that are off."""
    program, cells = state.table.machine.program, state.cells
    rules = dict(program.enums).get("rule", ())
    arrays = state.table.machine.layout.variables
    on = [cells[array.at] for array, v in zip(arrays, program.variables, strict=True) if v.name == IN_FORCE]
    return frozenset(rule for number, rule in enumerate(rules) if on and not on[0] >> number & 1)


def _actions(refused: Iterable[Refusal]) -> list[str]:
    return list(dict.fromkeys(_action(refusal.arm) for refusal in refused))


def _available(state: State) -> set[str]:
    """Return the beginnings of the possible moves. Several actions can begin alike."""
    return {_action(arm) for arm in _arms(state, menu(state))}


def _action(arm: p.Arm) -> str:
    """Return the beginning of the moves of an action: `turn over…`."""
    begins = arm.notation[0].strip() if arm.notation and isinstance(arm.notation[0], str) else arm.id.replace("-", " ")
    return f"{begins}…" if len(arm.notation) > 1 else begins
