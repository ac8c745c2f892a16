"""What the one who is asked is told about a question: why it is put, what can be done, what can't, and why.

Only what this seat may know: its own moves, and the clauses that forbid others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour import program as p
from parlour.cli.console import broken
from parlour.documents.composition import Document
from parlour.documents.prose import text_of
from parlour.game import Game
from parlour.interpreter.arms import ArmCode
from parlour.play.menu import legal, menu
from parlour.play.typed import Refused, read_move
from parlour.states.moves import Move
from parlour.states.state import Question, State
from parlour.states.why import ClauseReason, Why
from parlour.table.faults import RulesetFault
from parlour.views.move_texts import beginning, of_suit
from parlour.views.signs import in_signs

MOST_CHOICES = 60  # of one action, that are looked at one by one
MOST_REFUSALS = 16  # lines
MOST_ALIKE = 2  # reasons that say the same with other numbers
_NUMBER = re.compile(r"(?<![\w♣♦♥♠])\d+(?![\w♣♦♥♠])")  # not the 10 of a card
MOST_NAMED = 14  # moves that can be made, all of them named
END_OF_SENTENCE = ("?", ".", "!", ")")


@dataclass(frozen=True)
class Refusal:
    """A move that can't be made. Without a `why` it is nothing that its action could be done with now."""

    text: str
    arm: p.Arm
    why: Why | None

    @property
    def clause(self) -> ClauseReason | None:
        """The first one that forbids it."""
        return next(iter(self.why.standing()), None) if self.why is not None else None

    @property
    def reason(self) -> str:
        """In short."""
        if self.why is None:
            return "not with this" if self.arm.slots else "not now"
        return (self.clause.says or self.clause.id) if self.clause else "only when nothing else can be done"

    @property
    def far(self) -> int:
        """How far it is from being allowed."""
        return sum(clause.far for clause in self.why.standing()) if self.why is not None else 0

    @property
    def weight(self) -> int:
        """How much the reason says, the most first: several actions may read alike."""
        return 2 if self.why is None else int(not self.why.standing())


class Explainer:
    """For the questions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.looked_at: tuple[State, list[Refusal]] | None = None

    @cached_property
    def rules(self) -> dict[str, Document]:
        """The house rules of the mix. Made at the first explanation, as composing takes a while."""
        return {d.id: d for d in self.game.composition.documents if d.kind == "rule"}

    def asked(self, state: State) -> str:
        """`which suit must follow? (Eights are wild)`; the name of a rule only where it is a house rule that asks."""
        origin = _origin(state)
        by_rule = origin.document in self.game.program.house_rules
        return _wording(state.question) + (f" ({origin.title})" if by_rule else "")

    def _refused(self, state: State) -> list[Refusal]:
        """Those of the state that was asked about last are kept: people ask several times."""
        if self.looked_at is None or self.looked_at[0] is not state:
            self.looked_at = state, refused(state)
        return self.looked_at[1]

    # ------------------------------------------------------------ one move

    def move(self, state: State, text: str) -> Iterator[str]:
        """Why it can be done or not, and which rule it comes from if it can."""
        meant = read_move(state, text)
        if isinstance(meant, Refused):
            signs = in_signs(text)
            begins, card = beginning(state, signs), of_suit(signs)
            every = self._refused(state)
            about = [refusal for refusal in every if begins.match(refusal.text)]
            about = about or [refusal for refusal in every if card is not None and card.search(refusal.text)]
            if meant.choices or not about:
                yield from meant.lines
            yield from self._refusals(about, quiet=meant.choices)
            return
        why = state.why(meant)
        yield from why.lines()
        origins = [clause.origin for clause in why.clauses if clause.applies]
        if meant in state.question.legal:
            origin = _arms(state, [meant])[0].origin
            yield f"  from {origin.title} [{origin.place}]"
            origins.append(origin)
        yield from self._texts(origins)

    def _refusals(self, about: Sequence[Refusal], quiet: bool) -> Iterator[str]:
        """Why some moves can't be made; those of which there is nothing to say are not named when others are."""
        telling = [refusal for refusal in about if refusal.why is not None]
        if len(telling) == 1 and not quiet:
            why = telling[0].why
            assert why is not None, "this one tells"
            yield from why.lines()
            yield from self._texts(clause.origin for clause in why.standing())
        elif telling:
            yield "You can't"
            yield from self._by_reason(telling, "  ")
        elif about and not quiet:
            yield f"Not now: {'; '.join(_actions(about))}"
            yield from self._texts(refusal.arm.origin for refusal in about)

    def _texts(self, origins: Iterable[p.Origin]) -> Iterator[str]:
        """What the rules say about themselves from which something comes."""
        for document in dict.fromkeys(origin.document for origin in origins):
            rule = self.rules.get(document)
            if rule is not None:
                yield from broken(f"    {text_of(rule, self.game.composition)}", 0)

    def _by_reason(self, refused: Iterable[Refusal], indent: str) -> Iterator[str]:
        """A line for each reason, with the name of the house rule that it comes from. Of several that differ only in
        their numbers, the first one, which is nearest to being allowed, speaks for the others."""
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
            more = f"; and so on for {others[reason]} more" if reason in others else ""
            yield from broken(f"{indent}{'; '.join(texts)}: {reason}{more}")
        if len(grouped) > MOST_REFUSALS:
            yield f"{indent}and {len(grouped) - MOST_REFUSALS} more"

    # ------------------------------------------------------------ the whole question

    def question(self, state: State) -> Iterator[str]:
        question = state.question
        wording, asked = _wording(question), self.asked(state)
        yield from broken(f"{asked[0].upper()}{asked[1:]}" + ("" if wording.endswith(END_OF_SENTENCE) else "."))
        yield from self._texts([_origin(state)])
        yield from broken(f"  You can {'; '.join(_possible(state))}.")
        if question.tries:
            yield from broken(f"  Not allowed, but you may try {'; '.join(m.text for m in question.tries)}.")
        every = self._refused(state)
        telling = [refusal for refusal in every if refusal.why is not None]
        if telling:
            yield "  You can't"
        yield from self._by_reason(telling, "    ")
        possible = {_action(arm) for arm in _arms(state, menu(state))}
        possible |= set(_actions(telling))
        idle = [action for action in _actions(every) if action not in possible]
        if idle:
            yield from broken(f"  Not now: {'; '.join(idle)}")
        yield "  ? and a move or a card tells more about it."


def _origin(state: State) -> p.Origin:
    """Where the question stands that is put now."""
    return state.table.machine.asked(list(state.cells)).origin


def _wording(question: Question) -> str:
    """In the words of the ruleset, or by the name of the question."""
    if question.wording is not None:
        return question.wording
    if question.prompt is None:
        return "it is your move"
    return f"you are asked to {question.prompt.replace('_', ' ').replace('-', ' ')}"


def _arms(state: State, moves: Iterable[Move]) -> list[p.Arm]:
    """The actions to which some moves belong."""
    arms = state.table.machine.asked(list(state.cells)).arms
    return [arms[move.number % len(arms)] for move in moves]


def _possible(state: State) -> list[str]:
    """The moves that can be made; where they are many, only how many of each action."""
    moves = legal(state)
    if len(moves) <= MOST_NAMED:
        return [move.text for move in moves]
    found: dict[str, list[str]] = {}
    for move, arm in zip(moves, _arms(state, moves), strict=True):
        found.setdefault(_action(arm), []).append(move.text)
    return [texts[0] if len(texts) == 1 else f"{action} ({len(texts)} moves)" for action, texts in found.items()]


def refused(state: State) -> list[Refusal]:
    """The moves that can't be made, of all that the actions are about; each text once, with the best reason.

    Of each action those come first that are nearest to being allowed. A text that also means a possible move is none
    of them: whoever reads it can make that move.
    """
    machine, cells = state.table.machine, list(state.cells)
    code = machine.interpreter.question(cells)
    extended = cells + machine.interpreter.scratch.cells
    possible = {move.text for each in menu(state) for move in state.table.notation.moves(cells, [each.number])}
    found: dict[str, Refusal] = {}
    for index, arm in enumerate(code.arms):
        admitted = set(arm.admitted(extended))
        choices = _choices(arm, extended, admitted)
        numbers = [choice * len(code.arms) + index for choice in choices]
        try:  # one by one, as several that read alike get numbers when they are written together
            moves = [move for number in numbers for move in state.table.notation.moves(cells, [number])]
        except RulesetFault:
            continue  # there are cards among them that this seat doesn't see
        for choice, move in zip(choices, moves, strict=True):
            if move.text not in possible:
                refusal = Refusal(move.text, arm.arm, state.why(move) if choice in admitted else None)
                found[move.text] = min(found.get(move.text, refusal), refusal, key=lambda refusal: refusal.weight)
    by_arm = {id(arm.arm): place for place, arm in enumerate(code.arms)}
    return sorted(found.values(), key=lambda refusal: (by_arm[id(refusal.arm)], refusal.far))


def _choices(arm: ArmCode, cells: list[int], admitted: set[int]) -> list[int]:
    """All that could be chosen; where that is too much, only what the action could be done with."""
    thinkable = list(arm.thinkable(cells))
    return thinkable if len(thinkable) <= MOST_CHOICES else [c for c in thinkable if c in admitted][:MOST_CHOICES]


def _actions(refused: Iterable[Refusal]) -> list[str]:
    return list(dict.fromkeys(_action(refusal.arm) for refusal in refused))


def _action(arm: p.Arm) -> str:
    """What an action is called: how its moves begin, `turn over…`."""
    begins = arm.notation[0].strip() if arm.notation and isinstance(arm.notation[0], str) else arm.id.replace("-", " ")
    return f"{begins}…" if len(arm.notation) > 1 else begins
