"""`parlour measure`: many games played at random, and what they tell."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from parlour.arguments import Count, UsageError, add_mix, mix_of
from parlour.commands import Command
from parlour.commands.crowded import refused
from parlour.console import Console
from parlour.findings import print_notes
from parlour.game import MOST_DECISIONS, POLICIES, TableError, load
from parlour.play.mishap import tell_fault
from parlour.playouts import PlayoutError, PlayoutFault, Playouts, PlayoutsInterrupt

GAMES, WRONG, STOPPED = 1000, 1, 130


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="GAME", help="a game: its id, or its file")
    parser.add_argument("--games", metavar="N", action=Count, help=f"how many games (else {GAMES})")
    parser.add_argument("--players", metavar="N", action=Count, help="how many play (else as few as can)")
    parser.add_argument("--seed", metavar="N", action=Count, low=0, help="the same number plays the same games")
    parser.add_argument("--policy", choices=POLICIES, default=POLICIES[0],
                        help="`ruleset`: prefer what the rules put first; `random`: any legal move")  # fmt: skip
    parser.add_argument("--most", metavar="N", action=Count,
                        help=f"cut a game off after so many decisions (else {MOST_DECISIONS:,})")  # fmt: skip
    parser.add_argument("--threads", metavar="N", action=Count, help="for machine code (else all cores)")
    add_mix(parser)
    parser.add_argument("--json", action="store_true", help="for programs")


def run(asked: Namespace, console: Console) -> int:
    mix = mix_of(asked)
    game = load(asked.subject, mix.with_, mix.without, mix.options)
    print_notes(game.notes, console)
    try:
        played = game.playouts(
            GAMES if asked.games is None else asked.games,
            asked.players,
            asked.seed,
            policy=asked.policy,
            most=MOST_DECISIONS if asked.most is None else asked.most,
            threads=asked.threads,
        )
    except PlayoutsInterrupt as stopped:
        _say(stopped.played, asked.json, console)
        console.tell(f"stopped after {len(stopped.played):,} games")
        return STOPPED
    except TableError as error:
        raise refused(error, game, asked.subject, mix, asked.players) from None
    except PlayoutError as error:
        raise UsageError(str(error)) from None
    except PlayoutFault as fault:
        tell_fault(fault, console)
        console.tell(f"  in Python: load(…).playout({_named(fault, asked)}) plays up to there")
        return WRONG
    _say(played, asked.json, console)
    return 0


def _named(fault: PlayoutFault, asked: Namespace) -> str:
    """What one game is called by: with other players, or by another policy, it is another game."""
    players = [] if asked.players is None else [f"players={asked.players}"]
    policy = [] if asked.policy == POLICIES[0] else [f'policy="{asked.policy}"']
    most = [] if asked.most is None else [f"most={asked.most}"]
    return ", ".join([str(fault.number), *players, f"seed={fault.seed}", *policy, *most])


def _say(played: Playouts, as_json: bool, console: Console) -> None:
    if as_json:
        console.say_json(played.data())
    else:
        console.say(str(played))


COMMAND = Command(
    "measure",
    "Plays many games at random, and tells who wins, how they end, how long they are and how often each rule fires.",
    (
        ("parlour measure GAME", "a thousand games"),
        ("parlour measure GAME --games 10000 --players 4 --with RULE --seed 1", "how a house rule changes it"),
        ("parlour measure GAME --policy random", "by any legal move, not by what the rules put first"),
    ),
    arguments,
    run,
)
