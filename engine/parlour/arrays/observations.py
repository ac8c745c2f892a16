"""The table code of a batch: what seats see, a column for each feature, and the action numbers of their moves.

Hidden cards and values are 0, and unknown numbers of cards -1. The columns are the same for all seats of a table. Marks
of cards, and values that are records or sets of cards, have no column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour import tablecode as t
from parlour.analysis.premises import Premises
from parlour.lowering.unit import Unit
from parlour.native.extra_cells import ExtraCells
from parlour.native.module import BatchCode
from parlour.program import Variable
from parlour.table.action_numbers import ActionSpace, NumberedArm
from parlour.table.layout import BOX, DIRECTION, PLAYING, QUESTION, Instance
from parlour.table.naming import naming_cells
from parlour.table.sight import Sight
from parlour.table.texts import zone_name
from parlour.tablecode.build import ONE, ZERO, bit, cell, either, plus, union
from parlour.views.onlooker import Onlooker

LARGEST = 1 << 31
SEAT, CARD, TOP = t.Reg("seat"), t.Reg("card"), t.Reg("top")
OBSERVE, EVERYTHING = "observe", "everything"  # the functions of the asked seat


class Observations:
    def __init__(self, sight: Sight) -> None:
        self.sight, self.layout = sight, sight.layout
        pack = self.layout.pack
        onlookers = [Onlooker(sight, seat) for seat in range(self.layout.players)]
        self.zones = [i for i in self.layout.instances if i.number != BOX]
        self.ordered = [i for i in self.zones if i.form == "row"]
        self.faces = [face for face in range(pack.faces) if pack.of_face[face]]
        column = {face: k for k, face in enumerate(self.faces)}
        self.tables = {"COLUMN": tuple(column.get(pack.printed(c), 0) for c in range(pack.size))}
        self._counted = _seats([o.counts for o in onlookers])
        self._placed = _seats([o.places for o in onlookers])
        self._values(onlookers)
        self.names = self._names()

    def _values(self, onlookers: Sequence[Onlooker]) -> None:
        program, known = self.layout.program, [{cell for cell, _, _ in o.readable} for o in onlookers]
        every = {cell: (name, variable) for o in onlookers for cell, name, variable in o.readable}

        def has_column(of: Variable) -> bool:
            return of.type.kind == "card" or not naming_cells(program, of.type)

        self.values = [
            (at, name, variable.type.kind == "card", sum(1 << seat for seat, mine in enumerate(known) if at in mine))
            for at, (name, variable) in sorted(every.items(), key=lambda item: item[0])
            if has_column(variable)
        ]

    def _names(self) -> tuple[str, ...]:
        names = ["seat", "question", "direction", *(f"playing {seat + 1}" for seat in range(self.layout.players))]
        zones = [zone_name(self.layout, i.number) for i in self.zones]
        names += [f"{zone} size" for zone in zones]
        names += [f"{zone_name(self.layout, i.number)} top" for i in self.ordered]
        names += [f"{zone} {self.layout.pack.face_name(face)}" for zone in zones for face in self.faces]
        return (*names, *(name for _, name, _, _ in self.values))

    def function(self, everything: bool = False) -> t.Function:
        """Return the function that writes what a seat (from 0) sees; with `everything`, what is there. All columns are
        0 before."""
        head = [SEAT, cell(QUESTION), cell(DIRECTION)]
        head += [_member(cell(PLAYING), t.Const(seat)) for seat in range(self.layout.players)]
        body: list[t.Stmt] = [_see(k, value) for k, value in enumerate(head)]
        tops = len(head) + len(self.zones)
        cards = tops + len(self.ordered)
        for k, i in enumerate(self.zones):
            size = t.Call("zone_size", (t.Const(i.number),))
            body += self._for_some(self._seats(self._counted[i.number], everything), (_see(len(head) + k, size),),
                                   (_see(len(head) + k, t.Const(-1)),))  # fmt: skip
            body += self._cards(i, cards + k * len(self.faces), everything)
        for k, i in enumerate(self.ordered):
            body += self._top(i, tops + k, everything)
        first = cards + len(self.zones) * len(self.faces)
        for k, (at, _, is_card, readers) in enumerate(self.values):
            clipped = t.Op("min", t.Op("max", cell(at), t.Const(-LARGEST)), t.Const(LARGEST - 1))
            value = _face(cell(at)) if is_card else clipped
            body += self._for_some(self._seats(readers, everything), (_see(first + k, value),))
        return t.Function(EVERYTHING if everything else OBSERVE, ("seat",), tuple(body))

    def _seats(self, seats: int, everything: bool) -> int:
        return self.layout.everyone if everything else seats

    def _for_some(self, seats: int, seen: t.Block, unseen: t.Block = ()) -> t.Block:
        """Do one thing if the seat is among these, and another if it isn't."""
        if seats == self.layout.everyone:
            return seen
        return (t.If(_member(t.Const(seats), SEAT), seen, unseen),) if seats else unseen

    def _shown(self, i: Instance) -> list[t.Expr]:
        """The sets of the cards of a zone that everybody sees in any case. They can have cards of other zones."""
        shown: list[t.Expr] = [cell(at) for at in (i.turned, i.batch) if at is not None]
        is_open = self.layout.program.zones[i.zone].shows == "top" and i.batch is None and i.form != "set"
        return [*shown, bit(_top_card(i))] if is_open else shown

    def _cards(self, i: Instance, column: int, everything: bool) -> t.Block:
        """Count the visible cards of a zone by their faces."""
        lying, shown = t.Call("zone_cards", (t.Const(i.number),)), self._shown(i)
        count = t.Do(t.Call("see_card", (plus(t.Entry("COLUMN", CARD), column),)))
        some = t.For(("card",), t.Members(t.Op("&", lying, union(shown))), (count,))
        seats = self._seats(self.sight.always[i.number], everything)
        return self._for_some(seats, (t.For(("card",), t.Members(lying), (count,)),), (some,) if shown else ())

    def _top(self, i: Instance, column: int, everything: bool) -> t.Block:
        """Write the face of the top card + 1, where the seat sees it and its place."""
        see, always, shown = _see(column, _face(TOP)), self.sight.always[i.number], self._shown(i)
        named = t.Let("top", _top_card(i))
        if everything:
            return named, see
        open_ = either([_member(of, TOP) for of in shown])
        visible = t.If(t.And((t.Op(">=", TOP, ZERO), open_)), (see,))
        seen = self._for_some(always, (see,), (visible,) if shown else ())
        return self._for_some(self._placed[i.number], (named, *seen)) if seen else ()


def _seats(known: Sequence[Sequence[bool]]) -> list[int]:
    """Return for each zone the set of the seats that know something of it."""
    return [sum(knows << seat for seat, knows in enumerate(of)) for of in zip(*known, strict=True)]


def _top_card(i: Instance) -> t.Expr:
    return t.Call("zone_end", (t.Const(i.number), ZERO))


def _face(card: t.Expr) -> t.Expr:
    """The face of a card + 1; 0 for none."""
    return plus(t.Entry("FACE", card), 1)


def _member(of: t.Expr, member: t.Expr) -> t.Expr:
    return t.Op("&", t.Op(">>", of, member), ONE)


def _see(column: int, value: t.Expr) -> t.Stmt:
    return t.Do(t.Call("see", (t.Const(column), value)))


# ---------------------------------------------------------------- all that a batch adds

MOST_MOVES = 1 << 17  # of a question
_BEGUN = cell(t.Named("BEGUN"))


def batch_code(premises: Premises, actions: ActionSpace, observations: Observations) -> BatchCode:
    cells = ExtraCells.of(Unit(premises))
    functions = (observations.function(), observations.function(everything=True), *_marking(actions))
    features = len(observations.names)
    return BatchCode(functions, observations.tables, actions, features, cells.begun, cells.moves, MOST_MOVES)


def _marking(actions: ActionSpace) -> Iterator[t.Function]:
    """Yield for each action of a question the function that marks the next action number of a move: `marked_3_0`."""
    slot = 0
    for question, arms in enumerate(actions.questions):
        for arm in arms:
            params = tuple(f"c{k}" for k in range(len(arm.forms)))
            own = t.Op("==", _BEGUN, t.Const(1 + actions.arms.index(arm)))
            begun = t.If(own, _next(slot, params))
            slot += len(params)
            anew = t.If(t.Op("==", _BEGUN, ZERO), _first(arm), () if arm.flat else (begun,))
            yield t.Function(f"marked_{question}_{arm.place}", params, (anew,))


def _first(arm: NumberedArm) -> t.Block:
    number = plus(t.Reg("c0"), arm.zero) if arm.flat and arm.forms else t.Const(arm.first)
    return (t.Do(t.Call("mark", (number,))),)


def _next(slot: int, params: tuple[str, ...]) -> t.Block:
    """Look at the choices in turn, up to the next one."""
    block: t.Block = ()
    for k in reversed(range(len(params))):
        part = t.Call("mark_part", (t.Const(slot + k), t.Const(k), t.Reg(params[k])))
        block = (t.If(part, block),) if block else (t.Do(part),)
    return block
