"""A small family for clashes, with rules made up for tests: play a card on the pile, the first without cards wins."""

from __future__ import annotations

from pathlib import Path

from parlour.comparison.comparing import Comparer
from parlour.library.library import Library

FRAME = """\
frame: lay
title: Lay
text: Lay a card on the pile. The first without cards wins.
extends: table
players: 2..3
deck: {pack: 52, ace: high, each: game}
seats: {direction: game}
zones:
  hand(player): {seen: owner, text: hand}
  stock: {ordered: true, text: draw pile}
  pile: {seen: everybody, ordered: true, text: discard pile}
state:
  up: {type: player, each: game, text: whose turn is next}
stages:
  game: |
    shuffle box into stock
    deal 4 from stock to each hand
    move stock.top to pile
    up = players.first
    resume here with up
    while true limit 200:
      play turn(up)
    otherwise:
      nothing
  turn(p): |
    up = next(p)
    ask act(p)
    if hand(p) is empty:
      champions = [p]
      end game
prompts:
  act(p): |
    "what do you play?"
    play for c in hand(p)
    pass only if nothing else: nothing
functions:
  skipping(c): c.rank == 7
procedures:
  play(p, c): |
    move c to pile
    effect(p, c)
  effect(p, c): nothing
may:
  play(p, c):
    higher:
      forbid: pile has cards and c.rank < pile.top.rank
      group: order
      says: "{c} is lower than {pile.top}"
groups:
  order: cards go up
  suits: suits limit what may follow
"""

# Each example lays out the cards that the rule is about.
RULES = {
    "turns-count": """\
rule: turns-count
title: Turns count
for: lay
text: Everybody sees how many cards were played.
state:
  turns: {type: int, each: game, seen: everybody, text: turns}
when:
  after effect(p, c): turns += 1
""",
    "fives-again": """\
rule: fives-again
title: Fives again
for: lay
text: After a five it is your turn again.
when:
  after effect(p, c):
    if: c.rank == 5
    do: up = p
examples:
  - name: the turns of another rule
    with: [turns-count]
    players: 2
    given: {turns: 3, pile: 4♣, hand 1: 5♦ 9♠, hand 2: 6♥ 9♥, to move: 1}
    moves: ["1: play 5♦"]
    then: {to move: 1}
""",
    "fours-pass-on": """\
rule: fours-pass-on
title: Fours pass on
for: lay
text: After a four the next player misses a turn.
when:
  after effect(p, c):
    if: c.rank == 4
    do: up = next(up)
""",
    "twos-anywhere": """\
rule: twos-anywhere
title: Twos anywhere
for: lay
text: A two can be played on anything.
may:
  play(p, c):
    two: {allow: c.rank == 2, despite: [order]}
examples:
  - name: a two on a king
    players: 2
    given: {pile: K♣, hand 1: 2♦ 3♦, hand 2: 5♥ 6♥, to move: 1}
    then: {may: [play 2♦], may not: [play 3♦]}
""",
    "aces-clear": """\
rule: aces-clear
title: Aces clear
for: lay
text: An ace clears the pile.
when:
  after effect(p, c):
    earlier-than: [kings-again]
    if: c.rank == A
    do: move pile to stock
examples:
  - name: the pile is gone
    players: 2
    given: {pile: 4♣, hand 1: A♦ 9♠, hand 2: 5♥ 9♥, to move: 1, rest: none}
    moves: ["1: play A♦"]
    then: {pile: none}
""",
    "kings-again": """\
rule: kings-again
title: Kings again
for: lay
text: While a king or an ace is on top it is your turn again.
when:
  after effect(p, c):
    if: pile.top.rank >= K
    do: up = p
examples:
  - name: the same player again
    players: 2
    given: {pile: 4♣, hand 1: K♦ 9♠, hand 2: 5♥ 9♥, to move: 1, rest: none}
    moves: ["1: play K♦"]
    then: {to move: 1}
""",
    "no-red-on-black": """\
rule: no-red-on-black
title: No red on black
for: lay
text: A red card can't be played on a black one.
may:
  play(p, c):
    red: {forbid: pile has cards and pile.top.colour == black and c.colour == red, group: suits, says: "{c} is red"}
examples:
  - name: a red card on a black one
    players: 2
    given: {pile: 4♣, hand 1: 9♦ 9♠, hand 2: 5♥ 6♥, to move: 1}
    then: {only may: [play 9♠]}
""",
    "twos-in-any-colour": """\
rule: twos-in-any-colour
title: Twos in any colour
for: lay
text: A two can be played on anything, whatever its colour.
may:
  play(p, c):
    two: {allow: c.rank == 2, despite: [order, suits]}
examples:
  - name: a red two on a black king
    players: 2
    given: {pile: K♣, hand 1: 2♦ 3♦, hand 2: 5♥ 6♥, to move: 1}
    then: {may: [play 2♦]}
""",
    "sevens-skip": """\
rule: sevens-skip
title: Sevens skip
for: lay
text: After a seven it is your turn again.
when:
  after effect(p, c):
    if: skipping(c)
    do: up = p
examples:
  - name: the same player again
    players: 2
    given: {pile: 4♣, hand 1: 7♦ 9♠, hand 2: 5♥ 9♥, to move: 1}
    moves: ["1: play 7♦"]
    then: {to move: 1}
""",
    "sevens-pass-on": """\
rule: sevens-pass-on
title: Sevens pass on
for: lay
text: After a seven the turn passes to whoever would come after the next player.
when:
  after effect(p, c):
    later-than: [sevens-skip]
    if: c.rank == 7
    do: up = next(up)
examples:
  - name: the one after the next
    players: 3
    given: {pile: 4♣, hand 1: 7♦ 9♠, hand 2: 5♥ 9♥, hand 3: 6♠ 8♠, to move: 1}
    moves: ["1: play 7♦"]
    then: {to move: 3}
""",
    "eights-draw": """\
rule: eights-draw
title: Eights draw
for: lay
text: After an eight the next player draws a card.
when:
  after effect(p, c):
    if: c.rank == 8
    do: deal 1 from stock to hand(next(p))
examples:
  - name: the next player draws
    players: 2
    given: {pile: 4♣, hand 1: 8♦ 9♠, hand 2: 5♥ 9♥, stock: 3♠ 3♥, to move: 1, rest: none}
    moves: ["1: play 8♦"]
    then: {hand 2 size: 3}
""",
    "kings-ask": """\
rule: kings-ask
title: Kings ask
for: lay
text: After a king you may draw a card.
when:
  after effect(p, c):
    if: c.rank == K
    do: |
      ask p:
        "do you draw?"
        draw-one "draw one": deal 1 from stock to hand(p)
        no-card "draw nothing": nothing
examples:
  - name: the player may draw
    players: 2
    given: {pile: 4♣, hand 1: K♦ 9♠, hand 2: 5♥ 9♥, stock: 3♠ 3♥, to move: 1, rest: none}
    moves: ["1: play K♦"]
    then: {may: [draw one]}
""",
    "kings-challenge": """\
rule: kings-challenge
title: Kings challenge
for: lay
text: After a king the next player may draw a card.
when:
  after effect(p, c):
    earlier-than: [kings-ask]
    if: c.rank == K
    do: |
      ask next(p):
        "do you take it up?"
        take-up "take it up": deal 1 from stock to hand(next(p))
        let-go "let it go": nothing
examples:
  - name: the next player may draw
    players: 2
    given: {pile: 4♣, hand 1: K♦ 9♠, hand 2: 5♥ 9♥, stock: 3♠ 3♥, to move: 1, rest: none}
    moves: ["1: play K♦"]
    then: {to move: 2, may: [take it up]}
""",
    "queens-swap": """\
rule: queens-swap
title: Queens swap
for: lay
text: You can swap a queen for the card on top.
prompts:
  act(p): |
    swap for c in hand(p) where c.rank == Q and pile has cards
procedures:
  swap(p, c): |
    let old = pile.top
    move c to pile
    if old is some: move old to hand(p)
examples:
  - name: the card on top goes to the hand
    players: 2
    given: {pile: 4♣, hand 1: Q♦ 9♠, hand 2: 5♥ 9♥, to move: 1}
    moves: ["1: swap Q♦"]
    then: {hand 1: 4♣ 9♠}
""",
    "queens-bury": """\
rule: queens-bury
title: Queens bury
for: lay
text: You can put a queen under the draw pile.
prompts:
  act(p): |
    bury for c in hand(p) where c.rank == Q
procedures:
  bury(p, c): move c to stock at bottom
examples:
  - name: the queen is gone
    players: 2
    given: {pile: 4♣, hand 1: Q♦ 9♠, hand 2: 5♥ 9♥, to move: 1}
    moves: ["1: bury Q♦"]
    then: {hand 1: 9♠}
""",
    "no-sevens": """\
rule: no-sevens
title: No sevens
for: lay
text: Nobody can play a seven.
advises-against: [eights-draw]
may:
  play(p, c):
    seven: {forbid: c.rank == 7, says: sevens can't be played}
examples:
  - name: a seven
    players: 2
    given: {pile: 4♣, hand 1: 7♦ 9♠, hand 2: 5♥ 9♥, to move: 1}
    then: {only may: [play 9♠]}
""",
}


def comparer(folder: Path) -> Comparer:
    """A comparer of the family, in a folder of its own."""
    write(folder)
    library = Library.standard(folder)
    subject, _ = library.find("lay", ("frame",))
    assert subject is not None
    return Comparer(library, subject)


def write(folder: Path) -> None:
    (folder / "rules").mkdir()
    (folder / "lay.yaml").write_text(FRAME, encoding="utf-8")
    for name, text in RULES.items():
        (folder / "rules" / f"{name}.yaml").write_text(text, encoding="utf-8")
