"""Values that everybody at a table knows and that a position in words leaves open, such as the trump, or whether there
have been tricks, and fuller hands than somebody described. The answer to an argument can depend on both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from parlour.base.diagnostics import RulesetError
from parlour.disputes.plain import FullerTable, Given
from parlour.disputes.readings import Reading, answers
from parlour.disputes.settled import always_known, reached
from parlour.disputes.spoken_cards import of_rank
from parlour.program import EVERYBODY, NONE, Program, Variable
from parlour.states.state import State
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION, Layout
from parlour.table.texts import written

_FACTS = ("suit", "rank")


@dataclass(frozen=True)
class OpenValue:
    """One of the other values that a variable can have: `trump`, here `♣`, and `♠` in another position."""

    text: str
    here: str
    there: str
    given: Given
    """The position with the other value."""

    @property
    def case(self) -> str:
        return "there is none" if self.there == "none" else f"it is {self.there}"


def open_values(state: State, given: Given) -> Iterator[OpenValue]:
    """Yield the other values of each suit and rank that a table always has and that a position doesn't mention."""
    layout = state.table.machine.layout
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        if not _is_open(variable) or {variable.name, variable.text} & given.keys():
            continue
        here, size = state.cells[array.at], _size(layout, variable)
        for value in (*range(here + 1, size), *range(here)):
            there = written(layout, variable.type, value)
            yield OpenValue(
                variable.text, written(layout, variable.type, here), there, {**given, variable.name: there}
            )


def chosen_values(state: State, given: Given, after: Callable[[], Iterable[State]]) -> list[OpenValue]:
    """Return the values of a suit or rank that a position lacks, although the player of the card on top has chosen one.
    `after` yields positions after their choices."""
    layout = state.table.machine.layout
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        lacks = state.cells[array.at] == NONE and not {variable.name, variable.text} & given.keys()
        if _is_known(variable) and variable.type.optional and lacks:
            chosen = dict.fromkeys(other.cells[array.at] for other in after())
            told = [written(layout, variable.type, value) for value in chosen if value != NONE]
            return [OpenValue(variable.text, "", value, {**given, variable.name: value}) for value in told]
    return []


def reached_values(state: State, given: Given) -> Iterator[list[OpenValue]]:
    """Yield the values of each suit or rank that a position lacks, although games have one when they come to its
    question: the trump after an auction. If some games have none there, that is the first value."""
    machine = state.table.machine
    layout = machine.layout
    for variable, array in zip(layout.program.variables, layout.variables, strict=True):
        lacks = state.cells[array.at] == NONE and not _is_said(variable, given)
        if not (_is_known(variable) and variable.type.optional and lacks):
            continue
        there = {cells[array.at] for cells in reached(machine, state.cells[QUESTION])}
        if there - {NONE}:
            values = [*([NONE] if NONE in there else []), *range(_size(layout, variable))]
            told = [written(layout, variable.type, value) for value in values]
            yield [OpenValue(variable.text, "", value, {**given, variable.name: value}) for value in told]


def known_cards(state: State, given: Given) -> list[OpenValue]:
    """Return a card of each rank for a variable that has a card from the beginning of each game, but not in a position
    that doesn't mention it."""
    layout = state.table.machine.layout
    for number in always_known(state.table.machine):
        variable = layout.program.variables[number]
        if state.cells[layout.variables[number].at] == NONE and not _is_said(variable, given):
            cards = [of_rank(rank, layout.pack)[:1] for rank in layout.pack.rank_names[: layout.pack.design.ordered]]
            there = [name for names in cards for name in names if name not in " ".join(given.values()).split()]
            return [OpenValue(variable.text, "", name, {**given, variable.name: name}) for name in there]
    return []


def later_values(state: State, given: Given) -> Iterator[OpenValue]:
    """Yield values that change in the course of a hand, where a position has their first ones without saying so: hearts
    are broken (and `here` is empty), or somebody has won a trick."""
    layout = state.table.machine.layout
    for number in _of_hand(layout.program):
        variable, array = layout.program.variables[number], layout.variables[number]
        if variable.seen != EVERYBODY or not variable.text or _is_said(variable, given):
            continue
        if any(state.cells[array.at : array.at + array.size]):
            continue
        text, kind = variable.text, variable.type.kind
        if kind == "bool" and not variable.keys:
            yield OpenValue(text, "", text, {**given, variable.name: "true"})
        elif kind == "int" and variable.owner is not None and len(variable.keys) == 1:
            other = array.size if variable.owner == "side" else state.question.seat % layout.players + 1
            told = f"nobody has any {text} yet", f"somebody has some {text}"
            yield OpenValue(text, *told, {**given, f"{variable.name} {other}": "1"})


def _of_hand(program: Program) -> Iterator[int]:
    """Yield the variables that start again with each deal, and not more often."""
    deal = max((n for n, stage in enumerate(program.stages) if stage.cards), default=0)
    inner = {number for stage in program.stages[deal + 1 :] for number in stage.resets}
    yield from (number for number in program.stages[deal].resets if number not in inner)


def _is_said(variable: Variable, given: Given) -> bool:
    names = (variable.name, variable.text)
    return any(key in names or key.startswith(tuple(f"{name} " for name in names)) for key in given)


def _is_open(variable: Variable) -> bool:
    return _is_known(variable) and not variable.type.optional


def _is_known(variable: Variable) -> bool:
    return bool(variable.seen == EVERYBODY and variable.text and not variable.keys) and variable.type.kind in _FACTS


def _size(layout: Layout, variable: Variable) -> int:
    design = layout.pack.design
    return len(design.suits if variable.type.kind == "suit" else design.rank_names)


def is_doubtful(reading: Reading) -> bool:
    """True if the answer could be another one where the players hold more cards."""
    allowed = reading.why.verdict == "allowed"
    return reading.why.verdict == "impossible" or (reading.is_costly and (not allowed or len(reading.passed) > 1))


def with_fuller_hands(
    reading: Reading, tables: Iterable[FullerTable], ask: Callable[[Given], Reading]
) -> tuple[Reading, str]:
    """Return a reading with fuller hands that settles more, with the words about these hands; else the same reading."""
    found, told = reading, ""
    for table in tables:
        full = attempted(partial(ask, table.given))
        if full is not None and _is_better(full, found):
            found, told = full, table.told
            if full.why.verdict == "allowed":
                break
    return found, told


def _is_better(full: Reading, reading: Reading) -> bool:
    """True if a reading with fuller hands settles more: the move is allowed, or it is refused after fewer moves."""
    allowed, was_allowed = (each.why.verdict == "allowed" for each in (full, reading))
    if allowed != was_allowed:
        return allowed
    return reading.is_costly and answers(full.why) and len(full.passed) < len(reading.passed)


def attempted(ask: Callable[[], Reading]) -> Reading | None:
    """Return a reading; None if its position is impossible."""
    try:
        return ask()
    except (RulesetError, RulesetFault, ValueError):
        return None
