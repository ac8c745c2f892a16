"""What `given` accepts `then` accepts too, with the same meaning, and the other way round where it makes sense."""

from pathlib import Path

import pytest

import parlour
from parlour.examples import CaseResult, render
from parlour.examples.example_text import of_values
from parlour.examples.position import Position
from parlour.examples.position_files import omitted_in
from parlour.views import view
from scaffold.examples import run_one, run_text
from scaffold.home import TESTS

VIEWS = TESTS / "views" / "hiding.yaml"  # two packs with two jokers each

TWO_KEYS = """
frame: two-keys
title: Two keys
extends: table
players: 3
deck: {pack: 52, ace: high, each: game}
zones:
  hand(player): {seen: owner}
  stock: {seen: nobody, ordered: true}
state:
  asked(player, rank): {type: bool, each: game, seen: everybody}
  shown(player, player): {type: int, each: game, seen: everybody}
  trump: {type: suit or none, each: game}
  best: {type: Tag or none, each: game, seen: everybody}
records:
  Tag: {from: {type: rank or none}, live: {type: bool, default: true}, times: {type: int}}
marks:
  tag: {type: Tag, inside: stock}
stages:
  game: |
    shuffle box into stock
    resume here
    for p in players: ask act(p)
    champions = players
prompts:
  act(p): |
    leave: p leaves game
    turn "turn round": reverse direction
"""

TWO_PACKS = TWO_KEYS.replace("pack: 52,", "pack: 52, copies: 2,").replace(
    "  trump:", "  picked: {type: cards, each: game, seen: everybody}\n  trump:"
)

BOTH = {  # lines of a position, each true of it, at a table of `hiding` with two packs
    "all cards of a pile": "pile: 5♣ 3♣",
    "all cards of a hand": "hand 1: 4♦ Jk",
    "an empty zone": "pile: none",
    "the top": "stock top: 4♠ 9♥",
    "the bottom": "stock bottom: 4♠ 9♥",
    "the top and the bottom": "stock top: 4♠, stock bottom: 9♥, stock size: 5",
    "the bottom of a pile with others on it": "pile bottom: 4♠, pile size: 3",
    "some cards": "hand 2 has: 9♣, hand 2 size: 5",
    "a number of cards": "hand 2 size: 5",
    "cards that aren't there": "hand 2 size: 90, hand 2 lacks: 9♣ 4♦ Jk",
    "cards that the rest hasn't": "stock lacks: 9♣ 4♦, hand 2 size: 5",
    "cards that the box hasn't": "box size: 90, box lacks: 9♣ 4♦",
    "columns": "row 1: 9♣ - 4♦",
    "cards that are face up": "row 1: 9♣ 3♦, row 1 up: 9♣",
    "a card that counts as another": "pile: Jk as 9♣",
    "the box": "box: 4♦ 9♥",
    "some cards of the box": "box has: 4♦, box size: 3",
    "a card nowhere but in the box": "box has: 4♦ 4♦",
    "a mark": "heap: 4♦, touched: {4♦: 2}",
    "a mark of one copy": "heap: 4♦, row 1: 4♦, touched: {4♦ in heap: 2, 4♦ in row 1: 1}",
    "a guise by its mark": "pile: Jk as 9♣, stands-for: {Jk: 9♣}",
    "a card as a value": "heap: 4♦, last: 4♦",
    "a card that counts as another as a value": "pile: Jk as 9♣, last: Jk as 8♦",
    "one copy as a value": "heap: 4♦, hand 1: 4♦, last: 4♦ in hand 1, open: 4♦ in heap",
    "a variable of each player": "mine 1: 4♦, mine 2: none",
    "who is to move": "to move: 2",
    "no rest": "box size: 101, rest: none, hand 1: 2♦ 3♦ 4♦, stock: 5♦ 6♦ 7♦, heap: 8♦",
}
GIVEN_ONLY = ("rest: none, ",)

OF_TWO_KEYS = {
    "a player and a rank": "asked 1 K: true, asked 2 10: true, asked 1 10: false",
    "two players": "shown 1 2: 3, shown 2 1: -4", "who is out": "out: 3",
    "the direction": "direction: counterclockwise", "a suit": "trump: ♥", "a suit by its letter": "trump: h",
}  # fmt: skip

OF_RECORDS = {  # what is given, what is true of it, and what isn't
    "a mark": ("stock top: 4♦, tag: {4♦: {from: 9}}", "tag: {4♦: {from: 9, live: true}}", "tag: {4♦: {live: false}}"),
    "a part of a mark": (
        "stock top: 4♦, tag: {4♦: {live: false, times: 2}}", "tag: {4♦: {times: 2}}", "tag: {4♦: {live: true}}"
    ),
    "a value": ("best: {times: 2}", "best: {live: true, from: none}", "best: {from: 9}"),
    "a part of a value": ("best: {live: false}", "best: {live: false}", "best: none"),
}  # fmt: skip

_APART = "hand 1: 4♦, hand 2: 4♦"
OF_IDENTICAL = {  # the cards of a set, what is true of them, and what isn't
    "two copies": ("4♦ 4♦", "picked: 4♦ 4♦", "picked: 4♦"),
    "two copies among others": ("9♣ 4♦ K♠ 4♦", "picked: 4♦ 4♦ 9♣ K♠", "picked: 4♦ 9♣ K♠"),
    "one copy": ("4♦", "picked: 4♦", "picked: 4♦ 4♦"),
    "one copy, as a seat sees it": ("4♦", "1 sees: {picked: 4♦}", "1 sees: {picked: 4♦ 4♦}"),
    "two copies, as a seat sees them": ("4♦ 4♦", "1 sees: {picked: 4♦ 4♦}", "1 sees: {picked: 4♦}"),
    "the copy of a zone": ("4♦ in hand 2", "picked: 4♦ in hand 2", "picked: 4♦ in hand 1"),
    "the copy of a zone among others": ("9♣ 4♦ in hand 2 K♠", "picked: 9♣ K♠ 4♦ in hand 2", "picked: 9♣ 4♦ in hand 2"),
    "a copy of a zone and another": ("4♦ 4♦ in hand 2", "picked: 4♦ in hand 1 4♦", "picked: 4♦ in hand 2"),
    "the first copy of the position": ("4♦", "picked: 4♦ in hand 1", "picked: 4♦ in hand 2"),
}


def run(folder: Path, given: str, then: str, game: str = str(VIEWS)) -> CaseResult:
    """Run the example with these two lines."""
    return run_one(folder, f"given: {{{given}}}\nthen: {{{then}}}", game)


@pytest.mark.parametrize("line", BOTH.values(), ids=BOTH)
def test_what_is_given_holds(line: str, folder: Path) -> None:
    more = "" if "to move" in line else ", to move: 1"
    result = run(folder, line + more, line.replace(GIVEN_ONLY[0], ""))
    assert result.passed, render([result])


@pytest.mark.parametrize("line", BOTH.values(), ids=BOTH)
def test_a_position_that_is_described_comes_back(line: str, tmp_path: Path) -> None:
    """Marks, guises, empty columns, cards face up and copies of cards included."""
    game, path = parlour.load(VIEWS), tmp_path / "position.yaml"
    path.write_text(f"given: {{{line}}}\n", encoding="utf-8")
    position = Position.of(game.position(path))
    described = position.lines(game.table().machine.layout)
    path.write_text("\n".join(of_values("given", described)), "utf-8")
    again = game.position(path)
    assert Position.of(again).lines(again.table.machine.layout) == described
    seen = [view(state, seat) for state in (again, position.lay(game.table())) for seat in (1, 2)]
    assert seen[:2] == seen[2:]


@pytest.mark.parametrize("line", OF_TWO_KEYS.values(), ids=OF_TWO_KEYS)
def test_what_is_given_of_two_keys_holds(line: str, folder: Path) -> None:
    (folder / "two-keys.yaml").write_text(TWO_KEYS)
    result = run(folder, line, line, str(folder / "two-keys.yaml"))
    assert result.passed, render([result])


IDENTICAL = [(f"{_APART}, picked: {picked}", *more) for picked, *more in OF_IDENTICAL.values()]


@pytest.mark.parametrize(
    ("frame", "given", "then", "wrong"),
    [*(("two-keys", *of) for of in OF_RECORDS.values()), *(("two-packs", *of) for of in IDENTICAL)],
    ids=[*OF_RECORDS, *OF_IDENTICAL],
)
def test_records_can_omit_fields_and_each_name_in_a_set_is_one_of_the_identical_cards(
    frame: str, given: str, then: str, wrong: str, folder: Path
) -> None:
    (folder / f"{frame}.yaml").write_text({"two-keys": TWO_KEYS, "two-packs": TWO_PACKS}[frame])
    passing, failing = (run(folder, given, line, str(folder / f"{frame}.yaml")) for line in (then, wrong))
    assert passing.passed, render([passing])
    assert failing.failures


NOT_A_SET = {  # the cards of a set, the text at which they are refused, and the message
    "more copies than the pack has": ("4♦ 4♦ 4♦", "4♦", "the pack has 4♦ only 2 times"),
    "more copies than the zone has": ("4♦ in hand 1 4♦ in hand 1", "4♦", "`hand 1` has 4♦ only once"),
    "a copy that is elsewhere": ("9♣ 4♦ in stock", "4♦", "4♦ is not in `stock`"),
    "a zone that doesn't exist": ("4♦ in hnd 1", "hnd 1", "there is no zone `hnd 1`"),
}


@pytest.mark.parametrize(("picked", "at", "message"), NOT_A_SET.values(), ids=NOT_A_SET)
def test_sets_that_no_position_has(picked: str, at: str, message: str, folder: Path) -> None:
    (folder / "two-packs.yaml").write_text(TWO_PACKS)
    line = f"{_APART}, picked: {picked}, rest: stock"
    (problem,) = run(folder, line, "over: false", str(folder / "two-packs.yaml")).problems
    assert problem.span is not None
    assert (problem.span.text, problem.message) == (at, message)


@pytest.mark.parametrize("picked", ["4♦ in hand 2", "4♦ in hand 1 4♦ in hand 2 9♣ in stock"])
def test_a_state_with_identical_cards_in_a_set_is_written_as_it_is(picked: str, folder: Path) -> None:
    (folder / "two-packs.yaml").write_text(TWO_PACKS)
    (folder / "keys.yaml").write_text("game: keys\ntitle: Keys\nextends: ./two-packs.yaml\n")
    game = parlour.load(folder / "keys.yaml")
    given = {"hand 1": "4♦", "hand 2": "4♦", "picked": picked, "to move": "1"}
    state = game.position(given, 3)
    assert Position.of(state).lines(state.table.machine.layout)["picked"] == picked


AGREED = {
    "the mover and their variable": "up: 1, to move: 1",
    "a guise and its mark": "pile: Jk as 9♣, stands-for: {Jk: 9♣}, to move: 1",
    "a mark of all copies and of one": "heap: 4♦, touched: {4♦: 2, 4♦ in heap: 2}, to move: 1",
}


@pytest.mark.parametrize("given", AGREED.values(), ids=AGREED)
def test_what_is_said_twice_alike_is_accepted(given: str, tmp_path: Path) -> None:
    assert run(tmp_path, given, "over: false").passed


OMISSIONS = {  # a game, what is given, and the zones of which a note says that they are empty
    "the wrong one of two piles": ("sh", "pile: 9♥, hand 1: 4♣ J♦ Q♠, hand 2: 5♣ 6♣ 7♣", "deck"),
    "a discard pile that is said to be empty": ("sh", "pile: 9♥, deck: none, hand 1: 4♣ J♦ Q♠, hand 2: 5♣ 6♣ 7♣", ""),
    "the wrong one of two piles, before a draw": ("sh", "pile: 9♥ 4♥, hand 1: 4♣ J♦ Q♠ K♠, hand 2: 5♣ 6♣ 7♣", "deck"),
    "bottoms that nobody can play yet": ("sh", "deck: 9♥, hand 1: 4♣ J♦ Q♠, hand 2: 5♣ 6♣ 7♣", ""),
    "a pile": ("crazy-eights", "hand 1: 4♣ J♦, hand 2: 5♣", "pile"),
    "a pile of which nothing but the size is said": ("crazy-eights", "hand 1: 4♣ J♦, hand 2: 5♣, pile size: 2", ""),
    "a hand, without which no pile matters": ("crazy-eights", "hand 2: 5♣", "hand 1"),
    "the hand of somebody else": ("crazy-eights", "hand 1: 4♣ J♦, pile: 9♥", ""),
    "a trick that nobody has led to": ("two-handed-hearts", "hand 1: 4♣ J♦, hand 2: 5♣ 6♣", ""),
}


@pytest.mark.parametrize(("game", "given", "zones"), OMISSIONS.values(), ids=OMISSIONS)
def test_a_zone_that_matters_and_is_not_given_is_noted_where_an_example_fails(
    game: str, given: str, zones: str, folder: Path
) -> None:
    more = f"{given}, to move: 1"
    fails, passes = (f"- {{name: {seat}, given: {{{more}}}, then: {{to move: {seat}}}}}\n" for seat in (2, 1))
    failed, passed = run_text(folder, fails + passes, game)
    (failure,) = failed.failures
    noted = [line.split("`")[1] for line in failure.details if "is empty in this position" in line]
    assert ", ".join(noted) == zones
    assert passed.passed
    (folder / "position.yaml").write_text(f"{{{more}}}", encoding="utf-8")
    told = omitted_in(folder / "position.yaml", parlour.load(game), 2, None)
    assert [f"note: {line}" for line in told] == [line for line in failure.details if line.startswith("note: ")]


def test_a_zone_goes_by_its_id_its_words_and_its_other_names() -> None:
    game = parlour.load("sh")
    hands = {"hand 1": "4♣ J♦", "hand 2": "5♣", "to move": 1}
    states = [
        game.position({**hands, name: "9♥", bottoms: "7♠ - 2♣", "rest": rest}, 2)
        for name, bottoms, rest in (
            ("deck", "lower 1", "out"),
            ("discard pile", "lower bottoms 1", "out of the game"),
            ("discard", "lower 1", "out"),
        )
    ]
    assert len({tuple(state.cells) for state in states}) == 1
    with pytest.raises(parlour.RulesetError, match="duplicate `deck`"):
        game.position({**hands, "deck": "9♥", "discard": "4♥"}, 2)


def test_a_game_that_is_over_when_it_is_dealt_has_no_notes(tmp_path: Path) -> None:
    """Only a position asks somebody something."""
    begun = "    if hand(the p in players) is empty:\n      end game\n    resume here\n"
    (tmp_path / "two-keys.yaml").write_text(TWO_KEYS.replace("    resume here\n", begun))
    (tmp_path / "keys.yaml").write_text("game: keys\ntitle: Keys\nextends: two-keys\n")
    failed = run_one(tmp_path, "given: {to move: 1}\nthen: {to move: 2}", str(tmp_path / "keys.yaml"))
    assert [failure.what for failure in failed.failures] == ["`to move`"]


def test_a_note_says_what_the_given_pile_is(tmp_path: Path) -> None:
    (tmp_path / "position.yaml").write_text("{pile: 9♥, hand 1: 4♣ J♦, to move: 1}", encoding="utf-8")
    (told,) = omitted_in(tmp_path / "position.yaml", parlour.load("sh"), 2, None)
    assert "the discard pile (`deck`) is empty" in told
    assert "`pile` is the draw pile" in told


def test_several_zones_of_one_kind_have_one_note(tmp_path: Path) -> None:
    frame = TESTS / "play" / "rulesets" / "shelves.yaml"
    (tmp_path / "position.yaml").write_text("{hand 1: 4♣, tower 3: 9♥, to move: 1}", encoding="utf-8")
    (told,) = omitted_in(tmp_path / "position.yaml", parlour.load(frame), 2, None)
    assert told.startswith("`tower 1`, `tower 2`, `tower 4`, `tower 5` and 1 more are empty in this position")
    assert told.endswith("write `tower 1: none` for each that should be empty")


OPEN_CARDS = """
frame: open-cards
title: Open cards
extends: table
text: The dealer plays the open cards of the others.
players: 3
deck: {pack: 52, each: game}
zones:
  hand(player): {seen: owner, turns: true}
  pile: {seen: everybody, ordered: true}
  stock: {ordered: true}
state:
  up: {type: player, each: game}
  dealer: {type: player, each: game}
stages:
  game: |
    shuffle box into stock
    deal 2 from stock to each hand
    up = dealer
    resume here with up
    repeat:
      ask card(dealer if any c in hand(up) where face_up(c) else up, up)
      up = next(up)
    until no p in players where hand(p) has cards limit 9
    champions = players
prompts:
  card(p, q): |
    play "play {c} of seat {q}" for c in hand(q): move c to pile
    else: nothing
"""


def open_cards(folder: Path, given: str, then: str) -> CaseResult:
    (folder / "open-cards.yaml").write_text(OPEN_CARDS, encoding="utf-8")
    (folder / "open.yaml").write_text("game: open\ntitle: Open\nextends: ./open-cards.yaml\n", encoding="utf-8")
    return run_one(folder, f"given: {{{given}}}\nthen: {{{then}}}", str(folder / "open.yaml"))


OPEN = "dealer: 3, hand 1: 4♦ 5♦, hand 2: 7♥ 8♥, hand 2 up: 7♥ 8♥, hand 3: 9♠"


def test_a_position_can_begin_where_a_player_answers_for_another(folder: Path) -> None:
    then = "to move: 3, only may: [play 7♥ of seat 2, play 8♥ of seat 2]"
    result = open_cards(folder, f"{OPEN}, up: 2, to move: 3", then)
    assert result.passed, render([result])


def test_the_turn_of_a_player_for_whom_the_mover_does_not_answer_is_refused(folder: Path) -> None:
    (problem,) = open_cards(folder, f"{OPEN}, up: 1, to move: 3", "over: false").problems
    assert "`up` is the seat to move, here seat 3" in problem.message


def test_a_position_can_end_the_match_before_anybody_answers(folder: Path) -> None:
    result = open_cards(folder, "dealer: 3, rest: pile, up: 1, to move: 1", "over: true, winners: 1 2 3")
    assert result.passed, render([result])


def test_a_state_where_a_player_answers_for_another_is_described_as_such(folder: Path) -> None:
    open_cards(folder, f"{OPEN}, up: 2, to move: 3", "over: false")
    game = parlour.load(str(folder / "open.yaml"))
    given = {"dealer": 3, "hand 1": "4♦ 5♦", "hand 2": "7♥ 8♥", "hand 2 up": "7♥ 8♥", "hand 3": "9♠", "to move": 1}
    state = game.position(given, 3)
    later = state.apply(state.question.legal[0])
    described = Position.of(later).lines(later.table.machine.layout)
    zones = {"hand 1": "5♦", "hand 2": "7♥ 8♥", "hand 2 up": "7♥ 8♥", "hand 3": "9♠", "pile": "4♦"}
    assert described == {**zones, "to move": "3", "up": "2", "dealer": "3"}
    texts = [move.text for move in game.position(described, 3).question.legal]
    assert texts == ["play 7♥ of seat 2", "play 8♥ of seat 2"]
