"""A literal card means every card with this face, in every construct that takes cards: with several packs, jokers,
copies and cards without a suit, in all executions."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from three_ways import Cases, Small

SEASONS = """\
deck: seasons
title: Seasons
suits:
  spring: {letter: S, colour: green}
  winter: {letter: W, colour: blue}
ranks: [1..3, frost]
facts: {points: int}
cards:
  - {suits: all, ranks: 1..3, copies: 2, points: 1}
  - {suits: winter, ranks: frost, copies: 2, points: 7}
  - {card: storm, copies: 3, points: 9}
"""
PLAIN = """\
deck: plain
title: Cards without suits
ranks: [1..3, guard]
facts: {points: int}
cards:
  - {ranks: 1..3, copies: 2, points: 1}
  - {ranks: guard, copies: 4, points: 2}
  - {card: storm, copies: 3, points: 9}
"""
ADDED = "{pack: 52, each: game}\ncards: {blank: {copies: 3, pips: 4}, 8♦: {copies: 2}}"
FACES = [
    ("{pack: 52, each: game}", "8♦", 1, "K♠", 1),
    ("{pack: 52, copies: 2, each: game}", "8♦", 2, "K♠", 2),
    ("{pack: 52, jokers: 1, each: game}", "Jk", 1, "K♠", 1),
    ("{pack: 52, jokers: 2, each: game}", "Jk", 2, "8♦", 1),
    ("{pack: 52, jokers: 4, each: game}", "8♦", 1, "Jk", 4),
    ("{pack: 52, copies: 2, jokers: 2, each: game}", "Jk", 4, "8♦", 2),
    ("{pack: 52, copies: 3, jokers: 1, ace: low, each: game}", '"8♦"', 3, "Jk", 3),
    ("{pack: four-colours, each: game}", '"red-7"', 2, "wild", 4),
    ("{pack: four-colours, each: game}", "wild", 4, "red-skip", 2),
    ("{pack: four-colours, each: game}", "red-skip", 2, '"red-0"', 1),
    ("{pack: characters-16, each: game}", "guard", 5, "princess", 1),
    ("{pack: ./seasons.yaml, each: game}", "storm", 3, '"winter-3"', 2),
    ("{pack: ./seasons.yaml, each: game}", "winter-frost", 2, "storm", 3),
    ("{pack: ./plain.yaml, each: game}", "guard", 4, '"3"', 2),
    ("{pack: ./plain.yaml, each: game}", '"2"', 2, "storm", 3),
    (ADDED, "blank", 3, "8♦", 2),
]
"""A deck, a literal with its number of cards, and another one with its number."""

SECTIONS = """
zones:
  hand(player): {seen: owner}
  stock: {ordered: true}
  row: {seen: everybody, ordered: true, turns: true}
state:
  n: {type: int, seen: everybody}
  dealer: {type: player, starts: players.first, seen: everybody}
  kept: {type: cards, seen: everybody}
  lead: {type: card or none, seen: everybody}
  pair: {type: Pair, seen: everybody}
marks:
  stands-for: {type: card or none, guise: true, inside: row}
  beside: {type: card or none, inside: row, seen: everybody}
logs:
  plays: {of: card, room: 200, each: game, seen: everybody}
records:
  Pair: {high: {type: bool}, of: {type: card or none}}
classes:
  lucky: {of: card, starts: 'L'}
  both: {of: card, adds: ['L', 'M']}
names: {p q: player, c d: card, cs ds: cards, a b: bool}
facets:
  worth: {text: Worth, by: c, takes: value, function: bonus(c)}
powers:
  'L': {worth: 3}
types:
  kind: [first, second, other]
functions:
  bonus(c): 0
  is_it(c): |
    c == L
  size_of(cs): cs.size
  every(): |
    [Q, R]
  kind_of(c): |
    first if c == L else second if c in [M] else other
may:
  shown(c):
    literal: {forbid: c == L}
"""

STEPS = {
    "n = count c in pack where c == L": "l",
    "n = count c in pack where L == c": "l",
    "n = count c in pack where c != L": "all - l",
    "n = count c in pack where not c == L": "all - l",
    "n = count c in pack where L != c": "all - l",
    "n = count c in pack where c in [L]": "l",
    "n = count c in pack where c in [L, M]": "l + m",
    "n = count c in pack where c not in [M, L]": "all - l - m",
    "n = count c in pack where L in [c]": "l",
    "n = count c in pack where L in [c, M]": "l",
    "n = count c in pack where c in [c, L]": "all",
    "n = (count c in pack where c in [pack.first, L, M]) - (0 if pack.first == L or pack.first == M else 1)": "l + m",
    "n = count c in pack where c == L or c == M": "l + m",
    "n = count c in pack where c == L and c == M": "0",
    "n = count c in pack where c == (Q if n == 0 else none)": "l",
    "n = count c in pack where (c if n == 0 else none) == L": "l",
    "n = count c in pack where (c if n == 0 else pack.first) == L": "l",
    "n = count c in pack where is_it(c)": "l",
    "n = count c in pack where not may shown(c)": "l",
    "n = count c in pack where c in lucky": "l",
    "n = count c in pack where c in both": "l + m",
    "n = count c in pack where c in every()": "l + m",
    "n = count c in pack where kind_of(c) == first": "l",
    "n = count c in pack where kind_of(c) == second": "m",
    "n = sum bonus(c) for c in pack": "3 * l",
    "n = count c in pack where (c as M) == L": "0",
    "n = count c in pack where (c as L) == L": "all",
    "n = count c in pack where (c as L) in [M, L]": "all",
    "n = count c in pack where any d in pack where d != c and d == L": "all if l > 1 else all - l",
    "n = count c in pack where c in those d in pack where d == L": "l",
    "n = (pack & L).size": "l",
    "n = (pack & [L, M]).size": "l + m",
    "n = (Q & pack).size": "l",
    "n = (pack - L).size": "all - l",
    "n = (pack - [L, M]).size": "all - l - m",
    "n = (pack - L - M).size": "all - l - m",
    "n = ([Q, R] - L).size": "m",
    "n = (row + L).size": "l",
    "n = (L + row).size": "l",
    "n = ([L] + row).size": "l",
    "n = (pack - L + M + L).size": "all",
    "n = count c in pack where [c, c] in [Q, R]": "l + m",
    "n = count c in pack where [c] not in [Q]": "all - l",
    "n = 1 if (pack & Q) in [R, Q] else 0": "1",
    "n = count c in pack where [Q] in [c, Q] and [Q] == [c, Q]": "l",
    "n = count c in pack where [c, Q] not in [Q] and [c, Q] != [Q]": "all - l",
    "n = count c in pack where [c] == [Q]": "l if l == 1 else 0",
    "n = size_of(L)": "l",
    "n = size_of([L, M])": "l + m",
    "n = size_of(every())": "l + m",
    "n = size_of(L if n == 0 else M)": "l",
    "n = size_of([L] if n == 0 else pack)": "l",
    "n = size_of(pack if n == 1 else [L])": "l",
    "kept = L\nn = kept.size": "l",
    "kept = [L, M]\nn = kept.size": "l + m",
    "kept += L\nn = kept.size": "l",
    "kept = pack\nkept -= L\nn = kept.size": "all - l",
    "kept = L if n == 0 else M\nn = kept.size": "l",
    "kept = pack\nn = 1 if L in kept else 0": "1",
    "kept = pack - L\nn = 1 if L in kept else 0": "0",
    "kept = pack - L\nn = 1 if L not in kept else 0": "1",
    "kept = pack\nn = 1 if [L, M] in kept else 0": "1",
    "kept = pack - M\nn = 1 if [L, M] in kept else 0": "0",
    "kept = pack & L\nn = 1 if kept in [M, L] and kept not in [M] else 0": "1",
    "kept = pack\nn = 1 if kept in [M, L] else 0": "0",
    "for c in pack: n += ([L] & [c, c]).size": "l",
    "for c in pack where c == L: n += ([Q, R] - [c]).size": "l * (l + m - 1)",
    "for c in pack where c in [L]: n += (L + [c]).size": "l * l",
    "for c in pack where [Q] != [c]: n += 1": "all - (l == 1)",
    "for c in pack where lucky == [c]: n += 1": "l == 1",
    "kept = L\nn = 1 if kept == L else 0": "1",
    "kept = L\nn = 1 if kept == [L] else 0": "1",
    "kept = L\nn = 1 if [L] == kept else 0": "1",
    "kept = L\nn = 1 if kept != L else 0": "0",
    "move L to row\nn = 1 if row == [L] else 0": "1",
    "move L to row\nn = 1 if row.cards == [L] and L in row and M not in row else 0": "1",
    "move L to row\nn = row.size": "l",
    "move [L, M] to row\nn = row.size": "l + m",
    "move L to row at bottom\nn = count c in row where c == L": "l",
    "move pack to row\nmove L to row face up\nn = count c in row where face_up(c)": "l",
    "shuffle L into stock\nn = stock.size": "l",
    "shuffle [L, M] into stock\nn = stock.size": "l + m",
    "move pack to row\nturn up L\nn = count c in row where face_up(c) and c == L": "l",
    "move pack to row\nturn up [L, M]\nn = count c in row where face_up(c)": "l + m",
    "show L to dealer\nshow [M] to everybody\nn = 1": "1",
    "let cs = pack & L\nfor c in cs: n += 1": "l",
    "for c in pack where c == L: n += 1": "l",
    "for c in pack:\n  if c in [L, M]: n += 1": "l + m",
    "for c in pack:\n  lead = c\n  if lead == L: n += 1": "l",
    "for c in pack:\n  lead = c\n  if L == lead: n += 1": "l",
    "for c in pack:\n  lead = c\n  if lead in [M, L]: n += 1": "l + m",
    "for c in pack:\n  pair = pair but (of: c)\n  if pair.of == L: n += 1": "l",
    "for c in pack:\n  move c to row\n  if row.top == L: n += 1": "l",
    "for c in pack:\n  move c to row at bottom\n  if row.bottom == L and row.first is some: n += 1": "l",
    "for c in pack:\n  move c to row\n  if card_at(row, row.size) == L: n += 1": "l",
    "move pack to row\nfor c in pack: c.beside = c\nn = count c in row where c.beside == L": "l",
    "move pack to row\nfor c in pack: c counts as L\nn = 1 if row.top == L else 0": "1",
    "move pack to row\nfor c in pack: c counts as M\nn = 1 if row.top == L or row.top in [L] else 0": "0",
    "move pack to row\nfor c in pack: c counts as L\nn = 1 if row.top in [row.bottom, L] else 0": "1",
    "move pack to row\nfor c in pack: c counts as L\nn = 1 if row.top in [M] else 0": "0",
    "for c in pack: log plays(c)\nn = count x in plays where x == L": "l",
    "lead = the c in pack where c == L\nn = 1 if lead == L else 0": "1",
    "lead = none\nn = 1 if lead == L else 0": "0",
    "lead = none\nn = 1 if lead != L else 0": "1",
    "n = 1 if Q.rank == R.rank else 0": "0",
    "n = count c in pack where c.rank == Q.rank and c.suit == Q.suit": "l",
}  # fmt: skip
"""Steps with the literals L and M, and `n` afterwards: `l` and `m` are the numbers of their cards."""

CASES = {f"{case[0]}, {case[1]}": case for case in FACES}


def spelled(text: str, first: str, second: str) -> str:
    """Put the literals in place of L and M, and in quotes in place of Q and R."""
    quoted = [f'"{name.strip(chr(34))}"' for name in (first, second)]
    literals = dict(zip("LMQR", (first, second, *quoted), strict=True))
    return re.sub(r"\b[LMQR]\b", lambda found: literals[found.group()], text)


@pytest.fixture(scope="module", params=CASES)
def deck(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Cases, dict[str, int]]:
    pack, first, of_first, second, of_second = CASES[request.param]
    folder: Path = tmp_path_factory.mktemp("literals")
    (folder / "seasons.yaml").write_text(SEASONS, encoding="utf-8")
    (folder / "plain.yaml").write_text(PLAIN, encoding="utf-8")
    steps = {text: spelled(text, first, second) for text in STEPS}
    cases = Cases(folder, steps, spelled(SECTIONS, first, second), deck=f"deck: {pack}\n")
    return cases, {"l": of_first, "m": of_second, "all": cases.pair.layout.pack.size}


@pytest.mark.one_in(4)
def test_a_literal_means_every_card_with_this_face(deck: tuple[Cases, dict[str, int]]) -> None:
    cases, numbers = deck
    wanted = {steps: eval(count, dict(numbers)) for steps, count in STEPS.items()}
    assert {steps: cases.value(steps, "n") for steps in STEPS} == wanted
    cases.play_natively(150)


def test_the_mark_of_a_guise_is_a_face(tmp_path: Path) -> None:
    """Also in a pack with fewer cards than faces."""
    deck = "deck: {pack: 52, each: game}\ncards: {2♣: {copies: 0}, 3♣: {copies: 0}}\n"
    steps = """
      move pack to row
      lead = the c in pack where c == A♠
      for c in row where c.suit == ♦: c counts as A♠
      if lead is some:
        for c in row where c.suit == ♥: c.stands-for = lead
      n = count c in row where c.stands-for == A♠ or c.stands-for in [Jk]
      if card_at(row, 2) in [A♠, 4♦] and card_at(row, 2) == A♠ and lead in [A♠, 4♦]: n += 100
    """
    end = Small(tmp_path, steps, spelled(SECTIONS.partition("may:")[0], "A♠", "4♦"), deck).ends()
    assert isinstance(end, dict)
    assert end["n"] == 126


@pytest.mark.parametrize(("deck", "copies"), {"52": 1, "52, copies: 2": 2}.items())
@pytest.mark.parametrize(
    "steps", ["lead = 8♦", "n = bonus(8♦)", "pair = Pair(of: 8♦)", "log plays(8♦)", "move pack to row\nn = 8♦.place"]
)
def test_one_of_several_cards_is_reported(tmp_path: Path, deck: str, copies: int, steps: str) -> None:
    sections = spelled(SECTIONS.partition("may:")[0], "8♦", "K♠")
    found = Small(tmp_path, steps, sections, f"deck: {{pack: {deck}, each: game}}\n").findings()
    assert [f.severity for f in found if f.code == "one-of-several"] == ["warning"] * (copies - 1)
    assert not [f for f in found if f.severity == "error"]
