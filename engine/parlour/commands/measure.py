"""`parlour measure`: plays many random games and prints statistics, for one mix or two side by side."""

from __future__ import annotations

import json
import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from parlour.base.diagnostics import Diagnostic, RulesetError, diagnostic_data, first_error
from parlour.base.parallel import workers
from parlour.base.printable import printable
from parlour.base.usage import UsageError
from parlour.bots import LEVELS, levels_for
from parlour.checking.hints import frame_notes
from parlour.checking.playable import at_table
from parlour.commands.arguments import mix_of, other_mix_of
from parlour.commands.situation import after, begun, moves_in, notes, saved
from parlour.experiments import outcome_report, report_lines
from parlour.experiments.arms import Arm
from parlour.experiments.blocks import BlockFault, Playing, columns_of, play_block
from parlour.experiments.outcome_report import ExperimentReport
from parlour.experiments.report_lines import mattering_data, mattering_lines
from parlour.experiments.running import Plan
from parlour.experiments.series_of_mixes import Results
from parlour.experiments.several_mixes import PACE, Rivals, compared
from parlour.game import MOST_DECISIONS, POLICIES, Game, made
from parlour.influence.effects import Influence
from parlour.influence.sampling import SAMPLE, influence
from parlour.library.library import Library
from parlour.mixing.mix_line import NO_CHANGES, MixLine
from parlour.mixing.recipes import Recipe
from parlour.play.mishap import tell_fault
from parlour.play.saving import open_saved
from parlour.playouts.play_out import PlayoutsInterrupt
from parlour.playouts.played import Playouts
from parlour.playouts.player import HIGH, LOW, PlayoutFault
from parlour.playouts.players import native_missing
from parlour.reporting.printed_findings import print_notes
from parlour.states.state import State
from parlour.table.chance import new_seed
from parlour.table.faults import RulesetFault
from parlour.table.saves import SaveError
from parlour.terminal.console import Console
from parlour.terminal.stopping import Stopped

GAMES, THOUGHT, WRONG = 1000, 100, 1
MOST_GAMES = 1_000_000  # each needs some hundred bytes of memory


def run(asked: Namespace, console: Console) -> int:
    """Measure. With `--json`, print errors as data too."""
    try:
        for name in ("games", "most", "threads"):  # with `--against`, a block would fail, or 0 would be the default
            if getattr(asked, name) == 0:
                raise UsageError(f"`--{name} 0`: expected at least 1")
        _levels(asked)  # which can name the number of players
        sides, seed = _sides(asked, console), new_seed() if asked.seed is None else asked.seed
        if console.progress and (missing := native_missing()):
            console.tell(f"note: this takes about 20 times as long without native code; {missing}")
        if len(sides) == 1:
            report, effects = _measure(sides[0], seed, asked, console)
        else:
            report, effects = _compare(sides, seed, asked, console), None
        console.busy()
        return _say(report, effects, asked, console)
    except (UsageError, RulesetError, RulesetFault) as error:
        if asked.json:
            console.say_json(mistake(error))
        if isinstance(error, PlayoutFault):
            return WRONG  # reported already
        raise
    except Stopped:
        raise
    except KeyboardInterrupt:
        if asked.json:
            console.say_json({"error": {"kind": "stopped", "message": "there was no result yet"}})
        console.tell("stopped before there was a result")
        raise Stopped from None


def _measure(side: Arm, seed: int, asked: Namespace, console: Console) -> tuple[ExperimentReport, Influence | None]:
    """Play the games of one mix; also return how often its rules mattered."""
    games = _games(asked)
    try:
        played, stopped = _played(side, asked, games, seed, console), False
    except PlayoutsInterrupt as interrupt:
        played, stopped = interrupt.played, True
    results = Results([side], played.players, stopped=stopped, once=True)
    results.add(0, columns_of(played))
    playing = Playing(played.players, seed, asked.policy, played.levels, watched=0, most=played.most)
    plan = Plan(playing, games, begun="" if side.begin is None else _where(asked))
    effects = None
    try:
        if not stopped and not played.levels:
            effects = _effects(side, played, asked, console)
    except KeyboardInterrupt:  # the games are there
        results.stopped = True
    return ExperimentReport(Rivals(results.arms).title(plan), results, plan, PACE), effects


def _compare(sides: Sequence[Arm], seed: int, asked: Namespace, console: Console) -> ExperimentReport:
    """Play the games of two mixes, as `parlour compare` does, but without looks at games on their way."""
    if asked.sample:
        raise UsageError("`--sample` looks at one mix", "leave it out, or measure each mix by itself")
    begin = sides[0].begin
    mixes = Rivals([*sides])
    players = mixes.players(asked.players) if begin is None else begin.players
    levels = levels_for(_levels(asked), players)
    most = MOST_DECISIONS if asked.most is None else asked.most
    playing = Playing(players, seed, asked.policy, levels, watched=0, most=most)
    plan = Plan(playing, _games(asked), begun="" if begin is None else _where(asked))
    jobs = asked.threads or (None if levels else 1)  # a process takes longer to begin than many games
    try:
        with workers(play_block, jobs, fresh=True) as those:
            report = compared(mixes, plan, those, progress=lambda now: console.busy(f"{sum(now.games):,} games")).report
    except BlockFault as fault:
        tell_fault(fault, console)
        console.tell(_again(fault, sides[fault.arm], asked, players))
        raise
    if not all(report.results.games):
        raise KeyboardInterrupt
    return report


def _arm(game: Game, begin: State | None = None) -> Arm:
    """Return a mix to measure, with its starting position."""
    return Arm(game.recipe.in_one_line, game, begin=begin)


def _say(report: ExperimentReport, effects: Influence | None, asked: Namespace, console: Console) -> int:
    """Print the report, and how often the rules of one mix mattered."""
    if asked.json:
        mattered = None if effects is None else mattering_data(effects)
        names = ("position", "save", "deal", "after")
        begun_at = {name: value for name in names if (value := getattr(asked, name)) not in (None, "")} or None
        console.say_json({**outcome_report.data(report), "mattered": mattered, "begun_at": begun_at})
    else:
        rules = [] if effects is None else [*mattering_lines(effects, report.results.arms[0].game, console.width)]
        console.say_lines(report_lines.lines(report, console.width, rules))
    if report.results.stopped:
        console.tell(f"stopped after {report.results.games[-1]:,} games")
        raise Stopped
    return 0


def mistake(error: UsageError | RulesetError | RulesetFault) -> dict[str, object]:
    """Return an error as data."""
    match error:
        case SaveError():
            data: dict[str, object] = {"kind": "save", "message": str(error)}
        case UsageError():
            data = {"kind": "usage", "message": str(error), "help": error.help}
        case RulesetError():
            first = first_error(error.diagnostics)
            findings = [diagnostic_data(d) for d in error.diagnostics]
            data = {"kind": "ruleset", "message": first.message, "findings": findings}
        case RulesetFault(origin=at):
            where = None if at is None else {"rule": at.document, "file": at.path, "line": at.line, "column": at.column}
            game = {"seed": error.seed, "number": error.number} if isinstance(error, PlayoutFault) else {}
            data = {"kind": "fault", "message": error.message, **game, "at": where}
    return {"error": data}


def _games(asked: Namespace) -> int:
    games: int = (GAMES if _levels(asked) is None else THOUGHT) if asked.games is None else asked.games
    if games > MOST_GAMES:
        reason = "with that many games, margins are only 0.1 %"
        raise UsageError(f"`--games {games}`: the limit is {MOST_GAMES:,}", reason)
    return games


def _levels(asked: Namespace) -> list[int] | int | None:
    """Return the level of all bots or of each seat, or None if nobody thinks."""
    levels = _each_level(asked) if asked.levels is not None else asked.level
    if not levels or not any(levels if isinstance(levels, list) else [levels]):
        return None
    if asked.sample:
        raise UsageError("`--sample` needs random games, not bots that think", "leave out `--sample` or the level")
    return levels


def _each_level(asked: Namespace) -> list[int]:
    """Read `--levels`, which also says how many players there are."""
    if asked.level is not None:
        raise UsageError("`--level` and `--levels` can't be combined", "`--levels` has the level of each seat")
    known = {str(level): level for level in (0, *LEVELS)}
    levels = [known.get(text.strip(), -1) for text in asked.levels.split(",")]
    given = f"`--levels {asked.levels}`"
    if -1 in levels:
        example = ",".join(["3", *["0"] * ((asked.players or 2) - 1)])
        raise UsageError(f"{given}: expected a level from 0 to {max(LEVELS)} for each seat, such as {example}")
    if asked.players not in (None, len(levels)):
        raise UsageError(f"{given} is for {len(levels)} players, not for {asked.players}")
    asked.players = None if asked.save else len(levels)
    return levels


def _sides(asked: Namespace, console: Console) -> list[Arm]:
    """Return the mixes to measure; in a comparison the reference mix (A) first."""
    mix, other = mix_of(asked), other_mix_of(asked)
    if asked.save:
        game, state = saved(asked, other is not None)
        return [_arm(game, after(state, asked.after)[0])]
    if asked.subject is None:
        raise UsageError("missing game", "give its id or file, or a saved game with --save FILE")
    sides = []
    for each in (mix,) if other is None else (other, mix):
        try:
            sides.append(_side(each, asked, console))
        except (UsageError, RulesetError) as error:
            if other is None:
                raise
            if isinstance(error, UsageError):
                raise UsageError(f"in {_called(each is other)}: {error}", error.help) from None
            raise RulesetError(_placed(error.diagnostics, each is other, asked.mix_line or NO_CHANGES)) from None
    lines = (note for side in sides for note in notes(asked, side.game, side.begin, hands=True))
    for note in dict.fromkeys(lines):  # two mixes may have the same notes
        console.tell(note)
    if other is not None and sides[0].game.program == sides[1].game.program:
        help = "change one mix with --with, --without or --set, or the other with --against-with …"
        raise UsageError("both mixes are the same", help)
    for note in frame_notes(sides[-1].game.composition.subject, "measure", Library.standard()):
        console.tell(note)
    return sides


def _side(mix: Recipe, asked: Namespace, console: Console) -> Arm:
    game = made(mix)
    print_notes(game.notes, console)
    if not (asked.position or asked.after or asked.deal is not None):
        return _arm(game)
    with at_table(game, asked.players):
        return _arm(game, after(begun(asked, game, asked.players, asked.deal), asked.after)[0])


def _called(other: bool) -> str:
    return "mix A (of `--against`)" if other else "mix B"


def _placed(findings: Sequence[Diagnostic], other: bool, line: MixLine) -> Iterator[Diagnostic]:
    """Adapt findings about one of two mixes: name the options of this mix, or say which mix has the error. Both mixes
    have what a line names."""
    named = [part.source_name for part in line.parts]
    for finding in findings:
        span = finding.span
        more = f"this is in {_called(other)}"
        if span is not None and span.source.outside and other and span.source.name not in named:
            name = span.source.name.replace("--", "--against-", 1)
            span = replace(span, source=replace(span.source, name=name))
            more = "mix A ignores `--with`, `--without` and `--set`"
        elif span is None or span.source.outside:
            yield finding
            continue
        help = f"{finding.help}{' ' if finding.help.endswith('?') else '; '}{more}" if finding.help else more
        yield replace(finding, span=span, help=help)


def _played(side: Arm, asked: Namespace, games: int, seed: int, console: Console) -> Playouts:
    players = asked.players if side.begin is None else side.begin.players
    try:
        with at_table(side.game, players):
            return side.game.playouts(
                games,
                players,
                seed,
                side.begin,
                asked.policy,
                levels=_levels(asked),
                most=MOST_DECISIONS if asked.most is None else asked.most,
                threads=asked.threads,
                progress=lambda done: console.busy(f"{done:,} of {games:,} games"),
            )
    except PlayoutFault as fault:
        tell_fault(fault, console)
        console.tell(_again(fault, side, asked, players))
        raise


def _effects(side: Arm, played: Playouts, asked: Namespace, console: Console) -> Influence | None:
    """Return how often each rule mattered in the first of these games."""
    sample = SAMPLE if asked.sample is None else asked.sample
    try:
        if sample:
            return influence(side.game, played, sample, lambda at: console.busy(f"the effects of the rules: {at}"))
    except RulesetFault as fault:
        tell_fault(fault, console)
    return None


def _again(fault: PlayoutFault, side: Arm, asked: Namespace, players: int | None) -> str:
    """Return Python code that plays the failed game again."""
    mix = open_saved(Path(os.path.expanduser(asked.save))).record.setup if asked.save else side.game.recipe
    loaded = [_quoted(mix.subject)]
    loaded += [f"{name}={_quoted(value)}" for name, value in (("with_", mix.with_), ("without", mix.without)) if value]
    loaded += [f"options={_quoted(dict(mix.options))}"] if mix.options else []
    same = [str(fault.number)]
    same += [f"players={players}"] if players is not None and side.begin is None else []
    same.append(f"seed={fault.seed}")
    same += [f"from_state={_begun_again(asked)}"] if side.begin is not None else []
    same += [] if asked.policy == POLICIES[0] else [f"policy={_quoted(asked.policy)}"]
    levels = _levels(asked)
    same += [] if levels is None else [f"levels={levels}"]
    same += [] if asked.most is None else [f"most={asked.most}"]
    lines = [
        f"import {'json, ' if asked.save else ''}parlour",
        f"game = parlour.load({', '.join(loaded)})",
        f"for move, state in game.playout({', '.join(same)}): print(move)",
    ]
    return "\n".join(["  to replay this game up to the error, in Python:", *(f"    {x}" for x in lines)])


def _begun_again(asked: Namespace) -> str:
    """Return a Python expression for the starting position."""
    players = [] if asked.players is None else [f"players={asked.players}"]
    if asked.save:
        begun = f'game.restore(json.dumps(json.load(open({_quoted(os.path.expanduser(asked.save))}))["position"]))'
    elif asked.position:
        seed = [] if asked.deal is None else [f"seed={asked.deal}"]
        begun = f"game.position({', '.join([_quoted(os.path.expanduser(asked.position)), *players, *seed])})"
    else:
        begun = f"game.start({', '.join([*players, f'seed={1 if asked.deal is None else asked.deal}'])})"
    return begun + "".join(f".apply({_quoted(move)})" for move in moves_in(asked.after))


def _quoted(value: object) -> str:
    """Write strings, lists and dicts in the form that Python and JSON share."""
    return json.dumps(value, ensure_ascii=False)


def _where(asked: Namespace) -> str:
    """Describe the starting position."""
    if asked.save:
        place = f"from the saved game {printable(asked.save)}"
    elif asked.position:
        place = f"from the position in {printable(asked.position)}"
        place += f" with the other cards of seed {asked.deal}" if asked.deal is not None else ""
    else:
        place = f"from the deal of seed {1 if asked.deal is None else asked.deal}"
    return f"{place}, after `{asked.after}`" if asked.after else place


VALUES = {
    "games": GAMES, "thought": THOUGHT, "most": MOST_DECISIONS, "sample": SAMPLE, "low": LOW, "high": HIGH,
    "weak": min(LEVELS), "strong": max(LEVELS),
}  # fmt: skip
