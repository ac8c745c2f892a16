"""Options of every type in every possible place: rules read the set value, in all executions."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.game import load
from three_ways import Small

OPTIONS = """
options:
  flag: {type: bool, default: true, text: flag}
  number: {type: int, default: 3, in: 0..9, text: number}
  maybe: {type: int or none, default: none, in: 0..9, text: maybe}
  rank: {type: rank, default: 7, text: rank}
  face: {type: rank, default: A, text: face}
  either: {type: rank or none, default: none, text: either}
  suit: {type: suit, default: ♠, text: suit}
  trump: {type: suit or none, default: ♥, text: trump}
  ranks: {type: ranks, default: [7, J], text: ranks}
  none-of-them: {type: ranks, default: [], text: none}
  suits: {type: suits, default: [♠, ♥], text: suits}
  cards: {type: cards, default: [7♠, Jk], text: cards}
  word: {type: [slow, fast], default: slow, text: word}
"""
SET: dict[str, str | int | bool] = {
    "flag": False, "number": 5, "maybe": 4, "rank": "K", "face": 10, "either": 2, "suit": "♦", "trump": "none",
    "ranks": "2 3 4", "none-of-them": "A", "suits": "♣", "cards": "K♦ 2♣ 3♣", "word": "fast",
}  # fmt: skip

# An expression, its value by default, and its value with everything set as above. True is 1.
VALUES = [
    ("options.flag", 1, 0), ("not options.flag", 0, 1), ("options.flag == true", 1, 0),
    ("options.flag != (1 == 2)", 1, 0), ("options.flag and options.number == 3", 1, 0),
    ("options.flag or options.rank == K", 1, 1), ("1 if options.flag else 2", 1, 2), ("options.number", 3, 5),
    ("options.number == 3", 1, 0), ("3 == options.number", 1, 0), ("options.number != 3", 0, 1),
    ("options.number < 4", 1, 0), ("options.number in 2..4", 1, 0), ("options.number not in 2..4", 0, 1),
    ("options.number + 2 * options.number - options.number // 2", 8, 13),
    ("options.number mod 2 + max(options.number, 4) + min(options.number, 4)", 8, 10), ("- options.number", -3, -5),
    ("count n in 1..options.number", 3, 5), ("sum n for n in options.number..6", 18, 11),
    ("options.maybe is none", 1, 0), ("options.maybe is some", 0, 1), ("options.maybe == 4", 0, 1),
    ("options.rank == 7", 1, 0), ("7 == options.rank", 1, 0), ("options.rank != 7", 0, 1), ("options.rank == K", 0, 1),
    ("K == options.rank", 0, 1), ("options.face == A", 1, 0), ("options.face == 10", 0, 1),
    ("options.rank == options.face", 0, 0), ("options.rank < 8", 1, 0), ("options.rank >= 8", 0, 1),
    ("options.face > options.rank", 1, 0), ("options.rank in 6..8", 1, 0), ("options.rank in [7, A]", 1, 0),
    ("options.rank not in [7, A]", 0, 1), ("options.rank in options.ranks", 1, 0), ("options.rank in ranks", 1, 1),
    ("pips(options.rank)", 7, 13), ("pips(options.face)", 1, 10), ("of_rank(options.rank).size", 4, 4),
    ("twice(options.rank)", 14, 26), ("count c in pack where c.rank == options.rank", 4, 4),
    ("count c in pack where c == 7♠ and c.rank == options.rank", 1, 0),
    ("count c in pack where c.rank in [options.rank]", 4, 4), ("held(options.rank)", 70, 0),
    ("options.either is none", 1, 0), ("options.either is some", 0, 1), ("options.either == 2", 0, 1),
    ("options.suit == ♠", 1, 0), ("♠ == options.suit", 1, 0), ("options.suit != ♠", 0, 1), ("options.suit == ♦", 0, 1),
    ("options.suit in [♠, ♥]", 1, 0), ("options.suit not in options.suits", 0, 1),
    ("colour_of(options.suit) == black", 1, 0), ("colour_of(options.suit) == red", 0, 1),
    ("of_suit(options.suit).size", 13, 13), ("count c in pack where c == 7♠ and c.suit == options.suit", 1, 0),
    ("count c in pack where c == 7♦ and options.suit == c.suit", 0, 1),
    ("count u in suits where u == options.suit", 1, 1), ("options.trump is none", 0, 1), ("options.trump == ♥", 1, 0),
    ("7 in options.ranks", 1, 0), ("8 not in options.ranks", 1, 1), ("options.ranks == [7, J]", 1, 0),
    ("options.ranks != [7, J]", 0, 1), ("options.ranks is empty", 0, 0), ("options.none-of-them is empty", 1, 0),
    ("A in options.none-of-them", 0, 1), ("options.ranks.size", 2, 3), ("options.ranks.first == 7", 1, 0),
    ("(options.ranks + 9).size", 3, 4), ("(options.ranks - 7).size", 1, 3), ("options.ranks in [2, 3, 4, 5]", 0, 1),
    ("count r in options.ranks", 2, 3), ("sum pips(r) for r in options.ranks", 18, 9),
    ("any r in options.ranks where r == J", 1, 0), ("of_rank(options.ranks).size", 8, 12),
    ("count c in pack where c.rank in options.ranks", 8, 12), ("♠ in options.suits", 1, 0),
    ("options.suits == [♠, ♥]", 1, 0), ("options.suits.size", 2, 1), ("(options.suits - ♠).size", 1, 1),
    ("count u in options.suits", 2, 1), ("of_suit(options.suits).size", 26, 13),
    ("count c in pack where c in options.cards", 3, 3),
    ("count c in pack where c.rank == 7 and c in options.cards", 1, 0),
    ("count c in pack where c.rank == 7 and c not in options.cards", 3, 4), ("count c in options.cards", 3, 3),
    ("sum pips(c.rank) for c in options.cards", 7, 18), ("options.word == slow", 1, 0), ("slow == options.word", 1, 0),
    ("options.word != slow", 0, 1), ("10 if options.word == fast else 20", 20, 10),
    ("score-of(options.rank, options.suit)", 1, 0), ("power(options.number)", 9, 25),
]  # fmt: skip
RANKED = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


# options in all possible places other than expressions
SECTIONS = """
names: {p: player, c: card, r: rank, n: int, u: suit}
state:
  kept-rank: {type: rank, starts: options.rank}
  kept-suit: {type: suit or none, starts: options.trump}
  kept-number: {type: int, starts: options.number}
  kept-flag: {type: bool, starts: options.flag}
  kept-ranks: {type: ranks, starts: options.ranks}
  looped: {type: int}
  chosen: {type: int}
  offered: {type: int}
  by-rank(rank): {type: int}
  looked-up: {type: int}
  passed: {type: int}
  asked-for: {type: int}
zones:
  rows: {seen: everybody, columns: options.number}
classes:
  mean: {of: rank, starts: [7, 8]}
possible:
  - {require: "options.rank != 9 and options.suit != ♣", says: "not {options.rank} and {options.suit}"}
functions:
  twice(r): pips(r) * 2
  power(n): n * n
  "score-of(r, u)": 1 if r == 7 and u == ♠ else 0
  "faceted(c)": "0"
  "held(r)": sum faceted(c) for c in of_rank(r) where c.suit == ♠
facets:
  worth: {by: c, takes: value, function: "faceted(c)", text: worth}
powers:
  7: {worth: 70 if options.word == slow else 0}
  options.none-of-them: {worth: 5}
procedures:
  take(r, n): |
    passed = pips(r) * n
prompts:
  act(p): |
    pick "pick {r} of {options.suits}" for r in options.ranks, u in options.suits where r != options.rank:
      chosen = pips(r)
    other "take {n}" if not options.flag and options.word == fast for n in 1..options.number: chosen = n
    pass only if nothing else: nothing
may:
  pick(p, r, u):
    not-this: {forbid: "u != options.suit and u != options.trump and u != ♣", says: "not {options.suit}"}
"""
STEPS = """
for r in options.ranks: looped += pips(r)
for n in 1..options.number: looped += 100
repeat options.number times: looped += 1000
by-rank(options.rank) = 5
looked-up = by-rank(options.rank)
take(options.rank, options.number)
for p in players: ask act(p)
"""


def places(folder: Path) -> Small:
    """Each of these expressions in a variable of its own, and options in all other places where they can be."""
    state = "\n".join(f"  v{n}: {{type: {_type(text)}, seen: everybody}}" for n, (text, _, _) in enumerate(VALUES))
    steps = "\n".join(f"v{n} = {text}" for n, (text, _, _) in enumerate(VALUES))
    return Small(folder, steps + STEPS, OPTIONS + SECTIONS.replace("state:\n", f"state:\n{state}\n"))


def _type(text: str) -> str:
    tests = ("==", "!=", " in ", "is none", "is some", "is empty", "any ", "not ", " and ", " or ", "<", ">")
    number = text.startswith(("count ", "sum ", "1 if", "10 if", "(options", "options.number mod", "options.number +"))
    return "bool" if text == "options.flag" or (not number and any(t in text for t in tests)) else "int"


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Small:
    return places(tmp_path_factory.mktemp("options"))


@pytest.mark.parametrize("options", [{}, SET], ids=["default", "set"])
def test_what_is_set_is_what_the_rules_read(game: Small, options: dict[str, str | int | bool]) -> None:
    end = game.ends(options)
    assert isinstance(end, dict), end
    wanted = {text: default if not options else set_ for text, default, set_ in VALUES}
    assert {text: end[f"v{n}"] for n, (text, _, _) in enumerate(VALUES)} == wanted
    ranks = [RANKED.index(r) for r in (["2", "3", "4"] if options else ["7", "J"])]
    pips, number = sum(r + 2 for r in ranks), 5 if options else 3
    assert end["kept-rank"] == RANKED.index("K" if options else "7")
    assert end["kept-suit"] == (-1 if options else "CDHS".index("H"))
    assert end["kept-number"] == number
    assert end["kept-flag"] == (not options)
    assert end["kept-ranks"] == sum(1 << r for r in ranks)
    assert end["looped"] == pips + 1100 * number
    assert end["looked-up"] == 5
    assert end["passed"] == number * (13 if options else 7)
    assert end["chosen"] in ((1, 2, 3, 4, 5) if options else (11,))


WRONG = [
    ("{type: rank, default: 7 8}", "`broken`: expected a rank, found `7 8`"),
    ("{type: rank, default: 2..4}", "`broken`: expected a rank, found `2..4`"),
    ("{type: rank, default: 77}", "the deck has no rank 77"),
    ("{type: rank, default: ♠}", "expected a set of ranks, found a set of suits"),
    ("{type: rank, default: rank}", "unknown name `rank`"),
    ("{type: rank, default: none}", "expected a rank, a suit, a card or a name, found `none`"),
    ("{type: rank or none, default: 7♠}", "expected a set of ranks, found a set of cards"),
    ("{type: suit, default: 7}", "expected a set of suits, found a set of ranks"),
    ("{type: suit, default: ♠ ♥}", "`broken`: expected a suit, found `♠ ♥`"),
    ("{type: suits, default: [7]}", "expected a set of suits, found a set of ranks"),
    ("{type: ranks, default: [♠, ♥]}", "expected a set of ranks, found a set of suits"),
    ("{type: ranks, default: [7, ♥]}", "expected a set of ranks, found a set of suits"),
    ("{type: cards, default: [7]}", "expected a set of cards, found a set of ranks"),
    ("{type: ranks, default: [options.broken]}", "the value of `broken` depends on itself"),
]


@pytest.mark.parametrize(("spec", "words"), WRONG, ids=[spec for spec, _ in WRONG])
def test_a_value_that_does_not_fit_is_an_error_though_nobody_reads_it(tmp_path: Path, spec: str, words: str) -> None:
    text = f"options:\n  broken: {spec[:-1]}, text: broken}}\n"
    found = Small(tmp_path, "nothing", text).findings()
    assert [words in d.message for d in found] == [True], found


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("rank", "Zebra", "Zebra"),
        ("rank", "7 8", "`rank`: expected a rank, found `7 8`"),
        ("suit", "7", "expected a set of suits"),
        ("ranks", "♠", "expected a set of ranks"),
        ("either", "♠", "expected a set of ranks"),
    ],
)
def test_a_value_from_the_command_line_is_checked_too(game: Small, option: str, value: str, words: str) -> None:
    (found,) = game.findings({option: value})
    assert words in found.message


def test_python_reads_a_rank_as_its_name(game: Small) -> None:
    settings = {s.name: s.data for s in load(game.path, options={"rank": "K"}).composition.options.values()}
    assert [settings[name] for name in ("rank", "face", "either", "suit", "ranks")] == ["K", "A", None, "♠", ["7", "J"]]


def test_a_variable_that_lasts_begins_with_what_it_starts_with(tmp_path: Path) -> None:
    state = "state:\n  total: {type: int, starts: 12, seen: everybody}\n  seen: {type: int}\n"
    end = Small(tmp_path, "seen = total\ntotal += 1", state).ends()
    assert (end["seen"], end["total"]) == (12, 13)
