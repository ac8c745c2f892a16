"""`guises of` offers a card as each face that some card of `faces(c)` shows, with several packs and jokers too."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.states.state import Table
from three_ways import Small, played

SECTIONS = """
state:
  dealer: {{type: player}}
  total: {{type: int}}
zones:
  hand(player): {{seen: owner}}
  pile: {{ordered: true}}
marks:
  stands-for: {{type: card or none, guise: true, inside: pile}}
functions:
  faces(c): "{faces}"
prompts:
  act(p): |
    play for c in guises of hand(p):
      total = total * 100 + (0 if c.rank == Jk else pips(c.rank))
      move c to pile
    stop only if nothing else: nothing
"""
STEPS = """
move (those c in pack where c.rank == Jk) to hand(players.first)
move (those c in pack where c.rank == 3) to pile
ask act(players.first)
"""
DECK = "deck: {pack: 52, jokers: 1, copies: 2, ace: low, each: game}\n"
FACES = {
    "written faces": ("[9♣, 2♠] if c.rank == Jk else none", ["Jk", "Jk as 2♠", "Jk as 9♣"]),
    "cards of both packs": ("those d in pack where d.rank == K and d.colour == red", ["Jk", "Jk as K♦", "Jk as K♥"]),
    "one card of the second pack": ("pile.top", ["Jk", "Jk as 3♠"]),
    "the joker itself": ("of_rank(Jk)", ["Jk", "Jk as Jk"]),
    "no card": ("pile - pile", ["Jk"]),
}


def small(folder: Path, faces: str) -> Small:
    return Small(folder, STEPS, SECTIONS.format(faces=faces), DECK)


@pytest.mark.parametrize(("faces", "offered"), FACES.values(), ids=FACES)
def test_each_face_is_offered_once(faces: str, offered: list[str], tmp_path: Path) -> None:
    state = Table.of(small(tmp_path, faces).program(), 2).start(1)
    assert [str(move) for move in state.question.legal] == [f"play {card}" for card in offered]
    for move in state.question.legal:
        assert state.apply(move).over


@pytest.mark.parametrize(("faces", "offered"), FACES.values(), ids=FACES)
def test_all_executions_offer_the_same(faces: str, offered: list[str], tmp_path: Path) -> None:
    end = played(small(tmp_path, faces).program(), 2)
    assert isinstance(end, dict), end


@pytest.mark.parametrize("heading", ["faces()", "faces(p)", "faces(c, d)"])
def test_faces_takes_a_card(heading: str, tmp_path: Path) -> None:
    sections = SECTIONS.replace("faces(c)", heading).format(faces="pile")
    (found,) = Small(tmp_path, STEPS, sections, DECK).findings()
    assert (found.code, found.help) == ("arity", "write `faces(c)`")


@pytest.mark.parametrize("value", ["c.rank", "4", "dealer"])
def test_faces_gives_cards(value: str, tmp_path: Path) -> None:
    assert [found.code for found in small(tmp_path, value).findings()] == ["type"]
