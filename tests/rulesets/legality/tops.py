"""Builds a top of the table: its first play is given, and moves make the others. The next player then has all other
cards of the pack, so a single question covers each of them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from parlour.base.source import Source
from parlour.documents.document import Mapping
from parlour.documents.yaml_text import read_text
from parlour.examples.given import read_given
from parlour.examples.laying import lay_out
from parlour.examples.terms import Terms
from parlour.states.moves import Move
from parlour.states.state import State, Table
from parlour.table.cards import members
from parlour.table.texts import zone_name

from .claims import RANKS, TOPS, Laid, plays, rank

# Tops with missing cards, by the reason for that; then the answers that aren't plays.
MADE = {
    "after-switch": ("5♦ / 7♥ / A♣(switch)", ""),
    "blocked-with-sixes": ("K♦ / Jk / 6♦ 6♣ 6♥ 6♠(block)", ""),
    "blocked-with-threes": ("K♦ / Jk / 3♦ 3♣ 3♥ 3♠(block)", ""),
    "gambit-resolved": ("4♦ / 5♦ 5♣ 5♥ 5♠(gambit)", "let-be discard"),
    "gambit-stopped": ("9♦ / K♦ K♣ K♥ K♠(gambit)", "stop-it"),
    "queens-stopped": ("9♦ / Q♦ Q♣ Q♥ Q♠(gambit)", "play"),
}
# The other player's hand, except cards that are elsewhere.
SPARE = ("8♥", "8♦", "8♣", "J♥", "J♣", "6♥", "6♣", "6♦", "3♥", "3♠")
SUITS = "♣♦♥♠"
RED = "♦♥"


@dataclass(frozen=True)
class Lay:
    """A move: its action, the cards that it names, and what one of them is called."""

    action: str
    cards: frozenset[str]
    called: str = ""

    def __str__(self) -> str:
        return " ".join([self.action, *sorted(self.cards), *(["as", self.called] if self.called else [])])


def lay_of(move: Move) -> Lay:
    words = move.text.replace(":", "").split()
    cards = frozenset(word for word in words if word == "Jk" or (word[-1] in SUITS and rank(word) in RANKS))
    called = words[words.index("as") + 1] if "as" in words else ""
    return Lay(move.action, cards, called if called in RANKS else "")


def offered(state: State) -> set[Lay]:
    return {lay_of(move) for move in state.question.legal}


def lying(state: State, zone: str) -> list[str]:
    layout = state.table.machine.layout
    instance = next(i for i in layout.instances if zone_name(layout, i.number) == zone)
    return [layout.pack.name(card) for card in layout.contents(list(state.cells), instance)]


def steps(play: tuple[Laid, ...]) -> Iterator[Lay]:
    """Return the moves of a play: several only if it links cards."""
    alike: list[str] = []
    for n, (card, use) in enumerate(play):
        alike.append(card)
        together = frozenset(alike)
        if use in ("", "gambit", "block"):
            if n + 1 < len(play) and play[n + 1][1] != "link":
                continue
            gambit = "queens" if rank(card) == "Q" else "gambit-discard"
            yield Lay({"": "play", "gambit": gambit}.get(use, use), together)
        elif use == "counter":
            yield Lay("play" if card == "Jk" else "counter", together)
        elif use in ("cancel", "link", "switch", "even", "odd"):
            yield Lay(use, together)
        elif use.endswith("cancel"):
            yield Lay("cancel-as", together, rank(use.split()[0]))
        else:
            yield Lay("call", together, use)
        alike.clear()


def made(table: Table, name: str, twos_go_on: bool, colours: bool, kept: Collection[str]) -> tuple[State, set[str]]:
    """Return the question to the player who must play on a top. Their hand also has the `kept` cards that aren't
    elsewhere. If a 2 gives its player another play, the position has the whole discard pile. With two colours, the
    first card decides who begins, the other player has a discard pile too, and the hand has only some cards of each
    rank."""
    text, answers = MADE.get(name, ("", ""))
    top = plays(text) or (*TOPS[name].deck, *TOPS[name].played)
    given = len(top) if twos_go_on else int(bool(top) and _lies_still(top[0]) and (colours or len(top[0]) == 1))
    first = int(top[0][0][0][-1] in RED) if colours and top else len(top) % 2
    seats = [(first + n) % 2 for n in range(len(top) + 1)]
    used = {card for play in top for card, _ in play}
    spare = [card for card in SPARE if card not in used and card not in kept]

    decks: list[list[str]] = [[], []]
    for play, seat in zip(top[:given], seats, strict=False):
        decks[seat if colours else 0] += [card for card, _ in play]
    if colours and top:
        under = next(card for card in spare if (card[-1] in RED) != bool(first))
        spare.remove(under)
        decks[1 - first].append(under)
    hands: list[list[str]] = [[], []]
    for play, seat in zip(top[given:], seats[given:], strict=False):
        hands[seat] += [card for card, _ in play]
    asked = seats[-1]
    hands[1 - asked] += spare[: 5 if "discard" in answers else 1]
    left = _pack(table)
    for card in (*decks[0], *decks[1], *hands[0], *hands[1]):
        left.remove(card)
    if colours:
        left = _few(sorted(left, key=lambda card: (card not in kept, card[-1] not in "♠♥")))
    hands[asked] += left

    position = {"deck": decks[0], "hand 1": hands[0], "hand 2": hands[1], "rest": ["out"]}
    if colours:
        position |= {"red-deck": decks[1], "reds": ["2"]}
    state = _laid_out(table, {**position, "to move": [str(seats[given] + 1)]})
    for play in top[given:]:
        for step in steps(play):
            state = make(state, step)
        while any(move.action == "done" for move in state.question.legal):
            state = make(state, Lay("done", frozenset()))
    for action in answers.split():
        state = state.apply(next(move for move in state.question.legal if move.action == action))
    assert state.question.seat == asked + 1
    return state, set(lying(state, f"hand {asked + 1}"))


def _lies_still(play: tuple[Laid, ...]) -> bool:
    """True if a position can contain this top, because it consists only of cards."""
    return not any(use or rank(card) in ("10", "Jk") for card, use in play)


def _few(cards: list[str]) -> list[str]:
    """The first three of each rank and one Joker, which is more than one colour has."""
    of_rank = {r: [card for card in cards if rank(card) == r] for r in RANKS}
    return [card for r in RANKS for card in of_rank[r][: 1 if r == "Jk" else 3]]


def _pack(table: Table) -> list[str]:
    cards = table.machine.layout.pack
    return [cards.name(card) for card in members(cards.used)]


def _laid_out(table: Table, position: dict[str, list[str]]) -> State:
    text = "".join(f"{key}: '{' '.join(words)}'\n" for key, words in position.items())
    node, problems = read_text(Source("<position>", text))
    assert isinstance(node, Mapping), text
    names = Terms(table.machine.layout)
    said, found = read_given(names, node)
    assert not problems, problems
    assert not found, found
    return lay_out(table, names, said, seed=1)


def make(state: State, lay: Lay) -> State:
    for move in state.question.legal:
        if lay_of(move) == lay:
            return state.apply(move)
    told = ", ".join(move.text for move in state.question.legal)
    raise AssertionError(f"`{lay}` can't be made; seat {state.question.seat} may {told}")
