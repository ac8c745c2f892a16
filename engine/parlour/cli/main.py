"""The entry point of `parlour`: finds the command, runs it and reports errors.

Exit codes: 0 success, 1 findings, 2 wrong usage, unreadable input, or a system that can't do it, 70 a bug in Parlour.
"""

from __future__ import annotations

import errno
import gc
import os
import shlex
import signal
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from typing import NoReturn

from parlour.base.diagnostics import RulesetError, did_you_mean
from parlour.base.usage import UsageError
from parlour.base.version import own_version
from parlour.commands import OVERVIEW, SUMMARIES, Command, command
from parlour.commands.arguments import Parser, take_line
from parlour.mixing.mix_line import is_line, read_line
from parlour.reporting.printed_findings import exit_code, for_players, print_findings
from parlour.terminal.console import Console, OutputError
from parlour.terminal.keys import can_read_keys
from parlour.terminal.signals import NO_MEMORY, STOPPED
from parlour.terminal.stopping import Stopped, Stopping, watched

LONG = ("list", "rules", "show", "diff", "explain", "replay", "measure", "compare", "clashes")
"""The commands whose output can be longer than a screen, and that ask nothing."""
CLEAN, FINDINGS, USAGE, OUR_MISTAKE = 0, 1, 2, 70
INTERRUPTED, TERMINATED = 128 + signal.SIGINT, 128 + signal.SIGTERM
RARELY = 500_000, 50, 100  # documents and Programs live until the end: collecting garbage took half the time
CLOSED = 128 + 13  # SIGPIPE, which not every platform has


def main(argv: Sequence[str] | None = None, console: Console | None = None) -> int:
    console = console or Console.standard()
    stopping = Stopping()
    if argv is not None:
        return _exit_code(list(argv), console, stopping)
    gc.set_threshold(*RARELY)
    with watched(stopping):
        code = _exit_code(sys.argv[1:], console, stopping)
        if code in (INTERRUPTED, TERMINATED):
            _leave_at_once(code)
    gc.freeze()  # the process ends: no last garbage collection
    return code


def _exit_code(arguments: list[str], console: Console, stopping: Stopping) -> int:
    """Run the command, report errors and interruptions, and return the exit code."""
    try:
        stopping.begin()
        code = _written(arguments, console)
        stopping.end()  # while its interruption is still caught here
        return code
    except Stopped:
        return stopping.code
    except KeyboardInterrupt:
        console.tell(STOPPED)
        return stopping.code
    finally:
        stopping.end()


def _written(arguments: list[str], console: Console) -> int:
    """Run the command, and report errors, of its output too."""
    try:
        code = _finished(arguments, console)
        console.finish()
        return code
    except BrokenPipeError:
        code = CLOSED
    except OutputError as error:
        console.tell(f"parlour: {error}")
        code = USAGE
    with suppress(OSError, ValueError, AttributeError):  # Python would fail again on the flush at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _finished(arguments: list[str], console: Console) -> int:
    try:
        return _run(arguments, console)
    except (BrokenPipeError, OutputError):
        raise
    except UsageError as error:
        console.tell(f"parlour: {error}")
        for line in (error.help or "").splitlines():
            console.tell(f"  {line}")
        return USAGE
    except RulesetError as error:
        print_findings(error.diagnostics, console, to_person=True)
        return exit_code(error.diagnostics)
    except Exception as error:
        return _gone_wrong(error, console)


def _run(arguments: list[str], console: Console) -> int:
    if arguments in ([], ["play"]) and can_read_keys(console):
        from parlour.mixer.dialogue import arguments_of_play  # slow to import, and only needed here

        chosen_game = arguments_of_play(console)
        if chosen_game is None:
            return CLEAN
        arguments = ["play", *chosen_game]
        console.say(f"This is: {shlex.join(['parlour', *arguments])}", "dim")
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        if len(arguments) > 1 and arguments[0] == "help":
            return _run([arguments[1], "--help"], console)
        console.say(OVERVIEW)
        return CLEAN if arguments else USAGE
    if arguments[0] in ("-V", "--version"):
        console.say(f"parlour {own_version()}")
        return CLEAN
    name = arguments[0]
    if name not in SUMMARIES:
        what = "option" if name.startswith("-") else "command"
        known = ["--help", "--version"] if name.startswith("-") else [*SUMMARIES]
        help = did_you_mean(name, known) or f"`parlour --help` lists all {what}s"
        raise UsageError(f"unknown {what} `{name}`", help)
    chosen: Command = command(name)
    try:
        asked = Parser(chosen, console).read(arguments[1:])
    except UsageError as error:
        if chosen.mistake is not None and "--json" in arguments:
            console.say_json(chosen.mistake(error))
        raise
    if asked is None:
        return CLEAN
    line = take_line(asked)
    offer_games(name, arguments, asked, console)
    try:
        with console.paged() if name in LONG else nullcontext():
            return chosen.run(asked, console)
    except RulesetError as error:
        if line is not None:
            error = RulesetError(line.placed(error.diagnostics))
        if name in FOR_GAMES:
            error = RulesetError(for_players(error.diagnostics))
        if name not in FOR_GAMES or getattr(asked, "subject", None) is None:
            raise error from None
        from parlour.checking.hints import hinted  # slow to import, and only needed here
        from parlour.library.library import Library

        raise RulesetError(hinted(error.diagnostics, name, asked.subject, Library.standard())) from None


def _leave_at_once(code: int) -> NoReturn:
    """End the process now. A normal exit would wait for native code that is still being compiled."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    if (processes := sys.modules.get("multiprocessing.util")) is not None:
        processes._run_finalizers(0)  # else a process that watches semaphores complains about those of the workers
    os._exit(code)


def _gone_wrong(error: Exception, console: Console) -> int:
    """Report a runtime error of a ruleset, a bad saved game, or a bug in Parlour."""
    if (lacking := _lacking(error)) is not None:
        console.tell(f"parlour: {lacking}")
        return USAGE
    from parlour.table.faults import RulesetFault  # slow to import, and only needed here

    match error:
        case RulesetFault():
            from parlour.play.mishap import tell_fault

            tell_fault(error, console)
            return FINDINGS
        case ModuleNotFoundError(name=str(missing)) if (module := missing.partition(".")[0]) != "parlour":
            console.tell(f"parlour: the Python package `{module}` isn't installed, and Parlour needs it")
            console.tell("  install Parlour with all its packages, in the folder with its pyproject.toml:")
            console.tell(f"  {shlex.join([sys.executable or 'python3', '-m', 'pip', 'install', '.'])}")
            return USAGE
        case _:
            return _our_mistake(error, console)


def _lacking(error: Exception) -> str | None:
    """Return what the system can't give, if that is what went wrong."""
    match error:
        case MemoryError() | OSError(errno=errno.ENOMEM):
            return NO_MEMORY
        case RuntimeError(args=("can't start new thread",)):
            return f"{NO_MEMORY}: can't start another thread"
        case OSError(errno=errno.EMFILE | errno.ENFILE | errno.EAGAIN | errno.ENOSPC | errno.EDQUOT | errno.EIO):
            return error.strerror
        case _ if type(error).__name__ == "BrokenProcessPool":  # slow to import
            return "the system ended one of Parlour's processes, perhaps because memory was short"
        case _:
            return None


def _our_mistake(error: Exception, console: Console) -> int:
    import platform  # slow to import, and only needed here
    import traceback

    if os.environ.get("PARLOUR_DEBUG"):
        console.tell("".join(traceback.format_exception(error)).rstrip())
    what = ": ".join(part for part in (type(error).__name__, " ".join(str(error).split())[:200]) if part)
    console.tell(f"parlour: this is a bug in Parlour: {what}")
    system = f"parlour {own_version()}, Python {platform.python_version()}, {platform.system()}"
    console.tell(f"  please report it, with the command you ran and: {system}")
    if not os.environ.get("PARLOUR_DEBUG"):
        console.tell("  to see a traceback, put PARLOUR_DEBUG=1 before the command")
    return OUR_MISTAKE


FOR_GAMES = ("play", "why", "rules", "diff", "measure", "mix")
"""The commands that need a game. With house rules on the command line, all but `rules` and `mix` take a family too."""
OF_MIXES = {"compare": ("mixes", "against"), "tune": ("game",)}
"""Other such commands, with the arguments that are mixes in one line."""


def offer_games(command: str, arguments: Sequence[str], asked: Namespace, console: Console) -> None:
    """Raise a UsageError with the command for each game, if the command line names a family without house rules."""
    if command not in (*FOR_GAMES, *OF_MIXES) or (vars(asked).get("with_") and command not in ("rules", "mix")):
        return
    if command == "mix" and (asked.ask or console.typed):
        return  # it asks for one of the games
    from parlour.library.library import Library
    from parlour.mixing.smallest import family  # not needed for help, and slow

    library = Library.standard()
    frames = library.ids("frame")
    for subject in _subjects(command, asked):
        games = sorted(family(library, subject), key=lambda game: game.id) if subject in frames else ()
        lines = {
            shlex.join(["parlour", *(_renamed(word, subject, game.id) for word in arguments)]): game.title
            for game in games
            if game.kind == "game" and game.id not in arguments
        }
        if lines:
            width = max(map(len, lines))
            table = [f"{line:<{width}}  {title}" for line, title in lines.items()]
            raise UsageError(f"`{subject}` is a family of games. Name one of them:", *table)


def _subjects(command: str, asked: Namespace) -> Iterator[str]:
    """Yield the games of the command line, except those of mixes in one line that have house rules."""
    if command not in OF_MIXES:
        yield from (str(vars(asked).get(name)) for name in ("subject", "first", "second", "since"))
        return
    values = (getattr(asked, name) for name in OF_MIXES[command])
    for text in (text for value in values if value for text in (value if isinstance(value, list) else [value])):
        line = read_line(text) if is_line(text) else None
        if line is None or not line.with_:
            yield text if line is None else line.subject


def _renamed(word: str, subject: str, id: str) -> str:
    """Return a word of the command line with a game in place of the family, even in `family, option=2`."""
    rest = word.removeprefix(subject)
    return f"{id}{rest}" if rest != word and rest[:1] in ("", " ", ",") else word
