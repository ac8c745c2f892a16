"""A mix in one line in place of a game, as in `parlour play "sh + three-reverses, jokers=2"`."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from parlour.cli.arguments import Mix, mix_of
from parlour.cli.usage import UsageError
from parlour.mixing.mix_line import NO_CHANGES, MixLine, is_line, read_line

if TYPE_CHECKING:
    from parlour.game import Game
    from parlour.library.library import Library

NOTHING_ELSE = Mix((), (), {})


def take_line(asked: Namespace) -> MixLine | None:
    """Add the parts of a mix in one line to the values of `--with`, `--without` and `--set`. Return the line."""
    asked.mix_line = None
    if not hasattr(asked, "with_"):
        return None
    text = _subject(asked)
    if text is None or not is_line(text):
        return None
    line = read_line(text)
    asked.with_ = [*line.with_, *asked.with_]
    if hasattr(asked, "without"):
        _check_sides(line, asked)
        asked.without = [*line.without, *asked.without]
        asked.options = [*(f"{name}={value}" for name, value in line.options.items()), *asked.options]
    elif line.without or line.options:
        raise UsageError("this command can only add rules to a game", "write `GAME + RULE`, without `-` and options")
    if hasattr(asked, "subjects"):
        asked.subjects = [line.subject]
    else:
        asked.subject = line.subject
    asked.mix_line = line
    return line


def load_side(subject: str, mix: Mix = NOTHING_ELSE, library: Library | None = None) -> Game:
    """Load a game or a mix in one line, with these additional changes, for commands that take several games.

    Mixes made from it look for rules in the same library, which lists the folders only once.
    """
    from parlour.game import load  # not needed for help, and slow

    asked = Namespace(subject=subject, with_=[*mix.with_], without=[*mix.without], options=[])
    asked.options = [f"{name}={value}" for name, value in mix.options.items()]
    line = take_line(asked) or NO_CHANGES
    both = mix_of(asked)
    with line.places():
        return load(asked.subject, both.with_, both.without, both.options, library)


def _subject(asked: Namespace) -> str | None:
    """Return the argument that names the game."""
    several = getattr(asked, "subjects", None)
    if several is None:
        move_instead = getattr(asked, "move", "") is None  # `why` has only a move if a saved game is the subject
        return None if move_instead else getattr(asked, "subject", None)
    lines = [name for name in several if is_line(name)]
    if lines and len(several) > 1:
        raise UsageError(f"expected only one mix, found {len(several)} rulesets", f'check "{lines[0]}" by itself')
    return lines[0] if lines else None


def _check_sides(line: MixLine, asked: Namespace) -> None:
    """Refuse a rule that the line adds and an option removes, or vice versa."""
    for option, here, there in (("--without", line.with_, asked.without), ("--with", line.without, asked.with_)):
        for rule in here:
            if rule in (name.strip() for text in there for name in text.split(",")):
                raise UsageError(f"`{rule}` is in the mix and after `{option}`", "leave one of them out")
