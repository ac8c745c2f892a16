"""Measures random games side by side in one run: our executions of a Program, the same rules written by hand in Python
and C, OpenSpiel and RLCard. Then measures every shipped game, starting times, and two cores.

    python tests/bench/side_by_side.py [--only SECTION ...] [--rounds 7] [--seconds 0.3] [--json FILE]

Candidates take turns, so the ratios are more reliable than the numbers. The table names candidates that aren't
installed. Ctrl-C ends the run and prints the results so far.
"""

import json
import platform
from collections.abc import Callable, Iterator
from pathlib import Path
from timeit import repeat

from checkout import ROOT, options

import ours
import peers
from parlour.game import Game, load
from parlour.library.library import Library
from starting import Mix, Starting, fitting, largest_mix
from timing import Comparison, Runner, progress, shown

GENERATED = "generated Python, legal + step"
API = "generated Python, State.question + apply"
STEPS = "native code, legal + step"
ROLLOUTS = "Game.rollouts, native code, one a call"
PLAYOUTS = "Game.playouts, native code, one thread"
ALONE = "native code alone"
BY_HAND = "hand-written Python class"
IN_C = "hand-written C"
OPEN_SPIEL = "OpenSpiel, leanest loop in Python"
INSIDE = "OpenSpiel, random roll-outs inside C++"

AGREEMENT_GAMES = 20_000

Found = Runner | str


def split(found: dict[str, Found]) -> tuple[dict[str, Runner], dict[str, str]]:
    """Return the candidates that run, and the reasons why the others don't."""
    skipped = {name: reason for name, reason in found.items() if isinstance(reason, str)}
    return {name: runner for name, runner in found.items() if not isinstance(runner, str)}, skipped


def comparison(title: str, base: str, found: dict[str, Found]) -> Comparison:
    runners, skipped = split(found)
    return Comparison(title, base, runners, skipped)


def peer(name: str) -> Game:
    return load(ROOT / "tests" / "peers" / f"{name}.yaml")


def executions(game: Game, players: int) -> dict[str, Found]:
    player = ours.native_player(game, players)
    there = not isinstance(player, str)
    return {
        GENERATED: ours.generated(game, players),
        API: ours.through_api(game, players),
        STEPS: ours.stepping(game.table(players, native=True).machine) if there else player,
        ROLLOUTS: ours.rolling_out(game, players, player) if there else player,
        PLAYOUTS: ours.playouts(game, players, player) if there else player,
        ALONE: ours.native_code(player) if there else player,
    }


# ---------------------------------------------------------------- the sections


def crazy_eights() -> Iterator[Comparison]:
    game = peer("crazy_eights")
    for players in (2, 5):
        found = executions(game, players) | {
            BY_HAND: peers.by_hand(players),
            IN_C: peers.in_c(players),
            OPEN_SPIEL: peers.open_spiel("crazy_eights", players),
            INSIDE: peers.open_spiel_inside("crazy_eights", players),
        }
        made = comparison(f"OpenSpiel's crazy_eights, {players} players", BY_HAND, found)
        made.notes.append(agreement(game, players))
        yield made


def agreement(game: Game, players: int) -> str:
    """Compare the C program's games with ours: within chance, they have the same length and points."""
    if isinstance(peers.compiled(players), str):
        return ""
    played = game.playouts(AGREEMENT_GAMES, players=players, seed=1)
    score = played.values["score"].tolist()
    sums = [0] * 4
    for length, row in zip(played.lengths.tolist(), score, strict=True):
        lost = -sum(row)
        sums = [a + b for a, b in zip(sums, (length, length * length, lost, lost * lost), strict=True)]
    games = AGREEMENT_GAMES * 50
    theirs = peers.sums_in_c(players, games, 1)
    told = []
    for what, at in (("decisions", 0), ("points lost", 2)):
        a = peers.Mean.of(AGREEMENT_GAMES, *sums[at : at + 2])
        b = peers.Mean.of(games, *theirs[at : at + 2])
        told.append(f"{what} a game {a} here, {b} in C: {'the same' if a.agrees(b) else 'NOT THE SAME'}")
    return "; ".join(told)


def gin_rummy() -> Iterator[Comparison]:
    game = peer("gin_rummy")
    player = ours.native_player(game, 2)
    there = not isinstance(player, str)
    found = executions(game, 2) | {
        OPEN_SPIEL: peers.open_spiel("gin_rummy", 2, peers.knocking, 100),
        "RLCard's own rules, environment": peers.rlcard(whole=True),
        "RLCard's own rules, game alone": peers.rlcard(whole=False),
        "any legal move: native code": ours.native_code(player, policy=False) if there else player,
        "any legal move: " + INSIDE: peers.open_spiel_inside("gin_rummy", 2, 100),
    }
    yield comparison("OpenSpiel's gin_rummy, knocking when possible", OPEN_SPIEL, found)


def hearts() -> Iterator[Comparison]:
    found = executions(peer("hearts"), 4) | {
        OPEN_SPIEL: peers.open_spiel("hearts", 4),
        INSIDE: peers.open_spiel_inside("hearts", 4),
    }
    yield comparison("OpenSpiel's hearts", OPEN_SPIEL, found)


def shipped() -> Iterator[Comparison]:
    for id in Library.standard().ids("game"):
        game = load(id)
        players = fitting(game.players)
        yield comparison(f"{id}, {players} players", GENERATED, executions(game, players))


def tables() -> Iterator[Comparison]:
    """Measure how the time of a decision grows with players and house rules."""
    game = load("crazy-eights")
    sizes: dict[str, Found] = {f"{n} players": ours.generated(game, n) for n in (2, 3, 5, 7)}
    made = comparison("Crazy Eights in generated Python, by the number of players", "2 players", sizes)
    made.notes.append(copying(game, 4))
    yield made
    mixes: dict[str, Found] = {name: ours.generated(load("crazy-eights", rules), 4) for name, rules in MIXES.items()}
    yield comparison("Crazy Eights in generated Python, 4 players, by house rules", "as it is", mixes)


MIXES = {
    "as it is": (),
    "queens draw four": ("queen-draws-four",),
    "... jacks skip, aces reverse": ("queen-draws-four", "jack-skips", "ace-reverses"),
    "... twos, going again, reshuffling": (
        "queen-draws-four", "jack-skips", "ace-reverses", "two-draws-two", "reshuffle", "go-again",
    ),
}  # fmt: skip


def copying(game: Game, players: int) -> str:
    state = game.machine(players).start(1)
    copy = min(repeat(state.copy, number=2000, repeat=20)) / 2000
    return f"copying a state of {players} players ({len(state)} numbers) takes {copy * 1e6:.2f} µs"


def cores() -> Iterator[Comparison]:
    """Compare one thread with two by wall-clock time, on an otherwise idle machine. Reports the cores that each run
    had. The C program shows the most that a second thread can gain on this machine."""
    for game, players in ((peer("crazy_eights"), 2), (load("crazy-eights"), 4), (load("ctg"), 2), (load("hearts"), 4)):
        player = ours.native_player(game, players)
        found: dict[str, Found] = {}
        for threads, name in ((1, "one thread"), (2, "two threads")):
            there = not isinstance(player, str)
            found[f"Game.playouts, {name}"] = ours.playouts(game, players, player, threads) if there else player
            found[f"{ALONE}, {name}"] = ours.native_code(player, threads=threads) if there else player
            if game.id == "peer-crazy-eights":
                found[f"{IN_C}, {name}"] = peers.in_c_by_threads(players, threads)
        made = comparison(f"{game.id}, {players} players: one core and two", "Game.playouts, one thread", found)
        made.threads = True
        yield made


SECTIONS: dict[str, Callable[[], Iterator[Comparison]]] = {
    "crazy_eights": crazy_eights, "gin_rummy": gin_rummy, "hearts": hearts, "shipped": shipped, "tables": tables,
    "cores": cores,
}  # fmt: skip
STARTING = "starting"


def starting() -> Iterator[Starting]:
    found = largest_mix("shithead")
    if isinstance(found, str):
        print(f"the largest mix of the Shithead family: skipped: {found}")
    else:
        title = f"the largest mix of the Shithead family ({found.game} and {len(found.rules)} rules)"
        yield Starting(title, found)
    yield Starting("ctg", Mix("ctg"))
    yield Starting("crazy-eights", Mix("crazy-eights"))


# ---------------------------------------------------------------- the run


class Run:
    """The measurements. Prints each table when it is complete, or when the run ends early."""

    def __init__(self, rounds: int, seconds: float) -> None:
        self.rounds = rounds
        self.seconds = seconds
        self.measured: dict[str, list[dict[str, object]]] = {}

    def section(self, name: str) -> None:
        kept = self.measured.setdefault(name, [])
        if name == STARTING:
            for start in starting():
                try:
                    for done in range(max(1, self.rounds // 3)):
                        progress(f"{start.title}: round {done + 1}")
                        start.measure()
                finally:
                    if start.cached:
                        self.tell(start.table())
                        kept.append(start.data())
            return
        rounds = self.rounds if name != "shipped" else (self.rounds + 1) // 2
        head = name == "shipped"
        for made in SECTIONS[name]():
            try:
                for done in made.measure(rounds, self.seconds):
                    progress(f"{made.title}: round {done} of {rounds}")
            finally:
                if made.measured:
                    self.tell(row(made, head) if name == "shipped" else made.table())
                    kept.append(made.data())
                    head = False

    def tell(self, text: str) -> None:
        progress("")
        print(text if text.startswith("  ") else f"\n{text}", flush=True)


def row(made: Comparison, head: bool) -> str:
    """Return a shipped game as one line: rates, and the ratio of each to the one before."""
    names = {GENERATED: "generated", API: "API", PLAYOUTS: "playouts", ALONE: "code alone"}
    line = f"  {made.title:42}"
    for name in names:
        line += f" {shown(made.rate(name)) if name in made.measured else '-':>10}"
    both = {PLAYOUTS, GENERATED} <= set(made.measured)
    line += f" {made.ratio(PLAYOUTS, GENERATED):11.1f}" if both else f" {'-':>11}"
    line += "".join(f"  {reason}" for reason in sorted(set(made.skipped.values())))
    if not head:
        return line
    titles = f"  {'decisions/s':42}" + "".join(f" {title:>10}" for title in names.values())
    return f"Every shipped game\n{titles}     play/gen\n{line}"


def main() -> None:
    args = options(__doc__, only=[str], rounds=7, seconds=0.3, json=Path)
    run = Run(args.rounds, args.seconds)
    print(f"{platform.python_implementation()} {platform.python_version()}, {args.rounds} rounds of {args.seconds} s")
    try:
        for name in args.only or [*SECTIONS, STARTING]:
            run.section(name)
    except KeyboardInterrupt:
        print("\nended early")
    if args.json is not None:
        args.json.write_text(json.dumps(run.measured, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
