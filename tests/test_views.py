"""The view of a seat: everything it may know, and nothing that depends on cards that look the same to it."""

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from laws_of_views import events_name_no_unseen_card, exchanged, exchanges_change_nothing, moments
from parlour.game import load
from parlour.mixing.compiler import compile_ruleset, require
from parlour.states.state import State, Table
from parlour.table import events as raw
from parlour.table.cards import members
from parlour.table.layout import BOX
from parlour.views import Projector, view
from scaffold.home import TESTS
from scaffold.rulesets import write_game

HIDING = TESTS / "views" / "hiding.yaml"
PEER = Path(__file__).parent / "peers" / "crazy_eights.yaml"

TABLES: list[tuple[str | Path, tuple[str, ...], int]] = [
    *(("crazy-eights", (), players) for players in (2, 4, 7)),
    ("crazy-eights", ("queen-draws-four", "last-card-call", "catch-in-your-turn", "reshuffle"), 3),
    ("trevor-cut-throat", (), 2), ("last-one", ("strict-table",), 3), ("two-handed-hearts", ("renege",), 2),
    ("hearts", (), 4), ("chicago-bridge", ("honours",), 4), ("gin-rummy", ("wrong-knock", "big-gin"), 2),
    ("sh", ("toss-fives", "three-reverses"), 3), ("ct", (), 2), ("ctg", (), 3), ("ruse", (), 4),
    ("red-and-black", ("chaos",), 2), ("animalball-cutthroat", (), 6), (PEER, (), 5),
    *((HIDING, (), players) for players in (2, 4)),
]  # fmt: skip
NAMES = [f"{Path(subject).stem}{'+' if with_ else ''}-{players}" for subject, with_, players in TABLES]
everywhere = pytest.mark.parametrize("table", TABLES, ids=NAMES)


@lru_cache(maxsize=32)
def table_of(subject: str | Path, with_: tuple[str, ...], players: int) -> Table:
    return Table.of(require(compile_ruleset(subject, with_=with_))[1], players)


@pytest.mark.one_in(24)
@everywhere
def test_exchanging_two_unseen_cards_changes_nothing_that_a_seat_receives(
    table: tuple[str | Path, tuple[str, ...], int],
) -> None:
    exchanges, compared = exchanges_change_nothing(table_of(*table), 0, 100)
    assert exchanges > 10
    assert compared > 5


def test_which_of_two_copies_somebody_has_makes_no_difference() -> None:
    at = table_of(HIDING, (), 3)
    layout = at.machine.layout
    exchanges = 0
    for state, seats, chooser in moments(at, 7, 200):
        if state.over:
            continue
        witness = seats[state.question.seat - 1]
        unseen = witness.unseen(state)
        mine = layout.contents(list(state.cells), layout.of_zone(1)[witness.seat - 1])
        pairs = [(a, b) for a in mine for b in unseen if layout.pack.printed(a) == layout.pack.printed(b)]
        if not pairs:
            continue
        other = State(at, exchanged(layout, state.cells, *chooser.choice(pairs)))
        assert witness.view(other) == witness.view(state)
        exchanges += 1
    assert exchanges > 50


# ---------------------------------------------------------------- what is there is true


@pytest.mark.one_in(12)
@everywhere
def test_views_are_true_and_complete(table: tuple[str | Path, tuple[str, ...], int]) -> None:
    at = table_of(*table)
    machine, layout = at.machine, at.machine.layout
    names = {i.number: zone.name for i, zone in zip(layout.instances[1:], view(at.start(1), 1).zones, strict=True)}
    for state, seats, chooser in (moment for seed in range(2) for moment in moments(at, seed, 80)):
        cells = list(state.cells)
        witness = seats[chooser.randrange(len(seats))]
        seen = witness.view(state)
        for i in layout.instances[BOX + 1 :]:
            zone = seen.zone(names[i.number])
            assert zone is not None
            lying = layout.contents(cells, i)
            visible = members(machine.sight.seen_in(cells, i.number, witness.seat - 1))
            assert Counter(c.card for c in zone.cards) == Counter(
                layout.pack.name(layout.value_of(cells, c)) for c in visible
            )
            assert zone.size in (None, len(lying))
            there = Counter(layout.pack.face_name(layout.pack.printed(c)) for c in lying)
            held = Counter(c.card.split(" as ")[0] for c in (*zone.cards, *zone.known))
            assert held <= there, f"{zone.name}: {zone.written()}, but there lie {there}"
            for card in (*zone.cards, *zone.known):
                if card.place is not None and i.form == "row":
                    assert card.card.split(" as ")[0] == layout.pack.face_name(
                        layout.pack.printed(lying[card.place - 1])
                    )
        question = seen.question
        if question is not None:
            assert (question.moves is not None) == (question.seat == witness.seat)
        assert json.loads(json.dumps(seen.data()))["seat"] == witness.seat
        assert seen.text()


@pytest.mark.one_in(6)
@everywhere
def test_no_event_names_a_card_that_was_not_seen(table: tuple[str | Path, tuple[str, ...], int]) -> None:
    events_name_no_unseen_card(table_of(*table), 4, 120)


def test_of_what_an_answer_says_besides_its_choice_everybody_reads_what_they_may() -> None:
    state = table_of(HIDING, (), 2).start(1)
    named, liked = [move.text.split()[1] for move in state.question.legal if move.action == "name"][:2]
    state = state.apply(f"name {named}").apply("pass").apply(f"like {liked}").apply("pass")
    told = {}
    for text in (f"recall {named}", f"think of {liked}"):
        _, events = state.apply_recorded(text)
        answered = next(event for event in events if isinstance(event, raw.Answered))
        told[text] = [Projector(state.table.machine, seat).project(answered) for seat in (0, 1)]
    assert [event.text for event in told[f"recall {named}"]] == [f"recall {named}"] * 2
    assert [event.text for event in told[f"think of {liked}"]] == [f"think of {liked}", "think of …"]


ASKED = """
frame: asked
title: Asked
extends: table
players: 2
deck: {pack: 52, each: game}
zones:
  stock: {ordered: true}
  hand(player): {seen: owner}
stages:
  game: |
    shuffle box into stock
    deal 3 from stock to each hand
    for q in players: ask tells(q, q)
    end game
prompts:
  tells(p, q): |
    say-own "{p} has {hand(p).size}": nothing
    say-other "{q}": nothing
"""


def test_everybody_knows_the_player_who_answers(tmp_path: Path) -> None:
    """What other parameters of a prompt are can depend on something hidden."""
    (tmp_path / "asked.yaml").write_text(ASKED, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("game: game\ntitle: Game\nextends: ./asked.yaml\n", encoding="utf-8")
    state = load(str(tmp_path / "game.yaml")).start(2, seed=1)
    for number, text in ((0, "seat 1 has 3"), (1, "seat …")):
        _, events = state.apply_recorded(state.question.legal[number])
        answered = next(event for event in events if isinstance(event, raw.Answered))
        assert Projector(state.table.machine, 1).project(answered).text == text


ON_THE_SPOT = """
frame: spot
title: Spot
extends: table
players: 2
deck: {pack: 52, each: game}
stages:
  game: |
    for p in players:
      ask p:
        "heads or tails?"
        heads: nothing
        tails: nothing
    champions = players
"""


def test_a_question_on_the_spot_has_no_name(tmp_path: Path) -> None:
    state = load(write_game(tmp_path, ON_THE_SPOT)).start(seed=1)
    assert (state.question.prompt, state.question.wording) == (None, "heads or tails?")
    assert repr(state) == "<State of spot-game: asked on the spot>"
    seen = view(state, 1)
    assert seen.question is not None
    assert seen.question.prompt is None
    assert "to move: 1\n" in seen.text()
    assert state.question.summary == "seat 1 must answer: heads or tails?"
