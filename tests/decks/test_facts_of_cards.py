"""Facts of cards that a deck defines, in all executions."""

from pathlib import Path

import pytest

from scaffold.files import write
from three_ways import Cases, Small


def test_a_fact_can_have_a_hyphen_in_its_name(tmp_path: Path) -> None:
    """The tarot cards count 91 points together: 182 halves."""
    steps = "total = sum c.half-points for c in pack"
    state = "state:\n  total: {type: int, text: half points}\n"
    end = Small(tmp_path, steps, state, deck="deck: {pack: tarot-78, each: game}\n").ends()
    assert isinstance(end, dict)
    assert end["total"] == 182


TOYS = """\
deck: toys
title: Toys
text: Cards of suns and moons with facts of all types.
suits: {sun: {letter: S}, moon: {letter: M}}
ranks: [1..3]
facts: {points: int, worth: int or none, kind: [calm, wild, odd], shy: bool}
cards:
  - {suits: all, ranks: 1, points: 2, worth: 2, kind: wild, shy: true}
  - {suits: sun, ranks: 2, points: 2, kind: odd}
  - {suits: moon, ranks: 2, worth: 0}
  - {suits: all, ranks: 3, points: -1, worth: 2, shy: true}
"""
# points: 2 (three cards), 0 (one), -1 (two). worth: 2 (four), 0, none. kind: wild (two), odd (one), calm (three).
# shy: four cards are, two aren't.
EQUAL = {"points": 9 + 1 + 4, "worth": 16 + 1 + 1, "kind": 4 + 1 + 9, "shy": 16 + 4}  # pairs of cards with one value
SUMS = {
    **{f"count d in pack where d.{fact} == c.{fact}": pairs for fact, pairs in EQUAL.items()},
    **{f"count d in pack where d.{fact} != c.{fact}": 36 - pairs for fact, pairs in EQUAL.items()},
    **{f"(those d in pack where c.{fact} == d.{fact}).size": pairs for fact, pairs in EQUAL.items()},
    "total = count c in pack where any d in pack where d != c and d.points == c.points": 5,
    "total = count c in pack where no d in pack where d != c and d.worth == c.worth": 2,
    "total = count c in pack where all d in pack where d.kind != c.kind or d.shy": 2,  # S2 and M2 aren't shy: c is wild
    "count d in pack where d.points == three - 1": 6 * 3,
    "count d in pack where d.points == min(0, c.points)": 3 + 1 + 2 * 2,
    "count d in pack where d.points == c.points and d.kind == c.kind": 4 + 1 + 1 + 4,
    "count d in pack where d.points >= c.points": 3 * 3 + 4 + 2 * 6,
    "count d in pack where d.points < three - 2": 6 * 3,
    "count d in pack where (d.kind == wild) == (c.kind == wild)": 2 * 2 + 4 * 4,
}


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Cases:
    folder = tmp_path_factory.mktemp("toys")
    write(folder / "toys.yaml", TOYS)
    steps = {s: s if s.startswith("total") else f"for c in pack:\n  total = total + ({s})" for s in SUMS}
    state = "state:\n  total: {type: int, text: sum}\n  three: {type: int, starts: 3, text: three}\n"
    state += "  dealer: {type: player}\n"
    return Cases(folder, steps, state, deck="deck: {pack: toys, each: game}\n")


@pytest.mark.parametrize("sum_", SUMS)
def test_a_fact_is_compared_with_a_value_that_is_not_constant(toys: Cases, sum_: str) -> None:
    assert toys.value(sum_, "total") == SUMS[sum_]


def test_native_code_compares_facts_alike(toys: Cases) -> None:
    toys.play_natively(2 * len(SUMS))


def test_a_fact_of_many_values_is_compared(tmp_path: Path) -> None:
    """Each of ten cards has a weight of its own, so a card weighs as much as itself only."""
    cards = "".join(f"  - {{suits: sun, ranks: {rank}, weight: {rank * rank}}}\n" for rank in range(1, 11))
    heading = "deck: line\ntitle: Line\ntext: Ten cards.\nsuits: {sun: {letter: S}}\nranks: [1..10]\n"
    write(tmp_path / "line.yaml", f"{heading}facts: {{weight: int}}\ncards:\n{cards}")
    steps = "for c in pack:\n  total = total + (count d in pack where d.weight == c.weight)"
    state = "state:\n  total: {type: int, text: sum}\n"
    end = Small(tmp_path, steps, state, deck="deck: {pack: line, each: game}\n").ends()
    assert isinstance(end, dict)
    assert end["total"] == 10


def _toy(folder: Path, cards: str) -> Small:
    write(folder / "toys.yaml", TOYS)
    state = f"state:\n  total: {{type: int, text: sum}}\ncards: {cards}\n"
    steps = "total = sum c.points for c in pack where c.kind == wild"
    return Small(folder, steps, state, deck="deck: {pack: toys, each: game}\n")


@pytest.mark.parametrize(
    ("cards", "points"),  # of wild cards; the deck's own count 4
    [
        ("{storm: {copies: 3, points: 5, kind: wild}}", 4 + 15),
        ("{storm: {copies: 3, kind: wild}}", 4),
        ("{storm: {copies: 3, points: 5}}", 4),
        ("{sun-1: {copies: 4}}", 10),
    ],
)
def test_a_new_card_has_the_facts_that_it_is_given(tmp_path: Path, cards: str, points: int) -> None:
    end = _toy(tmp_path, cards).ends()
    assert isinstance(end, dict)
    assert end["total"] == points


@pytest.mark.parametrize(
    ("cards", "message", "text"),
    [
        ("{storm: {copies: 3, point: 5}}", "unknown key `point` in a new card", "point"),
        ("{storm: {copies: 3, points: many}}", "`points`: expected a whole number", "many"),
        ("{storm: {copies: 3, kind: mad}}", "`kind`: expected `calm`, `wild` or `odd`", "mad"),
        ("{storm: {copies: 3, suit: sun}}", "unknown key `suit` in a new card", "suit"),
        ("{sun-1: {copies: 4, points: 5}}", "`points`: the deck gives the facts of `sun-1`", "points"),
    ],
)
def test_facts_that_a_card_cannot_have_are_reported(tmp_path: Path, cards: str, message: str, text: str) -> None:
    (finding,) = _toy(tmp_path, cards).findings()
    assert (finding.message, finding.span.text) == (message, text)
