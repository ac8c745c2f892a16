"""The order of the moves on the screen, which gives their numbers, and what distinguishes those with the same text.

Single cards come in the order of a sorted hand. Groups come by rank: single jacks, then pairs, then three and four.
(The machine's order puts a pair of jacks between two single ones.) This module doesn't know the effects of moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby

from parlour import program as p
from parlour.play.hand_sorting import TableSorting
from parlour.play.labels import Labels
from parlour.states.moves import Move, first_of
from parlour.states.state import State
from parlour.table.cards import members
from parlour.table.texts import named, written
from parlour.views.view import Viewer

MOST_SHOWN = 60  # moves listed for a question with too many
MOST_ON_SCREEN = 100  # moves that a screen lists all; of more, it lists only some of each action
FEWEST = 4  # moves of each action, however small the screen
EACH = 30  # moves of each action on a screen that doesn't list all


def legal(state: State) -> tuple[Move, ...]:
    """Return the legal moves; if there are too many to list, the first ones."""
    return _in_order(state, first_of(state.question.legal, MOST_SHOWN))


def tries(state: State) -> tuple[Move, ...]:
    """Return the illegal moves that a strict table accepts at a price."""
    return _in_order(state, state.question.tries)


def menu(state: State) -> tuple[Move, ...]:
    """Return the legal moves, then those that can be tried. The first has the number 1."""
    return (*legal(state), *tries(state))


def on_screen(state: State, moves: Sequence[Move], most: int = MOST_ON_SCREEN) -> list[tuple[int, Move]]:
    """Return the legal moves to list on a screen, each with its number; of more than it lists, only the first of each
    action."""
    numbered = [*enumerate(moves, 1)]
    if len(numbered) <= most and len(numbered) == len(state.question.legal):
        return numbered
    asked, counted, shown = state.table.machine.asked(list(state.cells)), Counter[int](), list[tuple[int, Move]]()
    each = min(EACH, max(most // len({asked.place_of(move.number) for move in moves}), FEWEST))
    for number, move in numbered:
        action = asked.place_of(move.number)
        counted[action] += 1
        if counted[action] <= each:
            shown.append((number, move))
    return shown


def _in_order(state: State, moves: Iterable[Move]) -> tuple[Move, ...]:
    """Sort the choices within each action; the order of actions stays."""
    asked = state.table.machine.asked(list(state.cells))
    sorting = TableSorting(state)
    ordered: list[Move] = []
    for number, stretch in groupby(moves, key=lambda move: asked.place_of(move.number)):
        slots, same = asked.arms[number].slots, list(stretch)
        if any(slot.type.kind in ("card", "cards") for slot in slots):
            same.sort(key=lambda move: (len(move.text), move.text))  # `play 8♦ #2` after `play 8♦`
            same.sort(key=partial(_place, slots, sorting))
        ordered += same
    return tuple(ordered)


def _place(slots: Sequence[p.Slot], sorting: TableSorting, move: Move) -> list[tuple[int, ...]]:
    """Return a sort key for the choices of a move: groups by rank, then by the number of cards."""
    pack, place = sorting.otherwise.pack, list[tuple[int, ...]]()
    for slot, value in zip(slots, move.values, strict=True):
        match slot.type.kind:
            case "cards":
                shown = sorted(map(sorting.place, members(value)))
                rank = shown[0][0] if slot.form == "groups" else 0  # a game with groups is sorted by rank
                place.append((rank, len(shown), *chain.from_iterable(shown)))
            case "card" if value >= 0:
                itself, counts_as = sorting.place(value % pack.size), sorting.otherwise.place(pack.face[value])
                place.append((*itself, value >= pack.size, *counts_as))
            case _:
                place.append((value,))
    return place


# ---------------------------------------------------------------- moves with the same text


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
