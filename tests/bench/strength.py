"""Measures how strong bots that think are, against other players in the same games.

    python tests/bench/strength.py [--only ROW …] [--deals 128] [--games 200 | --seconds 0.05] [--minutes M] [--jobs 1]
                                   [--each SECONDS] [--record FILE] [--page docs/bots.md]

Each deal is played once for each side: the bot takes its seats, and opponents all others. Sides are partners, or single
players. So good cards help no one, and a deal counts as one observation. After 8, 16, 32 deals and so on, a row ends
when its interval does not contain 0, except against opponents of single games; the intervals are wide enough for all
these looks. `--record` saves each deal at once; a stopped run continues with the rest, and a later one with more deals
adds to it. Delete the record when bots or rules change. Seconds are those of the processor, so other programs don't
make a bot much weaker.
`--only` selects rows by the beginning of their names: `policy`, `first:scopa`, `rule:crazy-eights+draw-one`.
`--cluster tcp://…` plays on the machines of a dask scheduler, whose workers need `PYTHONPATH=engine:tests:tests/bench`.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from checkout import Record, options

import strength_page
from opponents import FirstMove, GreedyHearts, Searcher, SeeingGame, SimpleGin, Timed
from parlour.base.diagnostics import RulesetError
from parlour.base.parallel import workers
from parlour.base.processes import let_collections_be_short
from parlour.bots import Bot, RandomBot
from parlour.bots.bot_games import BotGame
from parlour.bots.thinker import Thinker
from parlour.game import Game, load
from parlour.playouts.decisions import decisions
from parlour.playouts.player import Choosing, Task, game_seed
from parlour.playouts.policy import Policy, by_policy
from parlour.states.outcomes import Outcome
from parlour.table.cards import members
from parlour.table.faults import RulesetFault
from peer_games import PEERS
from scaffold.mixes import LIBRARY, fits, games_on_frames, rules, said, used
from strength_page import LOOKS

SEED = 1
APART = 1_000_000  # numbers between two deals, where the first can't be played
MOST = 100_000  # decisions in a game
SECONDS = 0.05  # of a search for a move, if a bot has no time but a number of games
PLAYERS = {"president": 4, "sh": 3, "ct": 3, "hearts": 4}  # where the fewest aren't the usual number
OPPONENTS: Mapping[str, Callable[[], Bot | None]] = {
    "policy": lambda: None, "rule": lambda: None, "sees": lambda: None, "first": FirstMove, "gin": SimpleGin,
    "hearts": GreedyHearts, "durak": RandomBot,
}  # fmt: skip


@dataclass(frozen=True)
class Budget:
    """How much a bot thinks for a move: a number of games, or seconds."""

    games: int | None
    seconds: float | None

    @cache  # noqa: B019  # there is one budget, and a bot learns what scores are worth
    def bot(self, game: Game, players: int) -> Thinker:
        thinker = Thinker(game.rollouts(players), games=self.games, seconds=self.seconds, timer=time.process_time)
        let_collections_be_short()
        return thinker

    def __str__(self) -> str:
        return f"{self.games:,} games" if self.seconds is None else f"{1000 * self.seconds:g} ms"


# ---------------------------------------------------------------- rows


def rows() -> Iterator[str]:
    """Yield the names of all rows: what the bot plays against, and the mix. A rule is in the game of its examples."""
    games = LIBRARY.ids("game")
    yield from (f"policy:{id}" for id in games)
    yield from (f"first:{id}" for id in games)
    yield from (f"sees:{id}" for id in games)
    yield from ("gin:gin-rummy", "hearts:hearts", "durak:durak", "ismcts:hearts", "ismcts:gin_rummy")
    for rule in rules():
        id = next(iter(said(rule, "in")), None) or next(id for id in games_on_frames() if fits(id, rule))
        if rule not in used(id):  # otherwise, the game has shown it
            needs = [need for need in said(rule, "needs") if need in rules() and need not in used(id)]
            yield "+".join((f"rule:{id}", *needs, rule))


@cache
def game_of(mix: str) -> Game:
    id, *rules = mix.split("+")
    return load(id, rules)


def has_opponents(row: str) -> bool:
    """Return False for patience, and for a rule that takes the place of one that others need."""
    against, _, mix = row.partition(":")
    try:
        return against == "ismcts" or max(game_of(mix).players, default=0) > 1
    except RulesetError:
        return False


def usual(game: Game) -> int:
    """Return a usual number of players."""
    players = PLAYERS.get(game.id, 0)
    return players if players in game.players else min(n for n in game.players if n > 1)


# ---------------------------------------------------------------- deals


def measured(row: str, deal: int, budget: Budget) -> dict[str, object]:
    """Play a deal of a row once for each side; return what the bot gained."""
    against, _, mix = row.partition(":")
    try:
        if against == "ismcts":
            return beside_open_spiel(mix, deal, budget)
        return dealt(against, game_of(mix), deal, budget)
    except RulesetFault as fault:
        return {"fault": str(fault)}


def dealt(against: str, game: Game, deal: int, budget: Budget) -> dict[str, object]:
    players = usual(game)
    table = game.table(players)
    sides = [list(members(side)) for side in table.machine.layout.side_members if side]
    kind = SeeingGame if against == "sees" else BotGame
    policy = by_policy(Policy(table.machine.functions))
    shares, points = [], []
    for side in sides:
        thinker, others = budget.bot(game, players), OPPONENTS[against]()
        bots = [thinker if seat in side else others for seat in range(players)]

        def choosing(task: Task, number: int, bots: Sequence[Bot | None] = bots) -> Callable[..., int]:
            return kind(table, bots, task, number, policy(task, number)).choose

        end = ended(game, players, deal, choosing)
        shares.append(share(end, side, len(sides)))
        if against == "hearts" and end is not None:
            points.append(points_saved(end, side[0] + 1))
    found: dict[str, object] = {"share": sum(shares) / len(sides), "even": 1 / len(sides), "games": len(sides)}
    return {**found, "points": sum(points) / len(points)} if points else found


def ended(game: Game, players: int, deal: int, choosing: Choosing) -> Outcome | None:
    """Play a game; return how it ended, or None if it took too long."""
    machine = game.table(players).machine
    task = Task(SEED, None, True, MOST, states=False)
    *_, (s, _) = decisions(machine, task, deal, choosing)
    return machine.outcome(s) if machine.over(s) else None


def share(end: Outcome | None, side: Sequence[int], sides: int) -> float:
    """Return the share of a win that a side has; without winners, nobody has more than others."""
    if end is None or not end.winners:
        return 1 / sides
    return sum(seat + 1 in end.winners for seat in side) / len(end.winners)


def points_saved(end: Outcome, seat: int) -> float:
    """Return how many points a round a seat was better than the mean of the others, where points are bad."""
    score, hands = end.values["score"], end.values["hands"]
    assert isinstance(score, Mapping)
    assert isinstance(hands, int)
    others = [value for other, value in score.items() if other != seat]
    return float((sum(others) / len(others) - score[seat]) / hands)


@cache
def peers_game(name: str) -> Game:
    """Return the rules of both. In Hearts, they are the first hand of a match: a bot wins matches, and OpenSpiel's
    search saves points, which is the same at the beginning of a match."""
    return load(PEERS / f"{name}.yaml", ["to-a-target"] if name == "hearts" else [])


def beside_open_spiel(name: str, deal: int, budget: Budget) -> dict[str, object]:
    """Play a deal of a peer's ruleset in step with OpenSpiel, whose search has the other seats."""
    try:
        import pyspiel
    except ImportError:
        return {"missing": "OpenSpiel isn't installed"}
    import test_open_spiel as peer

    game, players = peers_game(name), 4 if name == "hearts" else 2
    words = peer.hearts_words if name == "hearts" else peer.gin_words
    gains: list[float] = []
    ours, others = [], []  # seconds for a move
    state = game.table(players).start(game_seed(SEED, deal))
    while name == "hearts" and peer.way(state):  # OpenSpiel's search crashes in the pass
        deal += APART
        state = game.table(players).start(game_seed(SEED, deal))
    for seat in range(players):
        theirs = peer.load(name, {}).new_initial_state()
        if name == "hearts":
            peer.draw_lots(theirs, peer.WAYS[0])
            peer.deal(theirs, *(card for layer in zip(*peer.hands(state), strict=True) for card in layer))
        else:
            zones = peer.lying(state)
            peer.deal(theirs, *zones["hand 1"], *zones["hand 2"], *zones["discards"])
        search = Timed(Searcher(pyspiel, theirs, words, budget.seconds or SECONDS, deal))
        bot = Timed(budget.bot(game, players))
        bots = [bot if at == seat else search for at in range(players)]
        own = BotGame(state.table, bots, Task(SEED, None, True, MOST, states=False), deal, lambda s, moves: moves[0])

        def choose(state: peer.State, moves: list[str], own: BotGame = own) -> str:
            number = own.choose(state.cells, ())
            return next(move.text for move in state.question.legal if move.number == number)

        peer.walk(state, theirs, words, choose, peer.Counter(), match=name == "hearts")
        returns = theirs.returns()
        gains.append(returns[seat] - (sum(returns) - returns[seat]) / (players - 1))
        ours += bot.seconds
        others += search.seconds
    shares = [0.5 if gain == 0 else float(gain > 0) for gain in gains]
    points = sum(gains) / players
    found = {"share": sum(shares) / players, "even": 0.5, "games": players, "points": points}
    return {**found, "ours": sum(ours) / len(ours), "theirs": sum(others) / len(others)}


# ---------------------------------------------------------------- the run


def work(task: tuple[str, int, Budget]) -> dict[str, object]:
    row, deal, budget = task
    began = time.process_time()
    return {"row": row, "deal": deal, **measured(row, deal, budget), "cpu": time.process_time() - began}


def open_deals(
    wanted: Sequence[str], known: Sequence[Mapping[str, object]], look: int, most: float
) -> Iterator[tuple[str, int]]:
    """Yield the deals up to this look, of the rows that are open at the look before; first the cheap rows. A row ends
    when its deals, also those that are `known` meanwhile, have taken `most` seconds of a processor."""

    def cost(row: str) -> float:
        return sum(strength_page.numbers([line for line in known if line["row"] == row], "cpu"))

    by_row = strength_page.by_row(known)
    for row in sorted(wanted, key=cost):
        played = by_row.get(row, ())
        ends = row.partition(":")[0] in ("policy", "rule", "first", "sees")  # others aim at more than a gain
        if ends and len(played) in LOOKS and strength_page.verdict(played) != "open":
            continue
        here = {line["deal"] for line in played}
        yield from ((row, deal) for deal in range(look) if deal not in here and cost(row) < most)


def main() -> None:
    args = options(
        __doc__, only=[str], deals=128, each=math.inf, games=int, seconds=float, minutes=math.inf, jobs=1,
        cluster=str, record=Path, page=Path,
    )  # fmt: skip
    budget = Budget(200 if args.games is None and args.seconds is None else args.games, args.seconds)
    record = Record(args.record)
    known = [line for line in record.lines if line["budget"] == str(budget)]
    wanted = [row for row in rows() if not args.only or row.startswith(tuple(args.only))]
    wanted = [row for row in wanted if has_opponents(row)]
    until = time.monotonic() + 60 * args.minutes
    with workers(work, args.jobs, args.cluster) as those:
        for look in (*(look for look in LOOKS if look < args.deals), args.deals):
            tasks = ((row, deal, budget) for row, deal in open_deals(wanted, known, look, args.each))
            for _, line in those.results(tasks):
                line["budget"] = str(budget)
                known.append(line)
                record.add(line)
                print(line, flush=True)
                if time.monotonic() > until:
                    break
            if time.monotonic() > until:
                break
    text = strength_page.text(record.lines)
    print(text)
    if args.page is not None:
        strength_page.write(args.page, text)


if __name__ == "__main__":
    main()
