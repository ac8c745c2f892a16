"""Compiles statements about the table itself to closures: turning and showing cards, leaving seats, new stages."""

from __future__ import annotations

from parlour import program as p
from parlour.interpreter.closures import in_turn
from parlour.interpreter.context import StatementContext
from parlour.interpreter.recording import note
from parlour.table.cards import members
from parlour.table.cells import Act, Cells
from parlour.table.events import Begun, Gathered, Left, Said, Shown, Turned
from parlour.table.layout import BOX, DIRECTION, HEADER, PLAYING
from parlour.table.moving import is_turned_up, turn
from parlour.table.texts import named, worded


def turn_over(x: StatementContext, e: p.TurnOver) -> Act:
    cards, up, layout, witness = x.expressions.value(e.cards), e.up, x.layout, x.witness

    def turned(s: Cells) -> None:
        turn(layout, s, cards(s), up)

    if witness is None:
        return turned

    def recorded(s: Cells) -> None:
        of = [c for c in members(cards(s)) if is_turned_up(layout, s, c) != up]
        before = witness.before(s, of)
        turned(s)
        seen = tuple(seers | witness.sight.seers(s, c) for c, _, _, seers in before)
        if of:
            note(Turned(tuple(of), tuple(z for _, z, _, _ in before), tuple(n for _, _, n, _ in before), up, seen))

    return recorded


def show_to(x: StatementContext, e: p.ShowTo) -> Act:
    cards, players = x.expressions.value(e.cards), x.expressions.value(e.players)
    witness = x.witness
    if witness is None:
        return in_turn([])

    def show(s: Cells) -> None:
        of = members(cards(s))
        lying = witness.before(s, of)
        note(Shown(tuple(of), tuple(z for _, z, _, _ in lying), tuple(n for _, _, n, _ in lying), players(s)))

    return show


def say(x: StatementContext, e: p.Say) -> Act:
    players, witness, layout = x.expressions.value(e.players), x.witness, x.layout
    if witness is None:
        return in_turn([])
    pieces = [(x.expressions.value(piece.value), piece) if isinstance(piece, p.Hole) else piece for piece in e.line]

    def said(s: Cells) -> None:
        told: list[tuple[str, int]] = []
        for piece in pieces:
            if isinstance(piece, str):
                told.append((piece, layout.everyone))
                continue
            value, seers = int(piece[0](s)), layout.everyone
            for card in named(layout, piece[1].type, value):
                seers &= witness.sight.seers(s, card)
            told.append((worded(layout, piece[1], value), seers))
        note(Said(tuple(told), players(s)))

    return said


def leave_table(x: StatementContext, e: p.LeaveTable) -> Act:
    message = "expected a player to leave the game, found none"
    player = x.expressions.index(e.player, x.layout.players, message)
    recorded = x.witness is not None

    def leave(s: Cells) -> None:
        seat = player(s)
        s[PLAYING] &= ~(1 << seat)
        if recorded:
            note(Left(seat))

    return leave


def enter_stage(x: StatementContext, e: p.EnterStage) -> Act:
    stage = x.program.stages[e.stage]
    acts: list[Act] = []
    if stage.seats:
        everyone = x.layout.everyone

        def everybody_in(s: Cells) -> None:
            s[PLAYING] = everyone

        acts.append(everybody_in)
    if stage.direction:

        def clockwise(s: Cells) -> None:
            s[DIRECTION] = 1

        acts.append(clockwise)
    if stage.cards:
        acts.append(_gather(x))
    with x.expressions.at(stage.origin):
        acts.extend(_reset(x, v) for v in stage.resets)
    enter = in_turn(acts)
    if x.witness is None or not (stage.cards or x.program.ending in stage.resets):
        return enter
    variables = slice(HEADER, HEADER + sum(array.size for array in x.layout.variables))

    def recorded(s: Cells) -> None:
        before = tuple(s[variables])
        enter(s)
        note(Begun(e.stage, before, tuple(s[variables])))
        if stage.cards:
            note(Gathered())

    return recorded


def _gather(x: StatementContext) -> Act:
    layout = x.layout
    first, end = layout.first_cell_of_zones, layout.where + layout.pack.size
    boxed = layout.blank[first:end]
    lost = [
        (at, at + layout.pack.size, layout.blank[at : at + layout.pack.size])
        for m, at in enumerate(layout.marks)
        if not layout.keeps(m, BOX)
    ]

    def gather(s: Cells) -> None:
        s[first:end] = boxed
        for a, b, defaults in lost:
            s[a:b] = defaults

    return gather


def _reset(x: StatementContext, number: int) -> Act:
    variable, array = x.program.variables[number], x.layout.variables[number]
    first, end, size, zero = array.at, array.at + array.size, array.size, array.zero
    starts = (
        x.expressions.stored(variable.starts, variable.type.kind == "bool") if variable.starts is not None else None
    )
    if size == 1:
        if starts is None:

            def to_zero(s: Cells) -> None:
                s[first] = zero

            return to_zero
        value = starts

        def to_start(s: Cells) -> None:
            s[first] = value(s)

        return to_start

    def all_to_start(s: Cells) -> None:
        s[first:end] = [zero if starts is None else starts(s)] * size

    return all_to_start
