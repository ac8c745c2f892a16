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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TextIO

from parlour.base.printable import printable
from parlour.base.usage import UsageError

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
WIDTH = 78  # of wrapped lines where no terminal says how wide it is
WIDEST = 100  # of lists there
MOST = 120  # columns that lines take on a wider terminal
JOINT = " · "  # between remarks that share a line
LEAST = 20  # columns of text, however narrow the terminal
SIZE = (80, 24)  # of a terminal that doesn't say
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
        self.lines = 0  # printed since the last question
        self.is_busy = False
        self.words: Callable[[str], str] = str
        """Puts words for the names of cards in a text, as soon as the deck is known."""
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
    def size(self) -> os.terminal_size:
        """The columns and lines of the terminal."""
        return shutil.get_terminal_size(SIZE)

    @property
    def width(self) -> int:
        """The width of lists, whose lines are cut rather than wrapped."""
        return min(self.size.columns, MOST) if self.live else WIDEST

    @property
    def text_width(self) -> int:
        """The width of wrapped lines."""
        return max(self.width - 2, LEAST) if self.live else WIDTH

    # ------------------------------------------------------------ writing

    def say(self, text: str = "", *styles: str) -> None:
        self.say_parts((text, *styles))

    def say_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def say_parts(self, *parts: tuple[str, ...]) -> None:
        """Print a line of several parts, each with its styles. A terminal gets no line that it would break itself."""
        self._write("".join(self._styled(text, *styles) for text, *styles in self._fitting(parts)) + "\n")

    def _fitting(self, parts: Sequence[tuple[str, ...]]) -> Sequence[tuple[str, ...]]:
        columns = max(self.size.columns, LEAST) if self.live else 0
        lines = "".join(part[0] for part in parts).split("\n")
        if not columns or max(map(len, lines)) <= columns:
            return parts
        wrapped = "\n".join(part for line in lines for part in (broken(line, 2, columns) or [""]))
        styles = parts[0][1:] if len(parts) == 1 else ()
        return [(wrapped, *styles)]

    def packed(self, head: str, parts: Iterable[str], further: int) -> Iterator[str]:
        """Yield lines that parts share, as many as fit on each; all lines but the first are indented further."""
        line, begun = head, False
        indent = len(head) - len(head.lstrip()) + further
        for part in map(self.words, parts):
            if begun and len(line) + len(JOINT) + len(part) > self.text_width:
                yield from broken(line, further or 2, self.text_width)
                line, begun = " " * indent, False
            line += f"{JOINT if begun else ''}{part}"
            begun = True
        if begun:
            yield from broken(line, (further or 2) if line.startswith(head) else 0, self.text_width)

    def write_up(self, lines: Iterable[str], further: int = 2, *styles: str) -> None:
        """Print lines wrapped to the width there is; `further` indents all parts except the first."""
        for line in lines:
            for part in broken(self.words(line), further, self.text_width) or [""]:
                self.say(part, *styles)

    def paragraph(self, text: str, further: int = 2, *styles: str) -> None:
        """Print a paragraph of a report, as wide as lists; `further` indents all lines except the first."""
        for line in broken(text, further, self.width):
            self.say(line, *styles)

    def tell(self, text: str) -> None:
        """Write a message to stderr, for the person at the terminal."""
        with suppress(OSError):
            self.out.flush()  # `finish` reports why it can't
        self.busy()
        self._note(shown(printable(text, lines=True), self.err) + "\n")

    def say_json(self, data: object) -> None:
        is_unicode = _encoding(self.out).lower().replace("-", "").startswith("utf")
        text = json.dumps(data, ensure_ascii=not is_unicode, indent=2)
        self._write(printable(text, lines=True) + "\n")

    def report(self, as_json: bool, data: Callable[[], object], lines: Callable[[], Iterable[str]]) -> None:
        """Print a report: its data as JSON, or its lines."""
        if as_json:
            self.say_json(data())
        else:
            self.say_lines(lines())

    def _styled(self, text: str, *styles: str) -> str:
        text = printable(text.replace(_GLUE, " "), lines=True)
        text = shown(self.paint(text) if self.colour else text, self.out)
        if not (self.colour and styles and text):
            return text
        return f"\x1b[{';'.join(_STYLES[s] for s in styles)}m{text}\x1b[0m"

    def busy(self, text: str = "") -> None:
        """Show progress on one line that the next message overwrites, and all other output."""
        if self.progress and (text or self.is_busy):
            self.is_busy = bool(text)
            self._note("\r\x1b[K" + shown(printable(text), self.err)[: self.text_width])

    def forget(self) -> None:
        """Clear the screen, so that the next player doesn't see it."""
        self._write(_FORGET if self.clears else "\n" * _SCROLL, now=True)

    def wipe(self, lines: int) -> None:
        """Take the last lines off the screen."""
        self._write(f"\x1b[{lines}A\r\x1b[J", now=True)

    def finish(self) -> None:
        """Write what is waiting to be written. Raises OutputError like all output."""
        self._write("", now=True)

    def _write(self, text: str, now: bool = False) -> None:
        self.busy()
        self.lines += text.count("\n")
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

    @contextmanager
    def paged(self) -> Iterator[None]:
        """Show what is printed inside the block through a pager, if somebody at a terminal would have to scroll back.
        """
        if not (self.clears and self.typed):
            yield
            return
        screen, pages = self.out, _Pages(_encoding(self.out))
        self.out = pages
        try:
            yield
        finally:
            self.out = screen
            text = pages.getvalue()
            if text.count("\n") < self.size.lines or not _pass_on(text, _encoding(screen)):
                self._write(text, now=True)

    # ------------------------------------------------------------ reading

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str | None:
        """Read a line from the person at the terminal, where Tab completes these words; None at the end of input."""
        text = shown(printable(prompt, lines=True), self.out)
        self.busy()
        if self.typed and self.live and self.source is sys.stdin and self.out is sys.stdout:
            try:
                _line_editing(words)
                self.lines = 0
                return input(text)
            except EOFError:
                self.say()
                return None
        self._write(text, now=True)
        line = self.source.readline()
        if not self.typed:  # no terminal has echoed piped input
            self._write(shown(printable(line.rstrip("\r\n")), self.out) + "\n")
        self.lines = 0
        return line.rstrip("\r\n") if line else None


class _Pages(io.StringIO):
    """Text for a pager, in the encoding of the terminal."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding_of_terminal = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a StringIO has none
        return self.encoding_of_terminal


def _pass_on(text: str, encoding: str) -> bool:
    """Give a text to the pager of the user, or to `less`. Return False if neither can be run."""
    import shlex  # slow to import, and only needed here
    import subprocess

    chosen = os.environ.get("PAGER")
    command = shlex.split(chosen) if chosen else ["less", "-FRX"]
    if not command or shutil.which(command[0]) is None:
        return False
    usual = {"LESS": "FRX", **os.environ}
    pages = subprocess.Popen(command, stdin=subprocess.PIPE, encoding=encoding, errors="replace", env=usual)
    with suppress(KeyboardInterrupt, OSError), pages as pager:  # Ctrl-C is for the pager, which may also end early
        pager.communicate(text)
    return True


def painted(text: str, colour: str) -> str:
    """Return a string in one of `PAINTS`. Text after it keeps its own style."""
    return f"\x1b[{PAINTS[colour]}m{text}\x1b[39m"


def broken(line: str, further: int = 2, width: int = WIDTH) -> list[str]:
    """Wrap a line; indent all parts except the first further. Strings that `glued` returned aren't broken."""
    if " " not in line.lstrip():
        return [line.replace(_GLUE, " ")] if line else []
    indent = " " * (len(line) - len(line.lstrip()) + further)
    lines = textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return [part.replace(_GLUE, " ") for part in lines]


def glued(text: str) -> str:
    """Return a string that `broken` keeps on one line."""
    return text.replace(" ", _GLUE)


def _line_editing(words: Sequence[str]) -> None:
    """Enable arrow keys while typing, and completion. There is no history: the next player might use the same keyboard.
    """
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(False)
    readline.set_completer_delims("")
    readline.set_completer(lambda begun, n: [*(w for w in words if w.casefold().startswith(begun.casefold())), None][n])
    readline.parse_and_bind("tab: complete")


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def _encoding(stream: TextIO) -> str:
    return getattr(stream, "encoding", None) or "utf-8"


def shown(text: str, stream: TextIO) -> str:
    """Return a string that a stream can encode: `10D` for `10♦` on an ASCII stream."""
    encoding = _encoding(stream)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_ASCII).encode(encoding, "replace").decode(encoding)
    return text
