"""`parlour tune`: looks for the mix of a game that comes nearest to some aims."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence

from parlour.cli.console import Console
from parlour.cli.stopping import Stopped
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.commands.compare import add_playing, ledger_of, pace_of, plan_of, players_of_blocks
from parlour.comparison.families import rules_of
from parlour.documents.composition import OptionType
from parlour.experiments import measures
from parlour.experiments.arms import OFF, ON, Factor, SweepError, read_factor
from parlour.experiments.outcome_report import cell
from parlour.experiments.several_mixes import Rivals
from parlour.experiments.tuning import Aim, TriedMix, Tuning, read_aim
from parlour.game import Game, load
from parlour.library.library import Library
from parlour.mixing.mix_line import write_line
from parlour.playouts.player import PlayoutError

GAMES = 2000
BEST = 5


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game, or a mix in one line")
    parser.add_argument("--aim", metavar="AIM", action="append", default=[],
                        help="minutes=15..20, seats<5%%, choices>60%%; repeat it for several aims")  # fmt: skip
    parser.add_argument("--try", metavar="WHAT", dest="tries", action="append", default=[],
                        help="change only these rules and options: hand-size=3..10 (default: all)")  # fmt: skip
    add_playing(parser, f"at most N games of a mix (default: {GAMES:,})")
    parser.add_argument("--json", action="store_true", help="output for programs")


def run(asked: Namespace, console: Console) -> int:
    if not asked.aim:
        raise UsageError("missing aim", "say what the game should be like: `--aim minutes=15..20`")
    game = load(asked.game)
    try:
        aims = [read_aim(text, measures.SHARES, measures.AIMS) for text in asked.aim]
        factors = [read_factor(text, game) for text in asked.tries] or list(_all_factors(game))
        skill = any(aim.measure == "skill" for aim in aims)
        plan = plan_of(asked, Rivals.of({asked.game: game}), GAMES, skill)
    except SweepError as error:
        raise UsageError(str(error), error.help) from None
    if not factors:
        raise UsageError(f"no rule or option changes {game.title}", "write one, or name another game")
    tuning = Tuning(game, factors, aims, plan, pace_of(asked.pace), ledger_of(asked.record))
    best, stopped = None, False
    try:
        with players_of_blocks(asked) as players:
            best = tuning.search(players, lambda tried: console.busy(f"{tried} mixes tried"))
    except KeyboardInterrupt:
        stopped = True
    except PlayoutError as error:
        raise UsageError(str(error)) from None
    finally:
        console.busy()
    ranked = sorted(tuning.tried.values(), key=lambda tried: tried.missed)
    if not ranked:
        console.tell("stopped before the first mix was played")
        raise Stopped
    best = best or ranked[0]
    if asked.json:
        console.say_json(_data(tuning, best, ranked))
    else:
        _say(tuning, best, ranked, console)
    if stopped:
        raise Stopped
    return 0 if not best.missed else 1


def _all_factors(game: Game) -> Iterator[Factor]:
    """Yield the options of a game with other values near, and the rules of its family."""
    for setting in game.composition.options.values():
        if setting.full_name in game.options:
            values = tuple(_values(setting.type, game.options[setting.full_name]))
            if len(values) > 1:
                yield Factor(setting.full_name, values, is_rule=False)
    frame = next(document for document in reversed(game.composition.documents) if document.kind == "frame")
    for rule in rules_of(frame, Library.standard()):
        yield Factor(rule.id, (OFF, ON), is_rule=True)


def _values(type_: OptionType, value: str) -> Iterator[str]:
    if type_.kind == "bool":
        yield from ("true", "false")
    elif type_.kind == "word":
        yield from type_.words
    elif type_.kind == "int" and value.lstrip("-").isdecimal():
        low, high = type_.low if type_.low is not None else 0, type_.high if type_.high is not None else 1000
        n = int(value)
        near = {n // 2, n * 3 // 4, n - 1, n, n + 1, n * 3 // 2, 2 * n}
        yield from map(str, sorted(m for m in near if low <= m <= high))


def _line(tried: TriedMix) -> str:
    """Return the mix as a line that `play` takes."""
    recipe = tried.arm.game.recipe
    return write_line(str(recipe.subject), map(str, recipe.with_), recipe.without, recipe.options)


def _say(tuning: Tuning, best: TriedMix, ranked: Sequence[TriedMix], console: Console) -> None:
    console.say(_verdict(tuning.aims, best))
    console.say(f"  {_line(best)}")
    for aim in tuning.aims:
        console.say(f"    {aim.text}: {_value(aim, best)}")
    others = [tried for tried in ranked if tried is not best][:BEST]
    if others:
        console.say()
        console.say("The next best:")
    for tried in others:
        values = ", ".join(f"{aim.measure} {_value(aim, tried)}" for aim in tuning.aims)
        console.say(f"  {_line(tried)}")
        console.say(f"    {values}")
    console.say()
    refused = f"; `check` refuses {len(tuning.refused)} more" if tuning.refused else ""
    console.say(f"{len(tuning.tried)} mixes tried, of {len(tuning.factors)} rules and options{refused}.")


def _verdict(aims: Sequence[Aim], best: TriedMix) -> str:
    if not best.missed:
        return "This mix has what you want:"
    return f"No mix that was tried has {'all of it' if len(aims) > 1 else 'it'}. The nearest:"


def _value(aim: Aim, tried: TriedMix) -> str:
    numbers = tried.numbers.get(aim.measure)
    return "unknown" if numbers is None else cell(measures.measure(aim.measure).unit, numbers).rstrip("*=")


def _data(tuning: Tuning, best: TriedMix, ranked: Sequence[TriedMix]) -> dict[str, object]:
    def mix(tried: TriedMix) -> dict[str, object]:
        values = {aim.measure: tried.numbers[aim.measure].value for aim in tuning.aims if aim.measure in tried.numbers}
        return {"mix": _line(tried), "missed": tried.missed, "values": values}

    return {"best": mix(best), "tried": [mix(tried) for tried in ranked], "refused": dict(tuning.refused)}


COMMAND = Command(
    "tune",
    "Looks for the mix of a game that comes nearest to some aims: changes one rule or option after the other, plays "
    "the mixes, and continues with the best. It never leaves what `check` accepts. Exit code: 0 if a mix has all of "
    "it, else 1.",
    (
        ("parlour tune crazy-eights --players 4 --aim minutes=15..20 --aim 'seats<4%'", "an even game of this length"),
        ("parlour tune sh --aim 'choices>80%' --try packs=1..2 --try fours-are-even", "only these changes"),
    ),
    arguments,
    run,
)
