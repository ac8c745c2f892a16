"""Warns about marks on cards outside the zones of the mark: such a mark is lost at once.

Only certain cases are reported: a card at a place of a zone, or one that a loop or a choice takes from a zone. A step
that might have moved the card ends this.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic
from parlour.lang import tree as t
from parlour.lang.linearity import Routine
from parlour.lang.symbols import Tables, written
from parlour.program import Expr, Origin

Homes = Mapping[int, int]  # a local with a card, and the zone of the card


def check_marks_kept(tables: Tables, routines: Iterable[Routine]) -> None:
    """Warn about each mark of a card that is certainly in another zone."""
    reader = _Reader(tables)
    for routine in routines:
        reader.read(routine.body, {})
        reader.read(routine.tail or t.NOTHING, {})


class _Reader:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def read(self, tree: t.Tree, homes: Homes) -> None:
        match tree:
            case t.Plain(ir.Set(ir.MarkAt(mark, card)), origin):
                self._check(mark, _home(card, homes), origin)
            case t.Block(items):
                for item in items:
                    self.read(item, homes)
                    homes = {} if _moves(item) else homes
            case t.Loop(local, domain, _, body):
                self.read(body, {**homes, **_held(local, domain)})
                self.read(tree.exhausted or t.NOTHING, {})
            case t.Asking():
                self._read_question(tree)
            case _:
                for part in t.parts(tree):
                    self.read(part, homes if isinstance(tree, t.Branching) else {})

    def _read_question(self, asking: t.Asking) -> None:
        for arm in asking.arms:
            chosen: Homes = {
                local: zone
                for slot in arm.arm.slots
                if slot.form in ("each", "guises")
                for local, zone in _held(slot.local, slot.domain).items()
            }
            self.read(arm.body, chosen)
            self.read(arm.misplay or t.NOTHING, chosen)
        self.read(asking.otherwise or t.NOTHING, {})

    def _check(self, mark: int, zone: int | None, origin: Origin | None) -> None:
        known = self.tables.mark_list[mark]
        if zone is None or zone in known.inside or origin is None:
            return
        inside = " and ".join(f"`{self.tables.zone_list[number].name}`" for number in known.inside)
        where = f"only cards in {inside} keep it" if inside else "no zone keeps it"
        message = f"cards in `{self.tables.zone_list[zone].name}` lose the mark `{known.name}`: {where}"
        help_ = f"move the card first, or add the zone to `inside` of the mark `{known.name}`"
        warning = Diagnostic("mark-outside", message, written(self.tables.composition, origin), "warning", help=help_)
        if warning not in self.tables.problems:
            self.tables.problems.append(warning)


def _held(local: int, domain: Expr | ir.SeatOrder | ir.Span) -> Homes:
    """Return the zone from which a loop or a choice takes its cards."""
    match domain:
        case ir.ZoneCards(ir.ZoneAt(zone)) | ir.ZoneAt(zone):
            return {local: zone}
        case _:
            return {}


def _home(card: Expr, homes: Homes) -> int | None:
    match card:
        case ir.Sure(value):
            return _home(value, homes)
        case ir.Local(index):
            return homes.get(index)
        case ir.ZoneEnd(ir.ZoneAt(zone)) | ir.ZonePlace(ir.ZoneAt(zone)) | ir.First(ir.ZoneCards(ir.ZoneAt(zone))):
            return zone
        case _:
            return None


def _moves(tree: t.Tree) -> bool:
    """True unless the steps only set variables and marks."""
    return any(
        not isinstance(part.stmt, ir.Set | ir.RuleFired) if isinstance(part, t.Plain) else not isinstance(part, _STILL)
        for part in t.walk(tree)
    )


_STILL = (t.Block, t.Branching, t.Loop)
