"""Events and views that random rulesets seldom have: guises, records, zones that nobody counts, sealed answers."""

import pytest

from oracle.side_by_side import play_in_step
from parlour import load

FRAME = """\
frame: sights
title: Sights
text: Cards go to many kinds of zones.
extends: table
players: [2, 4]
sides: {4: [[1, 3], [2, 4]]}
deck: {pack: 52, copies: 2, each: game}
records:
  Memo: {of: {type: card or none}, amount: {type: int}}
zones:
  stock: {ordered: true}
  hand(player): {seen: owner, text: hand}
  open: {seen: everybody, ordered: true, text: open cards}
  flat: {ordered: true, turns: true, text: flat}
  under: {seen: top, ordered: true, counted: nobody, text: under}
  heap: {counted: nobody, text: heap}
  columns: {columns: 4, counted: nobody, text: columns}
  shared(side): {seen: partners, counted: owner, text: shared}
  last: {seen: last-batch, text: last}
state:
  champ: {type: player, seen: everybody, text: champ}
  memo: {type: Memo, text: memo}
  secret: {type: int, starts: 3, text: secret}
  open-card: {type: card or none, seen: everybody, text: card}
  spot: {type: zone, seen: everybody, text: spot}
marks:
  as-card: {type: card or none, inside: [hand, open, flat], guise: true, text: guise}
  seal: {type: int, inside: [hand, flat], seen: others, text: seal}
  stars: {type: int, inside: [hand, flat], seen: everybody, text: stars}
shows:
  known: "{open.top is some: {open.top}} {secret} {hand(champ).size}"
  own(p): {if: "hand(p) has cards", line: "{hand(p).first} {open.size}"}
stages:
  game: |
    shuffle box into stock
    deal 4 from stock to open
    deal 3 from stock to each hand
    champ = the q in players
    resume here with champ
    STEPS
    ask go(champ)
    champions = players
prompts:
  go(p): |
    "do you go on with {hand(p)} at {spot}?"
    yes "yes {open.top} {secret} {hand(p).size} {open-card} {p}": nothing
    wish "wish {open-card is some: {open-card.stars}} {spot.size}": nothing
    name-card for x in faces of pack, n in 1..2 where x.rank == 2: say "{x} {n}"
    both for c in hand(p), d in hand(p) where c != d and c.rank != d.rank: move c to heap
    some for cs in 1..2 cards of hand(p): move cs to stock
"""
GAME = "game: sight\ntitle: Sight\nextends: sights\nmain: match\n"

STEPS = {
    "guises": """\
for c in hand(champ):
  c.seal = 4
  c.stars = 2
  open-card = c
  c counts as 5♠
  show c to everybody
  move c to flat
  turn up c
  say "{c} at {c.place}"
  turn down c
move flat to last""",
    "records": """\
memo = Memo(of: hand(champ).first, amount: 1)
say "{memo} {hand(champ) + open.top} {spot} {open.cards}"
say to champ "{memo.of} {hand(champ) has cards: and {hand(champ).first} or {open.top}}"
open-card = memo.of""",
    "uncounted zones": """\
move open to heap
move heap to under
move under to columns
move columns to heap
move heap to shared(champ)
move shared(champ) to last
move last to box
deal 3 from stock to under
shuffle hand(champ) into under
deal 2 from under to hand(champ)""",
    "sealed answers": """\
ask together q in players:
  give "give {c} for {q}, {champ}, {secret}" for c in hand(q): move c to under
  pick for k in places of open: nothing
  wait: nothing
shuffle under""",
    "nothing": """\
show hand(champ) to players - players
show hand(champ) & open to everybody
move hand(champ) & open to flat
turn down flat
attempt:
  move hand(champ) to open
  say "never"
keep if open is empty
for q in players where q != champ:
  q leaves game
  q leaves game""",
}


@pytest.mark.parametrize("steps", STEPS.values(), ids=STEPS)
def test_each_seat_sees_what_the_language_page_says(steps: str) -> None:
    frame = FRAME.replace("STEPS", steps.replace("\n", "\n    "))
    game = load("sight", documents={"sights.yaml": frame, "sight.yaml": GAME})
    for players in (2, 4):
        assert play_in_step(game, players, seed=2, most=12).decisions > 0
