"""Checks of numbers that depend on the table: the ranges of keys, the room of zones and logs, the pack, and literal
cards of which the pack can have several.

At each table a range must have at least one number, and not too many. `expressions` reports constant numbers outside
their ranges.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour import program as ir
from parlour.base.diagnostics import listing
from parlour.base.source import Span
from parlour.lang import syntax as s
from parlour.lang.card_counts import CardCounts
from parlour.lang.company import Company
from parlour.lang.declarations import field, heading, members
from parlour.lang.key_uses import with_number
from parlour.lang.symbols import Tables
from parlour.program import Const, Expr, If
from parlour.program.walking import substitute, walk

MOST = 200  # numbers in a range: each of them has cells in the state
MOST_ENTRIES = 400  # of a log
MOST_CARDS = 1_000  # of a pack: each set of cards is a number with so many bits


def check_ranges(tables: Tables, program: ir.Program, company: Company) -> None:
    def body(call: ir.CallFunction) -> Expr:
        function = program.functions[call.function]
        inside: Expr = substitute(function.body, dict(zip(function.params, call.args, strict=True)))
        return inside

    counts = CardCounts(company, body)
    declared = {zone.name: zone.keys for zone in program.zones}
    declared |= {variable.name: variable.keys for variable in program.variables}
    for zone in program.zones:
        # A mix can do without the columns of a zone. More room than there are cards is fine.
        sizes = (("room", zone.room, "room for any card", 1, None), ("columns", zone.columns, "columns", 0, MOST))
        for kind, size, none, least, most in sizes:
            if size is not None:
                span = _written(tables, "zones", zone.name, kind)
                _check_size(tables, counts, size, span, zone.name, none, kind, least, most)
    for log in tables.logs.values():
        if field(log.member, "room") is not None:
            name = log.member.name
            span, none = _written(tables, "logs", name, "room"), "room for any entry"
            _check_size(tables, counts, log.room, span, name, none, "entries", 1, MOST_ENTRIES)
    _check_pack(tables, counts)
    for section in ("zones", "state"):
        for member in members(tables, section):
            head = heading(tables, member.key)
            keys = declared.get(member.name, ())
            if head is None or len(head.params or ()) != len(keys):
                continue
            for key, param in zip(keys, head.params or (), strict=True):
                if key.high is not None:
                    _check(tables, counts, key.low, key.high, param.span)
    _check_loops(tables, counts)
    check_single_cards(tables, counts)
    check_literal_sets(tables, counts, program)


def _check_loops(tables: Tables, counts: CardCounts) -> None:
    """Warn about a key outside its range for some number of its loop."""
    for use, local, over, among in tables.key_uses.of_loops():
        for players in counts.players:
            low, high = counts.number(over.low, players), counts.number(over.high, players)
            last = None if use.key.high is None else counts.number(use.key.high, players)
            if low is None or high is None or last is None or high - low >= MOST:
                continue
            numbers = among or range(low, high + 1)
            keys = [counts.number(with_number(use.value, local, n), players) for n in numbers]
            odd = next((key for key in keys if key is not None and not use.key.low <= key <= last), None)
            if odd is not None:
                fixed = isinstance(over.high, ir.Const) and isinstance(use.key.high, ir.Const)
                name, at = tables.locals[local][0], "" if fixed else f" at a table of {players}"
                message = f"there is no `{use.owner}` with the number {odd}{at}, but `{name}` goes from {low} to {high}"
                help = f"the numbers of `{use.owner}` go from {use.key.low} to {last}"
                tables.warn("key-range", message, use.span, help)
                break


def _written(tables: Tables, section: str, name: str, key: str) -> Span:
    """Return the place where the last document gives a size."""
    written = (field(m, key) for m in reversed(members(tables, section)) if m.name == name)
    return next(node.span for node in written if node is not None)


def _check_size(
    tables: Tables, counts: CardCounts, size: Expr, span: Span, name: str, none: str, things: str, least: int,
    most: int | None,
) -> None:  # fmt: skip
    known = _known(tables, counts, size, span)
    if any(number < least for number in known):
        tables.error("count", f"`{name}` has no {none}", span, help=f"write how many there can be, at least {least}")
    elif most is not None and any(number > most for number in known):
        tables.error("key-range", f"`{name}` has {max(known):,} {things}; the limit is {most}", span)


def _check_pack(tables: Tables, counts: CardCounts) -> None:
    """Report a pack that is too large, at what adds cards to it."""
    if counts.most_cards > MOST_CARDS:
        adding = [m for m in members(tables, "deck") if m.name in ("jokers", "copies")]
        adding += members(tables, "cards")
        span = adding[-1].value.span if adding else tables.composition.subject.id_span
        message = f"the pack has {counts.most_cards:,} cards; the limit is {MOST_CARDS:,}"
        tables.error("deck", message, span, help="use fewer jokers, packs or copies of cards")


def _known(tables: Tables, counts: CardCounts, room: Expr, span: Span) -> list[int]:
    """Return the values of a number at all tables. Report a number that depends on play."""
    known = [_number(counts, room, players) for players in counts.players]
    if None in known:
        message = f"expected a number that is known before play, found `{span.text}`"
        tables.error("constant", message, span, help="use constants, options and `players.size`")
    return [number for number in known if number is not None]


def _number(counts: CardCounts, e: Expr, players: int) -> int | None:
    """Return the value of an expression at a table; None if it depends on play, or on the pack."""
    if any(isinstance(node, ir.Seated) and node.what != "seats" for node in walk(e)):
        return None
    return counts.number(e, players)


def _check(tables: Tables, counts: CardCounts, low: int, high: Expr, span: Span) -> None:
    for players in counts.players:
        last = _number(counts, high, players)
        if last is None:
            message = f"expected numbers that are known before play, found `{span.text}`"
            tables.error("constant", message, span, help="use constants, options and `players.size`")
            return
        count, at = last - low + 1, "" if isinstance(high, ir.Const) else f" at a table of {players}"
        if count < 1:
            tables.error("empty-range", f"this range is empty{at}", span, help="write the lower end first")
            return
        if count > MOST:
            tables.error("key-range", f"this range has {count} numbers{at}; the limit is {MOST}", span)
            return


def check_single_cards(tables: Tables, counts: CardCounts) -> None:
    for face, span in tables.single_cards:
        several = max((_most(counts, one) for one in _faces(face, len(tables.design.faces))), default=0)
        if several > 1:
            text = " ".join(span.text.split())
            message = f"expected one card, found `{text}`, of which the pack has {several}; this means the first one"
            help_ = f"choose one by its place, as in `the c in hand(p) where c == {text}`, or use a set of cards"
            tables.warn("one-of-several", message, span, help_)


def check_literal_sets(tables: Tables, counts: CardCounts, program: ir.Program) -> None:
    """Warn about `x in hand(p)` if `x` is a set of literal cards: it needs all cards with these faces."""
    if not tables.card_tests:
        return  # walking the Program costs time
    values = _Values(program)
    for cards, node in tables.card_tests:
        faces = dict.fromkeys(values.faces(cards, len(tables.design.faces)) or ())
        several = {face: most for face in faces if (most := _most(counts, face)) > 1}
        if several:
            named = [f"{most} of {tables.design.faces[face].name}" for face, most in several.items()]
            has = listing(named, "and", "") if len(several) < len(tables.design.faces) else "several with one face"
            message = f"this needs all cards with the faces in `{_text(node.left)}`, and the pack has {has}"
            tables.warn("all-of-several", message, node.span, _instead(node))


def _instead(node: s.Binary) -> str:
    """Return what to write for one card of each face, and for all cards."""
    cards, place = _text(node.left), _text(node.right)
    one = f"any c in {cards} where c in {place}"
    if isinstance(node.left, s.ListLit):
        one = " and ".join(f"{_text(item)} in {place}" for item in node.left.items)
    return f"write `{one}` if one is enough, or `all c in {cards} where c in {place}`"


def _text(node: s.Expr) -> str:
    return " ".join(node.span.text.split())


class _Values:
    """The values that the names of a Program can have."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.set_to: dict[ir.Local | int, list[Expr]] = {}  # by name from `let`, or number of a variable
        self.passed: dict[ir.Local, list[Expr]] = {}  # by parameter
        self.open = set[ir.Local | int]()  # names whose values are being looked up
        for node in walk(program):
            match node:
                case ir.Set(ir.VarAt(number), value):
                    self.set_to.setdefault(number, []).append(value)
                case ir.Set(ir.Local() as local, value):
                    self.set_to.setdefault(local, []).append(value)
                case ir.CallFunction(number, args):
                    self._pass(program.functions[number].params, args)
                case ir.Run(number, args):
                    self._pass(program.procedures[number].params, args)

    def _pass(self, params: Sequence[int], args: Sequence[Expr]) -> None:
        for param, arg in zip(params, args, strict=True):
            self.passed.setdefault(ir.Local(param), []).append(arg)

    def faces(self, cards: Expr, number: int) -> list[int] | None:
        """Return the faces of a set that consists of literal cards; None for other sets."""
        match cards:
            case Const(0):
                return []
            case ir.FaceCards("face", Const(of)):
                return [face for face in range(number) if of >> face & 1]
            case ir.FaceCards("face", ir.Single(face)):
                return list(_faces(face, number))
            case ir.Op("|", first, second):
                return _all([self.faces(first, number), self.faces(second, number)])
            case If(_, then, other):
                return _any([self.faces(then, number), self.faces(other, number)])
            case ir.CallFunction(function, _):
                return self.faces(self.program.functions[function].body, number)
            case ir.VarAt(name) | (ir.Local() as name):
                return self._named(name, number)
        return None

    def _named(self, name: ir.Local | int, number: int) -> list[int] | None:
        if name in self.open:
            return []  # adds to its own value
        self.open.add(name)
        values = [self.faces(value, number) for value in self.set_to.get(name, ())]
        args = self.passed.get(name, ()) if isinstance(name, ir.Local) else ()
        passed = [self.faces(arg, number) for arg in args]
        self.open.discard(name)
        return _any([_all(values) if values else None, *passed])


def _all(parts: Sequence[list[int] | None]) -> list[int] | None:
    return None if None in parts else [face for part in parts for face in part or ()]


def _any(parts: Sequence[list[int] | None]) -> list[int] | None:
    return None if all(part is None for part in parts) else [face for part in parts for face in part or ()]


def _faces(face: Expr, number: int) -> Iterable[int]:
    """Return the faces that this can be."""
    match face:
        case Const(value):
            return [value] if value >= 0 else []
        case If(_, then, other):
            return [*_faces(then, number), *_faces(other, number)]
        case _:
            return range(number)


def _most(counts: CardCounts, face: int) -> int:
    """Return the largest number of cards with a face at any table; 0 if it is unknown."""
    deck = counts.company.deck
    known = [[counts.number(e, n) or 0 for e in (deck.copies, deck.amounts[face])] for n in counts.players]
    return max((copies * amount for copies, amount in known), default=0)
