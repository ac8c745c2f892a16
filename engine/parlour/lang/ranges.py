"""Checks the ranges of numbers that zones and variables have for keys. At each table there must be at least one number,
and not too many. Also checks the room of zones, and keys that a loop runs past. `expressions` reports constant numbers
outside their ranges."""

from __future__ import annotations

from parlour import program as ir
from parlour.base.diagnostics import Diagnostic
from parlour.base.source import Span
from parlour.lang.card_counts import CardCounts
from parlour.lang.company import Company
from parlour.lang.declarations import field, heading, members
from parlour.lang.key_uses import with_number
from parlour.lang.single_cards import check_literal_sets, check_single_cards
from parlour.lang.symbols import Tables
from parlour.program import Expr
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
                tables.problems.append(Diagnostic("key-range", message, use.span, "warning", help=help))
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
