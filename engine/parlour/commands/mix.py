"""`parlour mix`: saves a mix from the command line as a game of its own."""

from __future__ import annotations

import os
import re
import shlex
from argparse import ArgumentParser, Namespace
from pathlib import Path

from parlour.base.diagnostics import RulesetError, has_errors
from parlour.checking.playable import nobody_at
from parlour.cli.arguments import Mix, add_mix, mix_of
from parlour.cli.console import Console
from parlour.cli.files import write_new
from parlour.cli.findings import print_notes
from parlour.cli.usage import UsageError
from parlour.commands import Command
from parlour.documents.composition import OptionSetting
from parlour.documents.contents import STDIN, path_of
from parlour.game import Game, load
from parlour.library.library import Library, is_path
from parlour.mixing.compose import compose
from parlour.mixing.mix_line import write_line
from parlour.mixing.written_mix import write_mix


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("subject", metavar="GAME", help="the game to start from: its id or file")
    add_mix(parser)
    parser.add_argument("-o", dest="out", metavar="FILE",
                        help="the file to write; without it, or with -, print the game")  # fmt: skip
    parser.add_argument("--id", help="the id of the new game (default: the name of the file)")
    parser.add_argument("--title", help="the title of the new game")
    parser.add_argument("--force", action="store_true", help="overwrite an existing file")


def run(asked: Namespace, console: Console) -> int:
    mix = mix_of(asked)
    game = load(asked.subject, mix.with_, mix.without, mix.options)
    nobody = nobody_at(game.composition, game.program, asked.subject, mix, Library.standard())
    if nobody is not None:
        raise RulesetError((nobody,))
    print_notes(game.notes, console)
    if asked.subject == STDIN:
        raise UsageError("`parlour mix` can't read the game from standard input: the mix must name its file")
    out = None if asked.out in (None, STDIN) else path_of(asked.out)
    id = asked.id or _id(out.stem if out else f"my-{game.program.id}")
    if id == game.program.id:
        raise UsageError(f"the mix can't have the id of its game, `{id}`", "choose another one with --id")
    folder = out.parent if out else Path()
    title = asked.title or f"{game.title}, our way"
    with_ = list(dict.fromkeys(_seen_from(folder, rule) for rule in mix.with_))
    text, problems = write_mix(id, _seen_from(folder, asked.subject), title, with_, mix.without, mix.options)
    if has_errors(problems):
        raise RulesetError(problems)
    line = shlex.quote(_in_one_line(asked.subject, mix, game))
    if out is None:
        console.say(text.rstrip())
        console.out.flush()
        console.tell(f"In one line: parlour play {line}")
        return 0
    written = write_new(out, text, asked.force)
    console.say(f"{written} Play it:")
    console.say(f"  parlour play {out if is_path(str(out)) else f'./{out}'}")
    console.say("or without the file:")
    console.say(f"  parlour play {line}")
    return 0


def _in_one_line(subject: str, mix: Mix, game: Game) -> str:
    """Return the shortest line for a mix: without rules that the game has anyway, and values that are the defaults."""
    added = {use.rule.id for use in game.composition.uses if use.by is None}
    with_ = [rule for rule in dict.fromkeys(mix.with_) if rule in added or is_path(rule)]
    without = dict.fromkeys(mix.without)
    plain, _ = compose(Library.standard(), subject, with_, [*without])
    usual = {key: setting.data for key, setting in plain.options.items()} if plain is not None else {}
    changed = [
        s for key, s in game.composition.options.items() if s.set_by == "command line" and s.data != usual.get(key)
    ]
    options = {name: value for name, value in mix.options.items() if any(_is_of(name, s) for s in changed)}
    return write_line(subject, with_, without, options)


def _is_of(name: str, setting: OptionSetting) -> bool:
    """True if this is a name of an option."""
    return name in (setting.name, setting.full_name, f"{setting.document.id}.{setting.name}")


def _id(name: str) -> str:
    """Turn a name into an id."""
    return "-".join(re.findall(r"[a-z0-9]+", name.casefold())) or "my-game"


def _seen_from(folder: Path, reference: str) -> str:
    """Return a path relative to a folder; an id stays as it is."""
    if not is_path(reference):
        return reference
    path = os.path.relpath(os.path.expanduser(reference), folder)
    return path if path.startswith(".") else f"./{path}"


COMMAND = Command(
    "mix",
    "Saves a mix of rules as a small game of its own, which you can play, check and pass on.",
    (
        ("parlour mix GAME --with RULE --set hand-size=7 -o our-way.yaml", "write it to a file"),
        ("parlour play ./our-way.yaml", "and play it"),
    ),
    arguments,
    run,
)
