"""The peers' rulesets and OpenSpiel itself, in lock step: the player to move, the moves and draws, and the end. Our
table deals, and OpenSpiel's chance repeats the results. Compares moves by texts made from OpenSpiel's names of actions,
so nothing here knows how the package numbers cards or melds."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from parlour.states.state import State, Table
from peer_games import gin_move, hands, hearts_card, height, lying, meld_text, results, table

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install -e '.[peers]')")

GAMES = 100
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
WAYS = ["No Pass", "Left", "Across", "Right"]  # by how many seats the cards move on

Theirs = Any  # a state of OpenSpiel's, which has no types
Words = Callable[[Theirs, str], str]
Choose = Callable[[State, list[str]], str]


# ---------------------------------------------------------------- their words in ours


@cache
def card(name: str) -> str:
    """Return a card. OpenSpiel writes the rank first in some games and the suit first in others."""
    rank, suit = (name[1], name[0]) if name[0] in SIGNS else (name[0], name[1])
    return ("10" if rank == "T" else rank) + SIGNS[suit.upper()]


def crazy_eights_words(theirs: Theirs, action: str) -> str:
    match action.split():
        case ["Play", name]:
            return f"play {card(name)}"
        case ["Nominate", "suit", suit]:
            return f"call {SIGNS[suit]}"
        case [word]:
            return {"Draw": "draw", "Pass": "pass"}[word]
    raise ValueError(action)


def gin_words(theirs: Theirs, action: str) -> str:
    word = action.partition("Action: ")[2]
    names = re.findall("..", word)
    plain = {"Draw upcard": "take", "Draw stock": "draw", "Pass": "pass", "Knock": "knock"}
    if word in plain:
        return plain[word]
    if len(names) > 1:
        return meld_text([card(name) for name in names])
    return ("lay off " if "Phase: Layoff" in str(theirs) else "discard ") + card(word)


def hearts_words(theirs: Theirs, action: str) -> str:
    passing = theirs.history()[0] != 0 and theirs.move_number() < 1 + 52 + 12
    return ("pass " if passing else "play ") + card(action)


def outcomes(theirs: Theirs) -> dict[str, int]:
    """Return the possible outcomes of chance for a card."""
    assert theirs.is_chance_node()
    return {card(theirs.action_to_string(-1, action)[-2:]): action for action in theirs.legal_actions()}


def deal(theirs: Theirs, *names: str) -> None:
    for name in names:
        theirs.apply_action(outcomes(theirs)[name])


def load(name: str, options: Mapping[str, int]) -> Any:
    return pyspiel.load_game(name, {option.replace("-", "_"): value for option, value in options.items()})


def draw_lots(theirs: Theirs, text: str) -> None:
    found = [action for action in theirs.legal_actions() if theirs.action_to_string(-1, action) == text]
    theirs.apply_action(found[0])


# ---------------------------------------------------------------- step by step


def walk(
    state: State, theirs: Theirs, words: Words, choose: Choose, seen: Counter[str], match: bool = False
) -> State:
    """Play a game in both. In a `match`, ours goes on after it."""
    while not (theirs.is_terminal() if match else state.over):
        player = theirs.current_player()
        moves = {words(theirs, theirs.action_to_string(player, action)): action for action in theirs.legal_actions()}
        assert player + 1 == state.question.seat
        assert sorted(moves) == sorted({str(move) for move in state.question.legal})
        assert len(moves) == len(theirs.legal_actions())
        move = choose(state, sorted(moves))
        theirs.apply_action(moves[move])
        seen[move.split()[0]] += 1
        before, state = state, state.apply(move)
        if move == "draw":
            draw(before, state, theirs, seen)
    assert theirs.is_terminal()
    if state.over and state.outcome.ending:
        seen[state.outcome.ending] += 1
    return state


def draw(before: State, after: State, theirs: Theirs, seen: Counter[str]) -> None:
    """Repeat a draw of ours in OpenSpiel's chance, which draws from the same cards."""
    hand = f"hand {before.question.seat}"
    then, now = lying(before, hand, "stock"), lying(after, hand, "stock")
    came = Counter(now[hand]) - Counter(then[hand])
    stock = then["stock"][::-1]
    first = stock[: came.total()]
    later = list((came - Counter(first)).elements())  # from a reshuffled stock
    assert Counter([*first, *later]) == came
    for place, name in enumerate(first):
        assert set(outcomes(theirs)) == set(stock[place:])
        deal(theirs, name)
    deal(theirs, *later)
    seen["several drawn"] += came.total() > 1
    seen["stock made anew"] += len(now["stock"]) > len(stock) - len(first)


def at_random(chooser: Random) -> Choose:
    return lambda state, moves: chooser.choice(moves)


# ---------------------------------------------------------------- crazy eights


def slow(chooser: Random) -> Choose:
    """Often draw or pass although a card fits, so that the stock runs out and everybody passes."""

    def choose(state: State, moves: list[str]) -> str:
        others = [move for move in moves if move in ("draw", "pass")]
        return chooser.choice(others if others and chooser.random() < 0.6 else moves)

    return choose


def crazy_eights(dealt: Table, theirs: Theirs, seed: int, seen: Counter[str]) -> State:
    """Return a table with a known order of the pack, so that the hands show the dealer."""
    pack = dealt.machine.layout.pack
    order = Random(seed).sample(range(pack.size), pack.size)
    state = dealt.start(seed, order=order)
    names, zones, players = [pack.name(c) for c in order], lying(state), dealt.machine.players
    size = (7 if players == 2 else 5) * players
    dealers = [
        dealer
        for dealer in range(players)
        if all(
            sorted(names[(seat - dealer - 1) % players : size : players]) == sorted(zones[f"hand {seat + 1}"])
            for seat in range(players)
        )
    ]
    assert len(dealers) == 1
    draw_lots(theirs, f"Decide Player {dealers[0]} to be the dealer")
    deal(theirs, *names[:size])
    if names[size].startswith("8"):
        deal(theirs, names[size])
        seen["eight turned up"] += 1
    else:
        assert zones["pile"] == [names[size]]
    deal(theirs, *zones["pile"])
    seen[f"dealer {dealers[0]}"] += 1
    return state


LIMITS = [(5, 100), (1, 60), (52, 60), (5, 10)]  # most draws in a turn, most cards played
POWERS = list(product((False, True), repeat=2))
TABLES = [
    pytest.param(players, special, reshuffle, *LIMITS[(i + j) % len(LIMITS)])
    for i, players in enumerate((2, 3, 5, 6, 15))
    for j, (special, reshuffle) in enumerate(POWERS)
]  # every number of players and every pair of powers meets all limits


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("players", "special", "reshuffle", "draws", "turns"), TABLES)
def test_crazy_eights(players: int, special: bool, reshuffle: bool, draws: int, turns: int) -> None:
    options = {"max-draw-cards": draws, "max-turns": turns, "use-special-cards": special, "reshuffle": reshuffle}
    dealt, game = table("crazy_eights", players, options), load("crazy_eights", {"players": players, **options})
    choosers = at_random(Random(players)), slow(Random(players))
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        theirs = game.new_initial_state()
        state = crazy_eights(dealt, theirs, seed, seen)
        state = walk(state, theirs, crazy_eights_words, choosers[seed % 2], seen)
        assert results(state, "score") == theirs.returns()
    long = turns > min(turns for _, turns in LIMITS)
    expected = {"play", "draw", "call", "eight turned up", "went-out" if long else "turn-limit"}
    expected |= {f"dealer {seat}" for seat in range(players)}
    if long:
        expected |= {"stock made anew" if reshuffle else "blocked"}
    if special:
        expected |= {"several drawn"}
    assert expected <= set(+seen)


# ---------------------------------------------------------------- gin


def knocking(chooser: Random) -> Choose:
    def choose(state: State, moves: list[str]) -> str:
        hand = f"hand {state.question.seat}"
        zones = lying(state, hand, "discards")
        return gin_move(frozenset(zones[hand]), "".join(zones["discards"][-1:]), moves, chooser)

    return choose


def waiting(chooser: Random) -> Choose:
    """Knock only with the last discard."""
    choose = knocking(chooser)

    def wait(state: State, moves: list[str]) -> str:
        later = [move for move in moves if move != "knock"]
        return choose(state, moves if later == ["pass"] else later)

    return wait


def taking(chooser: Random) -> Choose:
    return lambda state, moves: "take" if "take" in moves else chooser.choice(moves)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("player", "options", "expected"),
    [
        (at_random, {}, {"take", "pass", "draw", "discard", "thrown-back", "wall"}),
        (taking, {}, {"too-many"}),
        (knocking, {}, {"knocked", "meld", "lay", "thrown-back", "wall"}),
        (waiting, {"knock-card": 7, "gin-bonus": 20, "undercut-bonus": 10}, {"knocked", "meld", "lay", "wall"}),
    ],
)
def test_gin_rummy(player: Callable[[Random], Choose], options: dict[str, int], expected: set[str]) -> None:
    dealt, game = table("gin_rummy", 2, options), load("gin_rummy", options)
    choose = player(Random(7))
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        state, theirs = dealt.start(seed), game.new_initial_state()
        zones = lying(state)
        deal(theirs, *zones["hand 1"], *zones["hand 2"], *zones["discards"])
        state = walk(state, theirs, gin_words, choose, seen)
        assert results(state, "score") == theirs.returns()
    assert expected <= set(+seen)
    assert player is not knocking or seen["knocked"] > GAMES // 2


# ---------------------------------------------------------------- hearts


def way(state: State) -> int:
    """Return the distance of a pass by passing the cards, because the game draws the lot before the first question."""
    mine = []
    while str(state.question.legal[0]).startswith("pass"):
        move = state.question.legal[0]
        if state.question.seat == 1:
            mine.append(str(move).removeprefix("pass "))
        state = state.apply(move)
    return next((seat for seat, hand in enumerate(hands(state)) if hand.issuperset(mine)), 0) if mine else 0


def with_the_best(dealt: Table, seat: int, chooser: Random) -> list[int]:
    """Return a pack that deals this seat a hand that takes every trick, unless it must pass some cards on."""
    pack = dealt.machine.layout.pack
    order = chooser.sample(range(pack.size), pack.size)
    best = [c for c in order if pack.name(c)[:-1] in {"A", "K", "Q"} or pack.name(c) == "J♥"]
    rest = [c for c in order if c not in best]
    return [(best if place % 4 == seat - 1 else rest).pop() for place in range(pack.size)]


def test_hearts() -> None:
    dealt, game = table("hearts", 4), load("hearts", {})
    chooser = Random(4)
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        greedy, careful = seed % 4 + 1, seed % 8 < 5
        state = dealt.start(seed) if seed % 5 else dealt.start(seed, with_the_best(dealt, greedy, chooser))
        theirs = game.new_initial_state()

        def choose(state: State, moves: list[str], greedy: int = greedy, careful: bool = careful) -> str:
            mine = state.question.seat == greedy
            if moves[0].startswith("pass"):
                if mine:
                    return min(moves, key=lambda move: height(move.removeprefix("pass ")))
                return chooser.choice(moves)
            legal = {move.removeprefix("play ") for move in moves}
            return "play " + hearts_card(legal, mine, careful, chooser)

        lot = WAYS[way(state)]
        draw_lots(theirs, lot)
        deal(theirs, *(name for layer in zip(*hands(state), strict=True) for name in layer))
        state = walk(state, theirs, hearts_words, choose, seen)
        assert results(state, "returns") == theirs.returns()
        seen[lot] += 1
        seen["moon"] += sorted(theirs.returns()) == [0, 0, 0, 26]
    assert {*WAYS, "moon"} <= set(+seen)
