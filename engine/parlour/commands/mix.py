"""`parlour mix`: saves a mix as a game. It asks which mix, or takes it from the command line."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from parlour.base.diagnostics import RulesetError, has_errors
from parlour.base.printable import shell_word
from parlour.base.usage import UsageError
from parlour.checking.playable import nobody_plays
from parlour.checking.winnable import never_won
from parlour.commands.arguments import mix_of
from parlour.documents.contents import STDIN, path_of
from parlour.game import made, players_in_words
from parlour.library.library import Library
from parlour.mixer.game_file import by_ids, game_text, id_of, one_line_of, ways_to_use, with_values
from parlour.mixer.saving_step import faults_by_players
from parlour.mixing.recipes import Recipe
from parlour.reporting.printed_findings import print_notes
from parlour.terminal.console import Console
from parlour.terminal.files import ANY, NEW, write


def run(asked: Namespace, console: Console) -> int:
    mix = mix_of(asked)
    if asked.ask or (console.typed and not (mix.changes or asked.out or asked.id or asked.title or asked.force)):
        return _ask(asked, mix, console)
    if asked.subject is None:
        raise UsageError("missing game", "name a game, or add --ask to choose one from a list")
    library = Library.standard()
    game = made(mix)
    mix = by_ids(with_values(mix, game.composition), library)
    nobody = nobody_plays(game.composition, game.program, mix)
    if nobody is not None:
        raise RulesetError((nobody,))
    unwon = never_won(game.composition, mix)
    print_notes((*game.notes, *([unwon] if unwon is not None else [])), console, to_author=True)
    if mix.subject == STDIN:
        raise UsageError("`parlour mix` can't read the game from standard input: the mix must name its file")
    out = None if asked.out in (None, STDIN) else path_of(asked.out)
    id = asked.id or id_of(out.stem if out else f"my-{game.program.id}")
    if id == game.program.id:
        raise UsageError(f"the mix can't have the id of its game, `{id}`", "choose another one with --id")
    title = asked.title or f"{game.title}, our way"
    text, problems = game_text(id, title, mix, out.parent if out else Path())
    if has_errors(problems):
        raise RulesetError(problems)
    if out is None:
        console.say(text.rstrip())
        line = one_line_of(mix, game.composition)
        console.tell(f"In one line: parlour play {shell_word(line)}")
        return 0
    for players, fault in faults_by_players(game):
        console.tell(f"warning: with {players} players the rules fail during play: {fault.message}")
    console.say(f"{write(out, text, ANY if asked.force else NEW)} It is for {players_in_words(game.players)}.")
    console.say_lines(ways_to_use(out, mix, game.composition))
    return 0


def _ask(asked: Namespace, mix: Recipe, console: Console) -> int:
    from parlour.mixer.dialogue import MixDialogue  # slow to import, and not needed without questions

    others = [name for name in ("out", "id", "title", "force") if getattr(asked, name)]
    if others:
        option = "-o" if others[0] == "out" else f"--{others[0]}"
        raise UsageError(f"with --ask you name the file at the end; remove {option}")
    family = asked.subject if asked.subject in Library.standard().ids("frame") else None
    if mix.changes and (family or not asked.subject):
        raise UsageError("missing game", "name the game that these rules and options are for")
    draft = None
    if asked.subject and not family:
        draft = by_ids(mix, Library.standard())
    MixDialogue(console, Library.standard()).run(draft, family)
    return 0
