"""What everybody at a table knows: for those who look on. It is what the seats' views and histories have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from parlour.views import SeenEvent, View, ZoneSeen
from parlour.views.seen_events import EndingSaid, LineSaid, PlayerAnswered, PlayerLeft, StageBegan

_COMMON = (PlayerAnswered, PlayerLeft, StageBegan, EndingSaid)


def common_view(views: Sequence[View]) -> View:
    """Return the parts of a view that all seats see."""
    first, *others = views
    values = [set(view.values) for view in others]
    zones = tuple(_common(zones) for zones in zip(*(view.zones for view in views), strict=True))
    question = first.question
    if question is not None:
        question = replace(question, wording=None, moves=None, tries=None, preferred=None, chances=())
    return replace(
        first,
        zones=zones,
        values=tuple(value for value in first.values if all(value in seen for seen in values)),
        lines=tuple(line for line in first.lines if line.public or not others),
        question=question,
    )


def _common(zones: Sequence[ZoneSeen]) -> ZoneSeen:
    first, *others = zones
    size = first.size if all(zone.size == first.size for zone in others) else None
    cards = tuple(card for card in first.cards if all(card in zone.cards for zone in others))
    filled = tuple(place for place in first.filled if all(place in zone.filled for zone in others))
    return replace(first, size=size, cards=cards, known=(), filled=filled, marked=())


def common_history(histories: Sequence[Sequence[SeenEvent]]) -> Sequence[SeenEvent]:
    """Return the answers, lines and ends of stages that all seats have seen alike. Lines that two seats got one after
    the other can have the same words by chance, and stay secret."""
    common, *others = [tuple(filter(_can_be_common, history)) for history in histories]
    return reduce(_both, others, common)


def _can_be_common(event: SeenEvent) -> bool:
    return event.public if isinstance(event, LineSaid) else isinstance(event, _COMMON)


def _both(one: Sequence[SeenEvent], other: Sequence[SeenEvent]) -> Sequence[SeenEvent]:
    """Return the events that are in both, in their order."""
    common: list[SeenEvent] = []
    begin = 0
    for event in one:
        place = next((n for n in range(begin, min(len(other), begin + 20)) if other[n] == event), None)
        if place is not None:
            common.append(event)
            begin = place + 1
    return common
