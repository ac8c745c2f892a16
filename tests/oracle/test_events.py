"""Events and views that random rulesets seldom have: guises, records, zones that nobody counts, sealed answers."""

from pathlib import Path

import pytest

from oracle.side_by_side import play_in_step
from parlour import load

FRAME = Path(__file__).with_name("sights.yaml").read_text(encoding="utf-8")
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
