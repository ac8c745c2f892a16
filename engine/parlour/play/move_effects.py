"""The effects of a move: the cards that move, and the next player; and the house rules behind them.

A rule is behind an effect if the same move in the same position doesn't have this effect in the mix without the rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, groupby, islice
from typing import Literal

from parlour import program as p
from parlour.base.diagnostics import RulesetError
from parlour.documents.composition import Document
from parlour.game import Game
from parlour.play.happening import consequences, happenings
from parlour.play.history_lines import Teller, outcome_lines
from parlour.play.labels import Labels
from parlour.states.counterparts import Counterparts
from parlour.states.moves import Move
from parlour.states.state import IllegalMove, State, Table
from parlour.table.cards import members
from parlour.table.events import Event
from parlour.table.faults import RulesetFault
from parlour.table.layout import QUESTION
from parlour.table.texts import written
from parlour.table.tracing import Trace, TraceMark
from parlour.views import Projector
from parlour.views.seen_events import PlayerLeft, StageBegan
from parlour.views.view import Viewer


@dataclass(frozen=True)
class Cause:
    """A house rule, and the place in it that makes the difference."""

    rule: Document
    origin: p.Origin


@dataclass(frozen=True)
class EffectLine:
    """A line about an effect of a move. `score`: numbers of players. `number`: one of the table. `over`: a hand or a
    game of several has ended. `next`: who is asked. `about` is the name of the numbers, or the player who is asked.
    `causes` are the rules without which the move doesn't have this effect, if somebody wants to know."""

    kind: Literal["event", "score", "number", "over", "next"]
    text: str
    about: str = ""
    question: str = ""
    causes: tuple[Cause, ...] = ()


@lru_cache(16)
def viewer(table: Table, seat: int) -> Viewer:
    """Return the views of a seat. Several moves in a row happen at the same table."""
    return Viewer(table, seat)


def effects(state: State, move: str) -> tuple[EffectLine, ...]:
    """Return the effects of a legal move, as its player sees them."""
    try:
        return tuple(_effects(state, *state.apply_recorded(move)))
    except IllegalMove:  # another way to write it, which only explanations read
        return ()
    except RulesetFault as fault:
        return (EffectLine("event", f"then play fails: {fault.message}"),)


def effects_of_number(state: State, number: int) -> tuple[EffectLine, ...]:
    """Return these effects for the number of a move, even if a clause forbids it."""
    after, events = state.table.machine.apply_recorded(list(state.cells), number)
    return tuple(_effects(state, State(state.table, after), events))


def _effects(state: State, after: State, events: Sequence[Event]) -> Iterator[EffectLine]:
    layout, seat = state.table.machine.layout, state.asked[0]
    seen = Projector(state.table.machine, seat - 1).all(events)
    labels = Labels(layout, None)
    again = {stage.name for stage in layout.program.stages if stage.cards}
    new = next((n for n, e in enumerate(seen) if isinstance(e, StageBegan) and e.stage in again), len(seen))
    while new and isinstance(seen[new - 1], StageBegan):  # those around it begin again too
        new -= 1
    begun = seen[new] if new < len(seen) else None
    lines = happenings(labels, consequences(labels, seen[:new]))
    lines = chain(lines, (f"seat {event.seat} is out" for event in seen[:new] if isinstance(event, PlayerLeft)))
    if begun is None:
        lines = chain(lines, _marked(labels, state, after, seat), _settled_truths(labels, state, after, seat))
    yield from (EffectLine("event", line) for line in lines)
    now = dict(begun.before) if isinstance(begun, StageBegan) else _numbers(after, seat)
    yield from _changed(labels, _numbers(state, seat), now)
    if after.over:
        ends = [*outcome_lines(after.outcome, after.outcome.text, labels)][:2]
        yield from (EffectLine("event", f"{line[0].lower()}{line[1:].rstrip('.')}") for line in ends)
        return
    if isinstance(begun, StageBegan):
        reason = f": {begun.ending}" if begun.ending else ""
        yield EffectLine("over", f"the {begun.stage.replace('-', ' ')} is over{reason}")
    asked, prompt, wording = after.asked
    same = asked == seat and prompt == state.asked[1] and begun is None
    who = f"seat {asked}"
    text = f"{who} {'plays again' if same else 'is next'}" + (f": {wording}" if wording else "")
    yield EffectLine("next", text, who, wording or "")


def _changed(labels: Labels, before: Mapping[str, int], now: Mapping[str, int]) -> Iterator[EffectLine]:
    """Yield the numbers that have changed, of those that are there before and after."""
    teller, names = Teller(labels.layout, None), [name for name in before if name in now]
    for variable, group in groupby(names, key=lambda name: name.partition(" ")[0]):
        some = [*group]
        was, values = (tuple((name, of[name]) for name in some) for of in (before, now))
        for line in teller.changed(was, values):
            yield EffectLine("number" if some == [variable] else "score", line, labels.variables[variable].text)


def _numbers(state: State, seat: int) -> dict[str, int]:
    """Return the numbers with a text that a seat sees, by their names."""
    variables = state.table.machine.program.variables
    texts = {variable.name for variable in variables if variable.text and variable.type.kind == "int"}
    values = [value for value in viewer(state.table, seat).variables(state) if value.name.partition(" ")[0] in texts]
    return {value.name: int(value.value) for value in values if value.value.lstrip("-").isdecimal()}


def _settled_truths(labels: Labels, state: State, after: State, seat: int) -> Iterator[str]:
    """Yield what the seat sees to be true after a move and not before, or the other way round: `hearts are broken`."""
    before = {value.name: value.value for value in viewer(state.table, seat).variables(state)}
    for value in viewer(after.table, seat).variables(after):
        name, _, keys = value.name.partition(" ")
        variable = labels.variables[name]
        if variable.type.kind == "bool" and variable.text and before.get(value.name) != value.value:
            yield labels.sentence(variable, keys, value.value)


def _marked(labels: Labels, state: State, after: State, seat: int) -> Iterator[str]:
    """Yield the marks that a move has changed, and what cards count as, as far as the seat sees them: `hand 2: card 1
    (colour red)`, `column red: firefly as red-3`."""
    layout, onlooker = labels.layout, viewer(after.table, seat).onlooker
    was, now = list(state.cells), list(after.cells)
    by_zone: dict[str, list[tuple[int, str]]] = {}
    for c in members(layout.pack.used):
        i = layout.instances[now[layout.where + c]]
        changed = [
            (mark, now[at + c])
            for m, (mark, at) in enumerate(zip(layout.program.marks, layout.marks, strict=True))
            if now[at + c] != was[at + c] and layout.keeps(m, i.zone) and (mark.guise or mark.text)
            if onlooker.reads_mark(now, mark, c)
            if mark.guise or was[at + c] == mark.default or onlooker.reads_mark(was, mark, c)
        ]
        if changed:
            place = after.table.machine.functions["place_of"](now, c) if onlooker.places[i.number] else None
            seen = state.table.machine.sight.seers(now, c) >> seat - 1 & 1
            name = layout.pack.name(layout.value_of(now, c)) if seen else f"card {place}" if place else "a card"
            marks = [labels.mark(mark, written(layout, mark.type, value)) for mark, value in changed if not mark.guise]
            marked = f"{name} ({', '.join(marks)})" if marks else name
            by_zone.setdefault(labels.instance(i), []).append((place or 0, marked))
    for zone, cards in by_zone.items():
        yield f"{zone}: {', '.join(marked for _, marked in sorted(cards))}"


# ---------------------------------------------------------------- the rules behind the effects


MOST_RULES = 4  # that are left out, one after the other: compiling such a mix takes a quarter of a second
_TELLING = ("applied", "true")  # marks of parts that apply to few moves, the most telling first


def explained(game: Game, state: State, text: str) -> tuple[EffectLine, ...]:
    """Return the effects of a legal move, with the rules behind each."""
    lines = {effect.text: effect for effect in effects(state, text)}
    move = state.read(text)
    if not isinstance(move, Move):
        return tuple(lines.values())
    for cause in islice(_passed(game, state, move.number), MOST_RULES):
        others = _without(game, cause.rule.id, state, move.number)
        for line in lines if others is not None else ():
            if line not in (others or ()):
                lines[line] = replace(lines[line], causes=(*lines[line].causes, cause))
    return tuple(lines.values())


def _passed(game: Game, state: State, number: int) -> Iterator[Cause]:
    """Yield the house rules that play passes in a move, those that apply to few moves first."""
    trace = Trace()
    traced = Table.of(game.program, state.players, trace=trace).machine
    try:
        traced.apply_recorded(list(state.cells), number)
    except RulesetFault:
        return
    marks = [trace.marks[left] for left in trace.taken()]
    causes = []
    for rule in game.composition.rules:
        own = [mark for mark in marks if mark.origin.document == rule.id]
        places = [[mark.origin for mark in own if mark.sign == sign] for sign in _TELLING] + [list(_steps(own))]
        level = next((number for number, some in enumerate(places) if some), None)
        if level is not None:
            causes.append((level, Cause(rule, max(places[level], key=lambda origin: (origin.line, origin.column)))))
    yield from (cause for _, cause in sorted(causes, key=lambda each: each[0]))


def _steps(marks: list[TraceMark]) -> Iterator[p.Origin]:
    """Yield the places of steps that ran, without the conditions that didn't hold."""
    vain = {mark.origin for mark in marks if mark.sign == "false"}
    yield from (mark.origin for mark in marks if mark.sign == "ran" and mark.origin not in vain)


# ---------------------------------------------------------------- the mix without a rule


def _without(game: Game, rule: str, state: State, number: int) -> tuple[str, ...] | None:
    """Return the effects of the same move without a rule: none if the rule adds the move. None if the mix without the
    rule has no such position."""
    try:
        mix = mix_without(game, rule)
        other = Table.of(mix.program, state.players, as_written=True)
        both = Counterparts(state.table.machine, other.machine)
        cells = both.carry(list(state.cells)) if both.transfer.same_pack else None
        if cells is None:
            return None
        twin = both.numbers(state.cells[QUESTION]).counterpart(number)
        return () if twin is None else tuple(effect.text for effect in effects_of_number(State(other, cells), twin))
    except (RulesetError, RulesetFault, ValueError):
        return None


def mix_without(game: Game, rule: str) -> Game:
    """Return the mix without a rule and those that need it, for trials. Options that the rule sets keep their values.
    """
    needing = [use.rule.id for use in game.composition.uses if rule in use.rule.strings("needs")]
    return game.for_trials().without(rule, *needing, keep_values=True)
