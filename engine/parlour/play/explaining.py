"""What the one who is asked is told about a question: why it is put, what can be done, what can't, and why.

Only what this seat may know: its own moves, and the clauses that forbid others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parlour import program as p
from parlour.composition import Document
from parlour.console import broken
from parlour.game import Game
from parlour.machine.faults import RulesetFault
from parlour.machine.state import State
from parlour.machine.why import Why
from parlour.play.asking import Refused, beginning, explanation, read_move
from parlour.play.words import in_signs
from parlour.prose import text_of

MOST_CHOICES = 60  # of one action, that are looked at one by one
MOST_REFUSALS = 16  # lines


class Explainer:
    """For the questions of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules: dict[str, Document] = {d.id: d for d in game.composition.documents if d.kind == "rule"}
        self.origins = {question.name: question.origin for question in game.program.questions}

    def asked(self, prompt: str) -> str:
        """`you are asked to call (Eights are wild)`; the name of a rule only where it is a house rule that asks."""
        words = prompt.replace("_", " ").replace("-", " ")
        origin = self.origins.get(prompt)
        rule = self.rules.get(origin.document) if origin is not None else None
        return (f"you are asked to {words}" if words else "it is your move") + (f" ({rule.title})" if rule else "")

    # ------------------------------------------------------------ one move

    def move(self, state: State, text: str) -> Iterator[str]:
        """Why it can be done or not, and which rule it comes from if it can."""
        meant = read_move(state, text)
        if isinstance(meant, Refused):
            begins = beginning(state, in_signs(text))
            about = {move: reason for move, reason in _refused(state).items() if begins.match(move)}
            if meant.choices or not about:
                yield from meant.lines
            if about:
                yield "You can't"
            yield from _by_reason(about, "  ")
            return
        yield from explanation(state, meant.text).lines()
        if meant in state.question.legal:
            code = state.table.machine.question(list(state.cells))
            origin = code.arms[meant.number % len(code.arms)].arm.origin
            yield f"  from {origin.title} [{origin.place}]"
            yield from self._text(origin)

    def _text(self, origin: p.Origin | None) -> list[str]:
        """What a rule says about itself."""
        rule = self.rules.get(origin.document) if origin is not None else None
        return broken(f"    {text_of(rule, self.game.composition)}", 0) if rule is not None else []

    # ------------------------------------------------------------ the whole question

    def question(self, state: State) -> Iterator[str]:
        question = state.question
        asked = self.asked(question.prompt)
        yield f"{asked[0].upper()}{asked[1:]}."
        yield from self._text(self.origins.get(question.prompt))
        yield from broken(f"  You can {'; '.join(move.text for move in question.legal)}.")
        if question.tries:
            yield from broken(f"  Not allowed, but you may try {'; '.join(m.text for m in question.tries)}.")
        refused = _refused(state)
        if refused:
            yield "  You can't"
        yield from _by_reason(refused, "    ")
        yield "  ? and a move or a card tells more about it."


def _refused(state: State) -> dict[str, str]:
    """The moves that can't be made, of all that the actions are about, and why not."""
    machine, cells = state.table.machine, list(state.cells)
    code = machine.question(cells)
    extended = cells + machine.scratch.cells
    possible = {move.text for move in (*state.question.legal, *state.question.tries)}
    found: dict[str, tuple[int, str]] = {}
    for index, arm in enumerate(code.arms):
        choices = arm.thinkable(extended)
        if len(choices) > MOST_CHOICES:
            continue
        try:
            moves = state.table.notation.moves(cells, [choice * len(code.arms) + index for choice in choices])
        except RulesetFault:
            continue  # there are cards among them that this seat doesn't see
        for move in moves:
            if move.text not in possible:
                reason = _short(state.why(move))
                found[move.text] = min(reason, found.get(move.text, reason))
    return {text: reason for text, (_, reason) in found.items()}


def _by_reason(refused: Mapping[str, str], indent: str) -> Iterator[str]:
    """A line for each reason."""
    grouped: dict[str, list[str]] = {}
    for text, reason in refused.items():
        grouped.setdefault(reason, []).append(text)
    for reason, texts in list(grouped.items())[:MOST_REFUSALS]:
        yield from broken(f"{indent}{'; '.join(texts)}: {reason}")
    if len(grouped) > MOST_REFUSALS:
        yield f"{indent}and {len(grouped) - MOST_REFUSALS} more"


def _short(why: Why) -> tuple[int, str]:
    """The first reason, and how much it says: several actions may read alike."""
    for clause in why.standing():
        return 0, clause.says or clause.id
    kinds = {reason.kind for reason in why.others}
    if "last-resort" in kinds:
        return 1, "only when nothing else can be done"
    return 2, "not with this" if "not-possible" in kinds else "not now"
