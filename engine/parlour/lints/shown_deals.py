"""Finds deals that show players cards which they should probably not see: one by one, each card is on top."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.base.diagnostics import Diagnostic
from parlour.lang import syntax as s
from parlour.lints.member_texts import MemberText
from parlour.program import EVERYBODY, Program


def check_shown_deals(program: Program, own: tuple[MemberText, ...]) -> Iterator[Diagnostic]:
    """Warn about deals of several hidden cards to a zone whose top card, or last cards, everybody sees."""
    zones = {zone.name: zone for zone in program.zones}
    for text in own:
        for deal in s.walk(text.syntax):
            if not isinstance(deal, s.Deal) or (isinstance(deal.count, s.Number) and deal.count.value == 1):
                continue
            source, to = zones.get(_name(deal.source)), zones.get(_name(deal.to))
            if source is None or to is None or not source.closed or to.shows is None or to.seen == EVERYBODY:
                continue
            message = f"this shows everybody all the cards: each one is on top of `{to.name}` for a moment"
            help_ = f"deal them to a zone that nobody sees, and then move that zone to `{to.name}`"
            yield Diagnostic("shown-deal", message, deal.to.span, "warning", help=help_)


def _name(zone: s.Expr) -> str:
    match zone:
        case s.Name(id=name) | s.Call(name=name):
            return name
        case _:
            return ""
