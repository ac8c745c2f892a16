"""Facts about Cut Throat Red and Black that no single position shows: the owners of cards, and the effects of all
switches."""

from collections import Counter
from random import Random

import pytest

import laws
from parlour.game import load
from parlour.states.state import State
from parlour.table.texts import zone_name
from scaffold.mixes import mixed
from scaffold.terminal import run

BLACK, RED = ("deck", "pile", "hand 1", "lower 1", "upper 1"), ("red-deck", "red-pile", "hand 2", "lower 2", "upper 2")


def cards(state: State) -> dict[str, list[str]]:
    """Return the cards of each zone by their faces."""
    layout = state.table.machine.layout
    faces = {i.number: layout.contents(list(state.cells), i) for i in layout.instances}
    pack = layout.pack
    return {zone_name(layout, n): [pack.face_name(pack.face[c]) for c in found] for n, found in faces.items()}


def of(state: State, zones: tuple[str, ...]) -> list[str]:
    there = cards(state)
    return [card for zone in zones for card in there[zone]]


# ---------------------------------------------------------------- the rules


@pytest.mark.proves("rb.rules.used")
def test_the_rules_are_those_of_spades_revised_but_for_what_wants_four_of_a_kind() -> None:
    def rules(game: str) -> set[str]:
        return {document.id for document in load(game).composition.documents if document.kind == "rule"}

    assert rules("red-and-black") == rules("ctsr") - {"x4-blocks"} | {"two-colours"}


@pytest.mark.proves("rb.no-x4")
@pytest.mark.parametrize("rule", ["gambits", "ace-switches", "x4-blocks", "x4-clears"])
def test_what_wants_one_deck_or_four_of_a_kind_is_refused(rule: str) -> None:
    compiled = mixed("red-and-black", rule)
    assert compiled.program is None
    errors = [finding for finding in compiled.findings if finding.severity == "error"]
    assert [error.code for error in errors] == ["compose-excludes"]
    assert errors[0].message == f"`two-colours` excludes `{rule}`"


@pytest.mark.proves("rb.status")
def test_it_is_marked_as_experimental() -> None:
    assert "  red-and-black  Cut Throat Red and Black, experimental" in run("list", "red and black").out


# ---------------------------------------------------------------- the colours


@pytest.mark.proves("rb.setup.colours", "rb.no-x4", "T21")
def test_colours_never_mix() -> None:
    """Nobody ever holds a card of the other colour, and so never more than two of a rank."""
    for seed in (1, 2):
        state, random = load("red-and-black", options={"turns": 100}).start(2, seed), Random(seed)
        while not state.over:
            assert not any(card[-1] in "♥♦" for card in of(state, BLACK))
            assert not any(card[-1] in "♣♠" for card in of(state, RED))
            for hand in ("hand 1", "hand 2"):
                assert max(Counter(card[:-1] for card in cards(state)[hand]).values(), default=0) <= 2
            state = state.apply(random.choice(state.question.legal))


@pytest.mark.proves("rb.setup.colours", "rb.joker")
@pytest.mark.parametrize("players", [2, 4])
def test_each_colour_is_half_of_the_pack_with_a_joker(players: int) -> None:
    black = BLACK + (("hand 3", "lower 3", "upper 3") if players == 4 else ())
    red = RED + (("hand 4", "lower 4", "upper 4") if players == 4 else ())
    for seed in range(1, 6):
        state = load("red-and-black").start(players, seed)
        for half, suits in ((black, "♣♠"), (red, "♥♦")):
            found = Counter(of(state, half))
            cleared = [card for card in cards(state)["out"] if card[-1] in suits]  # a 10 that was turned up
            assert found["Jk"] == 1
            assert found.total() + len(cleared) == 27
            assert all(count == 1 for count in found.values())
            assert {card[-1] for card in found - Counter(["Jk"])} == set(suits)


@pytest.mark.proves("rb.joker")
def test_a_single_joker_is_in_either_half() -> None:
    game = load("red-and-black", options={"jokers": 1})
    starts = [game.start(2, seed) for seed in range(1, 21)]
    halves = [(of(start, BLACK).count("Jk"), of(start, RED).count("Jk")) for start in starts]
    assert set(halves) == {(1, 0), (0, 1)}


# ---------------------------------------------------------------- the switches


@pytest.mark.proves("rb.status", "rb.setup.colours", "T20", "T22")
@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {}), (2, {"picks-up": "other"}), (4, {"picks-up": "both"}), (2, {"clears": "both"}),
        (2, {"cancel-cards.cancels": "4♠ 7♠ 9♠ K♠ 4♥ 7♥ 9♥ K♥"}), (2, {"counter-jokers.counters": "5♠ Q♠"}),
        (2, {"counter-jokers.counters": "5♠ 5♥"}), (2, {"jokers": 1}), (4, {"decks": "one"}),
    ],
)  # fmt: skip
def test_all_of_its_switches_can_be_set(players: int, options: dict[str, str | int]) -> None:
    """With every switch, players always have a move until the game is over."""
    game = load("red-and-black", options=options | {"turns": 120})
    played = laws.play(game.machine(players), 1, Random(1))
    assert played.ending in ("one-left", "turn-limit", "going-round")
