"""`parlour.load`, `check`, `compare` and `tune`, for programs: errors name the arguments of the call.

Everything else is in `game`, which the command line uses as well.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from parlour import game
from parlour.base.diagnostics import Diagnostic, RulesetError, has_errors, in_order
from parlour.base.source import Source, Span
from parlour.game import Game, Value
from parlour.library.library import Library, is_path
from parlour.library.loading import Texts
from parlour.library.loading import load as document_of
from parlour.mixing.compiler import NO_OPTIONS
from parlour.mixing.recipes import Recipe

if TYPE_CHECKING:
    from parlour.experiments.running import Players
    from parlour.experiments.several_mixes import ComparedMixes
    from parlour.experiments.tuned_mix import TunedMix

NO_DOCUMENTS: Mapping[str, str] = MappingProxyType({})


def load(
    subject: str | Path,
    with_: str | Path | Iterable[str | Path] = (),
    without: str | Iterable[str] = (),
    options: Mapping[str, Value] = NO_OPTIONS,
    library: Library | None = None,
    *,
    documents: Mapping[str, str] = NO_DOCUMENTS,
    folder: str | Path | None = None,
) -> Game:
    """Return a game by its id or file, with other rules and options. Raises RulesetError if the mix doesn't check.

    `subject` can also be a mix in one line, such as `sh + three-reverses, jokers=2`; `options` override its options.
    `with_` and `without` take the ids or files of rules; a single one needs no list. An option is a number, a boolean
    or a string, as on the command line. Ranks, suits or cards can be a list, and None is `none`. `documents` are
    rulesets as strings, by the names that messages show. Their ids take precedence over all files. They can refer to
    each other by name, and to files only in `folder`.
    """
    if documents:
        library = (library or Library.standard()).with_texts(_in_memory(documents, folder))
    try:
        loaded = game.load(subject, with_, without, options, library)
        with loaded.recipe.line.places():
            _require_players(loaded)
        return loaded
    except RulesetError as error:
        raise RulesetError(map(_in_python, error.diagnostics)) from None


def _require_players(loaded: Game) -> None:
    """Raise RulesetError, with the options that would help, if nobody can play this mix."""
    if not loaded.players:
        from parlour.checking.playable import nobody_plays  # slow to import, and only this error needs it

        error = nobody_plays(loaded.composition, loaded.program, loaded.recipe)
        raise RulesetError([error] if error is not None else loaded.notes)


def compare(
    *mixes: str | Game,
    sweep: str | Sequence[str] = (),
    against: str | Game | None = None,
    players: int | None = None,
    games: int | None = None,
    seed: int = 1,
    policy: str = game.POLICIES[0],
    level: int = 0,
    skill: bool = False,
    pace: float = 5.0,
    jobs: int = 1,
    cluster: str | None = None,
) -> ComparedMixes:
    """Play mixes on the same deals, and compare how long, how even and how open they are; docs/experiments.md explains
    the measures. With `sweep`, play one game with each of some values: `hand-size=3..10`, or a rule on and off.

    A mix is a game, its id, or a line such as `sh + three-reverses`. `against` is the mix that the others are compared
    with, by default the first. `games` is the most of each mix, and `pace` the seconds for a decision. The result is
    the same for any number of processes, `jobs`, and on the machines of a dask scheduler, `cluster`.
    """
    from parlour.experiments import blocks, several_mixes  # slow to import, as all that plays many games

    named = dict(map(_named, mixes))
    if len(named) < len(mixes) or not mixes:
        raise ValueError("`compare` takes mixes with different names")
    with _players_of_blocks(jobs, cluster) as those:
        chosen = several_mixes.Rivals.of(named, _texts_of(sweep), None if against is None else _named(against))
        plan = chosen.plan(blocks.Playing(0, seed, policy, skill=skill), players, games, level)
        return several_mixes.compared(chosen, plan, those, several_mixes.pace_of(pace))


def tune(
    subject: str | Game,
    aims: str | Sequence[str],
    *,
    tries: str | Sequence[str] = (),
    players: int | None = None,
    games: int | None = None,
    seed: int = 1,
    policy: str = game.POLICIES[0],
    level: int = 0,
    pace: float = 5.0,
    jobs: int = 1,
    cluster: str | None = None,
) -> TunedMix:
    """Look for the mix of a game that comes nearest to some aims, such as `minutes=15..20` and `seats<5%`. `tries` are
    the rules and options to change, as in a sweep; by default all of them. The rest is as for `compare`.
    """
    from parlour.experiments import blocks, several_mixes, tuned_mix
    from parlour.experiments.tuning import tuning_of  # slow to import, as all that plays many games

    loaded = subject if isinstance(subject, Game) else load(subject)
    with _players_of_blocks(jobs, cluster) as those:
        playing, seconds = blocks.Playing(0, seed, policy), several_mixes.pace_of(pace)
        tuning = tuning_of(loaded, _texts_of(aims), _texts_of(tries), playing, players, games, level, seconds)
        tuning.search(those)
        if tuning.best is None:
            raise KeyboardInterrupt
        return tuned_mix.TunedMix(tuning)


def _named(mix: str | Game) -> tuple[str, Game]:
    return (mix, load(mix)) if isinstance(mix, str) else (mix.id, mix)


def _texts_of(given: str | Sequence[str]) -> Sequence[str]:
    return [given] if isinstance(given, str) else given


@contextmanager
def _players_of_blocks(jobs: int, cluster: str | None) -> Iterator[Players]:
    """Say who plays, and let errors say what to do."""
    from parlour.base.parallel import workers
    from parlour.experiments.arms import SweepError
    from parlour.experiments.blocks import play_block

    try:
        with workers(play_block, game.whole("jobs", jobs, 1), cluster, fresh=True) as players:
            yield players
    except SweepError as error:
        raise error.with_help from None


def check(
    text: str,
    name: str = "<text>",
    with_: str | Path | Iterable[str | Path] = (),
    without: str | Iterable[str] = (),
    options: Mapping[str, Value] = NO_OPTIONS,
    library: Library | None = None,
    *,
    documents: Mapping[str, str] = NO_DOCUMENTS,
    folder: str | Path | None = None,
    strict: bool = False,
) -> tuple[Diagnostic, ...]:
    """Return what `parlour check` reports about the text of a rule, a game, a frame or examples, sorted by place.

    Messages call the text `name`. Checks a rule in the smallest mix that has its needs, changed by `with_`, `without`
    and `options`. `documents` are other rulesets that it refers to, and `folder` has files for it, as for `load`. With
    `strict`, tries options at their limits too.
    """
    from parlour.checking.document_check import DocumentCheck  # slow to import, and not needed to play

    if not isinstance(text, str) or not isinstance(name, str):
        raise TypeError(f"`check` takes the text of a ruleset, and a name for it; found {text!r:.60} and {name!r:.60}")
    rules, left_out, values = game.changes_of(with_, without, options)
    named = (rule if isinstance(rule, str) else os.path.abspath(rule) for rule in rules)
    mix = Recipe("", tuple(named), tuple(left_out), values)
    texts = _in_memory({name: text, **_texts(documents)}, folder)
    document, problems = document_of(texts.paths[0])
    if document is not None and not has_errors(problems):
        known = (library or Library.standard()).with_texts(texts)
        problems += DocumentCheck(document, texts.paths[0], known, mix, True, strict).findings()
    return in_order(map(_in_python, problems))


def _in_memory(documents: object, folder: str | Path | None) -> Texts:
    if not isinstance(folder, str | Path | None):
        raise TypeError(f"`folder` takes the path of a folder; found {folder!r:.60}")
    return Texts.of(_texts(documents), None if folder is None else Path(folder))


def _texts(documents: object) -> dict[str, str]:
    if not isinstance(documents, Mapping) or not all(
        isinstance(part, str) for pair in documents.items() for part in pair
    ):
        raise TypeError(f"`documents` takes a mapping from names to texts; found {documents!r:.60}")
    return dict(documents)


def _in_python(d: Diagnostic) -> Diagnostic:
    related = tuple(replace(r, message=_as_arguments(r.message), span=_argument(r.span)) for r in d.related)
    help = _LISTED if d.code == "library-unknown" and d.help is None else d.help and _as_arguments(d.help)
    if (
        d.span is not None
        and d.span.source.outside
        and not d.span.source.excerpted
        and d.code in ("library-unknown", "compose-without-unused")
    ):
        help = _as_list(d.span.source) or help
    span = _argument(d.span) if d.span is not None else None
    return replace(d, message=_as_arguments(d.message), span=span, related=related, help=help)


def _as_arguments(text: str) -> str:
    """Write the quoted words of a command as Python: `options={'jokers': 2}` for `--set jokers=2`."""
    parts = text.split("`")
    parts[1::2] = [_python_of(part.split()) or part for part in parts[1::2]]
    return "`".join(parts)


def _python_of(words: Sequence[str]) -> str | None:
    """Return the arguments of `load` for those of a command; None for other words."""
    arguments = dict[str, list[str]]()
    for kind, value in zip(words[::2], words[1::2], strict=False):
        arguments.setdefault(kind.removeprefix("--"), []).append(value)
    if not arguments or len(words) % 2 or not all(word.startswith("--") for word in words[::2]):
        return None
    if not arguments.keys() <= {*_ARGUMENTS, "set"}:
        return None
    rules = [f"{_ARGUMENTS[kind]}={','.join(arguments[kind]).split(',')!r}" for kind in _ARGUMENTS if kind in arguments]
    values = (setting.split("=", 1) for setting in arguments.get("set", ()) if "=" in setting)
    options = ", ".join(f"{name!r}: {_value(value)}" for name, value in values)
    return ", ".join([*rules, *([f"options={{{options}}}"] if options else [])])


def _value(text: str) -> str:
    """Return the value of an option as Python."""
    return text if text.isdecimal() else {"true": "True", "false": "False"}.get(text, repr(text))


def _as_list(source: Source) -> str | None:
    """Return several names in one string, as on the command line."""
    kind, _, text = source.name.removeprefix("--").partition(" ")
    names = [name for name in re.split(r"[,\s]+", text) if name]
    if kind not in _ARGUMENTS or len(names) < 2 or is_path(text):
        return None
    return f"pass several rules as a list: `{_ARGUMENTS[kind]}={names!r}`"


def _argument(span: Span) -> Span:
    """Return the place as Python code: `options['hand-size']` instead of `--set hand-size=20`."""
    source = span.source
    if not source.outside or source.excerpted:
        return span
    kind, _, text = source.name.removeprefix("--").partition(" ")
    name = f"options[{text.partition('=')[0]!r}]" if kind == "set" else f"{_ARGUMENTS[kind]}={text!r}"
    return replace(span, source=Source(name, source.text, outside=True))


_LISTED = "`parlour list` shows all rulesets of the library; give a file of your own by its path, as in ./my-rule.yaml"
_ARGUMENTS = {"with": "with_", "without": "without"}
