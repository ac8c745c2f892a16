"""Follows cards through steps: notes steps that name hidden cards to everybody, and warns about marks that are lost.

A card is followed from its zone only while no step can move or turn cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from parlour import program as ir
from parlour.lang import tree as t
from parlour.lang.bodies import Bodies
from parlour.lang.linearity import Routine
from parlour.lang.secrecy import NOBODY, Known, SecrecyReader
from parlour.lang.symbols import Tables, written
from parlour.program import Expr, Origin
from parlour.program.walking import named_locals

# ---------------------------------------------------------------- hidden cards

Names = dict[int, Known]


def check_said(tables: Tables, bodies: Bodies, trees: Iterable[t.Tree]) -> None:
    """Note each line for everybody that names a hidden card, and each such value."""
    for tree in trees:
        search = _Search(tables, SecrecyReader(tables, bodies, ir.Local(NOBODY)))
        search.follow(tree, {})
        search.note_stored()


class _Search:
    def __init__(self, tables: Tables, reader: SecrecyReader) -> None:
        self.tables = tables
        self.reader = reader
        self.stored: list[tuple[ir.Variable, Expr, ir.Origin]] = []  # hidden cards in variables that everybody sees

    def follow(self, tree: t.Tree, names: Names) -> bool:
        """Follow steps, and add what is known of their names. Return False if they can move or turn cards."""
        match tree:
            case t.Block(items):
                followed = [self._kept(item, names) for item in items]
                return all(followed)
            case t.Plain(ir.Set(ir.Local(local), value)):
                names[local] = self.reader.known(value, names)
                self.reader.note(local, value)
                for source in named_locals(value) & self.reader.homes.keys():  # several in a value with a guise
                    self.reader.homes[local] = self.reader.homes[source]
                return True
            case t.Plain(ir.Pick(ir.Local(local), of)) if not isinstance(of, ir.Span):
                names[local] = self.reader.known(of, names)
                self.reader.note(local, of)
                return True
            case t.Plain(ir.Say() as line):
                self._judge(line, names)
                return True
            case t.Plain(ir.Set(ir.VarAt(number), value) as step, origin):
                self._store(self.tables.variable_list[number], value, names, origin or step.origin)
                return True
            case t.Plain(ir.Set() | ir.Pick() | ir.RuleFired() | ir.ShowTo()):
                return True
            case t.Loop(local=local, domain=domain, body=body):
                self.reader.note(local, domain)
                return self.follow(body, {local: self.reader.known(domain, names)})
            case t.Branching(then=then, other=other):
                followed = [self.follow(branch, {**names}) for branch in (then, other)]
                return all(followed)
            case t.Asking():
                self.note_stored()
                for arm in tree.arms:
                    self.follow(arm.body, self._chosen(arm.arm))
                    self.note_stored()
                self.follow(tree.otherwise or t.NOTHING, {})
                return False
            case _:
                if isinstance(tree, t.Invoke) and tree.routine in self.tables.prompts:
                    self.note_stored()
                self.stored.clear()
                for inner in t.parts(tree):
                    self.follow(inner, {})
                return False

    def _chosen(self, arm: ir.Arm) -> Names:
        for slot in arm.slots:
            self.reader.note(slot.local, slot.domain)
        return {slot.local: self.reader.known(slot.domain, {}) for slot in arm.slots if slot.type.kind != "player"}

    def _store(self, variable: ir.Variable, value: Expr, names: Names, origin: ir.Origin | None) -> None:
        if variable.seen == ir.EVERYBODY and origin is not None and self.reader.known(value, names) == "hidden":
            self.stored.append((variable, value, origin))

    def note_stored(self) -> None:
        """Note each value that everybody sees at this moment although it names hidden cards."""
        for variable, value, origin in self.stored:
            message = f"everybody sees `{variable.name}`, but not {self.reader.cards(value)} that it names here"
            help_ = "give it an audience that sees these cards, or set it after they have moved to an open zone"
            self._note(message, help_, origin)
        self.stored.clear()

    def _kept(self, item: t.Tree, names: Names) -> bool:
        followed = self.follow(item, names)
        if not followed:
            names.clear()
        return followed

    def _judge(self, line: ir.Say, names: Names) -> None:
        if line.players != ir.Seated("everyone") or line.origin is None:
            return
        values = [piece.value for piece in line.line if isinstance(piece, ir.Hole)]
        hidden = next((value for value in values if self.reader.known(value, names) == "hidden"), None)
        if hidden is not None:
            message = f"this line names {self.reader.cards(hidden)}, which not everybody can see"
            help_ = "they read `…` instead; name cards that lie open, or say it to a player who sees them: `say to p …`"
            self._note(message, help_, line.origin)

    def _note(self, message: str, help_: str, origin: ir.Origin) -> None:
        span = written(self.tables.composition, origin)
        self.tables.warn("tells-hidden", message, span, help_, severity="note")


# ---------------------------------------------------------------- marks

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
                self.read(body, {**homes, **_homes(local, domain)})
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
                for local, zone in _homes(slot.local, slot.domain).items()
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
        self.tables.warn("mark-outside", message, written(self.tables.composition, origin), help_)


def _homes(local: int, domain: Expr | ir.SeatOrder | ir.Span) -> Homes:
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
