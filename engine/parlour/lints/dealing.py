"""Finds deals that need more cards than the pack has, for some options or numbers of players of the mix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.base.diagnostics import Diagnostic, Related
from parlour.documents.composition import Composition
from parlour.lang import syntax as s
from parlour.lang.crowding import WHOLE_PACK
from parlour.lints.member_texts import MemberText
from parlour.lints.numbers import Numbers, TableSettings, Value

CODE = "too-many-cards"
FEWER = "deal fewer cards, or limit `players`"


def check_deals(
    composition: Composition,
    texts: tuple[MemberText, ...],
    own: tuple[MemberText, ...],
    before: Sequence[Diagnostic] = (),
) -> Iterator[Diagnostic]:
    """Yield a warning for each such deal in the `own` texts, with the table of most players at which it happens.

    The compiler has warned of the deals in `before`, which are too large at every table.
    """
    known = {(d.span.source.name, d.span.start) for d in before if d.code == CODE and d.span is not None}
    deals = [
        (text, node)
        for text in own
        for node in s.walk(text.syntax)
        if isinstance(node, s.Deal) and (node.span.source.name, node.span.start) not in known
    ]
    numbers = Numbers(composition, texts)
    for text, deal in deals:
        for table in numbers.tables(deal.count, text.member.document):
            count, pack = numbers.value(deal.count, text.member.document, table), numbers.pack(table)
            if not isinstance(count, int) or pack is None:
                break
            if count * (table.seats if deal.each else 1) > pack and numbers.is_possible(table):
                yield _report(deal, table, count, pack, numbers)
                break


def _report(deal: s.Deal, table: TableSettings, count: int, pack: int, numbers: Numbers) -> Diagnostic:
    changed = {name: value for name, value in table.options.items() if value != numbers.current(name)}
    said = " ".join(f"--set {name}={_written(value)}" for name, value in changed.items())
    each = f" to each of {table.seats} players" if deal.each else ""
    message = f"{f'with {said}, ' if said else ''}this deals {count} cards{each}, but the pack has only {pack}"
    shown = deal.count.span.text.strip()
    needed = f"players.size * ({shown}) <= pack.size" if deal.each else f"{shown} <= pack.size"
    if isinstance(deal.count, s.Number):
        help_ = FEWER + (WHOLE_PACK if deal.each else "")
    else:
        help_ = f"add `require: {needed}` under `possible`, or change the bounds of the option"
    places = [numbers.settings[name].spec.span for name in changed]
    related = tuple(Related(place, "the bounds of the option") for place in places)
    return Diagnostic(CODE, message, deal.count.span, "warning", related, help_)


def _written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
