"""Games that are small enough to compute by hand what their moves bring."""

from random import Random

from parlour import Game, State, load, witnesses
from parlour.bots import Seat
from parlour.bots.thinker import Expectation, Thinker
from parlour.table.events import Event
from parlour.views import Witness

STICKS = """\
frame: stick-games
title: Stick games
text: Take one to three sticks. Whoever takes the last one wins.
extends: table
players: [2, 3]
deck: {pack: 52, each: game}
options:
  sticks: {type: int, in: 1..9, default: 5, text: sticks}
state:
  left: {type: int, starts: options.sticks, seen: everybody, text: sticks left}
  up: {type: player, text: whose turn}
stages:
  game: |
    up = players.first
    while true:
      ask take(up)
      if left == 0:
        champions = [up]
        end game
      up = next(up)
prompts:
  take(p): |
    take for n in 1..3 where n <= left: left -= n
    nothing-left only if nothing else: nothing
"""
# The same after a throw of a die before each move, so that nobody knows all that follows.
DICE = STICKS.replace("      ask take(up)", "      let die = random 1..6\n      ask take(up)")
GAME = "game: sticks\ntitle: Sticks\nextends: stick-games\nmain: match\n"
FAIR = "game: fair\ntitle: Fair\nextends: races\nmain: match\n"
HIGHER = """\
frame: stick-games
title: One card each
text: Say whether your card is higher than the other one.
extends: table
players: 2
deck: {pack: 52, ace: high, use: c.suit == ♥ and c.rank in 2..5, each: game}
zones:
  stock: {ordered: true}
  hand(player): {seen: owner, text: hand}
state:
  right: {type: bool, text: right}
stages:
  game: |
    shuffle box into stock
    deal 1 from stock to each hand
    ask say(players.first)
    champions = [players.first if right else next(players.first)]
    end game
functions:
  mine(p): any c in hand(p) where (any d in hand(next(p)) where c.rank > d.rank)
prompts:
  say(p): |
    higher: right = mine(p)
    lower: right = not mine(p)
"""
RACE = """\
frame: races
title: Races
text: In each hand the first player takes a little or much, and chance gives everybody up to four more.
extends: rounds
players: 2
deck: {pack: 52, each: hand}
options:
  goal: {type: int, in: 1..1000000, default: 60, text: points that end the race}
  low: {type: bool, default: false, text: the fewest points win}
stages:
  hand: |
    ask take(players.first)
    for s in sides:
      let luck = random 0..4
      gain(s) += luck
prompts:
  take(p): |
    little: gain(side(p)) += 1
    much: gain(side(p)) += 3
functions:
  decided(): {instead: any s in sides where score(s) >= options.goal}
  lowest_wins(): {instead: options.low}
"""


def small(frame: str, **options: int) -> Game:
    return load("sticks", documents={"frame.yaml": frame, "sticks.yaml": GAME}, options=options)


def race(**options: int | bool) -> Game:
    return load("fair", documents={"frame.yaml": RACE, "fair.yaml": FAIR}, options=options)


def asked(state: State, events: tuple[Event, ...] = ()) -> Seat:
    """Return what the player knows whose answer is expected, and who has seen only this state and these events."""
    return known(state, witnesses(state, events)[state.question.seat - 1])


def known(state: State, witness: Witness) -> Seat:
    return Seat(witness.view(state), witness.near_worlds)


def first_player(game: Game, games: int = 100) -> list[Expectation]:
    """Return what the first player can expect at the beginning."""
    thinker = Thinker(game.rollouts(2, native=False), games=games)
    return thinker.expectations(asked(*game.start_recorded(2, 1)), Random(1))
