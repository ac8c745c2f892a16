"""Says what distinguishes moves with the same text: they take identical cards that differ in a place, a mark or a
variable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour.play.labels import Labels
from parlour.states.moves import Move
from parlour.states.state import State
from parlour.table.texts import named, written
from parlour.views.view import Viewer


def distinctions(state: State, seat: int, moves: Sequence[Move]) -> Mapping[int, str]:
    """Return, by the numbers of moves, what the seat (from 1) knows about their cards but not about those of all other
    moves with the same text: `hot 1`, `special`."""
    cells, alike = list(state.cells), dict[str, list[int]]()
    for move in moves:
        alike.setdefault(state.table.notation.each(cells, [move.number])[0].text, []).append(move.number)
    several = [numbers for numbers in alike.values() if len(numbers) > 1]
    signs = _signs(state, seat, [number for numbers in several for number in numbers]) if several else {}
    apart: dict[int, str] = {}
    for numbers in several:
        common = set.intersection(*(set(signs[number]) for number in numbers))
        apart |= {number: ", ".join(sign for sign in signs[number] if sign not in common) for number in numbers}
    return {number: words for number, words in apart.items() if words}


def _signs(state: State, seat: int, numbers: Sequence[int]) -> dict[int, list[str]]:
    """Return what the seat knows about the cards of each move."""
    cells, viewer = list(state.cells), Viewer(state.table, seat)
    code, labels = viewer.machine.question(cells), Labels(viewer.layout, seat)
    signs = {}
    for number in numbers:
        arm, payload = code.chosen(number)
        cards = arm.named_cards(payload)
        names = [f"{viewer.layout.pack.name(c)}: " if len(cards) > 1 else "" for c in cards]
        pairs = zip(names, cards, strict=True)
        known = (f"{name}{sign}" for name, c in pairs for sign in _of_card(viewer, labels, cells, c))
        signs[number] = list(dict.fromkeys(known))
    return signs


def _of_card(viewer: Viewer, labels: Labels, cells: list[int], card: int) -> Iterator[str]:
    layout, onlooker = viewer.layout, viewer.onlooker
    i = layout.instances[cells[layout.where + card]]
    yield labels.instance(i)
    if onlooker.places[i.number]:
        yield f"place {viewer.machine.functions['place_of'](cells, card)}"
    if i.turned is not None and cells[i.turned] >> card & 1:
        yield "face up"
    for mark, value in onlooker.marks(cells, card):
        if mark.text:
            yield labels.mark(mark, written(layout, mark.type, value))
    for cell, name, text, type_ in viewer.values:
        if card in named(layout, type_, cells[cell]):
            yield text or name
