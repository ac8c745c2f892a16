"""A terminal for tests: it has the input in advance, and collects the output."""

import io
from collections.abc import Iterable
from dataclasses import dataclass

from parlour.cli.main import main
from parlour.terminal.console import Console

CTRL_C = object()


class Typing(io.StringIO):
    """Lines of input, one after the other, or Ctrl-C in place of a line. Then the input ends."""

    def __init__(self, lines: Iterable[object]) -> None:
        super().__init__()
        self.lines = iter(lines)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # the stubs disagree about bytes
        line = next(self.lines, None)
        if line is CTRL_C:
            raise KeyboardInterrupt
        return f"{line}\n" if line is not None else ""


class Screen(io.StringIO):
    """An output stream; `terminal` makes it a terminal."""

    def __init__(self, terminal: bool = False, encoding: str = "utf-8") -> None:
        super().__init__()
        self.terminal = terminal
        self.name_of_encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]  # a StringIO has none
        return self.name_of_encoding

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str, /) -> int:
        text.encode(self.name_of_encoding)
        return super().write(text)


@dataclass(frozen=True)
class Printed:
    code: int
    out: str
    err: str


def run(*arguments: str, typed: Iterable[object] = (), terminal: bool = False, encoding: str = "utf-8") -> Printed:
    """Run the command `parlour` with these arguments and lines of input."""
    out, err = Screen(terminal, encoding), Screen(terminal, encoding)
    code = main(arguments, Console(Typing(typed), out, err))
    return Printed(code, out.getvalue(), err.getvalue())
