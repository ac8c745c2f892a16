"""Input and output at the terminal: encoding, colours, line breaks, prompts.

Parlour prints everything through a Console. It replaces suits on streams that can't encode them, and uses colours
only on a terminal.
"""

from __future__ import annotations

import errno
import io
import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TextIO

from parlour.base.printable import printable
from parlour.cli.usage import UsageError

_ASCII = str.maketrans(
    {
        "♣": "C", "♦": "D", "♥": "H", "♠": "S", "–": "-", "—": "-", "−": "-", "…": "...", "·": "-", "×": "x", "±": "+-",
        "‘": "'", "’": "'", "“": '"', "”": '"', "→": "->", "\ufe0f": "",
    }
)  # fmt: skip

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
PAINTS = {"red": "31", "green": "32", "yellow": "33", "blue": "34"}
"""The colours in which cards can be shown."""
_FORGET = "\x1b[2J\x1b[3J\x1b[H"  # clears the screen and what has scrolled off it
WIDTH = 78  # of wrapped lines
WIDEST = 100  # of lists
_GLUE = "\u00a0"  # a space where lines don't break
_SCROLL = 60  # lines, where the screen can't be cleared


class OutputError(UsageError):
    """Nothing more can be written to stdout."""


class Closed(io.StringIO):
    """A standard stream that was closed before the process began. Its input has ended."""

    def write(self, _: str, /) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


class Console:
    """Two streams to write to and one to read from. `colour` is for the terminal only, `NO_COLOR` is honoured."""

    def __init__(self, source: TextIO, out: TextIO, err: TextIO, environ: Mapping[str, str] = os.environ) -> None:
        self.source = source
        self.out = out
        self.err = err
        able = environ.get("TERM") != "dumb"
        self.live = _is_terminal(out)
        self.clears = able and self.live
        self.colour = self.clears and not environ.get("NO_COLOR")
        self.progress = able and _is_terminal(err)
        self.typed = _is_terminal(source)
        self.paint: Callable[[str], str] = str
        """Adds colours to the cards in a text, as soon as the deck is known."""

    @classmethod
    def standard(cls) -> Console:
        source, out, err = (stream or Closed() for stream in (sys.stdin, sys.stdout, sys.stderr))
        for stream in (source, out, err):
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure is not None:
                reconfigure(errors="replace")
        return cls(source, out, err)

    @property
    def width(self) -> int:
        """The width for lines that are cut rather than wrapped."""
        return min(shutil.get_terminal_size((WIDEST, 24)).columns, WIDEST) if self.live else WIDEST

    # ------------------------------------------------------------ writing

    def say(self, text: str = "", *styles: str) -> None:
        self.say_parts((text, *styles))

    def say_parts(self, *parts: tuple[str, ...]) -> None:
        """Print a line of several parts, each with its styles."""
        self._write("".join(self._styled(text, *styles) for text, *styles in parts) + "\n")

    def tell(self, text: str) -> None:
        """Write a message to stderr, for the person at the terminal."""
        with suppress(OSError):
            self.out.flush()  # `finish` reports why it can't
        self._note(shown(printable(text, lines=True), self.err) + "\n")

    def say_json(self, data: object) -> None:
        text = json.dumps(data, ensure_ascii=not _is_unicode(self.out), indent=2)
        self._write(printable(text, lines=True) + "\n")

    def _styled(self, text: str, *styles: str) -> str:
        text = printable(text, lines=True)
        text = shown(self.paint(text) if self.colour else text, self.out)
        if not (self.colour and styles and text):
            return text
        return f"\x1b[{';'.join(_STYLES[s] for s in styles)}m{text}\x1b[0m"

    def busy(self, text: str = "") -> None:
        """Show progress on one line that the next call overwrites. Without a message, clear it."""
        if self.progress:
            self._note("\r\x1b[K" + shown(printable(text), self.err)[:WIDTH])

    def forget(self) -> None:
        """Clear the screen, so that the next player doesn't see it."""
        self._write(_FORGET if self.clears else "\n" * _SCROLL, now=True)

    def finish(self) -> None:
        """Write what is waiting to be written. Raises OutputError like all output."""
        self._write("", now=True)

    def _write(self, text: str, now: bool = False) -> None:
        try:
            if text:  # some devices refuse even nothing
                self.out.write(text)
            if now:
                self.out.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(f"can't write the output: {error.strerror or error}") from None

    def _note(self, text: str) -> None:
        """Write to stderr; without one, nobody can read it."""
        with suppress(OSError):
            self.err.write(text)
            self.err.flush()

    # ------------------------------------------------------------ reading

    def ask(self, prompt: str) -> str | None:
        """Read a line from the person at the terminal; None at the end of input."""
        text = shown(printable(prompt, lines=True), self.out)
        if self.typed and self.live and self.source is sys.stdin and self.out is sys.stdout:
            try:
                _line_editing()
                return input(text)
            except EOFError:
                self.say()
                return None
        self._write(text, now=True)
        line = self.source.readline()
        if not self.typed:  # no terminal has echoed piped input
            self._write(shown(printable(line.rstrip("\r\n")), self.out) + "\n")
        return line.rstrip("\r\n") if line else None


def painted(text: str, colour: str) -> str:
    """Return a string in one of `PAINTS`. Text after it keeps its own style."""
    return f"\x1b[{PAINTS[colour]}m{text}\x1b[39m"


def broken(line: str, further: int = 2) -> list[str]:
    """Wrap a line; indent all parts except the first further. Strings that `glued` returned aren't broken."""
    indent = " " * (len(line) - len(line.lstrip()) + further)
    lines = textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [part.replace(_GLUE, " ") for part in lines]


def all_broken(lines: Iterable[str]) -> list[str]:
    """Wrap several lines."""
    return [part for line in lines for part in broken(line)]


def glued(text: str) -> str:
    """Return a string that `broken` keeps on one line."""
    return text.replace(" ", _GLUE)


def _line_editing() -> None:
    """Enable arrow keys while typing. There is no history: the next player might use the same keyboard."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(False)


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def _encoding(stream: TextIO) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def _is_unicode(stream: TextIO) -> bool:
    return _encoding(stream).lower().replace("-", "").startswith("utf")


def shown(text: str, stream: TextIO) -> str:
    """Return a string that a stream can encode: `10D` for `10♦` on an ASCII stream."""
    encoding = _encoding(stream)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_ASCII).encode(encoding, "replace").decode(encoding)
    return text
